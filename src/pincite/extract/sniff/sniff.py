"""What a file is: by its first bytes; its name is only a hint."""

from __future__ import annotations

import codecs
import re

from pincite.errors import ExtractError
from pincite.extract.container.zip_container import is_cut_off
from pincite.extract.formats import BY_EXTENSION, FORMATS
from pincite.extract.plain.encoding import wide_encoding
from pincite.extract.sniff.archives import zip_type
from pincite.extract.sniff.recordings import media_type
from pincite.extract.sniff.text import text_type
from pincite.extract.source import Source

_HEAD = 4096
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MAGIC = (
    (b"\x7fELF", "an ELF program"),
    (b"\xfe\xed\xfa", "a macOS program"),
    (b"\xcf\xfa\xed\xfe", "a macOS program"),
    (b"\xca\xfe\xba\xbe", "a Java class or macOS program"),
    (b"\0asm", "a WebAssembly program"),
    (_OLE, "an old Office document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\0", "an xz archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (b"SQLite format 3\0", "an SQLite database"),
)
_PICTURE = re.compile(
    rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|II[*+]\0|MM\0[*+]|RIFF.{4}WEBP"
    rb"|BM.{4}\0{4}.{4}[\x0c\x28\x34\x38\x40\x6c\x7c]\0\0\0",  # a bitmap, by the size of its second header
    re.DOTALL,
)
_IN_ZIP = {
    "docx": "a Word document (.docx)",
    "pptx": "a PowerPoint presentation (.pptx)",
    "xlsx": "an Excel workbook (.xlsx)",
    "xlsb": "a binary Excel workbook (.xlsb)",
    "odt": "an OpenDocument text (.odt)",
    "odp": "an OpenDocument presentation (.odp)",
    "ods": "an OpenDocument sheet (.ods)",
    "epub": "an EPUB book",
}
_OLD_SHEETS = ("Workbook", "\0Book")
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_FLAT_ODF = re.compile(rb"\s*(?:<\?xml[^>]{0,500}>\s*)?(?:<!--.{0,1000}?-->\s*)?<office:document[\s>]", re.DOTALL)
_EXPECTED = _IN_ZIP | {
    "pdf": "a PDF",
    "md": "Markdown",
    "html": "HTML",
    "txt": "text",
    "image": "a picture",
    "rtf": "rich text",
}
_OLD = {
    "WordDocument": "an old Word document (.doc): save it as .docx",
    "PowerPoint Document": "an old PowerPoint presentation (.ppt): save it as .pptx",
}
_GARBAGE = "binary data"
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\r\f\x1b\x1a")) + b"\x7f"
_MOST_CONTROLS = 0.05


def sniff(source: Source) -> str:
    """The type of a source, as a row of `FORMATS` names it: `pdf`, `docx`, `html`, `md`, `txt`.

    Raises ExtractError `empty` where there is nothing but white space, `unsupported` with the name of what was found
    where it is none of these, `malformed` where it is nothing at all and its name says what it should be.

    >>> sniff(Source(b"# Title", "notes.md")), sniff(Source(b"<!DOCTYPE html><p>x", "page"))
    ('md', 'html')
    """
    head = source.data[:_HEAD]
    hint = BY_EXTENSION.get(source.extension, "")
    if not source.data.strip(b" \t\r\n\f\v\0") or not source.data.removeprefix(codecs.BOM_UTF8).strip():
        raise ExtractError("empty", f"the file has {len(source.data)} bytes and no words")
    if kind := _container(source.data, head, hint) or media_type(source.data):
        return kind
    if b"%PDF-" in head[:1024]:
        return "pdf"
    if _PICTURE.match(head):
        return "image"
    if found := _binary(source.data, head):
        spoilt = hint and found == _GARBAGE  # a format of another name would not help it
        raise ExtractError("malformed" if spoilt else "unsupported", f"found {found}, expected {_expected(hint)}")
    return text_type(source)


def _expected(hint: str) -> str:
    known = f"a file of the type {hint}" if hint else "text, Markdown, HTML, a PDF or an Office document"
    return _EXPECTED.get(hint, known)


def _container(data: bytes, head: bytes, hint: str) -> str | None:
    """The type of a document that is a container of parts, if we have a reader for it; encrypted ones are refused."""
    if head.startswith(_OLE) and "EncryptedPackage".encode("utf-16-le") in data:
        raise ExtractError("encrypted", "found an Office document with a password")
    kind = _in_zip(data, hint) if head.startswith(_ZIP) else "rtf" if head.startswith(b"{\\rtf") else None
    if head.startswith(_OLE) and _holds(data, *_OLD_SHEETS) and not _holds(data, "WordDocument", "PowerPoint Document"):
        kind = "xls"
    if flat := _FLAT_ODF.match(head.removeprefix(codecs.BOM_UTF8)):
        kind = "odp" if b"opendocument.presentation" in head[flat.end() :] else "odt"
    return kind if kind in FORMATS else None


def _in_zip(data: bytes, hint: str) -> str | None:
    """The type of the document in an archive; one that was cut off before it says so is what its name says."""
    return zip_type(data) or (hint if hint in _IN_ZIP and is_cut_off(data) else None)


def _holds(data: bytes, *streams: str) -> bool:
    """Whether an old Office file has a stream of one of these names."""
    return any(name.encode("utf-16-le") in data for name in streams)


def _binary(data: bytes, head: bytes) -> str | None:
    """What binary form the bytes have, in a person's words; None where they are text."""
    for magic, name in _MAGIC:
        if head.startswith(magic):
            return _old_office(data) if magic == _OLE else name
    if head.startswith(_ZIP):
        return _IN_ZIP.get(zip_type(data) or "", "a zip archive")
    if head.startswith(b"RIFF") and head[8:12] == b"AVI ":
        return "an AVI video"
    if head[4:8] == b"ftyp":
        return "a HEIC or AVIF image"
    if not _is_garbage(data):
        return None
    return "a Windows program" if head.startswith(b"MZ") else _GARBAGE


def _old_office(data: bytes) -> str:
    named = (words for stream, words in _OLD.items() if _holds(data, stream))
    return next(named, "an old Office document (.doc, .xls, .ppt, .msg)")


def _is_garbage(data: bytes) -> bool:
    if data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or wide_encoding(data):
        return False
    sample = data[: 1 << 16]
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    return controls > _MOST_CONTROLS * len(sample)
