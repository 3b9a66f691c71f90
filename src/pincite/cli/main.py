"""The command line: reads the words, calls one command, turns its outcome into an exit code."""

from __future__ import annotations

import argparse
import atexit
import gc
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path

from pincite import __version__
from pincite.cli import ask, backup, calibrate, documents, look, mcp, portable, search, serve, status, weights
from pincite.cli.access import register as access
from pincite.cli.evaluate import register as evaluate
from pincite.cli.show import complain, drop
from pincite.errors import PinciteError, UsageError

DONE, ERROR, USAGE, REFUSED, SOME_FAILED, NOT_CLEAN = range(6)

EPILOG = """\
exit codes: 0 done, 1 error, 2 wrong usage, 3 refused to answer, 4 some documents failed,
            5 doctor, eval check or eval gate found problems
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code (0 done, 1 error, 2 usage, 3 refused, 4 some failed, 5 not clean)."""
    atexit.register(gc.freeze)  # leaving takes 0.1 s less when what is alive is not looked through for cycles once more
    _open_streams()
    args = _read(arguments)
    try:
        return int(args.run(args))
    except UsageError as error:
        complain(error)
        return USAGE
    except PinciteError as error:
        complain(error)
        return ERROR
    except OSError as error:
        drop(sys.stdout)
        complain(f"{error.filename or 'the output'}: {error.strerror or error}")
        return ERROR
    except KeyboardInterrupt:
        complain("stopped; what was finished is kept, run the same command again to go on")
        return 130


def _open_streams() -> None:
    """Set the streams to UTF-8; one that the caller has closed becomes an empty one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open for good
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def build_parser() -> argparse.ArgumentParser:
    """The whole command line as a parser; every command sets `run`."""
    parser = argparse.ArgumentParser(
        prog="pincite",
        description="Answers questions from your own documents with citations to the exact place, "
        "or says that it can't.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"pincite {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    for room in (
        documents,
        search,
        ask,
        status,
        backup,
        portable,
        look,
        evaluate,
        calibrate,
        serve,
        mcp,
        access,
        weights,
    ):
        room.register(commands)
    return parser


def _read(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = build_parser()
    args, rest = parser.parse_known_args(arguments)
    if rest:
        words = not any(word.startswith("-") for word in rest)
        hint = (
            f": put several words in quotes, or see `pincite {args.command} --help`"
            if words
            else f": see `pincite {args.command} --help`"
        )
        parser.error(f"found {' '.join(rest)!r} where nothing more was expected{hint}")
    return args


if __name__ == "__main__":
    sys.exit(main())
