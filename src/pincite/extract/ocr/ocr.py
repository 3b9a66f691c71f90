"""Reading words off pictures of pages: what an engine gives, and which one is there."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Literal, Protocol, get_args

from pincite.errors import ConfigError
from pincite.types.places import Box

OcrChoice = Literal["auto", "rapidocr", "tesseract", "off"]
NO_OCR = "none"
"""What stands for the engine in the name of an extractor that would have needed one."""
MOST_PIXELS = 25_000_000
MOST_PAGES = 1000
DPI = 200

_PART = ", ocr "


@dataclass(frozen=True, slots=True)
class GreyImage:
    """A picture of a page as it is displayed: one byte a pixel, row by row from the top, 0 black to 255 white."""

    width: int
    height: int
    pixels: bytes

    def turned(self, quarters: int) -> GreyImage:
        """The picture turned counter-clockwise.

        >>> GreyImage(2, 1, b"ab").turned(1)
        GreyImage(width=1, height=2, pixels=b'ba')
        """
        import numpy as np  # noqa: PLC0415 - most files are read without it

        pixels = np.rot90(np.frombuffer(self.pixels, np.uint8).reshape(self.height, self.width), quarters)
        return GreyImage(pixels.shape[1], pixels.shape[0], pixels.tobytes())


@dataclass(frozen=True, slots=True)
class OcrWord:
    """A word as it was read, its box on the picture (0 to 1, from the top left corner) and how sure the engine is, 0 to 1."""

    text: str
    box: Box
    confidence: float


OcrLine = tuple[OcrWord, ...]
"""Words on one line without a wide gap, from left to right; never empty."""


class Ocr(Protocol):
    """An engine that reads pictures; it loads its model with the first one."""

    @property
    def name(self) -> str:
        """The engine with its version and languages, as the documents that it reads record it."""

    def read(self, image: GreyImage) -> list[OcrLine]:
        """The lines on a picture, about from top to bottom; none where it has no words."""


def find_ocr(choice: OcrChoice, languages: str | None = None, *, threads: int = 2) -> Ocr | None:
    """The engine that `choice` names, or the first that is installed for `auto`; None for `off` and where there is none.

    `languages` are tesseract's (`eng+spa`); None: English and Spanish, as far as they are installed. Raises ConfigError
    where the one that is named is not installed.

    >>> find_ocr("off") is None
    True
    """
    if choice not in get_args(OcrChoice):
        raise ConfigError(f"setting `ocr` is {choice!r}: it must be one of {', '.join(get_args(OcrChoice))}")
    if choice in {"auto", "rapidocr"} and (found := _rapidocr()):
        from pincite.extract.ocr.rapid import RapidOcr  # noqa: PLC0415 - only where it is installed

        return RapidOcr(found, threads)
    if choice in {"auto", "tesseract"} and (program := shutil.which("tesseract")):
        from pincite.extract.ocr.tesseract import Tesseract  # noqa: PLC0415 - only where it is installed

        return Tesseract(program, languages)
    if choice in {"rapidocr", "tesseract"}:
        how = "pip install 'pincite[ocr]'" if choice == "rapidocr" else "install Debian's tesseract-ocr"
        raise ConfigError(f'setting `ocr` is {choice}, which is not installed: {how}, or set `ocr = "auto"`')
    return None


def _rapidocr() -> str | None:
    try:
        return version("rapidocr")
    except PackageNotFoundError:
        return None


def with_ocr(extractor: str, engine: str) -> str:
    """An extractor's name with the engine that read its pictures (`NO_OCR`: none was there).

    >>> with_ocr("pdf 1 (pypdfium2 5.15.2)", "rapidocr 3.10.0")
    'pdf 1 (pypdfium2 5.15.2), ocr rapidocr 3.10.0'
    """
    return f"{extractor}{_PART}{engine}"


def expected_extractor(recorded: str, current: str, engine: str | None) -> str:
    """The name that a document would record today, from the one it did and today's extractor and engine (None: none).

    Only what had pictures depends on the engine, and a text that an engine has read is not stale for want of one.

    >>> expected_extractor("pdf 1, ocr none", "pdf 1", "rapidocr 3.10.0")
    'pdf 1, ocr rapidocr 3.10.0'
    >>> expected_extractor("pdf 1", "pdf 2", "rapidocr 3.10.0"), expected_extractor("pdf 1, ocr rapidocr 3.9.0", "pdf 1", None)
    ('pdf 2', 'pdf 1, ocr rapidocr 3.9.0')
    """
    _, part, kept = recorded.partition(_PART)
    return with_ocr(current, engine or kept) if part else current


def was_read(extractor: str) -> bool:
    """Whether an engine has read pictures for a text by this extractor.

    >>> was_read("pdf 1, ocr none"), was_read("pdf 1, ocr rapidocr 3.10.0")
    (False, True)
    """
    return extractor.partition(_PART)[2] not in {"", NO_OCR}
