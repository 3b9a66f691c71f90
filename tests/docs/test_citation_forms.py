"""What a citation looks like is said for every format, in the handbook and in the reference, as the program writes it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from every_format import FILM, MAKERS, Passage, subtitles
from media_maker import silence
from pincite.extract.extract import extract_bytes
from pincite.extract.formats import FORMATS
from pincite.extract.sniff.recordings import media_type
from pincite.extract.source import Source
from pincite.types.document import Document
from scan_maker import FakeOcr, line

DOCS = Path(__file__).parents[2] / "docs"
PASSAGE = Passage("Rules", ("One sentence.", "Another one."), "Sheet1", "The quota is 1,204 tonnes.")
RECORDINGS = {"audio": silence(1), "video": FILM}
MADE_AS = {"code": "py", "image": "png"}


def rows(page: str) -> dict[str, str]:
    """The last cell of the first row that names a type in its first cell, for every type."""
    found: dict[str, str] = {}
    for text in (DOCS / page).read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in text.strip("|").split("|")]
        for type_ in re.findall(r"`(\w+)`", cells[0]) if text.startswith("| `") else ():
            found.setdefault(type_, cells[-1])
    return found


HANDBOOK, REFERENCE = rows("handbook/10-citations-and-locators.md"), rows("reference/formats.md")


def made(type_: str) -> Document:
    if type_ in RECORDINGS:
        spoken = Source(str(subtitles(".", PASSAGE)).encode(), "a.vtt")
        assert media_type(RECORDINGS[type_]) == type_
        return FORMATS[type_].extract(Source(RECORDINGS[type_], "a", subtitles=spoken))
    extension = MADE_AS.get(type_, type_)
    content = MAKERS[extension](PASSAGE)
    data = content.encode() if isinstance(content, str) else content
    engine = FakeOcr(lambda _: [line(PASSAGE.fact, left=0.1, top=0.1)]) if type_ == "image" else None
    return extract_bytes(data, f"a.{extension}", ocr=engine)


def form(text: str) -> str:
    """The first fragment in a text, its numbers made 0 and its columns A."""
    return re.sub(r"\b[A-Z]0", "A0", re.sub(r"\d+(?:\.\d+)?", "0", re.search(r"#[^`]+", text).group()))


@pytest.mark.parametrize("type_", FORMATS)
def test_the_form_of_a_citation_is_said_for_every_format(type_):
    document = made(type_)
    start = document.text.index("One") if "One" in document.text else 0
    fragment = form(document.locate(start, len(document.text)).fragment)
    assert fragment == form(HANDBOOK[type_])
    assert fragment.startswith(form(REFERENCE[type_]))
