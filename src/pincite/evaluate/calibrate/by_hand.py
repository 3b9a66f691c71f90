"""A cut that a person chose, looking at what it does: kept where a calibration is kept, and certified by nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

from pincite.errors import UsageError
from pincite.evaluate.calibrate.curve import Seen, point
from pincite.gate.calibrated import check_cut
from pincite.gate.distance import check_threshold
from pincite.gate.probability import Model, model_for
from pincite.knowledge_base.door import KnowledgeBase
from pincite.knowledge_base.gates import search_settings
from pincite.types.calibration import Calibration, GateMode, Rate

NOTHING = Rate(0, 0, None, None)


@dataclass(frozen=True, slots=True)
class LookedAt:
    """The evaluation that a person looked at: its questions, the hash of its golden set, and that of what was indexed then."""

    seen: Sequence[Seen]
    golden: str
    contents: str


def set_by_hand(kb: KnowledgeBase, method: GateMode, cut: float, looked_at: LookedAt | None = None) -> Calibration:
    """Refuse by this cut from now on, in place of a calibration; the same cut as now changes nothing.

    `looked_at` None: nothing is told of bluffs and answers given up. Raises UsageError for a number that is no cosine distance (0 to 2)
    or no chance (0 to 1), where the settings choose the gate themselves, and for `calibrated` without a refusal model.
    """
    value = check_threshold(cut) if method == "distance" else check_cut(cut)
    _check_settings(kb, method)
    before = kb.calibration()
    if before is not None and (before.method, before.cut) == (method, value):
        return before
    found = _record(kb, method, value, _model(kb, before, method), looked_at)
    kb.set_calibration(found)
    return found


def _check_settings(kb: KnowledgeBase, method: GateMode) -> None:
    config = kb.config
    said = {
        "threshold": config.threshold,
        "cut": config.cut,
        "gate": None if config.gate in {"auto", method} else config.gate,
    }
    for name, value in said.items():
        if value is not None:
            raise UsageError(
                f"the settings of this knowledge base say {name} = {value}, which comes before what is set here: take it out of "
                "pincite.toml and of the environment first"
            )


def _model(kb: KnowledgeBase, before: Calibration | None, method: GateMode) -> tuple[Model | None, str]:
    """The refusal model that the cut is for, and where its weights come from."""
    profile = kb.embedder.profile
    if method == "distance":
        return None, ""
    if before is not None and before.model is not None:
        return Model.from_json(before.model), before.weights
    model = model_for(profile.fingerprint)
    if model is None:
        raise UsageError(
            f"no refusal model ships for the embedder {profile.name} ({profile.fingerprint[:12]}): calibrate, or set a cosine distance"
        )
    return model, "shipped"


def _record(
    kb: KnowledgeBase, method: GateMode, cut: float, model: tuple[Model | None, str], looked_at: LookedAt | None
) -> Calibration:
    profile, (found, weights) = kb.embedder.profile, model
    rates = point(looked_at.seen, method, cut) if looked_at else None
    return Calibration(
        method=method,
        cut=cut,
        model=None if found is None else asdict(found),
        weights=weights,
        embedder=profile.name,
        fingerprint=profile.fingerprint,
        contents=looked_at.contents if looked_at else "",
        golden=looked_at.golden if looked_at else "",
        out_of_domain="",
        questions=dict(Counter(one.kind or one.group for one in looked_at.seen)) if looked_at else {},
        bluffs={name: rate for name, rate in rates.bluffs.items() if name != "all" and rate.n} if rates else {},
        given_up=rates.given_up if rates else NOTHING,
        certificates=(),
        settings=search_settings(kb.config),
        date=datetime.now(UTC).date().isoformat(),
        by_hand=True,
    )
