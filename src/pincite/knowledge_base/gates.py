"""Which gate a knowledge base refuses by: the settings, else what it was calibrated to, else what ships."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from pincite.config import Config
from pincite.errors import UsageError
from pincite.gate import calibrated, distance
from pincite.gate.probability import SIGNALS, Model, model_for
from pincite.types.answer import Abstention, Evidence
from pincite.types.calibration import Calibration, GateMode
from pincite.types.embedding import EmbedderProfile
from pincite.types.search import SearchResult

SHIPPED_CUT = 0.5
"""The cut of a shipped model on a knowledge base that was not calibrated: an answer is more likely than none."""


FEWEST_CHUNKS = 20
"""Under so many chunks the model that ships has too few neighbours to hold the first passage against, and refuses whatever is asked.

Measured on stretches of the handbook, 80 to 250 answerable questions each: at 1 to 3 chunks it gives up all of them (the distance
.50 to .55), at 4 .99, at 8 .85, at 16 .70; from 20, the depth of the nearness signal, .66 as at 228 (.65)."""


@dataclass(frozen=True, slots=True)
class DistanceGate:
    """Refuses unless some hit is nearer than `threshold`."""

    threshold: float
    notes: tuple[str, ...] = ()

    def decide(
        self,
        result: SearchResult,
        limit: int,
        unfiltered: Callable[[], SearchResult],  # noqa: ARG002 - fewer hits are never nearer
    ) -> Evidence | Abstention:
        """Evidence or an abstention."""
        return distance.decide(result, result.query, threshold=self.threshold, limit=limit)


@dataclass(frozen=True, slots=True)
class CalibratedGate:
    """Refuses unless the chance that the first hits answer is `cut` or more."""

    model: Model
    cut: float
    notes: tuple[str, ...] = ()

    def decide(self, result: SearchResult, limit: int, unfiltered: Callable[[], SearchResult]) -> Evidence | Abstention:
        """Evidence or an abstention; where there are filters, `unfiltered` searches without them."""
        whole = unfiltered() if result.filters else None
        return calibrated.decide(result, result.query, model=self.model, cut=self.cut, limit=limit, unfiltered=whole)


@dataclass(frozen=True, slots=True)
class InForce:
    """The gate in force: its method, its cut (None: none is known), the refusal model of `calibrated`, and who chose the cut."""

    method: GateMode
    cut: float | None
    by: Literal["settings", "hand", "calibration", "shipped", "none"]
    model: Model | None


def choose_mode(config: Config, calibration: Calibration | None, chunks: int) -> GateMode:
    """The mode that is in force over so many chunks: a threshold that the settings give asks for the distance."""
    if config.gate != "auto":
        return "distance" if _is_too_small(config, calibration, chunks) else config.gate
    return "distance" if calibration is None or config.threshold is not None else calibration.method


def choose_threshold(config: Config, calibration: Calibration | None, measured: float | None) -> float | None:
    """The cosine distance in force: the setting, else the calibrated, else the embedder's own `measured` one; None: unknown."""
    if config.threshold is not None:
        return config.threshold
    return calibration.cut if calibration is not None and calibration.method == "distance" else measured


def choose_gate(
    config: Config, calibration: Calibration | None, profile: EmbedderProfile, contents: str, *, chunks: int
) -> DistanceGate | CalibratedGate:
    """The gate to ask by; its notes say where it rests on a calibration that is stale, or on none.

    `contents` is the hash of what is indexed, in so many `chunks`. Where these are too few for the model that ships, the distance
    decides. Raises UsageError where no threshold or no refusal model is known.
    """
    mode = choose_mode(config, calibration, chunks)
    used = calibration if calibration is not None and calibration.method == mode else None
    own = config.threshold if mode == "distance" else config.cut
    stale = "" if used is None or own is not None else why_stale(used, config, profile.fingerprint, contents)
    notes = _unused(config, mode)
    if used is not None and stale:
        notes = (f"{_what(used)} of {used.date} is stale: {stale}; {_todo(used)}", *notes)
    if _is_too_small(config, calibration, chunks):
        _shipped(config, profile)  # raises where there is none to fall back from
        few = (
            f"the model that ships needs {FEWEST_CHUNKS} chunks or more to judge, found {chunks}: the distance decides"
        )
        notes = (f"{few}; see `pincite calibrate`", *notes)
    if mode == "distance":
        return DistanceGate(distance.check_threshold(choose_threshold(config, used, profile.threshold)), notes)
    if used is not None and used.model is not None:
        return CalibratedGate(Model.from_json(used.model), used.cut if config.cut is None else config.cut, notes)
    return replace(gate := _shipped(config, profile), notes=(*gate.notes, *notes))


def _is_too_small(config: Config, calibration: Calibration | None, chunks: int) -> bool:
    """Whether the calibrated gate is asked for and would rest on the model that ships, with neither cut nor neighbours for it."""
    own = config.cut is not None or (calibration is not None and calibration.method == "calibrated")
    return config.gate == "calibrated" and not own and chunks < FEWEST_CHUNKS


def why_stale(calibration: Calibration, config: Config, fingerprint: str, contents: str) -> str:
    """Why a calibration no longer says what this knowledge base does; empty when it does.

    A cut that was set by hand without an evaluation (`contents` "") says nothing of what is indexed.
    """
    if calibration.fingerprint != fingerprint:
        return f"it is of the embedder {calibration.embedder} ({calibration.fingerprint[:12]})"
    if calibration.model is not None and {*calibration.model["weights"]} != {*SIGNALS}:
        return "this version of Pincite reads other signals"
    if calibration.contents not in {"", contents}:
        return "the index has changed since"
    other = [
        f"{name} {kept}, now {now}"
        for name, now in search_settings(config).items()
        if (kept := calibration.settings.get(name)) != now
    ]
    return f"it was measured with {'; '.join(other)}" if other else ""


def in_force(config: Config, calibration: Calibration | None, profile: EmbedderProfile, *, chunks: int) -> InForce:
    """What a question would be judged by now, over so many chunks, and where the cut comes from; `choose_gate` makes the gate of it."""
    mode = choose_mode(config, calibration, chunks)
    used = calibration if calibration is not None and calibration.method == mode else None
    own = config.threshold if mode == "distance" else config.cut
    model, measured = None, profile.threshold
    if mode == "calibrated":
        kept = used.model if used is not None else None
        model = model_for(profile.fingerprint) if kept is None else Model.from_json(kept)
        measured = None if model is None else SHIPPED_CUT
    if own is not None:
        return InForce(mode, own, "settings", model)
    if used is not None:
        return InForce(mode, used.cut, "hand" if used.by_hand else "calibration", model)
    return InForce(mode, measured, "none" if measured is None else "shipped", model)


def _what(calibration: Calibration) -> str:
    return "the cut by hand" if calibration.by_hand else "the calibration"


def _todo(calibration: Calibration) -> str:
    return "look at it again" if calibration.by_hand else "run `pincite calibrate` again"


def _unused(config: Config, mode: GateMode) -> tuple[str, ...]:
    """Numbers that the settings give to the other gate: who gives one expects to be refused by it."""
    name, value = ("threshold", config.threshold) if mode == "calibrated" else ("cut", config.cut)
    other = "distance" if mode == "calibrated" else "calibrated"
    said = f"{name} = {value} is not used: the gate in force is {mode}; set gate = {other} to refuse by it"
    return () if value is None else (said,)


def search_settings(config: Config) -> dict[str, str | int]:
    """The settings that a gate's numbers depend on."""
    return {"mode": config.mode, "rerank": config.rerank, "pool": config.pool, "evidence": config.evidence}


def _shipped(config: Config, profile: EmbedderProfile) -> CalibratedGate:
    model = model_for(profile.fingerprint)
    if model is None:
        raise UsageError(
            f"gate = calibrated needs a refusal model, and none ships for the embedder {profile.name} "
            f"({profile.fingerprint[:12]}): run `pincite calibrate GOLD`, or set gate = distance and a threshold"
        )
    note = (
        f"not calibrated on these documents: the model that ships refuses under {SHIPPED_CUT}; see `pincite calibrate`"
    )
    return CalibratedGate(model, SHIPPED_CUT, (note,)) if config.cut is None else CalibratedGate(model, config.cut)
