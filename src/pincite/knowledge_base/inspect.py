"""What a knowledge base holds, and whether what it says of itself is true."""

from __future__ import annotations

from collections.abc import Mapping

from pincite.config import Config
from pincite.embed.multilingual import NAME as MULTILINGUAL
from pincite.embed.profiles import SETTINGS
from pincite.errors import SealError, StoreDamaged, UsageError, what_to_do
from pincite.extract.ocr.ocr import find_ocr
from pincite.gate.probability import Model
from pincite.ingest.add import document_id
from pincite.ingest.canaries import encode_canaries, strayed
from pincite.ingest.seal import PIPELINE, check_seal, why_stale
from pincite.ingest.walk import shown
from pincite.knowledge_base.change import INTERRUPTED
from pincite.knowledge_base.gates import choose_mode
from pincite.knowledge_base.gates import why_stale as why_calibration_stale
from pincite.knowledge_base.models import endpoints_of
from pincite.lexical.terms import terms
from pincite.store.open import Store
from pincite.types.calibration import GateMode
from pincite.types.embedding import Embedder
from pincite.types.index import DocumentRecord, Seal
from pincite.types.ingest import Failure, Problem, Status


def status(store: Store, config: Config, threshold: float | None, *, given: bool) -> Status:
    """The counters as the store wrote them, and what can be said without loading a model.

    `given` says that the embedder did not come from the settings, so that its name can't be told from them.
    """
    records, seal, counters = store.documents(), store.seal(), store.counters()
    stale, calibration = _stale(records, config), store.calibration()
    states = store.states()
    return Status(
        **counters,
        states=states,
        failed=tuple(failure(record) for record in records if record.state == "failed"),
        seal=seal.to_json() if seal else None,
        stale=len(stale),
        stale_why=tuple(stale),
        threshold=threshold,
        remote=endpoints_of(config),
        bytes=store.size(),
        gate=choose_mode(config, calibration, counters["chunks"]),
        calibration=calibration,
        calibration_stale=why_calibration_stale(calibration, config, seal.fingerprint, store.contents())
        if calibration and seal
        else "",
        blocked=blocked(seal, config, threshold, choose_mode(config, calibration, counters["chunks"]), given=given),
        unfinished=unfinished(states, building=store.building() is not None),
    )


def blocked(
    seal: Seal | None, config: Config, threshold: float | None, mode: GateMode, *, given: bool
) -> tuple[str, ...]:
    """What makes every question fail, as far as names and versions tell, with what to do."""
    if seal is None:
        return ()
    todo = "or run `pincite reindex`; until then every `add`, `search` and `ask` fails"
    if not given and _is_another(seal.embedder, config):
        return (
            f"the index was built by {seal.embedder}, the settings name the embedder {_named(config)}: set `embedder` back, {todo}",
        )
    if seal.pipeline != PIPELINE:
        return (
            f"the index was built by pipeline {seal.pipeline}, this Pincite has {PIPELINE}: use the older Pincite, {todo}",
        )
    if mode == "distance" and threshold is None and not given:
        return (
            "no threshold is known for this embedder: set `threshold`, or run `pincite calibrate GOLD`; until then every `ask` fails",
        )
    return ()


def _named(config: Config) -> str:
    return (config.embedder_model or "") if config.embedder == "endpoint" else config.embedder


def _is_another(built_by: str, config: Config) -> bool:
    """Whether the settings surely name another embedder; of a folder of one's own only the names that we know are told apart."""
    known = {*SETTINGS, MULTILINGUAL}
    if config.embedder == "endpoint" or config.embedder in known:
        return built_by != _named(config)
    return built_by in known


def unfinished(states: Mapping[str, int], *, building: bool) -> tuple[str, ...]:
    """What was begun and not ended, with the command that goes on."""
    waiting = sum(states.get(state, 0) for state in INTERRUPTED)
    found = []
    if waiting:
        are = "document is" if waiting == 1 else "documents are"
        found.append(f"{waiting} {are} on the way: run `pincite retry` unless another process is at work on them")
    if building:
        found.append("a reindex was begun: run `pincite reindex` to go on, unless another process is at it")
    return tuple(found)


def failure(record: DocumentRecord) -> Failure:
    """The record of a failed document as a person is told it."""
    return Failure(record.path, record.error_code, record.error, record.retryable, what_to_do(record.error_code))


def doctor(store: Store, embedder: Embedder, config: Config) -> list[Problem]:
    """Everything that can be checked: counters, quotes, norms, postings, the file itself, stale documents, canaries."""
    problems = store.check(terms)
    try:
        return problems + _beyond_the_file(store, embedder, config)
    except StoreDamaged as error:
        return [*problems, Problem("records", "knowledge_base.db", str(error))]


def _beyond_the_file(store: Store, embedder: Embedder, config: Config) -> list[Problem]:
    """What takes more than the file to judge: names, versions and the embedder."""
    seal = store.seal()
    if seal is None:
        return []
    records = [record for record in store.documents() if record.state == "indexed"]
    problems = [Problem("stale", path, why) for path, why in _stale(records, config)]
    problems += [Problem("records", record.path, _MISNAMED) for record in records if not _is_named_right(record)]
    try:
        check_seal(seal, embedder.profile)
    except SealError as error:
        return [*problems, Problem("seal", seal.fingerprint[:12], str(error))]
    problems += _refusal_model(store)
    kept, today = store.canaries(), encode_canaries(embedder)
    if kept.shape != today.shape:
        return [*problems, Problem("canary", "seal", f"found {len(kept)} stored vectors, expected {len(today)}")]
    for text, distance in strayed(kept, today):
        found = f"today's vector is {distance:.4f} from the stored one: the runtime gives other vectors, reindex"
        problems.append(Problem("canary", text, found))
    return problems


def _refusal_model(store: Store) -> list[Problem]:
    """What keeps the calibrated gate from asking, so that `ask` is not the first to say it."""
    calibration = store.calibration()
    if calibration is not None and calibration.model is not None:
        try:
            Model.from_json(calibration.model)
        except UsageError as error:
            return [Problem("calibration", calibration.date, str(error))]
    return []


_MISNAMED = "its id, path and hash do not belong together"


def _is_named_right(record: DocumentRecord) -> bool:
    expected = document_id(record.path_bytes, record.source_sha256), shown(record.path_bytes)
    return (record.document_id, record.path) == expected


def _stale(records: list[DocumentRecord], config: Config) -> list[tuple[str, str]]:
    engine = find_ocr(config.ocr, config.ocr_languages)
    name = engine.name if engine else None
    reasons = [(r.path, why_stale(r, config.target, name)) for r in records if r.state == "indexed"]
    return [(path, why) for path, why in reasons if why]
