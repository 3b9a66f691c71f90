"""The walk over a Word document: which paragraph becomes which block, and what is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from selectolax.lexbor import LexborHTMLParser

from pincite.extract.block_writer import BlockWriter
from pincite.extract.builder import Builder
from pincite.extract.container.ooxml_text import DELETED, chosen, plain_text
from pincite.extract.container.xml_tree import Element, attribute, child, name, number
from pincite.extract.docx.foreign import page_in
from pincite.extract.docx.numbering import Numbering
from pincite.extract.docx.runs import Runs, Waiting, is_prompt
from pincite.extract.docx.styles import Styles, numbering_of, outline_of, switched_on
from pincite.extract.left_out import LeftOut
from pincite.extract.open_lists import OpenLists
from pincite.extract.web.guard import refuse_bombs
from pincite.extract.web.walk import HtmlWalk
from pincite.types.document import BlockKind

_THROUGH = {"w:ins", "w:moveTo", "w:customXml", "w:smartTag", "w:sdtContent"}
_WIDEST = 1000
Notes = Mapping[tuple[str, str], Element]


class DocxWalk:
    """One pass over a body; `notes` are the footnotes and endnotes by kind and id, `foreign` gives parts in other formats."""

    def __init__(
        self,
        builder: Builder,
        styles: Styles,
        numbering: Numbering,
        notes: Notes,
        foreign: Callable[[str], bytes | None],
    ) -> None:
        self._builder = builder
        self._writer = BlockWriter(builder)
        self._lists = OpenLists(self._writer)
        self._left_out = LeftOut(builder)
        self._styles = styles
        self._numbering = numbering
        self._notes = notes
        self._foreign = foreign
        self._referred: set[tuple[str, str]] = set()
        self._unended = ""
        self.runs = Runs(builder, self._writer, styles, self._left_out)
        self.title = ""
        self._special: dict[str, Callable[[Element], None]] = {
            "w:p": self._paragraph,
            "w:tbl": self._table,
            "w:sdt": self._control,
            "w:altChunk": self._alternative,
            "mc:AlternateContent": lambda e: self._blocks(chosen(e)),
        }

    @property
    def titles(self) -> list[tuple[int, str]]:
        """The level and the words of each heading so far."""
        return self._writer.titles

    def run(self, body: Element) -> None:
        """Walk everything in the body, in document order."""
        with self.runs.story(body):
            self._blocks(body)
            self._finish()
        self._below(last=True)
        for key, element in self._notes.items():
            if key not in self._referred and (text := plain_text(element)):
                self._builder.note("note-left-out", f"left out: a {key[0]} that nothing shown refers to", text=text)

    def _blocks(self, element: Element | None) -> None:
        for found in element if element is not None else ():
            short = name(found)
            if short in self._special:
                self._special[short](found)
            elif short in _THROUGH:
                self._blocks(found)
            elif short in DELETED:
                self.runs.skip("deleted", found)

    def _paragraph(self, element: Element) -> None:
        properties = child(element, "w:pPr")
        style = _value(properties, "w:pStyle")
        if self._styles.is_contents(style):
            self._finish()
            self.runs.skip("contents", element)
            self._left_out.flush()
            return
        if self._unended:
            ending = self._unended
        elif self._writer.on_one_line:
            ending = self._in_a_row(properties, style)
        else:
            ending = self._begin(properties, style)
        self.runs.write(element, hidden=self._styles.hidden(style))
        self._left_out.flush()
        self._unended = ending
        if not _runs_on(properties):
            self._finish(close_lists=False)

    def _in_a_row(self, properties: Element | None, style: str | None) -> str:
        self._writer.separate(1)
        label, _, _ = self._label(properties, style)
        self._writer.before(f"{label} " if label else "")
        return "row"

    def _begin(self, properties: Element | None, style: str | None) -> str:
        """Begin the block of a paragraph; the name of what ends it."""
        level = self._styles.heading_level(style, outline_of(properties))
        label, depth, key = self._label(properties, style)
        kind: BlockKind = "heading" if level else self._styles.kind(style)
        if label is not None and not level:
            if self._writer.inside("code"):
                self._writer.end()
            self._lists.item(depth, key)
            ending = "item"
        elif kind == "code" and self._writer.inside("code"):
            self._writer.line_end()
            ending = "code"
        else:
            self._close_lists()
            self._writer.begin(kind, level)
            ending = "code" if kind == "code" else "title" if level and self._styles.is_title(style) else "block"
        if kind != "code":
            self._writer.before(f"{label} " if label else "")
        return ending

    def _label(self, properties: Element | None, style: str | None) -> tuple[str | None, int, str]:
        """The number in front of a paragraph (empty for a bullet, None where it is no item), its depth and its list."""
        own_number, own_level = numbering_of(properties) or (None, None)
        styled, number_id, level = self._styles.numbering(style)
        if own_number is not None:
            number_id, level = own_number, own_level or 0
        elif own_level is not None:
            level = own_level
        elif level is None:
            level = self._numbering.level_of_style(number_id, styled)
        if number_id is None or number_id == "0":
            return None, 0, ""
        return self._numbering.label(number_id, level) or "", level, number_id

    def _finish(self, *, close_lists: bool = True) -> None:
        """End the paragraph that is open, and what is open around it where something else follows."""
        if self._unended in {"block", "title"}:
            self._writer.end()
        if self._unended == "title" and not self.title and self.titles:
            self.title = self.titles[-1][1]
        self._unended = ""
        if close_lists:
            self._close_lists()
        self._below()

    def _close_lists(self) -> None:
        self._lists.close()
        if self._writer.inside("code"):
            self._writer.end()

    def _below(self, *, last: bool = False) -> None:
        """Write the boxes and notes that wait, once no list or table is open."""
        self._left_out.flush()
        if not last and (self._lists or self._writer.inside("table") or self._writer.inside("code")):
            return
        waiting, self.runs.waiting = self.runs.waiting, Waiting()
        for box in waiting.boxes:
            with self.runs.story(box):
                self._blocks(box)
                self._finish()
        for kind, id_, mark in waiting.notes:
            self._referred.add((kind, id_))
            self._note(self._notes.get((kind, id_)), mark)

    def _note(self, element: Element | None, mark: str) -> None:
        if element is None:
            return
        self._writer.begin("note")
        self._writer.label(f"{mark} " if mark else "")
        with self.runs.story(element):
            self._blocks(element)
            self._finish()
        self._writer.end()

    def _control(self, element: Element) -> None:
        if is_prompt(element):
            self.runs.skip("placeholder", element)
        elif _value(child(element, "w:sdtPr", "w:docPartObj"), "w:docPartGallery") == "Table of Contents":
            self.runs.skip("contents", element)
        else:
            self._blocks(child(element, "w:sdtContent"))

    def _alternative(self, element: Element) -> None:
        self._finish()
        data = self._foreign(attribute(element, "r:id") or "")
        page = page_in(data) if data is not None else None
        if page is None:
            at = self._builder.length
            self._builder.note("embedded", "left out: a part in another format (altChunk)", start=at, end=at)
            return
        refuse_bombs(page)
        if (root := LexborHTMLParser(page).root) is not None:
            HtmlWalk(self._builder, keep_furniture=True, writer=self._writer).run(root)
        self._writer.separate(2)

    def _table(self, element: Element) -> None:
        rows = list(_through(element, "w:tr"))
        if self._writer.on_one_line:
            self._table_in_a_cell(rows)
        elif self._arranges_the_page(rows):
            for row in rows:
                for cell in _through(row, "w:tc"):
                    self._blocks(cell)
                    self._finish()
        else:
            self._finish()
            self._writer.begin("table")
            for index, row in enumerate(rows):
                self._row(row, is_header=_is_header(element, row, index, len(rows)))
            self._writer.end()
            self._below()

    def _arranges_the_page(self, rows: list[Element]) -> bool:
        """Whether a table is one box, or holds headings."""
        cells = [cell for row in rows for cell in _through(row, "w:tc")]
        return len(cells) == 1 or any(self._is_heading(p) for cell in cells for p in _through(cell, "w:p"))

    def _is_heading(self, paragraph: Element) -> bool:
        properties = child(paragraph, "w:pPr")
        return self._styles.heading_level(_value(properties, "w:pStyle"), outline_of(properties)) > 0

    def _row(self, row: Element, *, is_header: bool) -> None:
        properties = child(row, "w:trPr")
        if child(row, "w:trPr", "w:del") is not None:
            self.runs.skip("deleted", row)
            return
        if switched_on(child(row, "w:trPr", "w:hidden")):
            self.runs.skip("hidden", row)
            return
        self._writer.begin("row", int(is_header), lines=1)
        step = _number_of(properties, "w:gridBefore", 0)
        for cell in _through(row, "w:tc"):
            self._writer.tabs(step)
            self._cell(cell)
            step = _number_of(child(cell, "w:tcPr"), "w:gridSpan", 1)
        self._writer.end(lines=1)

    def _cell(self, cell: Element) -> None:
        merged = child(cell, "w:tcPr", "w:vMerge")
        if merged is not None and attribute(merged, "w:val") != "restart":
            self.runs.skip("hidden", cell)
            return
        self._blocks(cell)
        self._finish(close_lists=False)

    def _table_in_a_cell(self, rows: list[Element]) -> None:
        for row in rows:
            for index, cell in enumerate(_through(row, "w:tc")):
                if index:
                    self._writer.between(" | ")
                self._cell(cell)
            self._writer.between("; ")
        self._writer.separate(1)


def _through(element: Element, wanted: str) -> Iterator[Element]:
    """The rows of a table, the cells of a row or the paragraphs of a cell, in content controls too."""
    for found in element:
        short = name(found)
        if short == wanted:
            yield found
        elif short in _THROUGH:
            yield from _through(found, wanted)
        elif short == "w:sdt" and (content := child(found, "w:sdtContent")) is not None:
            yield from _through(content, wanted)


def _value(properties: Element | None, short: str) -> str | None:
    found = child(properties, short) if properties is not None else None
    return attribute(found, "w:val") if found is not None else None


def _number_of(properties: Element | None, short: str, default: int) -> int:
    found = child(properties, short) if properties is not None else None
    return min(max(number(found, "w:val", default), 0), _WIDEST) if found is not None else default


def _runs_on(properties: Element | None) -> bool:
    """Whether the end of a paragraph is deleted or moved away, so that it goes on in the next one."""
    marks = child(properties, "w:rPr") if properties is not None else None
    return marks is not None and any(name(found) in DELETED for found in marks)


def _is_header(table: Element, row: Element, index: int, rows: int) -> bool:
    """Whether a row is repeated on each page, or is the first one of a table whose style sets that one apart."""
    if (repeated := child(row, "w:trPr", "w:tblHeader")) is not None:
        return bool(switched_on(repeated))
    look = child(table, "w:tblPr", "w:tblLook")
    if index or rows < 2 or look is None or child(table, "w:tblPr", "w:tblStyle") is None:
        return False
    first = attribute(look, "w:firstRow")
    return first in {"1", "true", "on"} if first is not None else bool(_hexadecimal(attribute(look, "w:val")) & 0x20)


def _hexadecimal(raw: str | None) -> int:
    try:
        return int(raw or "0", 16)
    except ValueError:
        return 0
