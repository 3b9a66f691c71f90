"""How the programs begin: what they need takes a moment to load, and Ctrl+C in it ends them in one line."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from importlib import import_module
from types import FrameType

STOPPED = 130
"""The exit code of a program that Ctrl+C ended."""


def command_line() -> int:
    """What `pincite` runs."""
    return start("pincite.cli.main")


def start(module: str) -> int:
    """Load `module` and run its `main`; the exit code."""
    heard = (
        signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )  # a shell may have started it to ignore Ctrl+C
    if heard:
        signal.signal(signal.SIGINT, _stop)
    main = import_module(module).main
    if heard:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return int(main())
    except KeyboardInterrupt:
        _say()
        return STOPPED


def _stop(_signal: int, _frame: FrameType | None) -> None:
    """End at once: a half-loaded module could take KeyboardInterrupt for a fault of its own, and nothing is open yet."""
    _say()
    os._exit(STOPPED)


def _say() -> None:
    with suppress(OSError):
        os.write(2, b"pincite: stopped\n")
