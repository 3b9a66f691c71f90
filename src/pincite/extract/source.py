"""What an extractor is given."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256

from pincite.extract.media.recording import SpeechModel
from pincite.extract.ocr.ocr import Ocr


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes of one file, its name (a hint, never trusted) and the encoding a person gave, if any.

    A recording may come with the `subtitles` that lie beside it, and with the model that may recognise its words.
    """

    data: bytes
    name: str
    encoding: str | None = None
    subtitles: Source | None = None
    speech: SpeechModel | None = None
    ocr: Ocr | None = None
    passwords: tuple[str, ...] = field(default=(), repr=False)
    """What may open a locked PDF."""

    @property
    def sha256(self) -> str:
        """The hash of the bytes, in hex; of a recording with subtitles beside it, that of both."""
        own = sha256(self.data).hexdigest()
        return joint_sha256(own, self.subtitles.sha256) if self.subtitles else own

    @property
    def file_name(self) -> str:
        r"""The name without its folders, on one line; the title of what has none of its own.

        >>> Source(b"", "/data/sales.csv").file_name
        'sales.csv'
        """
        return " ".join(self.name.replace("\\", "/").rpartition("/")[2].split())

    @property
    def extension(self) -> str:
        """What follows the last dot of the name, in lower case, without the dot; empty where there is none.

        >>> Source(b"", "Report.PDF").extension, Source(b"", ".profile").extension
        ('pdf', '')
        """
        stem, dot, extension = self.name.replace("\\", "/").rpartition("/")[2].rpartition(".")
        return extension.lower() if dot and stem else ""


def joint_sha256(recording: str, subtitles: str) -> str:
    """The hash that stands for a recording and the subtitles beside it: it changes with either.

    >>> joint_sha256("a", "b") != joint_sha256("a", "c")
    True
    """
    return sha256(f"{recording} {subtitles}".encode()).hexdigest()
