"""Server-sent events, as the HTML standard has them."""

from __future__ import annotations

import json
from typing import Any

EVENTS = "text/event-stream"
NO_BUFFER = {"X-Accel-Buffering": "no"}
"""Asks a proxy to pass events on as they come."""


def as_event(name: str, data: Any, number: int | None = None) -> str:
    r"""One event; JSON has no line ends, so one line holds the data. `number` is what a client that comes back will name.

    >>> as_event("text", {"text": "a\nb"})
    'event: text\ndata: {"text": "a\\nb"}\n\n'
    """
    known = "" if number is None else f"id: {number}\n"
    return f"{known}event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
