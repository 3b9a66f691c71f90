"""Every promise of the table of hostile files is kept by a test that is there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from pincite.errors import EXTRACT_CODES

ROOT = Path(__file__).parents[2]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("|") and "::" in line
]


@cache
def names_in(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_test_that_a_row_names_is_there_and_so_are_its_codes(row):
    path, _, name = row[-1].strip("`").partition("::")
    assert name in names_in(path)
    assert set(re.findall(r"`(\w+)`", row[2])) <= set(EXTRACT_CODES)


def test_every_code_stands_in_the_table():
    assert {code for row in ROWS for code in re.findall(r"`(\w+)`", row[2])} == set(EXTRACT_CODES)
