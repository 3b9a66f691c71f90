"""What the README says of the handbook is what its committed baseline holds."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ASKED = json.loads((ROOT / "benchmarks" / "handbook" / "baseline.json").read_text(encoding="utf-8"))["questions"]


def shares(style: str) -> list[float]:
    """R@1, R@4, R@20 and MRR of the questions in one phrasing: `a` the chapter's words, `b` a hurried user's."""
    ranks = [row["rank"] for name, row in ASKED.items() if re.fullmatch(rf"hb-\d+{style}", name)]
    found = [sum(rank is not None and rank <= k for rank in ranks) / len(ranks) for k in (1, 4, 20)]
    return [*found, sum(1 / rank for rank in ranks if rank) / len(ranks)]


@pytest.mark.parametrize(("row", "style"), [("in the words of the chapter", "a"), ("a hurried user's", "b")])
def test_the_table_of_the_readme_holds_the_shares_of_the_baseline(row, style):
    cells = re.search(rf"^\| {row} \|(.*)\|$", README, re.MULTILINE).group(1).split("|")
    claimed = [float(cell.split("[")[0]) for cell in cells[1:]]
    assert claimed == pytest.approx(shares(style), abs=0.005)


def test_the_counts_of_bluffs_and_answers_given_up_in_the_readme_are_those_of_the_baseline():
    outcomes = Counter(row["outcome"] for row in ASKED.values())
    assert re.search(r"(\d+) of 73 unanswerable", README).group(1) == str(outcomes["bluff"])
    assert re.search(r"(\d+) of 120 answers are given up", README).group(1) == str(outcomes["given up"])
