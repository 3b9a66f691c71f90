"""Bytes that are in memory, sent whole or in part: players ask for parts (RFC 9110, 14)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from fastapi import Response

_ONE_RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})")


def sent(data: bytes, asked: str | None, *, media_type: str, headers: Mapping[str, str]) -> Response:
    """The part of `data` that the header `Range` asks for; all of it where it asks for none, for several, or in another way.

    >>> answer = sent(b"0123456789", "bytes=2-4", media_type="audio/wav", headers={})
    >>> answer.status_code, answer.body, answer.headers["content-range"]
    (206, b'234', 'bytes 2-4/10')
    """
    more = {**headers, "Accept-Ranges": "bytes"}
    found = _ONE_RANGE.fullmatch((asked or "").strip())
    if found is None or found.groups() == ("", ""):
        return Response(data, media_type=media_type, headers=more)
    first, last = _bounds(found.group(1), found.group(2), len(data))
    if first > last:
        return Response(status_code=416, headers={**more, "Content-Range": f"bytes */{len(data)}"})
    more["Content-Range"] = f"bytes {first}-{last}/{len(data)}"
    return Response(data[first : last + 1], 206, media_type=media_type, headers=more)


def _bounds(first: str, last: str, size: int) -> tuple[int, int]:
    """The first and the last byte; without a first one they are counted from the end."""
    if not first:
        return max(size - int(last), 0), size - 1
    return int(first), min(int(last), size - 1) if last else size - 1
