"""From bytes to text: which encoding, how sure, and how many bytes had no meaning in it."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from pincite.errors import ExtractError
from pincite.extract.builder import Builder
from pincite.extract.plain.encoding_guess import guess_encoding
from pincite.extract.source import Source

_MARKS = (  # UTF-32 before UTF-16: its mark begins with the other's
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 1 << 16
_MOST_REPLACED = 0.01
_SHIFTED_JAPANESE = (b"\x1b$B", b"\x1b$@", b"\x1b(J")
_BROADER = {  # what a label means on the web (WHATWG Encoding Standard): a superset of what it says
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "iso8859-9": "cp1254",
}


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, the encoding it was read in, how that was found, and how many bytes were replaced by U+FFFD or kept raw."""

    text: str
    encoding: str
    how: str
    replaced: int = 0


def decode(data: bytes, *, given: str | None = None, declared: str | None = None) -> Decoded:
    """The text of `data`, by the first that fits: `given` by a person, byte order mark, UTF-16 or -32 seen by its NULs,
    strict UTF-8, `declared` by the document, a guess among ten encodings, else cp1252.

    Raises ExtractError `encoding` where more than 1% of the characters had to be replaced, or `given` is unknown.

    >>> decode("Größe".encode("utf-16"))
    Decoded(text='Größe', encoding='utf-16-le', how='mark', replaced=0)
    """
    if given is not None:
        found = _lenient(data, _codec_given(given), "given")
    else:
        found = _marked(data) or _wide(data) or _strict(data) or _declared(data, declared) or _guessed(data)
    if found.replaced > _MOST_REPLACED * max(len(found.text), 1) and found.replaced > 1:
        raise ExtractError(
            "encoding",
            f"{found.replaced} of {len(found.text)} characters have no meaning in {found.encoding} ({found.how})",
        )
    return found


def decode_source(source: Source, builder: Builder, declared: str | None = None) -> Decoded:
    """The text of a source, with notes where its encoding was guessed or bytes were replaced."""
    found = decode(source.data, given=source.encoding, declared=declared)
    if found.how == "guessed":
        builder.note("encoding-guessed", f"read as {found.encoding}: the file is not UTF-8 and does not say what it is")
    if found.replaced:
        builder.note(
            "bytes-replaced", f"{found.replaced} bytes have no meaning in {found.encoding}; each is kept as one mark"
        )
    return found


def _codec_given(name: str) -> str:
    codec = _known(name)
    if codec is None:
        raise ExtractError("encoding", f"unknown encoding {name!r}: expected a name such as utf-8, cp1252 or shift_jis")
    return codec


def _known(label: str) -> str | None:
    """The codec of a label, or None where there is no such text encoding."""
    try:
        info = codecs.lookup(label.strip())
        "".encode(info.name)
    except (LookupError, ValueError):
        return None
    return _BROADER.get(info.name, info.name)


def _lenient(data: bytes, codec: str, how: str) -> Decoded:
    if codec == "cp1252":
        return _windows(data, how)
    text = data.decode(codec, "replace")
    return Decoded(text, codec, how, text.count("\ufffd") - data.count("\ufffd".encode()) * (codec == "utf-8"))


def _windows(data: bytes, how: str) -> Decoded:
    """Windows Latin, its five undefined bytes kept as the control characters of the same number."""
    text = data.decode("cp1252", "pincite-same-number")
    return Decoded(text, "cp1252", how, sum(data.count(byte) for byte in (b"\x81", b"\x8d", b"\x8f", b"\x90", b"\x9d")))


def _same_number(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("pincite-same-number", _same_number)


def _marked(data: bytes) -> Decoded | None:
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return _lenient(data[len(mark) :], codec, "mark")
    return None


def _wide(data: bytes) -> Decoded | None:
    codec = wide_encoding(data)
    return _lenient(data, codec, "NUL pattern") if codec else None


def wide_encoding(data: bytes) -> str | None:
    """UTF-16 or UTF-32 without a mark, seen by where its NUL bytes stand; None where it is neither.

    >>> wide_encoding("plain words".encode("utf-16-be"))
    'utf-16-be'
    """
    sample = data[: _SAMPLE - _SAMPLE % 4]
    if len(sample) < 4 or 0 not in sample:
        return None
    if len(data) % 4 == 0:
        for codec, upper in (("utf-32-le", slice(3, None, 4)), ("utf-32-be", slice(0, None, 4))):
            if not any(sample[upper]) and _reads(sample, codec):
                return codec
    if len(data) % 2 == 0:
        even, odd = sample[::2].count(0), sample[1::2].count(0)
        for codec, many, few in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
            plenty = many > 0.3 * len(sample) or not _is_utf_8(sample)  # a stray NUL in UTF-8 is no UTF-16
            if many > 4 * few and plenty and _reads(sample, codec):
                return codec
    return None


def _is_utf_8(sample: bytes) -> bool:
    """Whether a sample, its last character cut or not, is UTF-8."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        return False
    return True


def _reads(sample: bytes, codec: str) -> bool:
    text = codecs.getincrementaldecoder(codec)("replace").decode(sample)
    odd = sum(char == "\ufffd" or not (char.isprintable() or char.isspace()) for char in text)
    return odd <= len(text) // 50


def _strict(data: bytes) -> Decoded | None:
    if any(sign in data for sign in _SHIFTED_JAPANESE):
        found = _lenient(data, "iso2022_jp", "escape codes")
        if not found.replaced:
            return found
    try:
        return Decoded(data.decode("utf-8"), "utf-8", "valid")
    except UnicodeDecodeError:
        return None


def _declared(data: bytes, declared: str | None) -> Decoded | None:
    codec = _known(declared) if declared else None
    if codec is None or re.match("utf.?(16|32)", codec):  # a declaration we could read was not written in those
        return None
    found = _lenient(data, codec, "declared")
    return found if found.replaced <= _MOST_REPLACED * len(found.text) else None


def _guessed(data: bytes) -> Decoded:
    almost = _lenient(data, "utf-8", "guessed")
    if almost.replaced <= _MOST_REPLACED * len(data) and almost.replaced < _characters_over_one_byte(almost.text):
        return almost
    return _lenient(data, guess_encoding(data), "guessed")


def _characters_over_one_byte(text: str) -> int:
    """How many characters of several bytes were read: enough of them prove UTF-8 in spite of a few bad bytes."""
    return len(re.findall("[^\0-\x7f\ufffd]", text))
