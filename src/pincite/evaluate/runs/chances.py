"""What the calibrated gate reads of every search of a run, where it is the gate in force."""

from __future__ import annotations

from dataclasses import replace

from pincite.config import Config
from pincite.knowledge_base.gates import CalibratedGate, choose_gate, choose_mode
from pincite.types.calibration import Calibration
from pincite.types.embedding import EmbedderProfile
from pincite.types.golden import GoldenSet
from pincite.types.run import Run
from pincite.types.search import SearchResult


class Chances:
    """The chance that each search answers, by its words, while a run is made; nothing where the distance is in force.

    Raises UsageError, as `ask` would, where the calibrated gate is asked for and no refusal model is known.
    """

    def __init__(
        self, config: Config, calibration: Calibration | None, profile: EmbedderProfile, contents: str, chunks: int
    ) -> None:
        self._gate: CalibratedGate | None = None
        self._found: dict[str, float | None] = {}
        if choose_mode(config, calibration, chunks) == "calibrated":
            gate = choose_gate(config, calibration, profile, contents, chunks=chunks)
            self._gate = gate if isinstance(gate, CalibratedGate) else None

    def hear(self, result: SearchResult) -> None:
        """Note what the gate reads of a search; None where it gave no signals."""
        if self._gate is not None:
            seen = result.signals
            self._found[result.query] = None if seen is None else self._gate.model.judge(seen).probability

    def into(self, run: Run, golden: GoldenSet) -> Run:
        """The run with the cut of the gate and the chance of each question; as it is where the distance is in force."""
        if self._gate is None:
            return run
        words = {question.id: question.question for question in golden.questions}
        results = tuple(replace(result, chance=self._found[words[result.id]]) for result in run.results)
        return replace(run, cut=float(self._gate.cut), results=results)
