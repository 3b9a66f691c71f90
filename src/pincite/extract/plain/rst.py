"""reStructuredText: the canonical text is the source; our own reader finds its blocks and runs none of its directives.

Docutils would include files and take markup from them; here `include` and `raw` are words like others. The rules are
those of the reStructuredText Markup Specification (docutils.sourceforge.io), read line by line.
"""

from __future__ import annotations

import re

from pincite.extract.builder import Builder
from pincite.extract.formats import current_extractor
from pincite.extract.plain.encoding import decode_source
from pincite.extract.plain.front_matter import iso_date
from pincite.extract.plain.rst_lines import is_rule, rst_lines
from pincite.extract.plain.rst_tables import grid_rows, is_grid, is_simple, simple_rows, simple_table_end
from pincite.extract.source import Source
from pincite.types.document import BlockKind, Document

_ITEM = re.compile(r"(?:[-*+•‣⁃]|\(?(?:\d{1,9}|[a-zA-Z]|[ivxlcdmIVXLCDM]{1,9}|#)[.)])[ ]+(?=\S)")
_FIELD = re.compile(r":(?![: ])([^:\n]{1,100})(?<! ):(?:[ ]+|\Z)")
_EXPLICIT = re.compile(r"\.\.(?:[ ]+|\Z)")
_DIRECTIVE = re.compile(r"\.\.[ ]+(?:\|[^|]+\|[ ]+)?([\w:.+-]+?)[ ]?::(?:[ ]|\Z)")
_FOOTNOTE = re.compile(r"\.\.[ ]+\[[^\]]+\](?:[ ]|\Z)")
_CODE = {"code", "code-block", "sourcecode", "parsed-literal", "math", "highlight", "doctest", "testcode", "testoutput",
         "literalinclude", "graphviz", "productionlist", "prompt"}  # fmt: skip
_FIELDS = {"author": "author", "authors": "author", "date": "date", "keywords": "tags"}
_INLINE = re.compile(r":[a-zA-Z][\w:+.-]*:(?=`)|``|`__?(?!\w)|`|\*\*?(?=\S)|(?<=\S)\*\*?|\\(?=\S)| <[^>`]+>(?=`)")
_DEEPEST = 30


def extract_rst(source: Source) -> Document:
    """A reStructuredText file as a document whose text is the file's own."""
    builder = Builder()
    found = decode_source(source, builder)
    reader = _Reader(builder, builder.put_whole(found.text))
    reader.read()
    return builder.build(
        "rst",
        current_extractor("rst"),
        source_sha256=source.sha256,
        title=reader.first_title,
        metadata=reader.metadata | {"encoding": found.encoding},
    )


class _Reader:
    """Marks the blocks of a text; levels of headings follow the order in which their adornments come up."""

    def __init__(self, builder: Builder, text: str) -> None:
        self._builder = builder
        self._lines = rst_lines(text)
        self._styles: list[str] = []
        self._began = False
        self.first_title = ""
        self.metadata: dict[str, str] = {}

    def read(self) -> None:
        """Read the whole text."""
        self._blocks(0, len(self._lines), 0)

    def _blocks(self, first: int, last: int, depth: int) -> None:
        """The blocks in the lines from `first` to before `last`, whose outermost indentation is theirs."""
        if depth > _DEEPEST:
            self._mark("paragraph", first, last)
            return
        at = first
        indent = min((line.indent for line in self._lines[first:last] if line.words), default=0)
        while at < last:
            if not self._lines[at].words:
                at += 1
            else:
                at = self._block(at, last, indent, depth)

    def _block(self, at: int, last: int, indent: int, depth: int) -> int:
        """Mark the block that begins at this line; return the line after it."""
        line = self._lines[at]
        if line.indent > indent:
            end = self._indented(at, last, indent)
            self._mark("quote", at, end)
            self._blocks(at, end, depth + 1)
            return end
        if depth == 0 and (end := self._heading(at, last)):
            return end
        return self._body(at, last, indent, depth)

    def _body(self, at: int, last: int, indent: int, depth: int) -> int:
        line = self._lines[at]
        if is_grid(line.words) or is_simple(line.words):
            return self._table(at, last)
        if _EXPLICIT.match(line.words):
            return self._explicit(at, last, depth)
        if _FIELD.match(line.words):
            return self._fields(at, last, indent)
        if _ITEM.match(line.words):
            return self._list(at, last, indent, depth)
        return self._paragraph(at, last, indent)

    def _heading(self, at: int, last: int) -> int:
        """Two lines or, with a rule above, three; 0 where there is no heading."""
        lines = self._lines[at : min(at + 3, last)]
        over = len(lines) == 3 and is_rule(lines[0].words) and lines[0].words == lines[2].words and bool(lines[1].words)
        under = len(lines) > 1 and is_rule(lines[1].words) and not is_rule(lines[0].words) and lines[0].indent == 0
        under = under and (len(lines[1].words) >= min(len(lines[0].words), 4)) and lines[1].indent == 0
        if not (over or under):
            return 0
        words = lines[1 if over else 0].words
        style = lines[0].words[0] * 2 if over else lines[1].words[0]
        if style not in self._styles:
            self._styles.append(style)
        level = min(self._styles.index(style) + 1, 6)
        title = " ".join(_INLINE.sub("", words).split()) or words
        self.first_title = self.first_title or (title if level == 1 else "")
        self._mark("heading", at, at + 2 + over, level, title)
        return at + 2 + over

    def _table(self, at: int, last: int) -> int:
        grid = is_grid(self._lines[at].words)
        end = self._unbroken(at, last) if grid else simple_table_end(self._lines, at, last)
        self._mark("table", at, end)
        for first, stop, is_header in (grid_rows if grid else simple_rows)(self._lines, at, end):
            self._mark("row", first, stop, int(is_header))
        return end

    def _explicit(self, at: int, last: int, depth: int) -> int:
        """A directive, a footnote, a target or a comment: its line, and all that is indented below it."""
        words, indent = self._lines[at].words, self._lines[at].indent
        end = self._indented(at + 1, last, indent)
        directive = _DIRECTIVE.match(words)
        name = directive.group(1).rpartition(":")[2] if directive else ""
        if name in _CODE:
            self._mark("code", at, end)
        elif name == "csv-table":
            self._mark("table", at, end)
            for row in range(at, end):
                self._mark("row", row, row + 1)
        elif _FOOTNOTE.match(words):
            self._mark("note", at, end)
        elif directive:
            head = self._unbroken(at, end)
            self._mark("paragraph", at, head)
            self._blocks(head, end, depth + 1)
        else:
            self._mark("paragraph", at, end)
        return end

    def _fields(self, at: int, last: int, indent: int) -> int:
        """Fields in a row; those above or right below the title say something of the document."""
        end = at
        is_own = not self._began
        items = []
        while end < last and (found := _FIELD.match(self._lines[end].words)) and self._lines[end].indent == indent:
            stop = self._indented(end + 1, last, indent)
            items.append((end, stop))
            value = " ".join(line.words for line in self._lines[end:stop])[found.end() :]
            name = _FIELDS.get(found.group(1).lower())
            if is_own and name and value:
                self.metadata.setdefault(name, iso_date(value) if name == "date" else value)
            end = self._past_blanks(stop, last)
        if is_own:
            self._mark("metadata", at, items[-1][1])
        else:
            self._began = True
            self._mark_list(at, items)
        return items[-1][1]

    def _list(self, at: int, last: int, indent: int, depth: int) -> int:
        items, end = [], at
        while end < last and (found := _ITEM.match(self._lines[end].words)) and self._lines[end].indent == indent:
            stop = self._indented(end + 1, last, indent)
            items.append((end, stop, found.end()))
            end = self._past_blanks(stop, last)
        self._mark_list(at, [(first, stop) for first, stop, _ in items])
        for first, stop, _ in items:
            head = self._unbroken(first, stop)
            self._mark("paragraph", first, head)
            self._blocks(head, stop, depth + 1)
        return items[-1][1]

    def _mark_list(self, at: int, items: list[tuple[int, int]]) -> None:
        self._mark("list", at, items[-1][1])
        for first, stop in items:
            self._mark("item", first, stop)

    def _paragraph(self, at: int, last: int, indent: int) -> int:
        end = at + 1
        while end < last and self._lines[end].words and self._lines[end].indent == indent:
            end += 1
        words = self._lines[end - 1].words
        if end < last and self._lines[end].words and self._lines[end].indent > indent:  # a term and its definition
            stop = self._indented(end, last, indent)
            self._mark_list(at, [(at, stop)])
            return stop
        self._mark(
            "code" if words.startswith(">>> ") or self._lines[at].words.startswith(">>> ") else "paragraph", at, end
        )
        if words.endswith("::"):
            body = self._past_blanks(end, last)
            stop = self._indented(body, last, indent)
            if stop > body:
                self._mark("code", body, stop)
                return stop
        return end

    def _indented(self, at: int, last: int, indent: int) -> int:
        """The end of the lines from `at` on that are indented deeper, without blank lines at their end."""
        end = at
        for number in range(at, last):
            line = self._lines[number]
            if line.words and line.indent <= indent:
                break
            if line.words:
                end = number + 1
        return end

    def _unbroken(self, at: int, last: int) -> int:
        return next((number for number in range(at, last) if not self._lines[number].words), last)

    def _past_blanks(self, at: int, last: int) -> int:
        return next((number for number in range(at, last) if self._lines[number].words), last)

    def _mark(self, kind: BlockKind, first: int, last: int, level: int = 0, title: str = "") -> None:
        """Mark the lines from `first` to before `last` as a block, from the first word to the last."""
        filled = [line for line in self._lines[first:last] if line.words]
        if not filled:
            return
        self._began = self._began or kind not in {"heading", "metadata"}
        start = filled[0].start if kind == "code" else filled[0].first
        self._builder.mark(kind, start, filled[-1].end, level, title)
