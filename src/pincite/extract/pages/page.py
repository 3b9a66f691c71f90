"""One page of a PDF as segments: stretches of words on one line, in the order in which they are drawn."""

from __future__ import annotations

import ctypes
import re
import struct
import sys
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from pincite.extract.pages.style import Style, style_reader
from pincite.extract.pages.tags import Tag, read_tags
from pincite.types.places import Box

_WORD = re.compile("[^\\s\x02\ufffe\u200b]+[\x02\ufffe]?|[\x02\ufffe]")
_LINE_END_HYPHENS = "\x02\ufffe\u00ad"  # how pdfium marks a hyphen at the end of a line, and the soft one
_FIRST_RIGHT_TO_LEFT = "\u0590"
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")  # Hebrew, Arabic and what is written like them
_FEW_WORDS = 12
_EDGES = struct.Struct("=4f")  # of a rectangle of pdfium: left, top, right, bottom
_MOST_OF_PAGE = 0.6

Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom on the displayed page, in points from its top left corner."""


@dataclass(slots=True)
class Segment:
    """Words that stand on one line without a wide gap; `edges` holds four numbers for each: a book has many words."""

    words: list[str]
    edges: array[float]
    left: float
    top: float
    right: float
    bottom: float
    confidences: array[float] | None = None
    """How sure each word was read, where it was read off a picture."""
    bold: bool = False
    fixed: bool = False
    """Whether all its letters are of one width, as code is set."""
    tag: Tag | None = None

    @classmethod
    def of(cls, word: str, box: Rectangle) -> Segment:
        return cls([word], array("f", box), *box)

    def box(self, index: int) -> Rectangle:
        """The rectangle of one word."""
        left, top, right, bottom = self.edges[4 * index : 4 * index + 4]
        return left, top, right, bottom

    def confidence(self, index: int) -> float:
        """How sure one word is, from 0 to 1: 1 where the file says it in letters."""
        return 1.0 if self.confidences is None else self.confidences[index]

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def is_even(self) -> bool:
        """Whether its first word is as high as all of it: then, most likely, all words are."""
        return self.edges[3] - self.edges[1] > 0.99 * (self.bottom - self.top)

    @property
    def text(self) -> str:
        return " ".join(self.words)

    def level_with(self, other: Rectangle | Segment) -> bool:
        """Whether both stand on one line: they share more than half of the lower one's height."""
        top, bottom = (other.top, other.bottom) if isinstance(other, Segment) else (other[1], other[3])
        shared = min(self.bottom, bottom) - max(self.top, top)
        return shared > 0.5 * min(self.height, bottom - top)

    def split(self, index: int) -> tuple[Segment, Segment]:
        """The words before the one at `index`, and the others, as segments of their own."""
        return self._part(0, index), self._part(index, len(self.words))

    def _part(self, start: int, end: int) -> Segment:
        edges = self.edges[4 * start : 4 * end]
        sure = None if self.confidences is None else self.confidences[start:end]
        left, top, right, bottom = min(edges[::4]), min(edges[1::4]), max(edges[2::4]), max(edges[3::4])
        return Segment(
            self.words[start:end], edges, left, top, right, bottom, sure, bold=self.bold, fixed=self.fixed, tag=self.tag
        )

    def add(self, word: str, box: Rectangle, *, glued: bool) -> None:
        """Append a word, or the end of the last one."""
        if glued:
            self.words[-1] += word
            self.edges[-4:] = array("f", _union(self.box(len(self.words) - 1), box))
        else:
            self.words.append(word)
            self.edges.extend(box)
        self.left, self.top, self.right, self.bottom = _union((self.left, self.top, self.right, self.bottom), box)


@dataclass(slots=True)
class PageText:
    """What one page says: its segments, the size of the displayed page, its label, and whether it is a picture.

    `turn` says how many quarters the displayed page was turned counter-clockwise to be read; width, height and segments
    are those of the turned page then.
    """

    number: int
    label: str | None
    width: float
    height: float
    segments: list[Segment]
    is_picture: bool
    turn: int = 0

    def place(self, box: Rectangle) -> Box:
        """The rectangle as parts of the displayed page, from 0 to 1."""
        left, right = box[0] / self.width, box[2] / self.width
        top, bottom = box[1] / self.height, box[3] / self.height
        if self.turn == 1:
            return Box(1 - bottom, left, 1 - top, right)
        if self.turn == 2:
            return Box(1 - right, 1 - bottom, 1 - left, 1 - top)
        if self.turn == 3:
            return Box(top, 1 - right, bottom, 1 - left)
        return Box(left, top, right, bottom)


def read_page(page: pdfium.PdfPage, number: int, label: str | None) -> PageText:
    """The segments of a page, in displayed page space: CropBox and /Rotate are applied."""
    width, height, displayed = _display(page)
    text_page = page.get_textpage()
    tags = read_tags(page)
    try:
        segments = _segments(_words(text_page, displayed, style_reader(text_page, marked=bool(tags))), tags)
    finally:
        text_page.close()
    count = sum(len(segment.words) for segment in segments)
    is_picture = count <= _FEW_WORDS and _is_picture(page, has_words=count > 0)
    return PageText(number, label, width, height, segments, is_picture)


def _display(page: pdfium.PdfPage) -> tuple[float, float, Callable[[float, float, float, float], Rectangle]]:
    """Width and height as displayed, and the map from user space (left, bottom, right, top) to it."""
    x0, y0, x1, y1 = page.get_bbox()
    width, height = max(x1 - x0, 1.0), max(y1 - y0, 1.0)
    turns = {
        0: lambda left, bottom, right, top: (left - x0, y1 - top, right - x0, y1 - bottom),
        90: lambda left, bottom, right, top: (bottom - y0, left - x0, top - y0, right - x0),
        180: lambda left, bottom, right, top: (x1 - right, bottom - y0, x1 - left, top - y0),
        270: lambda left, bottom, right, top: (y1 - top, x1 - right, y1 - bottom, x1 - left),
    }
    rotation = page.get_rotation()
    if rotation in {90, 270}:
        return height, width, turns[rotation]
    return width, height, turns[rotation]


def _words(
    text_page: pdfium.PdfTextPage,
    displayed: Callable[[float, float, float, float], Rectangle],
    style: Callable[[int], Style],
) -> Iterator[tuple[str, Rectangle, str, Style]]:
    """Each word with its rectangle, what stands before it, and how it is set."""
    text = _characters(text_page)
    loose = _box_reader(text_page)
    last = 0
    for match in _WORD.finditer(text):
        start, end = match.span()
        box = displayed(*loose(start, end - 1))
        word = match.group()
        if pdfium_c.FPDFText_HasUnicodeMapError(text_page, start) == 1:
            word = "\ufffd" * len(word)  # the font does not say which letters it draws
        elif not word.isascii():
            word = word.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        yield word, box, text[last:start], style(start)
        last = end


def _characters(text_page: pdfium.PdfTextPage) -> str:
    """The page's text with one character for each of pdfium's, halves of surrogate pairs included."""
    count = pdfium_c.FPDFText_CountChars(text_page)
    if count <= 0:
        return ""
    units = (ctypes.c_ushort * (count + 1))()
    if pdfium_c.FPDFText_GetText(text_page, 0, count, units) == count + 1:
        raw = bytes(units)[: 2 * count]
        text = raw.decode("utf-16-le", "surrogatepass")
        if len(text) == count:
            return text.replace("\0", "\ufffd")
        return "".join(map(chr, units[:count])).replace("\0", "\ufffd")
    return "".join(chr(pdfium_c.FPDFText_GetUnicode(text_page, index) or 0xFFFD) for index in range(count))


def _box_reader(text_page: pdfium.PdfTextPage) -> Callable[[int, int], tuple[float, float, float, float]]:
    rectangle = pdfium_c.FS_RECTF()
    reference, memory = ctypes.byref(rectangle), memoryview(rectangle)
    read, edges = pdfium_c.FPDFText_GetLooseCharBox, _EDGES.unpack_from

    def box(first: int, last: int) -> tuple[float, float, float, float]:
        """Left, bottom, right, top of two characters and what is between them, in user space, as high as their font."""
        read(text_page, first, reference)
        left, top, right, bottom = edges(memory)
        if first == last:
            return left, bottom, right, top
        read(text_page, last, reference)
        left2, top2, right2, bottom2 = edges(memory)
        return min(left, left2), min(bottom, bottom2), max(right, right2), max(top, top2)

    return box


def _segments(words: Iterator[tuple[str, Rectangle, str, Style]], tags: Mapping[int, Tag]) -> list[Segment]:
    found: list[Segment] = []
    broken = True
    for raw, box, before, style in words:
        word = raw.rstrip(_LINE_END_HYPHENS)
        ends_with_hyphen = word != raw
        word = sys.intern(word + "-" * ends_with_hyphen)
        current = found[-1] if found and not broken else None
        if current and (gap := _gap(current, box)) is not None:
            current.add(word, box, glued="\n" in before and gap < 0.15 * current.height)
            current.bold &= style.bold
            current.fixed &= style.fixed
        else:
            started = Segment.of(word, box)
            started.bold, started.fixed, started.tag = style.bold, style.fixed, tags.get(style.mark)
            found.append(started)
        broken = ends_with_hyphen  # pdfium glues such a word to whatever is drawn next
    return found


def _gap(segment: Segment, box: Rectangle) -> float | None:
    """How far from the end of a segment a word stands that goes on its line; None where it does not."""
    is_left = segment.words[0] >= _FIRST_RIGHT_TO_LEFT and _RIGHT_TO_LEFT.match(segment.words[0])
    gap = segment.left - box[2] if is_left else box[0] - segment.right
    height = max(segment.height, box[3] - box[1])
    goes_on = segment.level_with(box) and -0.5 * height < gap < 1.6 * height
    return gap if goes_on else None


def _is_picture(page: pdfium.PdfPage, *, has_words: bool) -> bool:
    """Whether a page of few words is drawn: any mark where it has none, an image over most of it where it has some."""
    if not has_words:
        return bool(pdfium_c.FPDFPage_CountObjects(page) > 0)
    width, height = page.get_size()
    return any(
        (right - left) * (top - bottom) > _MOST_OF_PAGE * width * height for left, bottom, right, top in _images(page)
    )


def _images(page: pdfium.PdfPage) -> Iterator[tuple[float, float, float, float]]:
    for image in page.get_objects(filter=[pdfium_c.FPDF_PAGEOBJ_IMAGE], max_depth=3):
        yield image.get_bounds()


def _union(one: Rectangle, two: Rectangle) -> Rectangle:
    return min(one[0], two[0]), min(one[1], two[1]), max(one[2], two[2]), max(one[3], two[3])
