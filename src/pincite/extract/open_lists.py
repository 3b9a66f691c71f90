"""Lists that a source has only as levels of its paragraphs, as blocks that nest."""

from __future__ import annotations

from pincite.extract.block_writer import BlockWriter


class OpenLists:
    """The lists that are open; the last item of each stays open for a deeper list.

    >>> from pincite.extract.builder import Builder
    >>> builder = Builder()
    >>> writer = BlockWriter(builder)
    >>> lists = OpenLists(writer)
    >>> for level, text in ((0, "a"), (1, "b"), (0, "c")):
    ...     lists.item(level)
    ...     writer.exact(text)
    >>> lists.close()
    >>> [(block.kind, block.start, block.end) for block in builder.build("txt", "t", source_sha256="").blocks]
    [('list', 0, 5), ('item', 0, 3), ('list', 2, 3), ('item', 2, 3), ('item', 4, 5)]
    """

    def __init__(self, writer: BlockWriter) -> None:
        self._writer = writer
        self._levels: list[tuple[int, str]] = []

    def __bool__(self) -> bool:
        return bool(self._levels)

    def item(self, level: int, key: str = "") -> None:
        """Begin an item at this level, counted from 0, in the open list with this key or in a new one."""
        while self._levels and self._levels[-1][0] > level:
            self._end_list()
        if self._levels and self._levels[-1] == (level, key):
            self._writer.end(lines=1)
        else:
            if self._levels and self._levels[-1][0] == level:
                self._end_list()
            self._levels.append((level, key))
            self._writer.begin("list")
        self._writer.begin("item", lines=1)

    def close(self) -> None:
        """End all lists."""
        while self._levels:
            self._end_list()

    def _end_list(self) -> None:
        self._levels.pop()
        self._writer.end(lines=1)
        self._writer.end()
