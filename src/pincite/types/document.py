"""A document as every later stage sees it: one canonical text, its blocks, its places and what was dropped."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pincite.types.locator import Locator, PageRegion
from pincite.types.places import Box, Cells, Chapter, Line, NotebookCell, Page, Place, Places, Slide, Times

BlockKind = Literal[
    "heading",
    "paragraph",
    "list",
    "item",
    "table",
    "row",
    "code",
    "quote",
    "caption",
    "note",
    "metadata",
]


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of canonical text with one role; blocks nest, and stand in the order of their starts, outer first.

    A heading has a `level` from 1 to 6 and its words in `title` (without marks such as `##`). In a `table` the
    `row` blocks that are its header have level 1, the others 0. `code` of a source file has level 1 and is kept whole
    where it fits; its title names the definition that it belongs to, if any. Other kinds have level 0 and an empty title.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    title: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """Something the extractor dropped or guessed: a short code, the facts, and where (code points) if it has a place.

    `text` holds what was left outside the canonical text (a running header, a navigation menu), so that it
    never vanishes without a trace.
    """

    code: str
    message: str
    start: int | None = None
    end: int | None = None
    page: int | None = None
    text: str = ""


_Paths = tuple[list[int], list[tuple[str, ...]]]
"""Where each heading starts, and the path from there on; the first path is the empty one before any heading."""


@dataclass(frozen=True, slots=True)
class Document:
    r"""The canonical text of one source and all that is known of it.

    `text` has `\\n` line ends, no byte order mark and no NUL; every offset anywhere in Pincite is a code point of it.
    Blocks cover every character that is not white space. `type` is the short format name that filters use (`md`,
    `html`, `pdf`, `txt`); `extractor` is a name with versions, `markdown 1 (markdown-it-py 4.3.0)`. `metadata` holds
    what the document says of itself (`date`, `author`, `tags` separated by commas). The hashes are sha256 in hex.
    """

    text: str
    blocks: tuple[Block, ...]
    type: str
    extractor: str
    source_sha256: str
    text_sha256: str
    title: str = ""
    places: Places = field(default_factory=Places)
    notes: tuple[Note, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)
    _paths: _Paths = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_paths", _heading_paths(self.blocks))

    def heading_path(self, offset: int) -> tuple[str, ...]:
        """The titles of the headings above `offset`, outermost first; a heading belongs to its own path.

        >>> headings = (Block("heading", 0, 5, 1, "One"), Block("heading", 10, 15, 2, "Two"))
        >>> Document("", headings, "md", "markdown 1", "", "").heading_path(12)
        ('One', 'Two')
        """
        starts, paths = self._paths
        return paths[bisect_right(starts, offset)]

    def locate(self, start: int, end: int) -> Locator:
        """The locator of `text[start:end]`, merged from the places it covers.

        >>> words = Places([Place(0, 4, Page(1, Box(0.1, 0.1, 0.2, 0.12))), Place(5, 9, Page(1, Box(0.21, 0.1, 0.3, 0.12)))])
        >>> Document("some text", (), "pdf", "pdf 1", "", "", places=words).locate(0, 9).pages[0].boxes
        (Box(left=0.1, top=0.1, right=0.3, bottom=0.12),)
        """
        return merge_places(start, end, self.places.between(start, end))


def _heading_paths(blocks: tuple[Block, ...]) -> _Paths:
    starts: list[int] = []
    paths: list[tuple[str, ...]] = [()]
    above: list[Block] = []
    for block in blocks:
        if block.kind == "heading":
            while above and above[-1].level >= block.level:
                above.pop()
            above.append(block)
            starts.append(block.start)
            paths.append(tuple(heading.title for heading in above))
    return starts, paths


def merge_places(start: int, end: int, places: list[Place]) -> Locator:
    """One locator for `[start, end)`: pages with one box a line, the smallest cell range, first to last time."""
    pages: dict[int, PageRegion] = {}
    times: list[Times] = []
    cells: list[Cells] = []
    slides: dict[int, None] = {}
    notebook_cells: dict[int, None] = {}
    chapters: dict[int, Chapter] = {}
    lines: list[int] = []
    hidden: list[bool] = []
    for place in places:
        match place.where:
            case Page() as page:
                pages[page.number] = _grow(pages.get(page.number), page)
            case Times() as stretch:
                times.append(stretch)
            case Cells() as range_:
                cells.append(range_)
                hidden.append(range_.hidden)
            case Slide(number):
                slides[number] = None
                hidden.append(place.where.hidden)
            case NotebookCell(number):
                notebook_cells[number] = None
            case Chapter() as chapter:
                chapters.setdefault(chapter.number, chapter)
            case Line(number):
                lines.append(number)
    return Locator(
        start,
        end,
        pages=tuple(pages[number] for number in sorted(pages)),
        times=Times(min(t.start for t in times), max(t.end for t in times)) if times else None,
        cells=_smallest(cells) if cells else None,
        slides=tuple(slides),
        notebook_cells=tuple(notebook_cells),
        chapters=tuple(chapters.values()),
        lines=(lines[0], lines[-1]) if lines else None,
        hidden="hidden" if hidden and all(hidden) else "partly hidden" if any(hidden) else "",
        confidence=_confidence(start, end, places),
    )


def _grow(region: PageRegion | None, page: Page) -> PageRegion:
    boxes = region.boxes if region else ()
    if page.box is None:
        return PageRegion(page.number, boxes, page.label)
    if boxes and _same_line(boxes[-1], page.box):
        return PageRegion(page.number, (*boxes[:-1], _union(boxes[-1], page.box)), page.label)
    return PageRegion(page.number, (*boxes, page.box), page.label)


def _same_line(last: Box, box: Box) -> bool:
    shared = min(last.bottom, box.bottom) - max(last.top, box.top)
    lower = min(last.bottom - last.top, box.bottom - box.top)
    return shared > 0.5 * lower and box.left >= last.left


def _union(one: Box, two: Box) -> Box:
    return Box(min(one.left, two.left), min(one.top, two.top), max(one.right, two.right), max(one.bottom, two.bottom))


def _smallest(cells: list[Cells]) -> Cells:
    same = [c for c in cells if c.sheet == cells[0].sheet]
    return Cells(
        same[0].sheet,
        min(c.first_row for c in same),
        min(c.first_column for c in same),
        max(c.last_row for c in same),
        max(c.last_column for c in same),
    )


def _confidence(start: int, end: int, places: list[Place]) -> float:
    covered = [(min(end, p.end) - max(start, p.start), p.confidence) for p in places]
    total = sum(length for length, _ in covered)
    return sum(length * confidence for length, confidence in covered) / total if total else 1.0
