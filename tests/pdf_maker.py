"""Small PDFs, written by hand, for tests: every byte of them is known."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import md5

_PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")


_DESCENDANT = (
    b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Nowhere /FontDescriptor 6 0 R"
    b" /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>"
)
_DESCRIPTOR = (
    b"<< /Type /FontDescriptor /FontName /Nowhere /Flags 4 /FontBBox [0 0 1000 1000] /Ascent 800 /Descent -200"
    b" /ItalicAngle 0 /CapHeight 700 /StemV 80 >>"
)
_LIGATURES = b"<01> <00660069> <02> <0066006C> <03> <FB00>"  # one glyph each for fi, fl and, as U+FB00, ff
_HEBREW = b"<61> <7A> <05D0>"  # a to z are the letters from alef on
_CODES = (
    b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 2 def"
    b" 1 begincodespacerange <00> <FF> endcodespacerange"
    b" 2 beginbfrange <20> <60> <0020> " + _HEBREW + b" endbfrange"
    b" 3 beginbfchar " + _LIGATURES + b" endbfchar endcmap end end"
)
FONTS = {
    b"F3": b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    b"F4": b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 11 0 R >>",
}
"""Beside /F1 (Helvetica) and /F2 (which does not name its letters): bold, and one whose codes 1 to 3 are the ligatures fi, fl
and ff (as U+FB00), and whose a to z are the Hebrew letters from alef on."""
_IMAGE = (
    b"<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>"
    b"\nstream\n\x80\nendstream"
)


@dataclass(frozen=True)
class Sheet:
    """One page: lines as (x, y, size, text) in points from the bottom left corner, and how it is displayed."""

    lines: list[tuple[float, float, float, str]] = field(default_factory=list)
    media: tuple[float, float, float, float] = (0, 0, 595, 842)
    crop: tuple[float, float, float, float] | None = None
    rotate: int = 0
    image: bool = False
    font: str = "F1"
    drawn: bytes = b""
    """Drawing instructions after the lines, in the fonts /F1 to /F4 (see `FONTS`)."""


def column(texts: list[str], *, x: float = 60, top: float = 740, step: float = 14, size: float = 11):
    """Lines under each other, as `Sheet.lines` wants them."""
    return [(x, top - step * number, size, text) for number, text in enumerate(texts)]


def make_pdf(pages: list[Sheet], *, title: str = "", labels: str = "", password: str = "") -> bytes:
    """A PDF of these pages in Helvetica; `labels` is the inside of a /Nums array, `password` locks it (RC4, 40 bit)."""
    objects: list[bytes] = [
        b"",
        b"",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Font /Subtype /Type0 /BaseFont /Nowhere /Encoding /Identity-H /DescendantFonts [5 0 R] >>",
        _DESCENDANT,
        _DESCRIPTOR,
        b"<< /Title (" + _escaped(title.encode("cp1252")) + b") >>",
        _IMAGE,
        *FONTS.values(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(_CODES), _CODES),
    ]
    kids = []
    for page in pages:
        content = _content(page)
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        objects.append(_page(page, len(objects)))
        kids.append(b"%d 0 R" % len(objects))
    names = b" /PageLabels << /Nums [" + labels.encode() + b"] >>" if labels else b""
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R" + names + b" >>"
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(kids))
    return _file(objects, password)


def _content(page: Sheet) -> bytes:
    image = b"q 500 0 0 700 40 60 cm /I1 Do Q\n" if page.image else b""
    lines = (
        b"BT /%s %g Tf 1 0 0 1 %g %g Tm (%s) Tj ET\n"
        % (page.font.encode(), size, x, y, _escaped(text.encode("cp1252")))
        for x, y, size, text in page.lines
    )
    return image + b"".join(lines) + page.drawn


def _page(page: Sheet, content: int) -> bytes:
    crop = b" /CropBox [%g %g %g %g]" % page.crop if page.crop else b""
    return (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [%g %g %g %g]" % page.media
        + crop
        + b" /Rotate %d /Contents %d 0 R" % (page.rotate, content)
        + b" /Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 9 0 R /F4 10 0 R >> /XObject << /I1 8 0 R >> >> >>"
    )


def _escaped(text: bytes) -> bytes:
    return text.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def _file(objects: list[bytes], password: str) -> bytes:
    out = b"%PDF-1.4\n"
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    locked = _lock(password) if password else b""
    out += b"trailer << /Size %d /Root 1 0 R /Info 7 0 R%s >>\n" % (len(objects) + 1, locked)
    return out + b"startxref\n%d\n%%%%EOF\n" % start


def _lock(password: str) -> bytes:
    """The /Encrypt entry of the standard handler, revision 2 (the strings of the file are left as they are)."""
    padded = (password.encode() + _PADDING)[:32]
    identity = b"0123456789abcdef"
    owner = _rc4(md5(padded).digest()[:5], padded)
    key = md5(padded + owner + (0xFFFFFFFC).to_bytes(4, "little") + identity).digest()[:5]
    user = _rc4(key, _PADDING)
    return b" /ID [<%s> <%s>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P -4 >>" % tuple(
        part.hex().encode() for part in (identity, identity, owner, user)
    )


def _rc4(key: bytes, data: bytes) -> bytes:
    state = list(range(256))
    second = 0
    for first in range(256):
        second = (second + state[first] + key[first % len(key)]) % 256
        state[first], state[second] = state[second], state[first]
    first = second = 0
    out = bytearray()
    for byte in data:
        first = (first + 1) % 256
        second = (second + state[first]) % 256
        state[first], state[second] = state[second], state[first]
        out.append(byte ^ state[(state[first] + state[second]) % 256])
    return bytes(out)
