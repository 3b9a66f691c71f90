"""Texts whose vectors are kept with the seal: they tell whether today's runtime still gives the same vectors."""

from __future__ import annotations

import numpy as np

from pincite.types.embedding import F32, Embedder

CANARIES = (
    "A citation names the exact place.",
    "RULE-A002 costs 12.50 EUR; see section 4 (b).",
    "El índice queda sellado con el modelo que lo construyó.",
)
TOLERANCE = 1e-3
"""How far, in cosine distance, a canary's vector may be from the stored one: bf16 stays well below."""


def encode_canaries(embedder: Embedder) -> F32:
    """The vectors of the canaries, `(3, d)`, unit rows."""
    return np.stack([encoded.vector for encoded in embedder.passages(CANARIES)])


def strayed(stored: F32, today: F32) -> list[tuple[str, float]]:
    """The canaries that moved by more than the tolerance, each with its cosine distance to the stored vector."""
    distances = 1.0 - np.einsum("ij,ij->i", stored, today)
    return [(text, float(d)) for text, d in zip(CANARIES, distances, strict=True) if not d <= TOLERANCE]
