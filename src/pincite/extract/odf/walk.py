"""The walk over the body of an OpenDocument text, or over what stands in a shape of a presentation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pincite.extract.block_writer import BlockWriter
from pincite.extract.builder import Builder
from pincite.extract.container.xml_tree import Element, attribute, name, number
from pincite.extract.formula import mathml_formula
from pincite.extract.left_out import LeftOut
from pincite.extract.odf.package import OdfFile
from pincite.extract.odf.runs import OdfRuns, plain_text
from pincite.extract.odf.styles import OdfStyles, shown_number
from pincite.types.document import BlockKind

_INDEXES = {
    "text:table-of-content", "text:alphabetical-index", "text:illustration-index", "text:table-index", "text:object-index",
    "text:user-index",
}  # fmt: skip
_THROUGH = {
    "text:bibliography", "text:index-body", "text:index-title", "text:numbered-paragraph", "draw:frame", "draw:text-box",
    "draw:g", "draw:custom-shape", "draw:rect", "draw:ellipse", "draw:line", "draw:connector", "draw:caption", "draw:a",
}  # fmt: skip
_ROW_GROUPS = {"table:table-header-rows", "table:table-rows", "table:table-row-group"}
_HOLD_BACK: tuple[BlockKind, ...] = ("list", "table", "code", "note")
_WIDEST = 1000
_DEEPEST = 10
Counts = dict[int, int]


class OdfWalk:
    """Writes blocks in document order; lists nest in the source, so they need no stack of levels."""

    def __init__(self, builder: Builder, file: OdfFile) -> None:
        styles = OdfStyles(file)
        self._file = file
        self._builder = builder
        self._styles = styles
        self.writer = BlockWriter(builder)
        self.left_out = LeftOut(builder)
        self._runs = OdfRuns(builder, self.writer, styles, self.left_out, file.formula)
        self._outline: Counts = {}
        self._continued: dict[str, Counts] = {}
        self._label = ""
        self.title = ""
        self._special: dict[str, Callable[[Element], None]] = {
            "text:p": self._paragraph,
            "text:h": self._heading,
            "text:list": lambda e: self._list(e, None, 1, {}),
            "table:table": self._table,
            "text:section": self._section,
            "text:tracked-changes": self._changes,
            "draw:object": self._object,
            "svg:title": lambda e: self.left_out.add("picture", e.text or ""),
            "svg:desc": lambda e: self.left_out.add("picture", e.text or ""),
        }

    def run(self, element: Element) -> None:
        """Write everything below an element, and what its paragraphs point at."""
        self._blocks(element)
        self._close_code()
        self._below()

    def heading(self, paragraphs: Iterable[Element], level: int) -> None:
        """Write paragraphs as one heading."""
        self._close_code()
        self.writer.begin("heading", level)
        for paragraph in paragraphs:
            self.writer.separate(1)
            self.writer.before(self._take_label())
            self._runs.write(paragraph)
        self.writer.end()
        self._below()

    def _blocks(self, element: Element) -> None:
        for found in element:
            short = name(found)
            if short in self._special:
                self._special[short](found)
            elif short in _INDEXES:
                self.left_out.add("contents", plain_text(found))
            elif short in _THROUGH:
                self._blocks(found)

    def _paragraph(self, element: Element) -> None:
        style = attribute(element, "text:style-name")
        kind = self._styles.kind(style)
        if self.writer.on_one_line or self.writer.inside("item"):
            self.writer.separate(1)
            self.writer.before(self._take_label())
            self._runs.write(element)
            self.writer.separate(1)
        elif self._styles.is_title(style):
            self.heading([element], 1)
            self.title = self.title or next((title for _, title in reversed(self.writer.titles)), "")
        elif kind == "code":
            self._code(element)
        else:
            self._close_code()
            self.writer.begin(kind)
            self.writer.before(self._take_label())
            self._runs.write(element)
            self.writer.end()
        self._below()

    def _code(self, element: Element) -> None:
        """Neighbouring paragraphs of code are lines of one block."""
        if self.writer.inside("code"):
            self.writer.line_end()
        else:
            self.writer.begin("code")
        self._runs.write(element)

    def _close_code(self) -> None:
        if self.writer.inside("code"):
            self.writer.end()

    def _take_label(self) -> str:
        label, self._label = self._label, ""
        return f"{label} " if label else ""

    def _heading(self, element: Element) -> None:
        level = min(max(number(element, "text:outline-level", 1), 1), _DEEPEST)
        if self.writer.on_one_line:
            self._paragraph(element)
            return
        if not self._label and attribute(element, "text:is-list-header") != "true" and plain_text(element):
            _count(self._outline, level, self._styles.outline[level].start if level in self._styles.outline else 1)
            rules = self._styles.outline
            self._label = (
                shown_number(rules.__getitem__, self._outline, level) if set(range(1, level + 1)) <= set(rules) else ""
            )
        self.heading([element], min(level, 6))

    def _object(self, element: Element) -> None:
        if (formula := self._file.formula(element)) is None:
            self.left_out.add("embedded", plain_text(element) or "an object")
        else:
            self.writer.begin("paragraph")
            self.writer.exact(mathml_formula(formula))
            self.writer.end()

    def _section(self, element: Element) -> None:
        if attribute(element, "text:display") == "none":
            self.left_out.add("hidden", plain_text(element))
        else:
            self._blocks(element)

    def _changes(self, element: Element) -> None:
        for region in element:
            for deletion in region:
                if name(deletion) == "text:deletion":
                    words = (plain_text(found) for found in deletion if name(found) != "office:change-info")
                    self.left_out.add("deleted", " ".join(words))
        self.left_out.flush()

    def _list(self, element: Element, style: str | None, level: int, counts: Counts) -> None:
        style = attribute(element, "text:style-name") or style or self._styles.list_style(_first_style(element))
        if level == 1:
            counts = self._counts(element, style)
        is_list = not self.writer.on_one_line and not any(name(found) == "text:h" for found in element.iter())
        if is_list:
            self._close_code()
            self.writer.begin("list")
        for item in element:
            if name(item) == "text:list-item":
                self._count_item(item, style, level, counts)
            self._item(item, style, level, counts, is_list=is_list)
        if is_list:
            self.writer.end()
        if level == 1:
            self._below()

    def _counts(self, element: Element, style: str | None) -> Counts:
        """The numbers that a list goes on from: those of the list it continues, or none."""
        before = attribute(element, "text:continue-list")
        if before is None and attribute(element, "text:continue-numbering") == "true":
            before = f"style {style}"
        counts = self._continued.get(before, {}) if before else {}
        for key in (attribute(element, "xml:id"), f"style {style}"):
            if key:
                self._continued[key] = counts
        return counts

    def _count_item(self, item: Element, style: str | None, level: int, counts: Counts) -> None:
        if (start := attribute(item, "text:start-value")) is not None:
            counts.pop(level, None)
        only_deeper = len(item) > 0 and name(item[0]) == "text:list"
        if only_deeper:  # it only carries a deeper list, and shows no number of its own
            self._label = ""
            return
        rule = self._styles.level(style, level)
        _count(counts, level, number(item, "text:start-value", 1) if start is not None else rule.start)
        self._label = shown_number(lambda wanted: self._styles.level(style, wanted), counts, level)

    def _item(self, item: Element, style: str | None, level: int, counts: Counts, *, is_list: bool) -> None:
        if is_list:
            self.writer.begin("item", lines=1)
        for found in item:
            if name(found) == "text:list":
                self._list(found, style, level + 1, counts)
            elif (special := self._special.get(name(found))) is not None:
                special(found)
        self._label = ""
        if is_list:
            self.writer.end(lines=1)

    def _table(self, element: Element) -> None:
        rows = list(_rows(element, is_header=False))
        cells = [cell for row, _ in rows for cell in _cells(row)]
        if self.writer.on_one_line:
            self._table_in_a_cell(rows)
        elif len(cells) == 1 or any(name(found) == "text:h" for found in element.iter()):
            for cell in cells:
                self._blocks(cell)
        else:
            self._close_code()
            self.writer.begin("table")
            for row, is_header in rows:
                self._row(row, is_header=is_header and len(rows) > 1)
            self.writer.end()
            self._below()

    def _row(self, row: Element, *, is_header: bool) -> None:
        if attribute(row, "table:visibility") in {"collapse", "filter"}:
            self.left_out.add("hidden", plain_text(row))
            return
        self.writer.begin("row", int(is_header), lines=1)
        step = 0
        for cell in row:
            if name(cell) not in {"table:table-cell", "table:covered-table-cell"}:
                continue
            self.writer.tabs(step)
            if name(cell) == "table:table-cell":
                self._blocks(cell)
            step = min(max(number(cell, "table:number-columns-repeated", 1), 1), _WIDEST)
        self.writer.end(lines=1)

    def _table_in_a_cell(self, rows: list[tuple[Element, bool]]) -> None:
        for row, _ in rows:
            for index, cell in enumerate(_cells(row)):
                if index:
                    self.writer.between(" | ")
                self._blocks(cell)
            self.writer.between("; ")
        self.writer.separate(1)

    def _below(self) -> None:
        """Write the boxes and notes that wait, once no list, table or note is open."""
        self.left_out.flush()
        if any(self.writer.inside(kind) for kind in _HOLD_BACK):
            return
        notes, self._runs.notes = self._runs.notes, []
        boxes, self._runs.boxes = self._runs.boxes, []
        for box in boxes:
            self.run(box)
        for mark, body in notes:
            self.writer.begin("note")
            self._label = mark
            self._blocks(body)
            self._close_code()
            self.writer.end()


def _count(counts: Counts, level: int, start: int) -> None:
    counts[level] = counts[level] + 1 if level in counts else start
    for deeper in [known for known in counts if known > level]:
        del counts[deeper]


def _first_style(element: Element) -> str | None:
    return next((attribute(found, "text:style-name") for found in element.iter() if name(found) == "text:p"), None)


def _rows(element: Element, *, is_header: bool) -> Iterator[tuple[Element, bool]]:
    for found in element:
        if name(found) == "table:table-row":
            yield found, is_header
        elif name(found) in _ROW_GROUPS:
            yield from _rows(found, is_header=is_header or name(found) == "table:table-header-rows")


def _cells(row: Element) -> Iterator[Element]:
    return (found for found in row if name(found) == "table:table-cell")
