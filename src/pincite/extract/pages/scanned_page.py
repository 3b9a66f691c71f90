"""From the lines that an engine reads to a page of segments: turned upright, even in height, without what is a guess."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from statistics import median

from pincite.extract.builder import Builder
from pincite.extract.ocr.ocr import GreyImage, Ocr, OcrLine
from pincite.extract.pages.page import PageText, Segment

_UPRIGHT = 0.8  # the mean confidence below which a page may stand on its side or its head: those read at .6 to .7
_SURE = 0.9
_BETTER = 0.05
_GUESS = 0.5
_ALIKE = 0.3  # boxes of lines of one size differ by as much, by what letters they have
_WIDE_GAP = 1.6


def read_into(page: PageText, image: GreyImage, engine: Ocr, builder: Builder) -> None:
    """Read the picture of a page and put what it says into `page`, which keeps its own words where there are none.

    Lines that the engine itself gives less than half are noted, not taken.
    """
    lines, turn = _upright(engine, image)
    guesses = [line for line in lines if _confidence([line]) < _GUESS]
    for line in guesses:
        text = " ".join(word.text for word in line)
        message = f"read with a confidence of {_confidence([line]):.2f}, below {_GUESS}: left out"
        builder.note("ocr-unsure", message, page=page.number, text=text)
    page.is_picture = False
    if len(lines) == len(guesses):
        return
    if turn % 2:
        page.width, page.height = page.height, page.width
    page.turn = turn
    page.segments = [
        segment for line in lines if line not in guesses for segment in _segments(line, page.width, page.height)
    ]


def level_heights(pages: Sequence[PageText], body: float) -> None:
    """Give lines of one size one height, that of a line of the document's other text (`body`, 0 where it has none).

    The boxes of words stay as they were read; heights only tell headings and paragraphs.
    """
    heights = [segment.height for page in pages for segment in page.segments]
    if not heights:
        return
    usual = median(heights)
    target = body if 0.6 * usual < body < 1.6 * usual else usual
    for page in pages:
        for segment in page.segments:
            alike = abs(segment.height - usual) < _ALIKE * usual
            height = target if alike else segment.height * target / usual
            middle = (segment.top + segment.bottom) / 2
            segment.top, segment.bottom = middle - height / 2, middle + height / 2


def _upright(engine: Ocr, image: GreyImage) -> tuple[list[OcrLine], int]:
    """The lines of the picture the way up in which it reads best, and how many quarters it was turned for that."""
    best, turn = engine.read(image), 0
    if not best or (_confidence(best) >= _UPRIGHT and not _stands(best, image)):
        return best, turn
    for quarters in (1, 3, 2):
        turned = image.turned(quarters)
        lines = engine.read(turned)
        if not lines or _stands(lines, turned):
            continue
        margin = -_BETTER if _stands(best, image) and turn == 0 else _BETTER
        if _confidence(lines) > _confidence(best) + margin:
            best, turn = lines, quarters
        if _confidence(best) >= _SURE and turn:
            break
    return best, turn


def _confidence(lines: Sequence[OcrLine]) -> float:
    letters = sum(len(word.text) for line in lines for word in line)
    return sum(len(word.text) * word.confidence for line in lines for word in line) / max(letters, 1)


def _stands(lines: Sequence[OcrLine], image: GreyImage) -> bool:
    """Whether most lines of some length are higher than wide."""
    standing = 0
    for line in lines:
        left, top = min(word.box.left for word in line), min(word.box.top for word in line)
        right, bottom = max(word.box.right for word in line), max(word.box.bottom for word in line)
        tall = (bottom - top) * image.height > 1.5 * (right - left) * image.width
        letters = sum(len(word.text) for word in line)
        standing += letters if tall and letters > 3 else -letters
    return standing > 0


def _segments(line: OcrLine, width: float, height: float) -> list[Segment]:
    """The line in points, divided at wide gaps."""
    found: list[Segment] = []
    for word in line:
        box = (word.box.left * width, word.box.top * height, word.box.right * width, word.box.bottom * height)
        if found and box[0] - found[-1].right < _WIDE_GAP * max(found[-1].height, box[3] - box[1]):
            found[-1].add(word.text, box, glued=False)
        else:
            found.append(Segment.of(word.text, box))
            found[-1].confidences = array("f")
        confidences = found[-1].confidences
        if confidences is not None:
            confidences.append(word.confidence)
    return found
