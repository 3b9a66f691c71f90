"""The pages of one document as they are read: each is ordered and packed, and only what all have in common is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from pincite.extract.pages.order import in_reading_order
from pincite.extract.pages.packed import pack_page, pack_rows, unpack_page, unpack_rows
from pincite.extract.pages.page import PageText
from pincite.extract.pages.rows import Row
from pincite.extract.pages.running import Edge, edges_of
from pincite.extract.pages.stretched import join_stretched


class Gathered:
    """Pages in their order; those that wait are pictures, which someone may read before they are ordered, too."""

    def __init__(self) -> None:
        self.edges: list[Edge] = []
        """What may be a running header or footer."""
        self.turned: list[int] = []
        """The numbers of pages that were drawn row by row and are read column by column."""
        self.waiting: dict[int, PageText] = {}
        self.has_text = False
        """Whether a page that is no picture says anything."""
        self._heights: Counter[float] = Counter()
        self._packed: list[bytes] = []
        self._shapes: list[bytes] = []

    def __len__(self) -> int:
        return len(self._packed)

    def add(self, page: PageText, *, wait: bool = False) -> None:
        """Take the next page; one that waits stays as it is until `settle`."""
        self.has_text = self.has_text or (bool(page.segments) and not page.is_picture)
        if wait:
            self.waiting[len(self._packed)] = page
            self._packed.append(b"")
        else:
            self._packed.append(self._ordered(page))

    def settle(self) -> None:
        """Take those that waited as they are now."""
        for index, page in self.waiting.items():
            self._packed[index] = self._ordered(page)
        self.waiting.clear()
        self.turned.sort()

    def body(self) -> float:
        """The height of a line of text: the one in which most letters stand, in half points; 0 without any."""
        return self._heights.most_common(1)[0][0] if self._heights else 0.0

    def read_rows(self, divide: Callable[[PageText], list[Row]]) -> None:
        """Let each page be known by its rows from now on."""
        for index, packed in enumerate(self._packed):
            page = unpack_page(packed)
            segments = page.segments
            rows = divide(page)
            shape = pack_rows(rows, segments)
            if shape is None:
                page.segments = [segment for row in rows for segment in row.segments]
                self._packed[index] = pack_page(page)
                shape = pack_rows(rows, page.segments)
            self._shapes.append(shape or b"")

    def rows(self) -> Iterator[Row]:
        """The rows of all pages, after `read_rows`."""
        for packed, shape in zip(self._packed, self._shapes, strict=True):
            yield from unpack_rows(packed, shape)

    def last_rows(self) -> Iterator[Row]:
        """The same, for the last time: each page is forgotten as it is given."""
        self._packed.reverse()
        for shape in self._shapes:
            yield from unpack_rows(self._packed.pop(), shape)

    def _ordered(self, page: PageText) -> bytes:
        page.segments, turned = in_reading_order(join_stretched(page.segments))
        if turned:
            self.turned.append(page.number)
        for segment in page.segments:
            self._heights[round(2 * segment.height) / 2] += sum(map(len, segment.words))
        self.edges.extend(edges_of(page))
        return pack_page(page)
