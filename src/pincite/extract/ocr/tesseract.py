"""Debian's tesseract, where it is on the PATH: a program that gets one picture and answers with a table of words."""

from __future__ import annotations

import os
import re
import subprocess
from collections import defaultdict

from pincite.errors import ExtractError
from pincite.extract.ocr.ocr import DPI, GreyImage, OcrLine, OcrWord
from pincite.types.places import Box

_PREFERRED = ("eng", "spa")
_NOT_LANGUAGES = ("osd", "equ")
_VERSION = re.compile(r"\d+(?:\.\d+)+")
_SECONDS = 10
_WORD_ROW = "5"
_COLUMNS = 12


class Tesseract:
    """Reads print in the languages whose packs are installed; it finds out which when it is made."""

    def __init__(self, program: str, languages: str | None = None) -> None:
        self.program = program
        found = _VERSION.search(self._ask("--version"))
        installed = self._ask("--list-langs").splitlines()[1:]
        self._languages = languages or _chosen(installed)
        self.name = f"tesseract {found.group() if found else '?'} {self._languages}"

    def read(self, image: GreyImage) -> list[OcrLine]:
        """The lines in the order of its own layout; raises ExtractError where the program fails."""
        picture = b"P5 %d %d 255\n" % (image.width, image.height) + image.pixels
        command = [self.program, "stdin", "stdout", "-l", self._languages, "--dpi", str(DPI), "--psm", "3", "tsv"]
        done = subprocess.run(command, input=picture, capture_output=True, env=_environment(), check=False)  # noqa: S603 - found on the PATH
        if done.returncode:
            found = " ".join(done.stderr.decode("utf-8", "replace").split())[:300]
            raise ExtractError("needs_ocr", f"{self.name} ended with code {done.returncode}: {found}")
        return lines_of(done.stdout.decode("utf-8", "replace"), image.width, image.height)

    def _ask(self, option: str) -> str:
        try:
            done = subprocess.run(  # noqa: S603 - found on the PATH
                [self.program, option], capture_output=True, timeout=_SECONDS, env=_environment(), check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            return ""
        return (done.stdout or done.stderr).decode("utf-8", "replace")


def lines_of(table: str, width: int, height: int) -> list[OcrLine]:
    r"""The words of tesseract's table (TSV) as lines; a confidence of 0 to 100 becomes one of 0 to 1.

    >>> lines_of("5\t1\t1\t1\t1\t1\t10\t20\t30\t10\t96.5\tNeedle", 100, 100)
    [(OcrWord(text='Needle', box=Box(left=0.1, top=0.2, right=0.4, bottom=0.3), confidence=0.965),)]
    """
    lines: dict[tuple[str, ...], list[OcrWord]] = defaultdict(list)
    for row in table.splitlines():
        cells = row.split("\t")
        if len(cells) != _COLUMNS or cells[0] != _WORD_ROW or not (text := "".join(cells[11].split())):
            continue
        left, top, across, down = map(int, cells[6:10])
        box = Box(left / width, top / height, (left + across) / width, (top + down) / height)
        confidence = min(max(float(cells[10]) / 100, 0.0), 1.0)
        lines[tuple(cells[1:5])].append(OcrWord(text, box, confidence))
    return [tuple(words) for words in lines.values()]


def _chosen(installed: list[str]) -> str:
    languages = [name for name in installed if name not in _NOT_LANGUAGES]
    return "+".join(name for name in _PREFERRED if name in languages) or (languages or ["eng"])[0]


def _environment() -> dict[str, str]:
    return dict(os.environ) | {"OMP_THREAD_LIMIT": "1"}
