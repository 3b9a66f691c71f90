"""A run in a file: JSON Lines, the header first, then one line a question; every number comes back to the bit."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn

from pincite.errors import BaselineError
from pincite.evaluate.runs.judge import rank_of
from pincite.types.golden import CorpusCounts
from pincite.types.run import ChunkCosts, QueryResult, Run

VERSION = 1


def write_run(run: Run, path: Path) -> None:
    """Write a run; the same run gives the same bytes."""
    head = {"pincite_run": VERSION, "questions": len(run.results), **run.header_json()}
    rows = (head, *(result.to_json() for result in run.results))
    text = "".join(json.dumps(row, allow_nan=False) + "\n" for row in rows)
    path.write_text(text, encoding="ascii", newline="\n")


def read_run(path: Path) -> Run:
    """Read what `write_run` wrote.

    Raises BaselineError, with the line, for a file that cannot be read, that is no run or one of a later version, that
    was cut off, or whose values are not what they should be.
    """
    rows = list(_rows(path))
    if not rows:
        raise BaselineError(f"{path} is empty, expected a run: `pincite eval run --out` writes one")
    head = rows[0]
    if not isinstance(head, dict) or head.get("pincite_run") != VERSION:
        found = head.get("pincite_run") if isinstance(head, dict) else None
        raise _broken(
            path, 1, f"found {found!r} as `pincite_run`, expected {VERSION}: no run, or one of another version"
        )
    run = _run(path, head, [_result(path, line, row) for line, row in enumerate(rows[1:], start=2)])
    ids = [result.id for result in run.results]
    if head.get("questions") != len(ids):
        raise _broken(
            path, len(rows), f"found {len(ids)} questions, expected {head.get('questions')!r}: it was cut off"
        )
    deep = next((line for line, one in enumerate(run.results, start=2) if len(one.hits) > run.depth), None)
    if deep is not None:
        raise _broken(path, deep, f"found more than {run.depth} hits, the depth of the run")
    for line, (one, other) in enumerate(pairwise(ids), start=3):
        if one >= other:
            raise _broken(path, line, f"found {other[:60]!r} after {one[:60]!r}, expected ids in order, each once")
    return run


def _rows(path: Path) -> Iterator[Any]:
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise BaselineError(f"{path} cannot be read: {error.strerror}") from error
    if lines[-1]:
        raise _broken(path, len(lines), "the last line has no end: it was cut off")
    for number, line in enumerate(lines[:-1], start=1):
        try:
            yield json.loads(line.decode("utf-8"), parse_constant=_no_number)
        except (ValueError, RecursionError) as error:
            raise _broken(path, number, "it is not JSON in UTF-8") from error


def _run(path: Path, head: dict[str, Any], results: list[QueryResult]) -> Run:
    given = {name: value for name, value in head.items() if name not in {"pincite_run", "questions"}}
    _check(path, 1, given, _HEAD, {"cut": _chance})
    _check(path, 1, given["corpus"], _CORPUS)
    _check(path, 1, given["costs"], _COSTS)
    made = {"corpus": CorpusCounts(**given["corpus"]), "costs": ChunkCosts(**given["costs"]), "results": tuple(results)}
    return Run(**(given | made))


def _result(path: Path, line: int, row: Any) -> QueryResult:
    _check(path, line, row, _RESULT, {"chance": _chance})
    for hit in row["hits"]:
        if not isinstance(hit, list) or len(hit) != len(_HIT) or not all(map(_is, _HIT, hit)):
            raise _broken(
                path, line, f"found the hit {str(hit)[:60]}, expected [document, from, to, score, distance, holds]"
            )
        if not all(_count(number) and number < row["spans"] for number in hit[-1]):
            raise _broken(path, line, f"found a hit that holds {str(hit[-1])[:60]} of {row['spans']} spans")
    result = QueryResult.from_json(row)
    if result.judged and (not result.answerable or not result.spans):
        raise _broken(path, line, "found a judged question without an answer")
    rank = rank_of([hit.holds for hit in result.hits], result.spans, result.rule) if result.judged else None
    if result.rank != rank:
        raise _broken(path, line, f"found the rank {result.rank}, but by what its hits hold it is {rank}")
    if result.destroyed and rank is not None:
        raise _broken(path, line, f"found a needle that no chunk holds in hit {rank}")
    return result


Kind = Callable[[Any], bool]


def _check(
    path: Path, line: int, row: Any, kinds: dict[str, Kind], maybe: Mapping[str, Kind] = MappingProxyType({})
) -> None:
    """Raise BaselineError unless the row has all of `kinds`, and nothing else but what is in `maybe`."""
    if not isinstance(row, dict) or not set(kinds) <= set(row) <= {*kinds, *maybe}:
        found = sorted(row) if isinstance(row, dict) else row
        raise _broken(path, line, f"found {str(found)[:80]}, expected an object of {', '.join(kinds)}")
    for name, kind in {**kinds, **{name: kind for name, kind in maybe.items() if name in row}}.items():
        if not kind(row[name]):
            raise _broken(path, line, f"found {str(row[name])[:60]!r} as `{name}`, which it cannot be")


def _broken(path: Path, line: int, why: str) -> BaselineError:
    return BaselineError(f"{path}, line {line}: {why}. Make the run again with `pincite eval run --out`.")


def _is(kind: Kind, value: Any) -> bool:
    return kind(value)


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 2**53


def _number(value: Any) -> bool:
    return type(value) is float and math.isfinite(value)


def _chance(value: Any) -> bool:
    return _number(value) and 0.0 <= value <= 1.0


def _list(value: Any) -> bool:
    return isinstance(value, list)


def _dict(value: Any) -> bool:
    return isinstance(value, dict)


def _or_none(kind: Kind) -> Kind:
    return lambda value: value is None or kind(value)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


_CORPUS: dict[str, Kind] = {"documents": _count, "characters": _count, "sections": _count, "sha256": _text}
_COSTS: dict[str, Kind] = {"chunks": _count, "tokens": _count, "header_tokens": _count, "over_window": _count}
_HEAD: dict[str, Kind] = {
    "name": _text,
    "strategy": _text,
    "retriever": _text,
    "golden": _text,
    "corpus": _dict,
    "costs": _dict,
    "depth": _count,
    "threshold": _or_none(_number),
    "evidence": _count,
    "settings": _dict,
}
_RESULT: dict[str, Kind] = {
    "id": _text,
    "unit": _text,
    "answerable": _flag,
    "judged": _flag,
    "rank": _or_none(_count),
    "spans": _count,
    "destroyed": _flag,
    "destroyed_in_quote": _flag,
    "style": _text,
    "kind": _text,
    "distance": _text,
    "rule": lambda value: value in ("any", "all"),
    "hits": _list,
}
_HIT: tuple[Kind, ...] = (_text, _count, _count, _number, _number, _list)
