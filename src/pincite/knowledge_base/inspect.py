"""What a knowledge base holds, and whether what it says of itself is true."""

from __future__ import annotations

from pincite.config import Config
from pincite.errors import WHAT_TO_DO
from pincite.extract.formats import current_extractor
from pincite.ingest.canaries import encode_canaries, strayed
from pincite.ingest.seal import why_stale
from pincite.knowledge_base.models import endpoints_of
from pincite.lexical.terms import terms
from pincite.store.open import Store
from pincite.types.embedding import Embedder
from pincite.types.index import DocumentRecord, Seal
from pincite.types.ingest import Failure, Problem, Status


def status(store: Store, config: Config, threshold: float | None) -> Status:
    """The counters as the store wrote them, and what can be said without loading a model."""
    records, seal, counters = store.documents(), store.seal(), store.counters()
    stale = _stale(records, seal)
    return Status(
        **counters,
        states=store.states(),
        failed=tuple(failure(record) for record in records if record.state == "failed"),
        seal=seal.to_json() if seal else None,
        stale=len(stale),
        stale_why=tuple(stale),
        threshold=threshold,
        remote=endpoints_of(config),
        bytes=store.size(),
    )


def failure(record: DocumentRecord) -> Failure:
    """The record of a failed document as a person is told it."""
    hint = WHAT_TO_DO.get(record.error_code, "see that the embedder answers, then `pincite retry`")
    return Failure(record.path, record.error_code, record.error, record.retryable, hint)


def doctor(store: Store, embedder: Embedder) -> list[Problem]:
    """Everything that can be checked: counters, quotes, norms, postings, the file itself, stale documents, canaries."""
    problems = store.check(terms)
    seal = store.seal()
    if seal is None:
        return problems
    problems += [Problem("stale", path, why) for path, why in _stale(store.documents(), seal)]
    if seal.fingerprint != embedder.profile.fingerprint:
        found = f"the index was built by {seal.embedder}, the embedder is {embedder.profile.name}"
        return [*problems, Problem("seal", seal.fingerprint[:12], found)]
    for text, distance in strayed(store.canaries(), encode_canaries(embedder)):
        found = f"today's vector is {distance:.4f} from the stored one: the runtime gives other vectors, reindex"
        problems.append(Problem("canary", text, found))
    return problems


def _stale(records: list[DocumentRecord], seal: Seal | None) -> list[tuple[str, str]]:
    if seal is None:
        return []
    reasons = [(r.path, why_stale(r, seal.pipeline, current_extractor)) for r in records if r.state == "indexed"]
    return [(path, why) for path, why in reasons if why]
