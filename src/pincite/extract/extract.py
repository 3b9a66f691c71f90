"""From bytes to a document, in this process; `sandbox` does the same in a process of its own."""

from __future__ import annotations

from pincite.errors import ExtractError
from pincite.extract.check import check
from pincite.extract.formats import FORMATS
from pincite.extract.media.recording import SpeechModel
from pincite.extract.ocr.ocr import Ocr
from pincite.extract.sniff.sniff import sniff
from pincite.extract.source import Source
from pincite.types.document import Document


def extract_bytes(
    data: bytes,
    name: str,
    *,
    encoding: str | None = None,
    subtitles: Source | None = None,
    speech: SpeechModel | None = None,
    ocr: Ocr | None = None,
    passwords: tuple[str, ...] = (),
) -> Document:
    r"""The document in `data`; `name` is a hint for its type, `encoding` wins over every guess.

    A recording takes its words from `subtitles`, else from a track of its own, else `speech` recognises them; pages that are
    pictures are read by `ocr`; a locked PDF is opened with the first of the `passwords` that does.
    Raises ExtractError with a code from the closed list. Untrusted files belong into `sandbox.Extractor`, which puts
    limits of time and memory around this.

    >>> extract_bytes(b"# Hello\r\n\r\nWorld", "hello.md").text
    '# Hello\n\nWorld'
    """
    source = Source(data, name, encoding, subtitles, speech, ocr, passwords)
    kind = sniff(source)
    try:
        return check(FORMATS[kind].extract(source), len(data))
    except RecursionError:
        raise ExtractError("too_deep", f"the {kind} nests deeper than its reader can follow") from None
