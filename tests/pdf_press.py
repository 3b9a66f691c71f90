"""Sets words on the pages of a PDF as they shall be displayed, and remembers where each of them stands.

Whoever draws says where a word is on the displayed page, in points from its top left corner. How the page is turned and
cropped, and how the words are drawn, makes no difference to that: it is the truth that an extractor is measured by.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pdf_maker import Sheet

# Widths of Helvetica in thousandths of its size, from the space to the tilde (Adobe's metrics of the 14 standard fonts).
_WIDTHS = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556,
    556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]  # fmt: skip
_BOLD = 1.1  # times as wide, at most
_MATRICES = {0: "1 0 0 1", 90: "0 1 -1 0", 180: "-1 0 0 -1", 270: "0 -1 1 0"}
STYLES = ("plain", "by gaps", "kerned", "letter-spaced", "doubled")
"""A line in one piece; its words moved to, without a space; with other distances of letters; letters set apart; each glyph
drawn twice."""


@dataclass(frozen=True)
class Word:
    """A word as it is read, and its rectangle on the displayed page: parts of it from the top left, 0 to 1."""

    text: str
    page: int
    box: tuple[float, float, float, float]


def width(text: str, size: float) -> float:
    """How wide Helvetica sets a text, in points."""
    return sum(_WIDTHS[ord(char) - 32] for char in text) * size / 1000


@dataclass
class Press:
    """One page of `size` points as it is displayed. `margin` is what the CropBox cuts off on each side."""

    number: int = 1
    size: tuple[float, float] = (595, 842)
    rotate: int = 0
    margin: float = 0
    origin: tuple[float, float] = (0, 0)
    style: str = "plain"
    drawn: list[str] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)

    def line(self, x: float, y: float, text: str, size: float = 11, font: str = "F1", *, is_text: bool = True) -> None:
        """Draw words in one line, its foot at `y`; they are part of the text unless it says that they are not."""
        at = x
        pieces = []
        for word in text.split(" "):
            pieces.append((at, word))
            wide = self._width(word, size)
            if is_text:
                self.words.append(Word(word, self.number, self._part(at, y - 0.72 * size, at + wide, y)))
            at += (_BOLD if font == "F3" else 1) * wide + self._width(" ", size)
        if (
            self.style in {"by gaps", "letter-spaced"} or font == "F3"
        ):  # bold letters are wider than those reckoned with
            for at, word in pieces:
                self._show(at, y, word, size, font)
        else:
            self._show(x, y, text, size, font)

    def drawing(self, x: float, y: float, shown: str, read: list[tuple[str, float, float]]) -> None:
        """Draw what is not read as it is drawn, in /F4; `read` are its words, each from where to where it stands."""
        self._show(x, y, shown, 11, "F4")
        for word, left, right in read:
            self.words.append(Word(word, self.number, self._part(left, y - 8, right, y)))

    def sheet(self) -> Sheet:
        """The page for `make_pdf`."""
        width, height = self.size if self.rotate in {0, 180} else self.size[::-1]
        left, bottom = self.origin
        crop = (left + self.margin, bottom + self.margin, left + self.margin + width, bottom + self.margin + height)
        media = (left, bottom, left + 2 * self.margin + width, bottom + 2 * self.margin + height)
        drawn = "\n".join(self.drawn).encode("cp1252") + b"\n"
        return Sheet(media=media, crop=crop if self.margin else None, rotate=self.rotate, drawn=drawn)

    def _width(self, text: str, size: float) -> float:
        spaced = 0.12 * size * len(text) if self.style == "letter-spaced" else 0.0
        return width(text, size) + spaced

    def _part(self, left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
        width, height = self.size
        return left / width, top / height, right / width, bottom / height

    def _show(self, x: float, y: float, text: str, size: float, font: str) -> None:
        spacing = f"{0.12 * size:g} Tc " if self.style == "letter-spaced" else ""
        for shift in (0, 0.3) if self.style == "doubled" else (0,):
            across, up = self._user(x + shift, y)
            matrix = f"{_MATRICES[self.rotate]} {across:g} {up:g}"
            self.drawn.append(f"BT {spacing}/{font} {size:g} Tf {matrix} Tm {self._operator(text)} ET")

    def _user(self, x: float, y: float) -> tuple[float, float]:
        """A point of the displayed page in the page's own space."""
        left, bottom = self.origin[0] + self.margin, self.origin[1] + self.margin
        width, height = self.size
        return {
            0: (left + x, bottom + height - y),
            90: (left + y, bottom + x),
            180: (left + width - x, bottom + y),
            270: (left + height - y, bottom + width - x),
        }[self.rotate]

    def _operator(self, text: str) -> str:
        if self.style != "kerned":
            return f"({_escaped(text)}) Tj"
        moves = (f"({_escaped(char)}) {(-1) ** at * 30}" for at, char in enumerate(text))
        return f"[{' '.join(moves)}] TJ"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
