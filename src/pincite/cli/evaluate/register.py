"""`eval`: the commands that measure; each lies in a file of its own."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from pincite.cli.evaluate import answers, check, compare, draft, export, gate, report, run, strategies, sweep

COMMANDS: tuple[ModuleType, ...] = (draft, check, sweep, compare, gate, export, run, strategies, answers, report)

EPILOG = "exit code 5: `eval check` found faults, or `eval gate` found the search worse than its baseline"


def register(commands: Any) -> None:
    """Add `eval` and its own commands to the parser."""
    parser = commands.add_parser("eval", help="measure the search, without a model that writes", epilog=EPILOG)
    kinds = parser.add_subparsers(title="measurements", metavar="WHAT", dest="what", required=True)
    for command in COMMANDS:
        command.register(kinds)
