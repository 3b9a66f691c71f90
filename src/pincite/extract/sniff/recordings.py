"""Whether bytes are a recording, and whether one only hears it: by the marks of its container."""

from __future__ import annotations

import re
from typing import Literal

Container = Literal["wav", "mp3", "ogg", "flac", "matroska", "mov"]

_BRANDS = re.compile(rb"M4[ABPV].|qt  |isom|iso[2-9a-c]|mp4[12]|avc1|dash|cmf[cs]|f4v |MSNV|3g[p2].|mmp4", re.DOTALL)
_MP3 = re.compile(rb"\xff[\xe2\xe3\xf2\xf3\xfa\xfb][\x10-\xef]")
_VIDEO = {
    "ogg": re.compile(rb"\x80theora"),
    "matroska": re.compile(rb"\x86[\x81-\x90]V_[A-Z]"),  # the element CodecID
    "mov": re.compile(rb"hdlr.{8}vide", re.DOTALL),
}


def container(data: bytes) -> Container | None:
    r"""The container of a recording, as FFmpeg names its readers (`mov` is MP4 as well); None where the bytes are none.

    >>> container(b"RIFF\x24\0\0\0WAVEfmt "), container(b"RIFF\x24\0\0\0WEBPVP8 ")
    ('wav', None)
    """
    if data.startswith(b"RIFF") and data[8:12] == b"WAVE":
        return "wav"
    if data.startswith(b"OggS\0"):
        return "ogg"
    if data.startswith((b"fLaC\0", b"fLaC\x80")):
        return "flac"
    if data.startswith(b"\x1aE\xdf\xa3"):
        return "matroska"
    if data[4:8] == b"ftyp":  # in such containers there are HEIC and AVIF pictures, too
        return "mov" if _BRANDS.match(data, 8) else None
    return "mp3" if _is_mp3(data) else None


def media_type(data: bytes) -> Literal["audio", "video"] | None:
    """What kind of recording the bytes are; None where they are none that is read.

    The list of tracks may lie at the end of an MP4 file; where that was cut off, it counts as a video.
    """
    found = container(data)
    if found is None:
        return None
    if found == "mov" and b"moov" not in data and data[8:11] not in {b"M4A", b"M4B"}:
        return "video"
    return "video" if found in _VIDEO and _VIDEO[found].search(data) else "audio"


def _is_mp3(data: bytes) -> bool:
    """ID3 tags of a version that exists, or the head of a frame and a byte that is in no text of one byte a letter."""
    tagged = data.startswith(b"ID3") and data[3:4] in {b"\2", b"\3", b"\4"}
    return tagged or (_MP3.match(data) is not None and b"\0" in data[:4096])
