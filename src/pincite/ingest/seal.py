"""What an index is sealed with, and when a document in it is stale."""

from __future__ import annotations

from pincite.errors import SealError
from pincite.extract.formats import current_extractor
from pincite.extract.ocr.ocr import expected_extractor
from pincite.types.embedding import EmbedderProfile
from pincite.types.index import DocumentRecord, Seal

PIPELINE = "1"
"""Raised whenever chunks, headers, terms or the compression of token vectors change."""


def make_seal(profile: EmbedderProfile) -> Seal:
    """The seal of an index that this embedder builds today."""
    return Seal(
        embedder=profile.name,
        fingerprint=profile.fingerprint,
        dimensions=profile.dimensions,
        window=profile.window,
        pooling=profile.pooling,
        projection=profile.projection,
        pipeline=PIPELINE,
    )


def check_seal(seal: Seal, profile: EmbedderProfile) -> None:
    """Raise SealError unless this embedder may write to, or search, an index under `seal`."""
    if seal.fingerprint != profile.fingerprint:
        raise SealError(
            f"the index was built by {seal.embedder} ({seal.fingerprint[:12]}, {seal.dimensions} dimensions), "
            f"but the embedder is {profile.name} ({profile.fingerprint[:12]}, {profile.dimensions} dimensions): "
            f"set `embedder` back, or run `pincite reindex` to build the index anew"
        )
    if (seal.projection, seal.pooling) != (profile.projection, profile.pooling):
        raise SealError(
            f"the index was built with projection {seal.projection} and {seal.pooling} pooling, "
            f"the embedder {profile.name} has {profile.projection} and {profile.pooling}: run `pincite reindex`"
        )
    if seal.pipeline != PIPELINE:
        raise SealError(
            f"the index was built by pipeline {seal.pipeline}, this Pincite has pipeline {PIPELINE}: "
            f"run `pincite reindex` to build the index anew"
        )


def built_with(target: int) -> str:
    """What a document's chunks depend on besides its text and the embedder: the pipeline and the setting `target`.

    >>> built_with(400)
    '1, target 400'
    """
    return f"{PIPELINE}, target {target}"


def why_stale(record: DocumentRecord, target: int, ocr: str | None) -> str:
    """Why today's Pincite, under these settings, would index this document differently; empty when it would not.

    `ocr` is the name of the engine that would read pictures today, None where there is none.
    """
    if record.pipeline != built_with(target):
        return f"built by pipeline {record.pipeline}, now {built_with(target)}"
    extractor = expected_extractor(record.extractor, current_extractor(record.type), ocr)
    return f"read by {record.extractor}, now {extractor}" if record.extractor != extractor else ""
