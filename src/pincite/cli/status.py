"""`status` and `doctor`: what a knowledge base holds, and whether it is true."""

from __future__ import annotations

import argparse
from typing import Any

from pincite.cli.options import add_knowledge_base, config_of
from pincite.cli.show import near, print_json, print_rows, say, show_failures, tell
from pincite.cli.show_calibration import show_calibration
from pincite.knowledge_base.door import KnowledgeBase
from pincite.types.amount import amount
from pincite.types.index import DocumentRecord
from pincite.types.ingest import Status

NOT_CLEAN = 5


def register(commands: Any) -> None:
    """Add both commands to the parser."""
    status = commands.add_parser("status", help="what the knowledge base holds")
    status.add_argument("--documents", action="store_true", help="list every document as well")
    status.set_defaults(run=run_status)
    doctor = commands.add_parser(
        "doctor", help="recount every counter, slice every quote, check every vector", epilog="exit code 5: not clean"
    )
    doctor.set_defaults(run=run_doctor)
    for parser in (status, doctor):
        add_knowledge_base(parser)


def run_status(args: argparse.Namespace) -> int:
    """Print the counters."""
    with KnowledgeBase(args.kb, config=config_of(args), say=tell) as kb:
        status = kb.status()
        records = kb.documents() if args.documents else None
    if args.json:
        listed = {} if records is None else {"list": [record.to_json() for record in records]}
        print_json({**status.to_json(), **listed})
    else:
        _show(status)
        _show_documents(records or [])
    return 0


def run_doctor(args: argparse.Namespace) -> int:
    """Check everything that can be checked."""
    with KnowledgeBase(args.kb, config=config_of(args), say=tell) as kb:
        problems = kb.doctor()
    if args.json:
        print_json({"clean": not problems, "problems": [problem.to_json() for problem in problems]})
    elif problems:
        print_rows(("check", "where", "found"), [(p.check, p.where, p.message) for p in problems])
    else:
        say("clean: counters recounted, quotes sliced, vectors checked, nothing stale")
    return NOT_CLEAN if problems else 0


def _show_calibration(status: Status) -> None:
    if status.calibration is None:
        say(f"not calibrated on questions of yours, gate {status.gate}: see `pincite calibrate`")
        return
    show_calibration(status.calibration)
    if status.calibration_stale:
        todo = "look at it again" if status.calibration.by_hand else "run `pincite calibrate` again"
        say(f"stale: {status.calibration_stale}; {todo}", style="yellow")
    if status.gate != status.calibration.method:
        say(f"not in use: the settings ask by gate = {status.gate}", style="yellow")


def _show_documents(records: list[DocumentRecord]) -> None:
    rows = [
        (r.state, r.chunks, r.type, f"{r.date} ({r.date_source})", " ".join(r.tags), r.document_id[:12], near(r.path))
        for r in records
    ]
    if rows:
        print_rows(("state", "chunks", "type", "date", "tags", "id", "path"), rows)


def _show(status: Status) -> None:
    say(
        f"{amount(status.documents, 'document')}, {amount(status.chunks, 'chunk')}, {status.characters} characters, {status.bytes / 1e6:.1f} MB"
    )
    say("states: " + (", ".join(f"{count} {state}" for state, count in status.states.items()) or "none"))
    if status.tokens:
        say(
            f"{status.tokens} tokens embedded, {status.header_tokens / status.tokens:.1%} of them headers, "
            f"{amount(status.over_window, 'chunk')} over the window"
        )
    if status.seal:
        say(
            f"sealed with {status.seal['embedder']} ({status.seal['fingerprint'][:12]}), pipeline {status.seal['pipeline']}"
        )
    unused = ", not in use: the gate is calibrated" if status.gate == "calibrated" else ""
    say(f"threshold: {'none (uncalibrated)' if status.threshold is None else f'{status.threshold:g}'}{unused}")
    _show_calibration(status)
    for what in status.blocked:
        say(f"blocked: {what}", style="red")
    for what in status.unfinished:
        say(f"unfinished: {what}", style="yellow")
    for url in status.remote:
        say(f"texts are sent to {url}", style="yellow")
    if status.stale:
        say(f"{status.stale} stale: run `pincite reindex`", style="yellow")
    for path, why in status.stale_why[:10]:
        say(f"  {near(path)}: {why}", style="dim")
    show_failures(status.failed)
