"""Recall of the verifier on made-up faults, family by family, and its false alarms on faithful answers.

    python benchmarks/verify_answers.py benchmarks/verifier/open.jsonl [--json FILE] [--show FAMILY]

A row is `{id, family, lang, quotes, answer, faulty, note}`: the answer cites its quotes by number. An alarm is any claim that
does not hold, or a violation. With the weights of all-MiniLM-L6-v2 at hand (`pincite weights`) meaning is scored by its token
vectors; `--words-only` leaves them out. There is no index here, so every content word weighs the same.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from pincite.answer.invented import invented
from pincite.answer.markers import read_markers
from pincite.answer.verify import Scorers, verify
from pincite.config import Config
from pincite.evaluate.statistics.wilson import wilson
from pincite.knowledge_base.models import load_embedder
from pincite.knowledge_base.relevance import claim_meaning
from pincite.types.answer import Citation
from pincite.types.locator import Locator

NO_INDEX: Any = SimpleNamespace(lengths=[0] * 1000, piece_frequency=lambda ids: np.zeros(len(ids), np.float32))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=Path)
    parser.add_argument("--json", type=Path, help="write the table there")
    parser.add_argument("--show", help="print the rows of this family that went wrong, or `all`")
    parser.add_argument("--words-only", action="store_true", help="without token vectors")
    args = parser.parse_args()
    scorers = Scorers() if args.words_only else Scorers(claim_meaning(load_embedder(Config(threads=1)), NO_INDEX))
    rows = [json.loads(line) for line in args.rows.read_text(encoding="utf-8").splitlines()]
    alarms: dict[tuple[bool, str], list[bool]] = defaultdict(list)
    for row in rows:
        said = judged(row, scorers)
        alarms[row["faulty"], row["family"]].append(bool(said))
        alarms[row["faulty"], "all"].append(bool(said))
        if args.show in {row["family"], "all"} and bool(said) != row["faulty"]:
            print(json.dumps({**row, "said": said}, ensure_ascii=False, indent=1))
    table = [line(family, found, faulty=faulty) for (faulty, family), found in sorted(alarms.items())]
    for one in table:
        print(
            f"{one['kind']:12} {one['family']:22} {one['hits']:4} of {one['n']:4}  {one['share']:.3f} [{one['low']:.3f}, {one['high']:.3f}]"
        )
    if args.json:
        args.json.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


def judged(row: dict[str, Any], scorers: Scorers) -> list[str]:
    """What the verifier says against an answer."""
    citations = [citation(number, quote) for number, quote in enumerate(row["quotes"], 1)]
    reading = read_markers(row["answer"], len(citations))
    claims = verify(row["answer"], reading, citations, scorers)
    said = [f"{found.kind}: {found.text}" for found in invented(reading.violations, claims, citations)]
    for claim in claims:
        if not claim.holds:
            reasons = [f"{reason.kind} {reason.text!r} instead {reason.instead!r}" for reason in claim.reasons]
            said.append(f"{claim.verdict} ({claim.support}): {reasons} in {row['answer'][claim.start : claim.end]!r}")
    return said


def citation(number: int, quote: str) -> Citation:
    return Citation(number, f"d{number}", "d.txt", "d.txt", "", "", quote, 0.4, 1.0, Locator(0, len(quote)))


def line(family: str, found: Sequence[bool], *, faulty: bool) -> dict[str, Any]:
    share = wilson(sum(found), len(found))
    kind = "recall" if faulty else "false alarm"
    shown = {"share": share.value, "low": share.low, "high": share.high}
    return {"kind": kind, "family": family, "hits": sum(found), "n": len(found), **shown}


if __name__ == "__main__":
    main()
