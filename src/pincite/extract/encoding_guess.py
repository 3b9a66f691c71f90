"""Which of ten old encodings a text is in, when nothing says so."""

from __future__ import annotations

from charset_normalizer import from_bytes

_CANDIDATES = ["cp1252", "cp1251", "koi8_r", "cp932", "gb18030", "big5", "cp949", "cp1250", "cp866"]


def guess_encoding(data: bytes) -> str:
    """The likeliest encoding of bytes that are not UTF-8."""
    best = from_bytes(data[: 1 << 16], cp_isolation=_CANDIDATES).best()
    return best.encoding if best else "cp1252"
