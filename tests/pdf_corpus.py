"""PDFs made by us, with all that is true of them: their words in reading order, where each stands, headings and cells.

Each kind shows one difficulty; the same seed gives the same bytes. Nobody's text is in them: sentences are drawn from a
list of words.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from pdf_maker import make_pdf
from pdf_press import STYLES, Press, Word, width

_WORDS = """
the of and in to a for on with by from at that which under after before every each its their all no one harbour quota
fleet landing herring council member report year month spring autumn vessel licence net catch inspector officer tonnage
market auction price buyer seller basin quay bridge lighthouse storm weather journal record number limit notice rule
paragraph annex measure weight sample average estimate increase decrease balance budget account expense revenue
committee meeting minutes decision majority proposal amendment signature stamp archive letter envelope courier arrived
departed counted weighed recorded published amended approved refused exceeded reached remained returned delivered
international administration representative requirements documentation comparison considerably environmental
""".split()  # noqa: SIM905 - a hundred quoted words are read less easily
LONG = [word for word in _WORDS if len(word) > 9]
_DIVIDED = {
    "international": "inter-national", "administration": "admini-stration", "representative": "represen-tative",
    "requirements": "require-ments", "documentation": "documen-tation", "comparison": "compari-son",
    "considerably": "consider-ably", "environmental": "environ-mental", "lighthouse": "lighthou-se",
}  # fmt: skip
LINE = 1.27
"""Distance of lines, in sizes of their letters."""


@dataclass
class Sample:
    """One file, and what is true of it. `words` are those of the text in reading order, divided ones put together."""

    kind: str
    presses: list[Press]
    words: list[str]
    headings: list[tuple[int, str]] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    furniture: list[str] = field(default_factory=list)
    labels: str = ""

    @property
    def data(self) -> bytes:
        return make_pdf([press.sheet() for press in self.presses], labels=self.labels)

    @property
    def places(self) -> list[Word]:
        """Every word as it is drawn, the parts of a divided one apart."""
        return [word for press in self.presses for word in press.words]


def sentence(rng: random.Random) -> list[str]:
    """Between eight and sixteen words, the first with a capital, the last with a full stop."""
    words = rng.choices(_WORDS, k=rng.randint(8, 16))
    return [words[0].capitalize(), *words[1:-1], words[-1] + "."]


def prose(rng: random.Random, sentences: int) -> list[str]:
    return [word for _ in range(sentences) for word in sentence(rng)]


def broken(words: list[str], wide: float, size: float, *, divide: bool = False, spaced: bool = False) -> list[str]:
    """Words in lines of at most `wide` points; `divide` sets the first part of a long word at the end of a line."""
    lines: list[str] = []
    line = ""
    per_letter = 0.12 * size if spaced else 0.0
    for word in words:
        longer = f"{line} {word}" if line else word
        if width(longer, size) + per_letter * len(longer) <= wide:
            line = longer
            continue
        first, _, rest = _DIVIDED.get(word, "").partition("-")
        if divide and first and width(f"{line} {first}-", size) <= wide:
            lines.append(f"{line} {first}-")
            line = rest
        else:
            lines.append(line)
            line = word
    return [*lines, line]


def set_lines(press: Press, lines: list[str], x: float, y: float, size: float = 11, *, font: str = "F1") -> float:
    """Lines under each other; the foot of the next one."""
    for line in lines:
        press.line(x, y, line, size, font)
        y += LINE * size
    return y


def one_column(rng: random.Random, kind: str = "one column", pages: int = 2, **how) -> Sample:
    """Paragraphs over the width of the page."""
    presses, words = [], []
    for number in range(1, pages + 1):
        press = Press(number, **how)
        y = 90.0
        for _ in range(4):
            text = prose(rng, 4)
            lines = broken(text, press.size[0] - 120, 11, spaced=press.style == "letter-spaced")
            y = set_lines(press, lines, 60, y) + 12
            words += text
        presses.append(press)
    return Sample(kind, presses, words)


def columns(
    rng: random.Random, kind: str, count: int = 2, *, by_rows: bool = False, divide: bool = False, **how
) -> Sample:
    """Columns side by side, drawn one after the other, or line by line over all of them."""
    press = Press(1, **how)
    wide = (press.size[0] - 100 - 20 * (count - 1)) / count
    words: list[str] = []
    sides = []
    for number in range(count):
        text = prose(rng, 14)
        words += text
        lines = broken(text, wide, 10, divide=divide, spaced=press.style == "letter-spaced")
        sides.append((50 + number * (wide + 20), lines))
    if by_rows:
        for at in range(max(len(lines) for _, lines in sides)):
            for x, lines in sides:
                if at < len(lines):
                    press.line(x, 90 + 12.7 * at, lines[at], 10)
    else:
        for x, lines in sides:
            set_lines(press, lines, x, 90, 10)
    return Sample(kind, [press], words)


def hyphenated(rng: random.Random) -> Sample:
    """Narrow lines with divided words, each of which also stands whole somewhere."""
    press = Press()
    whole = [*LONG, "were", "named."]
    y = set_lines(press, broken(whole, 475, 11), 60, 90) + 14
    text = [word for _ in range(40) for word in (rng.choice(LONG), *rng.choices(_WORDS[:40], k=2))]
    set_lines(press, broken(text, 180, 11, divide=True), 60, y)
    return Sample("hyphenated", [press], whole + text)


def headings(rng: random.Random) -> Sample:
    """Three levels by size, and short bold lines of the size of the text."""
    sample = Sample("headings", [], [])
    for number in (1, 2):
        press = Press(number)
        y = 80.0
        for level, size, font in ((1, 22, "F1"), (2, 16, "F1"), (3, 11, "F3"), (2, 16, "F1")):
            title = f"{rng.choice(LONG).capitalize()} of the {rng.choice(_WORDS[24:60])}"
            text = prose(rng, 4)
            y = set_lines(press, [title], 60, y + size, size, font=font) + 4
            y = set_lines(press, broken(text, 475, 11), 60, y + 8) + 14
            sample.headings.append((level, title))
            sample.words += [*title.split(" "), *text]
        sample.presses.append(press)
    return sample


def lists(rng: random.Random) -> Sample:
    """Items with bullets and with numbers, with lines that hang."""
    press = Press()
    words: list[str] = []
    y = 90.0
    for number in range(1, 13):
        mark = "-" if number % 2 else f"{number}."
        text = prose(rng, 2)
        press.line(60, y, mark)
        y = set_lines(press, broken(text, 440, 11), 78, y) + 3
        words += [mark, *text]
    return Sample("lists", [press], words)


def running(rng: random.Random) -> Sample:
    """Six pages with a header, a footer and a page number; sentences go on over the page break."""
    sample = Sample("running lines", [], [])
    for number in range(1, 7):
        press = Press(number)
        header, footer = "Journal of the harbour office", f"Page {number} of 6"
        press.line(60, 40, header, 9, is_text=False)
        text = prose(rng, 9)
        set_lines(press, broken(text, 475, 11), 60, 110)
        press.line(270, 815, footer, 9, is_text=False)
        sample.words += text
        sample.furniture += [header, footer]
        sample.presses.append(press)
    return sample


def table(rng: random.Random, kind: str, *, by_rows: bool = True, wrap: bool = False, empty: bool = False) -> Sample:
    """Text, a table of four columns without lines, text; cells of several lines, and empty ones."""
    press = Press()
    before, after = prose(rng, 4), prose(rng, 4)
    y = set_lines(press, broken(before, 475, 11), 60, 90) + 16
    rows = [["Harbour", "Measure", "Tonnes", "Remark"]]
    rows += [
        [_name(rng), _phrase(rng, wrap=wrap), str(rng.randint(1, 9999)), _phrase(rng, wrap=wrap)] for _ in range(7)
    ]
    if empty:
        for number, row in enumerate(rows[1:]):
            row[1 + number % 2] = ""
    for row in rows:
        cells = [broken(cell.split(" "), 105, 11) if cell else [] for cell in row]
        pieces = [(at, number) for number, cell in enumerate(cells) for at in range(len(cell))]
        for at, number in sorted(pieces) if by_rows else pieces:
            press.line(60 + 125 * number, y + LINE * 11 * at, cells[number][at])
        y += LINE * 11 * max(map(len, cells)) + 8
    set_lines(press, broken(after, 475, 11), 60, y + 20)
    cells = [word for row in rows for cell in row for word in cell.split()]
    return Sample(kind, [press], before + cells + after, rows=rows)


def _name(rng: random.Random) -> str:
    return rng.choice(_WORDS[24:]).capitalize()


def _phrase(rng: random.Random, *, wrap: bool) -> str:
    return " ".join(rng.choices(_WORDS[24:60], k=rng.randint(4, 6) if wrap else 2))


def ligatures(rng: random.Random) -> Sample:
    """Words with one glyph for `fi`, `fl` and `ff`."""
    press = Press()
    words = []
    for number in range(12):
        shown, read = rng.choice([("\1", "fi"), ("\2", "fl"), ("\3", "ff")])
        text = prose(rng, 1)[:6]
        y = 90 + 14 * number
        press.line(60, y, " ".join(text))
        x = 60 + width(" ".join([*text, ""]), 11)
        press.drawing(x, y, f"OF{shown}", [(f"OF{read}", x, x + 20)])
        words += [*text, f"OF{read}"]
    return Sample("ligatures", [press], words)


def right_to_left(rng: random.Random) -> Sample:
    """Lines of Hebrew letters, drawn from left to right as they stand: the last word first, its last letter first."""
    press = Press()
    words = []
    for number in range(12):
        letters = ["".join(rng.choices("abcdefghij", k=rng.randint(3, 7))) for _ in range(5)]
        shown = " ".join(word[::-1] for word in reversed(letters))
        line = []
        right = 60 + width(shown, 11)
        for word in letters:
            left = right - width(word, 11)
            line.append((word.translate({ord(char): 0x5D0 + ord(char) - 97 for char in "abcdefghij"}), left, right))
            right = left - width(" ", 11)
        press.drawing(60, 90 + 14 * number, shown, line)
        words += [word for word, _, _ in line]
    return Sample("right to left", [press], words)


def footnotes(rng: random.Random) -> Sample:
    """Text with small raised figures, and notes in small type at the foot of the page."""
    press = Press()
    text = prose(rng, 8)
    y = set_lines(press, broken(text, 475, 11), 60, 90)
    press.line(60, y, "marked", 11)
    press.line(60 + width("marked", 11), y - 4, "1", 7)
    press.words[-2:] = [Word("marked1", 1, press.words[-2].box)]
    note = ["1", *prose(rng, 3)]
    set_lines(press, broken(note, 475, 8), 60, 760, 8)
    return Sample("footnotes", [press], [*text, "marked1", *note])


def labelled(rng: random.Random) -> Sample:
    """Two pages with Roman numbers, then Arabic ones from 1."""
    sample = one_column(rng, "page labels", pages=4)
    sample.labels = "0 << /S /r >> 2 << /S /D >>"
    return sample


def _styled(style: str) -> Callable[[random.Random], Sample]:
    return lambda rng: one_column(rng, style, pages=1, style=style)


KINDS: dict[str, Callable[[random.Random], Sample]] = {
    "one column": one_column,
    "two columns, drawn by column": lambda rng: columns(rng, "two columns, drawn by column"),
    "two columns, drawn by row": lambda rng: columns(rng, "two columns, drawn by row", by_rows=True),
    "three columns, drawn by column": lambda rng: columns(rng, "three columns, drawn by column", 3),
    "three columns, drawn by row": lambda rng: columns(rng, "three columns, drawn by row", 3, by_rows=True),
    "hyphenated": hyphenated,
    "headings": headings,
    "lists": lists,
    "running lines": running,
    "table": lambda rng: table(rng, "table"),
    "table with empty cells": lambda rng: table(rng, "table with empty cells", empty=True),
    "table of long cells, by cell": lambda rng: table(rng, "table of long cells, by cell", by_rows=False, wrap=True),
    "table of long cells, by row": lambda rng: table(rng, "table of long cells, by row", wrap=True),
    **{style: _styled(style) for style in STYLES[1:]},
    "ligatures": ligatures,
    "right to left": right_to_left,
    "footnotes": footnotes,
    "page labels": labelled,
    **{
        f"turned by {rotate}": lambda rng, rotate=rotate: one_column(
            rng, f"turned by {rotate}", size=(842, 595) if rotate % 180 else (595, 842), rotate=rotate, pages=1
        )
        for rotate in (90, 180, 270)
    },
    "cropped": lambda rng: one_column(rng, "cropped", margin=40, origin=(100, -50)),
    "cropped and turned": lambda rng: one_column(rng, "cropped and turned", margin=30, origin=(-20, 70), rotate=90),
}


def corpus(seeds: int = 1) -> list[Sample]:
    """Every kind, `seeds` times."""
    return [make(random.Random(f"{kind} {seed}")) for kind, make in KINDS.items() for seed in range(seeds)]
