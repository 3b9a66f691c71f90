"""TREC's files: qrels (judgements) and runs (rankings), and BEIR's table of judgements."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, unquote

from pincite.errors import GoldenError
from pincite.evaluate.golden.rows import read_bytes, shown

Qrels = dict[str, dict[str, int]]
"""By question id, the grade of each judged document or chunk."""
TrecRun = dict[str, list[tuple[str, float]]]
"""By question id, documents or chunks with their scores, best first."""

BEIR_HEAD = ("query-id", "corpus-id", "score")
_LARGEST = 1000
_NOT_IN_A_COLUMN = re.compile(r"[\ufeff\s%\x1c-\x1f\x85]")
_CODES = re.compile("(?:%[0-9A-F]{2})+")


def read_qrels(path: Path) -> Qrels:
    """The judgements of `qid 0 docno grade` (TREC) or `query-id TAB corpus-id TAB score` (BEIR), told by their columns.

    Raises GoldenError for a malformed line and for a document that is judged twice for one question.
    """
    found: Qrels = {}
    for where, cells in _lines(path):
        if tuple(cells) == BEIR_HEAD:
            continue
        if len(cells) not in {3, 4}:
            raise GoldenError(f"{where}: found {len(cells)} columns, expected `qid 0 docno grade`: correct the line")
        id_, name = (cells[0], cells[1]) if len(cells) == 3 else (_plain(cells[0]), _plain(cells[2]))
        grade = _grade(cells[-1], where)
        if found.setdefault(id_, {}).setdefault(name, grade) != grade:
            raise GoldenError(f"{where}: found a second grade for {shown(name)}, expected one: take one line out")
    return found


def read_trec_run(path: Path) -> TrecRun:
    """The rankings of `qid Q0 docno rank score tag`, in the order that trec_eval derives: by score, the rank is not read.

    Equal scores stand by document id, the greater one first, as trec_eval has them. Raises GoldenError for a malformed line and for
    a document that stands twice in one ranking.
    """
    found: dict[str, dict[str, float]] = {}
    for where, cells in _lines(path):
        if len(cells) != 6:
            expected = "`qid Q0 docno rank score tag`"
            raise GoldenError(f"{where}: found {len(cells)} columns, expected {expected}: correct the line")
        ranking, name = found.setdefault(_plain(cells[0]), {}), _plain(cells[2])
        if name in ranking:
            raise GoldenError(f"{where}: found {shown(name)} a second time, expected once: take one line out")
        ranking[name] = _score(cells[4], where)
    return {id_: _best_first(ranking) for id_, ranking in found.items()}


def escaped(id_: str) -> str:
    """An id as one column of a TREC file: white space and `%` are percent-encoded.

    >>> escaped("my notes.md")
    'my%20notes.md'
    """
    return _NOT_IN_A_COLUMN.sub(lambda sign: quote(sign[0], safe=""), id_)


def _plain(cell: str) -> str:
    """The id that `escaped` made a column of; other percent signs stand for themselves."""
    return _CODES.sub(lambda codes: _decoded(codes[0]), cell)


def _decoded(codes: str) -> str:
    text = unquote(codes, errors="replace")
    return text if not _NOT_IN_A_COLUMN.sub("", text) else codes


def _best_first(ranking: dict[str, float]) -> list[tuple[str, float]]:
    return sorted(sorted(ranking.items(), reverse=True), key=lambda pair: pair[1], reverse=True)


def _lines(path: Path) -> Iterator[tuple[str, list[str]]]:
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except ValueError:
        raise GoldenError(f"{path} is not UTF-8: save it again as UTF-8") from None
    for number, line in enumerate(text.split("\n"), 1):
        cells = line.rstrip("\r").split("\t") if "\t" in line else line.split()
        if any(cells):
            yield f"{path}, line {number}", cells


def _grade(cell: str, where: str) -> int:
    try:
        value = float(cell)
    except ValueError:
        value = math.nan
    if not abs(value) <= _LARGEST or value != int(value):
        raise GoldenError(f"{where}: found the grade {shown(cell)}, expected a whole number: correct the line")
    return int(value)


def _score(cell: str, where: str) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise GoldenError(f"{where}: found the score {shown(cell)}, expected a number: correct the line")
    return value
