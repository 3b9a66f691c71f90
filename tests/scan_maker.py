"""Scans and what reads them, for tests: pages drawn from PDFs of ours, engines whose every word is known."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path

import pypdfium2 as pdfium

from pincite.extract.ocr.ocr import GreyImage, OcrLine, OcrWord
from pincite.types.places import Box

_PROGRAM = """#!/bin/sh
case "$1" in
  --version) echo "tesseract 5.3.0" ;;
  --list-langs) printf 'List of available languages (1):\\neng\\n' ;;
  *) /bin/cat >/dev/null; {slow}/bin/cat {table} ;;
esac
"""


def drawn(pdf: bytes, *, scale: float = 2.0) -> list:
    """The pages of a PDF as pictures of Pillow, in grey."""
    return [page.render(scale=scale, grayscale=True).to_pil() for page in pdfium.PdfDocument(pdf)]


def scanned(pictures: Sequence, *, scale: float = 2.0) -> bytes:
    """A PDF whose pages are these pictures, as a scanner writes it."""
    out = io.BytesIO()
    pictures[0].save(out, "PDF", save_all=True, append_images=list(pictures[1:]), resolution=72 * scale)
    return out.getvalue()


def bound(*pdfs: bytes) -> bytes:
    """The pages of several PDFs in one, in order."""
    whole = pdfium.PdfDocument.new()
    for data in pdfs:
        whole.import_pages(pdfium.PdfDocument(data))
    out = io.BytesIO()
    whole.save(out)
    return out.getvalue()


def line(text: str, *, left: float, top: float, confidences: Sequence[float] | float = 0.95) -> OcrLine:
    """The words of a line, a hundredth of the page wide for each letter; one confidence for all, or one for each."""
    found = []
    for number, word in enumerate(text.split()):
        box = Box(left, top, left + 0.01 * len(word), top + 0.015)
        sure = confidences if isinstance(confidences, float) else confidences[number]
        found.append(OcrWord(word, box, sure))
        left = box.right + 0.01
    return tuple(found)


class FakeOcr:
    """Reads off a picture what `answer` makes of it, and remembers the pictures."""

    name = "fake 1"

    def __init__(self, answer: Callable[[GreyImage], list[OcrLine]]) -> None:
        self._answer = answer
        self.pictures: list[GreyImage] = []

    def read(self, image: GreyImage) -> list[OcrLine]:
        self.pictures.append(image)
        return self._answer(image)


def fake_tesseract(folder: Path, words: Sequence[tuple[str, float]], *, seconds: int = 0) -> None:
    """A program called tesseract in `folder`: whatever the picture, it reads these words with these confidences."""
    rows = [
        f"5\t1\t1\t1\t1\t{n}\t{100 + 120 * n}\t900\t100\t40\t{100 * sure:.1f}\t{word}"
        for n, (word, sure) in enumerate(words)
    ]
    folder.mkdir(exist_ok=True)
    (folder / "table.tsv").write_text("\n".join(rows) + "\n", "utf-8")
    slow = f"/bin/sleep {seconds}; " if seconds else ""
    program = folder / "tesseract"
    program.write_text(_PROGRAM.format(slow=slow, table=folder / "table.tsv"), "utf-8")
    program.chmod(0o755)
