"""The walk over an HTML tree: which element becomes which block, and what is left out."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace

from selectolax.lexbor import LexborNode

from pincite.extract.block_writer import BlockWriter
from pincite.extract.builder import Builder
from pincite.extract.web.grid import Grid
from pincite.extract.web.html_formula import formula_of
from pincite.extract.web.list_numbers import ListNumbers, list_numbers
from pincite.types.document import BlockKind
from pincite.types.places import Chapter, Where

_KINDS: dict[str, BlockKind] = {
    "p": "paragraph",
    "ul": "list",
    "ol": "list",
    "dl": "list",
    "menu": "list",
    "li": "item",
    "dt": "item",
    "dd": "item",
    "blockquote": "quote",
    "pre": "code",
    "caption": "caption",
    "figcaption": "caption",
    "table": "table",
    "tr": "row",
}
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BREAKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "body",
        "center",
        "details",
        "dialog",
        "div",
        "fieldset",
        "figure",
        "footer",
        "form",
        "header",
        "hgroup",
        "hr",
        "html",
        "legend",
        "main",
        "nav",
        "search",
        "section",
        "summary",
        "tbody",
        "thead",
        "tfoot",
        "td",
        "th",
        "option",
    ]
)
_SILENT = frozenset(["script", "style", "template", "noembed", "noframes"])
_REPLACED = frozenset(["iframe", "object", "video", "audio", "canvas", "svg", "select", "datalist"])
_FURNITURE = frozenset(("nav", "header", "footer", "aside"))
_ROLES = {"navigation", "banner", "contentinfo", "complementary", "search"}
_CONTENT = frozenset(("main", "article", "section", "blockquote", "td"))
_LAYOUT = "table, h1, h2, h3, h4, h5, h6, ul, ol, pre, blockquote"
_CLOSE = frozenset(("li", "dt", "dd", "tr"))
_LISTS = frozenset(("ul", "ol", "menu"))
_PLAIN_ID = re.compile(r"[A-Za-z0-9_.:-]{1,80}")


@dataclass(frozen=True, slots=True)
class _Leave:
    """The end of an element: whether it began a block, and the place of what follows it."""

    tag: str
    begun: bool
    where: Where | None


class HtmlWalk:
    """One pass over a tree that writes its words and notes what it leaves out; a book's chapters share one writer."""

    def __init__(
        self, builder: Builder, *, keep_furniture: bool, writer: BlockWriter | None = None, below: int = 0
    ) -> None:
        self._below = below
        self._builder = builder
        self._writer = writer or BlockWriter(builder)
        self._keep_furniture = keep_furniture
        self._grids: list[Grid | None] = []
        self._lists: list[ListNumbers] = []
        self._content = 0
        self._verbatim = 0
        self._silent: Counter[str] = Counter()
        self._steps: list[str] = []

    @property
    def first_title(self) -> str:
        """The words of the first heading of level 1, or nothing."""
        return next((title for level, title in self._writer.titles if level == 1), "")

    def run(self, root: LexborNode) -> None:
        """Walk everything below `root` in document order, without recursion."""
        todo: list[tuple[LexborNode, int] | _Leave] = [(root, 0)]
        while todo:
            found = todo.pop()
            if isinstance(found, _Leave):
                self._leave(found)
                continue
            node, number = found
            if node.is_text_node:
                self._text(node.text_content or "")
            elif node.is_element_node and not self._drops(node):
                tag, where = node.tag or "", self._writer.where
                if tag.rpartition(":")[2] == "math":
                    self._formula(node)
                    continue
                self._step_into(node, tag, number)
                todo.append(_Leave(tag, self._enter(node, tag), where))
                todo.extend(reversed(_counted(_children(node))))
        if self._silent:
            counts = ", ".join(f"{count} {tag}" for tag, count in sorted(self._silent.items()))
            self._builder.note("elements-dropped", f"left out, because a browser does not show them: {counts}")

    def _step_into(self, node: LexborNode, tag: str, number: int) -> None:
        """Let the place be this element, where it is one that a reading program can open; a table is opened whole."""
        id_ = node.attributes.get("id") or ""
        self._steps.append(f"/{2 * number}" + (f"[{id_}]" if _PLAIN_ID.fullmatch(id_) else ""))
        where = self._writer.where
        if isinstance(where, Chapter) and not self._grids and (tag in _KINDS or tag in _HEADINGS or tag in _BREAKS):
            self._writer.where = replace(where, element="".join(self._steps[1:]))

    def _text(self, text: str) -> None:
        if self._verbatim:
            self._writer.verbatim(text)
        else:
            self._writer.flow(text)

    def _formula(self, node: LexborNode) -> None:
        stands_alone = node.attributes.get("display") == "block"
        if stands_alone:
            self._writer.line_end()
        self._text(formula_of(node))
        if stands_alone:
            self._writer.line_end()

    def _drops(self, node: LexborNode) -> bool:
        """Whether an element stays outside the text; then a note keeps its words."""
        tag = node.tag or ""
        if tag == "head":
            return True
        if tag in _SILENT:
            self._silent[tag] += 1
            return True
        why = self._why_not(node, tag)
        if why is None:
            return False
        text = node.attributes.get("alt") if tag == "img" else node.text(separator=" ")
        if words := " ".join((text or "").split()):
            self._builder.note(*why, start=self._builder.length, end=self._builder.length, text=words)
        return True

    def _why_not(self, node: LexborNode, tag: str) -> tuple[str, str] | None:
        """The code and the message of the note on an element that stays outside the text; None where it is in it."""
        if tag == "img":
            return "picture", "left out: described for those who cannot see the picture"
        if tag in _REPLACED:
            return "element-dropped", f"<{tag}> holds no running text"
        if _is_hidden(node.attributes):
            return "hidden", f"<{tag}> is hidden from readers"
        if not self._keep_furniture and not self._content and _is_furniture(node, tag, node.attributes):
            return "furniture", f"<{tag}> belongs to the page, not to its text"
        return None

    def _enter(self, node: LexborNode, tag: str) -> bool:
        self._content += tag in _CONTENT
        if tag == "table":
            self._grids.append(None if _is_layout(node) else Grid())
        if tag in _LISTS:
            self._lists.append(list_numbers(tag, node.attributes, _items(node)))
        if tag == "br":
            self._writer.line_end()
        elif tag in {"td", "th"} and self._grid:
            self._cell(node, self._grid)
        elif (kind := self._kind(tag)) and not self._writer.on_one_line:
            self._begin(node, tag, kind)
            return True
        elif kind or tag in _BREAKS:
            self._writer.separate(2)
            self._writer.before(self._label(node, tag))
        return False

    @property
    def _grid(self) -> Grid | None:
        return self._grids[-1] if self._grids else None

    def _kind(self, tag: str) -> BlockKind | None:
        if tag in _HEADINGS:
            return "paragraph" if self._writer.inside("quote") else "heading"
        if tag in {"table", "tr", "caption"} and not self._grid:
            return None
        return _KINDS.get(tag)

    def _begin(self, node: LexborNode, tag: str, kind: BlockKind) -> None:
        level = min(_HEADINGS[tag] + self._below, 6) if kind == "heading" else 0
        if tag == "tr" and self._grid:
            self._grid.next_row()
            level = int(_is_header_row(node))
        self._verbatim += kind == "code"
        self._writer.begin(kind, level, lines=1 if tag in _CLOSE else 2)
        self._writer.label(self._label(node, tag))

    def _label(self, node: LexborNode, tag: str) -> str:
        return self._lists[-1].label(node.attributes) if tag == "li" and self._lists else ""

    def _leave(self, left: _Leave) -> None:
        self._steps.pop()
        self._writer.where = left.where
        self._content -= left.tag in _CONTENT
        if left.begun:
            self._verbatim -= left.tag == "pre"
            self._writer.end(lines=1 if left.tag in _CLOSE else 2)
            if left.tag == "tr" and self._grid:
                self._grid.end_row()
        elif left.tag in _BREAKS or left.tag in _KINDS or left.tag in _HEADINGS:
            self._writer.separate(2)
        if left.tag == "table":
            self._grids.pop()
        if left.tag in _LISTS:
            self._lists.pop()

    def _cell(self, node: LexborNode, grid: Grid) -> None:
        self._writer.tabs(grid.next_cell(_span(node, "colspan"), _span(node, "rowspan")))


def _children(node: LexborNode) -> list[LexborNode]:
    found = []
    child = node.child
    while child is not None:
        found.append(child)
        child = child.next
    return found


def _counted(nodes: list[LexborNode]) -> list[tuple[LexborNode, int]]:
    """Each node with how many elements there are up to it."""
    count, found = 0, []
    for node in nodes:
        count += node.is_element_node
        found.append((node, count))
    return found


def _items(listed: LexborNode) -> int:
    return sum(child.tag == "li" for child in _children(listed))


def _is_hidden(attributes: dict[str, str | None]) -> bool:
    style = (attributes.get("style") or "").replace(" ", "").lower()
    return (
        "hidden" in attributes
        or attributes.get("aria-hidden") == "true"
        or "display:none" in style
        or "visibility:hidden" in style
    )


def _is_furniture(node: LexborNode, tag: str, attributes: dict[str, str | None]) -> bool:
    if tag not in _FURNITURE and attributes.get("role") not in _ROLES:
        return False
    return node.css_first("h1, main, article") is None


def _is_layout(table: LexborNode) -> bool:
    """Whether a table only arranges the page: it holds headings, lists or other tables."""
    found = table.css(_LAYOUT)
    return table.attributes.get("role") in {"presentation", "none"} or any(
        node.mem_id != table.mem_id for node in found
    )


def _is_header_row(row: LexborNode) -> bool:
    cells = [child.tag for child in _children(row) if child.tag in {"td", "th"}]
    return bool(cells) and ("td" not in cells or (row.parent is not None and row.parent.tag == "thead"))


def _span(cell: LexborNode, name: str) -> int:
    raw = cell.attributes.get(name) or ""
    return min(max(int(raw), 1), 1000) if raw.isascii() and raw.isdigit() and len(raw) < 6 else 1
