"""Recordings that tests make: WAV by the standard library, Matroska with subtitles byte by byte."""

from __future__ import annotations

import io
import wave
from collections.abc import Sequence

import numpy as np

RATE = 16_000


def wav(samples: Sequence[float] | np.ndarray) -> bytes:
    """A WAV of 16 bits, mono, 16,000 samples a second; `samples` from -1 to 1."""
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((np.asarray(samples) * 32767).astype("<i2").tobytes())
    return out.getvalue()


def silence(seconds: float) -> bytes:
    return wav(np.zeros(int(seconds * RATE)))


def matroska(cues: Sequence[tuple[float, float, str]], *, title: str = "", language: str = "eng") -> bytes:
    """A Matroska file with one track of subtitles (S_TEXT/UTF8); `cues` are start, end and words."""
    end = max((cue[1] for cue in cues), default=0)
    info = _element("2AD7B1", _number(1_000_000)) + _element("4489", _float(end * 1000))
    info += _element("7BA9", title.encode()) if title else b""
    track = b"".join(
        (
            _element("D7", _number(1)),
            _element("73C5", _number(1)),
            _element("83", _number(17)),
            _element("22B59C", language.encode()),
            _element("86", b"S_TEXT/UTF8"),
        )
    )
    blocks = b"".join(
        _element(
            "A0",
            _element("A1", b"\x81" + round(start * 1000).to_bytes(2) + b"\0" + words.encode())
            + _element("9B", _number(round((stop - start) * 1000))),
        )
        for start, stop, words in cues
    )
    head = b"".join(
        _element(name, value)
        for name, value in (("4286", b"\1"), ("42F7", b"\1"), ("42F2", b"\4"), ("42F3", b"\x08"), ("4282", b"matroska"))
    )
    parts = (("1549A966", info), ("1654AE6B", _element("AE", track)), ("1F43B675", _element("E7", b"\0") + blocks))
    return _element("1A45DFA3", head) + _element("18538067", b"".join(_element(*part) for part in parts))


def _element(name: str, payload: bytes) -> bytes:
    return bytes.fromhex(name) + (0x10_0000_0000_0000 * 0x10 + len(payload)).to_bytes(8) + payload


def _number(value: int) -> bytes:
    return value.to_bytes(max(1, (value.bit_length() + 7) // 8))


def _float(value: float) -> bytes:
    return np.array(value, ">f8").tobytes()
