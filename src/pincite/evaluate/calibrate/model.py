"""Which refusal model a knowledge base has, and how to tell one from another."""

from __future__ import annotations

import json
from hashlib import sha256

from pincite.gate.probability import Model, model_for
from pincite.types.calibration import Calibration


def model_of(calibration: Calibration | None, fingerprint: str) -> Model | None:
    """The refusal model that a knowledge base has: the calibrated one, else the one that ships for its embedder; None: neither."""
    if calibration is not None and calibration.model is not None:
        return Model.from_json(calibration.model)
    return model_for(fingerprint)


def model_sha256(model: Model | None) -> str:
    """A hash of what a refusal model says; empty for none."""
    if model is None:
        return ""
    says = [model.intercept, dict(model.weights), dict(model.common)]
    return sha256(json.dumps(says, sort_keys=True).encode()).hexdigest()
