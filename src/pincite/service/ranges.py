"""Bytes sent whole or in part, from memory or from a file: players ask for parts (RFC 9110, 14)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from fastapi import Response
from fastapi.responses import FileResponse
from starlette.types import Receive, Scope, Send

_ONE_RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})", re.ASCII | re.IGNORECASE)


class WholeOrPart(FileResponse):
    """A file, or the part of it that the header `Range` asks for; all of it where that header is malformed or in another unit."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as without the header where it is none that RFC 9110 allows: it says to ignore such a one."""
        kept = [
            (name, value)
            for name, value in scope["headers"]
            if name != b"range" or well_formed(value.decode("latin-1"))
        ]
        await super().__call__({**scope, "headers": kept}, receive, send)


def well_formed(asked: str) -> bool:
    """Whether a header `Range` asks for bytes in the way that RFC 9110, 14.1.2, writes it down.

    >>> well_formed("bytes=0-99"), well_formed("bytes=0-1, -5"), well_formed("bytes=5-2"), well_formed("lines=1-2")
    (True, True, False, False)
    """
    unit, _, ranges = asked.partition("=")
    found = [_ONE_RANGE.fullmatch(f"bytes={part.strip()}") for part in ranges.split(",") if part.strip()]
    return unit.strip().casefold() == "bytes" and bool(found) and all(part and _ordered(part) for part in found)


def _ordered(part: re.Match[str]) -> bool:
    """Whether one of the two ends is there, and the first not behind the last."""
    first, last = part.groups()
    return int(first) <= int(last) if first and last else bool(first or last)


def sent(data: bytes, asked: str | None, *, media_type: str, headers: Mapping[str, str]) -> Response:
    """The part of `data` that the header `Range` asks for; all of it where it asks for none, for several, or in another way.

    >>> answer = sent(b"0123456789", "bytes=2-4", media_type="audio/wav", headers={})
    >>> answer.status_code, answer.body, answer.headers["content-range"]
    (206, b'234', 'bytes 2-4/10')
    """
    more = {**headers, "Accept-Ranges": "bytes"}
    found = _ONE_RANGE.fullmatch((asked or "").strip())
    if found is None or not _ordered(found):
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
