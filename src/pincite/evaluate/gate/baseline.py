"""A baseline: a run as a file of a few lines and one line a question, to be reviewed and committed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from pincite import __version__
from pincite.errors import BaselineError
from pincite.evaluate.gate.floors import TOLERANCE, Bounds, bounds
from pincite.evaluate.gate.record import Record, records_of
from pincite.evaluate.refusal.outcome import gate_of
from pincite.types.golden import CorpusCounts
from pincite.types.run import Run

FORMAT = 1
_REMEDY = "restore it, or move it away and write a new one with --update"


@dataclass(frozen=True, slots=True)
class Baseline:
    """What a later run is held against: which questions and corpus, the bounds, and what became of each question.

    `setup` is how it was measured (strategy, retriever, depth, threshold, evidence, pool, and the run's settings with the
    embedder's fingerprint); `tolerance` is how far under their first value the floors were set.
    """

    golden: str
    corpus: CorpusCounts
    pincite: str
    setup: dict[str, Any]
    tolerance: float
    bounds: Bounds
    records: dict[str, Record]

    @property
    def depth(self) -> int:
        """How many hits each question was given."""
        return int(self.setup["depth"])


def baseline_of(run: Run, *, tolerance: float = TOLERANCE) -> Baseline:
    """A first baseline: the run itself, its floors `tolerance` under what it measured."""
    records = records_of(run)
    return Baseline(
        run.golden, run.corpus, __version__, setup_of(run), tolerance, bounds(records, run.depth, tolerance), records
    )


def setup_of(run: Run) -> dict[str, Any]:
    """How a run was measured; `gate` and `cut` only where the calibrated one was in force, as older baselines have it."""
    return {
        "strategy": run.strategy,
        "retriever": run.retriever,
        "depth": run.depth,
        "threshold": run.threshold,
        "evidence": run.evidence,
        "pool": gate_of(run).pool,
        **({} if run.cut is None else {"gate": "calibrated", "cut": run.cut}),
        "settings": run.settings,
    }


def write_baseline(baseline: Baseline, path: Path) -> None:
    """Write the file; keys in a fixed order and one question a line, so that a difference can be read.

    Raises BaselineError when it cannot be written.
    """
    parts = {
        "format": FORMAT,
        "golden": baseline.golden,
        "corpus": baseline.corpus.to_json(),
        "pincite": baseline.pincite,
        "setup": baseline.setup,
        "tolerance": baseline.tolerance,
    }
    lines = [f'  "{name}": {_json(value)}' for name, value in parts.items()]
    lines += [_block(name, value) for name, value in baseline.bounds.to_json().items()]
    lines.append(_block("questions", {key: record.to_json() for key, record in sorted(baseline.records.items())}))
    try:
        path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    except OSError as error:
        raise BaselineError(f"{path} cannot be written: {error.strerror}; name another file") from error


def read_baseline(path: Path) -> Baseline:
    """The baseline in a file; raises BaselineError where there is none, or the file is something else."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"), parse_constant=_no_number)
    except FileNotFoundError as error:
        raise missing(path) from error
    except OSError as error:
        raise BaselineError(f"{path} cannot be read: {error.strerror}; name another file") from error
    except (ValueError, RecursionError) as error:
        raise BaselineError(f"{path} is not JSON in UTF-8: {_REMEDY}") from error
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        what = found.get("format") if isinstance(found, dict) else type(found).__name__
        raise BaselineError(
            f"{path} has the format {what!r}, expected a baseline of format {FORMAT}: name another file"
        )
    try:
        return _baseline(found)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        why = f"{type(error).__name__}: {str(error)[:200]}"
        raise BaselineError(f"{path} is no whole baseline ({why}): {_REMEDY}") from error


def missing(path: Path) -> BaselineError:
    """The error of a file that is not there, which says what to run."""
    return BaselineError(
        f"there is no baseline at {path}: run the same command once more with --update to make one of what is measured now, "
        "look at it, and commit it"
    )


def _baseline(found: dict[str, Any]) -> Baseline:
    setup, counts = found["setup"], CorpusCounts(**found["corpus"])
    floors, ceilings = found["floors"], found["ceilings"]
    _expect("setup", setup, isinstance(setup, dict) and _whole(setup["depth"]) and setup["depth"] > 0)
    _expect("corpus", found["corpus"], isinstance(counts.sha256, str) and _whole(counts.documents, counts.characters))
    _expect("golden", found["golden"], isinstance(found["golden"], str))
    _expect("tolerance", found["tolerance"], _share(found["tolerance"]) and found["tolerance"] < 1)
    _expect("floors", floors, _share(*floors.values()))
    _expect("ceilings", ceilings, _whole(*ceilings.values()))
    return Baseline(
        golden=found["golden"],
        corpus=counts,
        pincite=str(found["pincite"]),
        setup=setup,
        tolerance=float(found["tolerance"]),
        bounds=Bounds({name: float(value) for name, value in floors.items()}, ceilings),
        records={key: Record.from_json(row) for key, row in found["questions"].items()},
    )


def _expect(name: str, value: Any, right: bool) -> None:  # noqa: FBT001 - read aloud it is a sentence
    if not right:
        raise ValueError(f"found {str(value)[:100]} as `{name}`, which it cannot be")


def _whole(*values: object) -> bool:
    return all(type(value) is int and 0 <= value < 2**53 for value in values)


def _share(*values: object) -> bool:
    return all(type(value) in (int, float) and 0 <= value <= 1 for value in values)  # type: ignore[operator]


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _block(name: str, values: Mapping[str, Any]) -> str:
    """An object with one member a line."""
    inside = ",\n".join(f"    {json.dumps(key, ensure_ascii=False)}: {_json(value)}" for key, value in values.items())
    return f'  "{name}": {{\n{inside}\n  }}' if values else f'  "{name}": {{}}'


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
