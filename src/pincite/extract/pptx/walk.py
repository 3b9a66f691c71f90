"""The walk over the shapes of a slide: titles, paragraphs, lists, tables, diagrams, and the speaker's notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pincite.extract.block_writer import BlockWriter
from pincite.extract.builder import Builder
from pincite.extract.container.ooxml_text import chosen, plain_text
from pincite.extract.container.opc import Package
from pincite.extract.container.xml_tree import Element, attribute, child, name, number
from pincite.extract.counting import letters, roman
from pincite.extract.formula import office_formula
from pincite.extract.left_out import LeftOut
from pincite.extract.open_lists import OpenLists
from pincite.extract.pptx.shapes import Placeholder, Position, description, is_hidden, placeholder_of, reading_order
from pincite.types.places import Slide

_BLANKS = re.compile(r"[\t\n\r]+")
_LISTED = {"obj", "body"}
_NUMBERED = re.compile(r"(arabic|roman|alpha)(Uc|Lc)?(Period|ParenR|ParenBoth|Plain)\Z")
_AROUND = {"Period": "{}.", "ParenR": "{})", "ParenBoth": "({})", "Plain": "{}"}


class PptxWalk:
    """Writes slides one after the other; everything read on a slide has it as its place."""

    def __init__(self, builder: Builder, package: Package) -> None:
        self._builder = builder
        self._package = package
        self._writer = BlockWriter(builder)
        self._lists = OpenLists(self._writer)
        self._left_out = LeftOut(builder)
        self._starts: dict[int, str | None] = {}  # where the numbers of each level were told to start
        self._counts: dict[int, int] = {}

    @property
    def titles(self) -> list[str]:
        """The title of each slide so far, where it has words."""
        return [title for _, title in self._writer.titles]

    def slide(self, part: str, root: Element, layout: dict[Placeholder, Position], slide: Slide) -> None:
        """Write one slide: its title as a heading, or what stands first on it where it has none."""
        self._writer.where = slide
        tree = child(root, "p:cSld", "p:spTree")
        shapes = [shape for shape in reading_order(tree, layout) if self._is_shown(shape)] if tree is not None else []
        title = next((p for shape in shapes for p in _title(shape)), None)
        if title is None and shapes:
            title = self._stands_first(shapes, slide)
        for shape in shapes:
            self._shape(part, shape, title)
        self._lists.close()
        self._left_out.flush()

    def notes(self, root: Element) -> None:
        """Write the speaker's notes as a note below their slide."""
        tree = child(root, "p:cSld", "p:spTree")
        self._writer.begin("note")
        for shape in tree if tree is not None else ():
            placeholder = placeholder_of(shape)
            if placeholder and placeholder.type == "body":
                self._paragraphs(_paragraphs(shape), in_list=False)
        self._lists.close()
        self._writer.end()

    def _is_shown(self, shape: Element) -> bool:
        placeholder = placeholder_of(shape)
        if is_hidden(shape):
            self._left_out.add("hidden", plain_text(shape))
        elif placeholder and placeholder.is_furniture:
            self._left_out.add("furniture", plain_text(shape))
        else:
            return True
        return False

    def _stands_first(self, shapes: Iterable[Element], slide: Slide) -> Element | None:
        """The first paragraph of a slide without a title, as its heading; its number where a table comes first."""
        first = next((shape for shape in shapes if plain_text(shape)), None)
        if first is None:
            return None
        for paragraph in _paragraphs(first):
            if plain_text(paragraph):
                return paragraph
        self._writer.begin("heading", 1)
        self._writer.insert(f"Slide {slide.number}")
        self._writer.end()
        return None

    def _shape(self, part: str, shape: Element, title: Element | None) -> None:
        placeholder = placeholder_of(shape)
        if name(shape) == "p:graphicFrame":
            self._frame(part, shape)
        elif name(shape) == "p:pic":
            self._left_out.add("picture", description(shape))
        elif placeholder and placeholder.is_title:
            self._title(_paragraphs(shape))
        else:
            paragraphs = list(_paragraphs(shape))
            if paragraphs and any(paragraph is title for paragraph in paragraphs):
                at = next(index for index, paragraph in enumerate(paragraphs) if paragraph is title)
                self._title([paragraphs[at]])
                paragraphs = paragraphs[at + 1 :]
            self._paragraphs(paragraphs, in_list=placeholder is not None and placeholder.type in _LISTED)
        self._lists.close()

    def _title(self, paragraphs: Iterable[Element]) -> None:
        self._writer.begin("heading", 1)
        for paragraph in paragraphs:
            self._writer.separate(1)
            self._words(paragraph)
        self._writer.end()

    def _paragraphs(self, paragraphs: Iterable[Element], *, in_list: bool) -> None:
        self._counts.clear()
        self._starts.clear()
        for paragraph in paragraphs:
            properties = child(paragraph, "a:pPr")
            if not plain_text(paragraph):
                continue
            level = min(max(number(properties, "lvl"), 0), 8) if properties is not None else 0
            label = self._label(properties, level)
            if (label is not None or in_list or level) and not _has(properties, "a:buNone"):
                self._lists.item(level)
                self._writer.before(f"{label} " if label else "")
                self._words(paragraph)
            else:
                self._lists.close()
                self._plain(paragraph)

    def _plain(self, paragraph: Element) -> None:
        self._writer.begin("paragraph")
        self._words(paragraph)
        self._writer.end()

    def _label(self, properties: Element | None, level: int) -> str | None:
        """The number of an item, empty for a bullet; None where the paragraph itself asks for neither."""
        numbered = child(properties, "a:buAutoNum") if properties is not None else None
        starts_anew = numbered is not None and self._starts.get(level) != attribute(numbered, "startAt")
        for deeper in [
            known for known in self._counts if known > level or (known == level and (numbered is None or starts_anew))
        ]:
            del self._counts[deeper]
        if numbered is None:
            return "" if _has(properties, "a:buChar") or _has(properties, "a:buBlip") else None
        self._starts[level] = attribute(numbered, "startAt")
        self._counts[level] = self._counts.get(level, max(number(numbered, "startAt", 1), 0) - 1) + 1
        return _numbered(attribute(numbered, "type") or "", self._counts[level])

    def _words(self, paragraph: Element) -> None:
        for found in paragraph:
            match name(found):
                case "a:r" | "a:fld":
                    text = child(found, "a:t")
                    self._writer.exact(_BLANKS.sub(" ", text.text or "") if text is not None else "")
                case "a:br":
                    self._writer.line_end()
                case "mc:AlternateContent" if (branch := chosen(found)) is not None:
                    self._words(branch)
                case "?:m":
                    self._writer.exact(office_formula(found))

    def _frame(self, part: str, shape: Element) -> None:
        data = child(shape, "a:graphic", "a:graphicData")
        for found in data if data is not None else ():
            match name(found):
                case "a:tbl":
                    self._table(found)
                case "c:chart":
                    self._chart(part, attribute(found, "r:id"))
                case "dgm:relIds":
                    self._diagram(part, attribute(found, "r:dm"))
                case _:
                    self._left_out.add("embedded", plain_text(found) or description(shape) or "an object")

    def _table(self, table: Element) -> None:
        properties = child(table, "a:tblPr")
        has_header = properties is not None and attribute(properties, "firstRow") in {"1", "true"}
        self._writer.begin("table")
        rows = [found for found in table if name(found) == "a:tr"]
        for index, row in enumerate(rows):
            self._writer.begin("row", int(has_header and index == 0 and len(rows) > 1), lines=1)
            for column, cell in enumerate(found for found in row if name(found) == "a:tc"):
                self._writer.tabs(min(column, 1))
                for paragraph in _paragraphs(cell):
                    self._writer.separate(1)
                    self._words(paragraph)
            self._writer.end(lines=1)
        self._writer.end()

    def _diagram(self, part: str, relation: str | None) -> None:
        root = self._target(part, relation)
        points = child(root, "dgm:ptLst") if root is not None else None
        for point in points if points is not None else ():
            text = child(point, "dgm:t")
            if text is not None and attribute(point, "type") in {None, "node"}:
                for paragraph in text:
                    if name(paragraph) == "a:p" and plain_text(paragraph):
                        self._lists.item(0)
                        self._words(paragraph)

    def _chart(self, part: str, relation: str | None) -> None:
        root = self._target(part, relation)
        if root is not None:
            words = (found.text or "" for found in root.iter() if name(found) in {"a:t", "c:v"})
            self._left_out.add("chart", " ".join(words))

    def _target(self, part: str, relation: str | None) -> Element | None:
        found = self._package.relations(part).get(relation or "")
        return (
            self._package.xml(found.target) if found and not found.external and found.target in self._package else None
        )


def _title(shape: Element) -> Iterator[Element]:
    placeholder = placeholder_of(shape)
    if placeholder and placeholder.is_title:
        yield from (paragraph for paragraph in _paragraphs(shape) if plain_text(paragraph))


def _paragraphs(shape: Element) -> Iterator[Element]:
    body = child(shape, "p:txBody")
    body = child(shape, "a:txBody") if body is None else body
    return (found for found in body if name(found) == "a:p") if body is not None else iter(())


def _has(properties: Element | None, short: str) -> bool:
    return properties is not None and child(properties, short) is not None


def _numbered(scheme: str, value: int) -> str:
    """A number in one of the schemes of DrawingML (ECMA-376, part 1, 20.1.10.61).

    >>> _numbered("arabicPeriod", 3), _numbered("alphaUcParenBoth", 2)
    ('3.', '(B)')
    """
    match = _NUMBERED.match(scheme)
    if not match:
        return f"{value}."
    figures, case, around = match.groups()
    shown = roman(value) if figures == "roman" else letters(value) if figures == "alpha" else str(value)
    return _AROUND[around].format(shown.upper() if case == "Uc" else shown)
