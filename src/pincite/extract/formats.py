"""The table of formats: a new one is one file and one row here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version

from pincite.extract.source import Source
from pincite.types.document import Document


@dataclass(frozen=True, slots=True)
class Format:
    """A type as filters name it, the extensions that hint at it, its module, its version and the parser it uses.

    The module, below `pincite.extract`, has a function `extract_<its last name>(source) -> Document`; it is loaded with
    the first file of its type.
    Raise `version` whenever the extractor gives other text, blocks or places: older documents are stale then.
    """

    type: str
    extensions: frozenset[str]
    module: str
    version: int
    parser: str = ""

    def extract(self, source: Source) -> Document:
        """The document in a source of this type."""
        module = import_module(f"pincite.extract.{self.module}")
        run: Callable[[Source], Document] = getattr(module, f"extract_{self._name}")
        return run(source)

    @property
    def extractor(self) -> str:
        """The extractor's name and version, with its parser's, as each document records it."""
        parser = f" ({self.parser} {version(self.parser)})" if self.parser else ""
        return f"{self._name} {self.version}{parser}"

    @property
    def _name(self) -> str:
        return self.module.rpartition(".")[2]


_CODE = frozenset(
    """
    py pyi js mjs cjs jsx ts mts tsx go rs java kt kts scala c h cc cpp cxx hpp hh cs swift m mm php rb pl pm lua sh bash
    zsh ps1 sql r jl dart ex exs erl hs ml clj el lisp vb f90 css scss less vue svelte yaml yml toml ini cfg
    """.split()  # noqa: SIM905 - sixty quoted words are read less easily
)
_PLAIN = frozenset({"txt", "text", "log", "org", "tex", "adoc"})
_IMAGES = frozenset({"png", "jpg", "jpeg", "tif", "tiff", "webp", "bmp", "gif"})
_SOUND = frozenset({"wav", "mp3", "m4a", "m4b", "ogg", "oga", "opus", "flac", "mka"})
_PICTURES = frozenset({"mp4", "m4v", "mov", "webm", "mkv", "ogv"})

FORMATS = {
    row.type: row
    for row in (
        Format("txt", _PLAIN, "plain.text", 1),
        Format("csv", frozenset({"csv", "tsv", "tab", "psv"}), "sheets.csv", 1),
        Format("xlsx", frozenset({"xlsx", "xlsm", "xltx", "xltm"}), "sheets.xlsx", 3, "lxml"),
        Format("xls", frozenset({"xls", "xlt"}), "sheets.xls", 3, "python-calamine"),
        Format("xlsb", frozenset({"xlsb"}), "sheets.xls", 3, "python-calamine"),
        Format("ods", frozenset({"ods", "ots"}), "odf.ods", 2, "lxml"),
        Format("eml", frozenset({"eml"}), "mail.mail", 3),
        Format("mbox", frozenset({"mbox", "mbx"}), "mail.mail", 3),
        Format("ipynb", frozenset({"ipynb"}), "data.notebook", 1, "markdown-it-py"),
        Format("json", frozenset({"json", "geojson", "jsonld", "webmanifest"}), "data.json_text", 1),
        Format("jsonl", frozenset({"jsonl", "ndjson"}), "data.json_text", 1),
        Format("code", _CODE, "data.code", 2),
        Format("srt", frozenset({"srt"}), "media.subtitles", 2),
        Format("vtt", frozenset({"vtt"}), "media.subtitles", 2),
        Format("rst", frozenset({"rst", "rest"}), "plain.rst", 1),
        Format("md", frozenset({"md", "markdown", "mdx"}), "plain.markdown", 2, "markdown-it-py"),
        Format("html", frozenset({"html", "htm", "xhtml"}), "web.html", 3, "selectolax"),
        Format("pdf", frozenset({"pdf"}), "pages.pdf", 3, "pypdfium2"),
        Format("image", _IMAGES, "pages.image", 2),
        Format("audio", _SOUND, "media.media", 1),
        Format("video", _PICTURES, "media.media", 1),
        Format("docx", frozenset({"docx", "docm", "dotx", "dotm"}), "docx.docx", 3, "lxml"),
        Format("pptx", frozenset({"pptx", "pptm", "ppsx", "ppsm", "potx"}), "pptx.pptx", 2, "lxml"),
        Format("epub", frozenset({"epub"}), "web.epub", 3, "lxml"),
        Format("rtf", frozenset({"rtf"}), "rtf.rtf", 2),
        Format("odt", frozenset({"odt", "ott", "fodt"}), "odf.odt", 2, "lxml"),
        Format("odp", frozenset({"odp", "otp", "fodp"}), "odf.odp", 2, "lxml"),
    )
}

BY_EXTENSION = {extension: row.type for row in FORMATS.values() for extension in row.extensions}
"""The type that an extension hints at."""


def current_extractor(type_: str) -> str:
    """What would read a document of this type today; empty for a type that nothing reads any more.

    >>> current_extractor("txt"), current_extractor("wordstar")
    ('text 1', '')
    """
    return FORMATS[type_].extractor if type_ in FORMATS else ""
