"""What an extractor is given."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes of one file, its name (a hint, never trusted) and the encoding a person gave, if any."""

    data: bytes
    name: str
    encoding: str | None = None

    @property
    def sha256(self) -> str:
        """The hash of the bytes, in hex."""
        return sha256(self.data).hexdigest()

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
