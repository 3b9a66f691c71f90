"""The public door: a knowledge base in a folder, and the two walks, `add` and `ask`."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from types import TracebackType
from typing import Self

from pincite.answer.citations import best_at_both_ends, cite
from pincite.answer.prompt import build_prompt
from pincite.answer.verify import Scorers
from pincite.answer.write import Generator, write_answer
from pincite.config import Config, load_config
from pincite.embed.profiles import SETTINGS
from pincite.errors import NotReady, SealError
from pincite.gate.join import join_neighbours
from pincite.ingest.compare import Difference, compare
from pincite.ingest.seal import check_seal
from pincite.ingest.walk import absolute
from pincite.knowledge_base import change, inspect
from pincite.knowledge_base.gates import choose_gate, choose_threshold
from pincite.knowledge_base.models import load_cross_encoder, load_embedder, load_generator
from pincite.knowledge_base.opened import open_at_sentences
from pincite.knowledge_base.relevance import claim_meaning, claim_reading, rarity, sentence_relevance
from pincite.knowledge_base.turns import Judged, judge_turns
from pincite.retrieve.rerank import CrossEncoder
from pincite.retrieve.search import search
from pincite.retrieve.unseen import unseen_words
from pincite.store.open import Store
from pincite.store.view import View
from pincite.types.answer import Abstention, Answer, Citation, Evidence
from pincite.types.calibration import Calibration
from pincite.types.document import Document
from pincite.types.embedding import Embedder
from pincite.types.index import DocumentRecord, IndexView, StoredChunk
from pincite.types.ingest import AddReport, Problem, Status, Watch
from pincite.types.inspection import Inspection
from pincite.types.search import Lists, Mode, Rerank, SearchResult
from pincite.types.turn import Turn

AnyPath = str | bytes | os.PathLike[str]


class KnowledgeBase:
    """One knowledge base in one folder, which the first `add` creates.

    `config` is read from `pincite.toml` in the folder and from the environment when None. Models are loaded when
    they are first needed, once; `say` is told before weights are fetched. Threads may share one object, and several processes
    may open one folder.

        kb = KnowledgeBase("papers.kb")
        kb.add("papers")
        kb.search("boundary chunking").hits[0].quote
        kb.ask("What does overlap cost?").answered
    """

    def __init__(
        self,
        folder: str | Path,
        *,
        config: Config | None = None,
        embedder: Embedder | None = None,
        generator: Generator | None = None,
        say: Callable[[str], None] | None = None,
    ) -> None:
        self.folder = Path(folder)
        self.config = config or load_config(self.folder)
        self._embedder = embedder
        self._generator = generator
        self._say = say
        self._store: Store | None = None
        self._lock = threading.RLock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file; the object may be used again."""
        with self._lock:
            if self._store:
                self._store.close()
                self._store = None

    @property
    def embedder(self) -> Embedder:
        """The embedder that the settings name, loaded at the first use."""
        with self._lock:
            if self._embedder is None:
                self._embedder = load_embedder(self.config, self._say)
            return self._embedder

    @property
    def cross_encoder(self) -> CrossEncoder | None:
        """The cross-encoder that the settings name, loaded at the first use; None when they name none."""
        with self._lock:
            return self._known_cross_encoder

    @property
    def generator(self) -> Generator | None:
        """What writes answers: the one that was given, else the one that the settings name, loaded at the first use; None: extractive."""
        with self._lock:
            return self._known_generator

    @cached_property
    def _known_cross_encoder(self) -> CrossEncoder | None:
        return load_cross_encoder(self.config)

    @cached_property
    def _known_generator(self) -> Generator | None:
        return self._generator or load_generator(self.config)

    @property
    def threshold(self) -> float | None:
        """The cosine distance under which a chunk is evidence: the setting, else the calibrated, else the embedder's; None: unknown."""
        return choose_threshold(self.config, self.calibration(), self.embedder.profile.threshold)

    def add(
        self,
        *paths: AnyPath,
        tags: Sequence[str] = (),
        sync: bool = False,
        watch: Watch | None = None,
        within: AnyPath | None = None,
    ) -> AddReport:
        """Index files and folders: new ones are added, changed ones replaced, unchanged ones left alone.

        `tags` go to every document that is added; `sync` also removes documents whose files are gone from the folders.
        A link in a folder is followed within that folder, one that is named itself within `within` (None: anywhere).
        A file that fails does so alone and is listed in the report. Raises UsageError for a path that does not exist,
        SealError when another embedder built the index.
        """
        files = change.files_under(paths, self.folder, within)
        store = self._open(create=True)
        return change.add(
            store, self.config, self.embedder, paths, files, tags=tags, sync=sync, watch=watch, say=self._say
        )

    def retry(self, *paths: AnyPath, watch: Watch | None = None) -> AddReport:
        """Try again the documents that failed and that a retry can help, and those that were interrupted.

        With `paths`, every failed document under them is tried, whatever it failed with.
        """
        return change.retry(self._open(), self.config, self.embedder, paths, watch=watch, say=self._say)

    def remove(self, *paths: AnyPath) -> AddReport:
        """Take documents out, by file, folder or document id; their text is gone from the file as well.

        Raises UsageError for one that names no document.
        """
        return change.remove(self._open(), paths)

    def reindex(self, *, watch: Watch | None = None) -> AddReport:
        """Build the whole index anew with today's embedder and pipeline beside the old one, then switch at once.

        Searches go on in the old one meanwhile. A file that is gone or has changed is built from the text that the
        store kept. An interrupted run is continued by the next.
        """
        return change.reindex(self._open(), self.config, self.embedder, watch=watch, say=self._say)

    def compare(self, folder: AnyPath, *, among: Collection[AnyPath] | None = None) -> Difference:
        """Which files under `folder` are new or changed, and which documents of it have lost their file; changes nothing.

        `add`'s own rules say which files count. With `among`, only files at or below these paths are read (None: all).
        Raises UsageError where there is no folder.
        """
        (top,) = absolute([folder])
        files = change.files_under([top], self.folder)
        touched = None if among is None else frozenset(absolute(list(among)))
        limits = {"target": self.config.target, "max_bytes": self.config.max_bytes}
        return compare(self._open(), top, files, among=touched, **limits)

    def check(self) -> None:
        """Raise what any search would raise: NotAKnowledgeBase, NotReady, SealError or what loading the embedder raises."""
        self._ready_view()

    def search(
        self,
        query: str,
        *,
        k: int = 8,
        mode: Mode | None = None,
        rerank: Rerank | None = None,
        filters: Sequence[str] = (),
    ) -> SearchResult:
        """The `k` passages that fit the query best, best first; `mode` and `rerank` default to the settings.

        Raises NotReady when nothing is indexed, SealError when another embedder built the index, FilterError for a
        filter that cannot be read, UsageError for an empty query.
        """
        return self._search(self._ready_view(), query, k=k, mode=mode, rerank=rerank, filters=filters)

    def ask(
        self,
        question: str,
        *,
        history: Sequence[Turn] = (),
        filters: Sequence[str] = (),
        on_evidence: Callable[[Evidence, Sequence[Citation]], None] | None = None,
        on_text: Callable[[str], None] | None = None,
    ) -> Answer | Abstention:
        """Answer from the evidence with citations and verdicts, or abstain with the numbers and the nearest passages.

        The gate compares its numbers before any model that writes is called; a refusal says which of them decided and which
        words of the question stand nowhere in the index. `history` is what was said before, in the order of time: never evidence,
        and shown to no model; a question that is refused as it stands is searched once more behind the previous one, by the same
        gate, and `searched_as` says so. `on_evidence` receives what passed it and its
        citations before a word is written, `on_text` the words of a model as they come, or under `unsupported` = `drop` or
        `strict` the whole after it was verified. An abstention of the kind `unsupported` is an answer that was withheld.
        Raises what `search` raises, UsageError when no threshold is known, GeneratorError when the model fails.
        """
        view = self._ready_view()  # one commit for the whole answer, whatever is written meanwhile
        decided = judge_turns(partial(self._judge, view, filters=filters), question, history)
        if isinstance(decided.decision, Abstention):
            return replace(decided.decision, notes=decided.notes)
        citations = self._cited(decided.decision, view)
        if on_evidence:
            on_evidence(decided.decision, citations)
        answer = write_answer(
            question,
            decided.decision,
            citations,
            self.generator,
            similarity=sentence_relevance(question, self.embedder, view),
            scorers=self._scorers(view) if self.generator else None,
            unsupported=self.config.unsupported,
            on_text=on_text,
        )
        answer = open_at_sentences(answer, view.document)
        return replace(answer, searched_as=decided.searched_as, notes=(*decided.notes, *answer.notes))

    def inspect(self, query: str, *, filters: Sequence[str] = ()) -> Inspection:
        """What becomes of a query, short of writing an answer: every list, the gate's numbers, what a model would receive.

        Raises what `ask` raises before it writes.
        """
        view, lists = self._ready_view(), list[Lists]()
        judged = self._judge(view, query, filters=filters, on_lists=lists.append)
        found = Inspection(judged.result, lists[0], judged.decision, notes=judged.notes)
        writer = self.generator
        found = replace(found, generator=writer.name if writer else None)
        if isinstance(judged.decision, Abstention):
            return found
        citations = self._cited(judged.decision, view)
        prompt = build_prompt(query, citations)
        return replace(found, citations=citations, system=prompt.system, user=prompt.user)

    def index(self) -> IndexView:
        """One commit of the index to read from: its chunks in the order of (document id, start), vectors and postings.

        Let go of it soon: while it is held, the write-ahead log can't be emptied. Raises what `check` raises.
        """
        return self._ready_view()

    def contents(self) -> str:
        """A hash of what is indexed: which documents, their texts, and what cut them; a calibration holds while it stays."""
        return self._open().contents()

    def calibration(self) -> Calibration | None:
        """What the gate was calibrated to on golden questions, stale or not; None when it was not."""
        return self._open().calibration()

    def set_calibration(self, calibration: Calibration | None) -> None:
        """Keep a calibration with the seal of the index, in place of the one before; None takes it away.

        `pincite.evaluate.calibrate.calibrate` makes one. Raises SealError for one of another embedder.
        """
        store = self._open()
        seal = store.seal()
        if calibration is not None and seal is not None and calibration.fingerprint != seal.fingerprint:
            raise SealError(
                f"the calibration is of {calibration.embedder} ({calibration.fingerprint[:12]}), the index was built by "
                f"{seal.embedder} ({seal.fingerprint[:12]}): calibrate with the embedder of the index"
            )
        store.set_calibration(calibration)

    def document(self, document_id: str) -> Document:
        """The canonical text of one document with its blocks and places."""
        return self._open().text(document_id)

    def chunks(self, document_id: str) -> list[StoredChunk]:
        """The chunks of one document, in the order of its text. Raises StoreError when there is none with this id."""
        view = self._ready_view()
        return [view.chunk(row) for row in view.rows_of(document_id)]

    def documents(self) -> list[DocumentRecord]:
        """What is known of every document, in whatever state, by path."""
        return self._open().documents()

    def at_path(self, path: AnyPath) -> list[DocumentRecord]:
        """What is known of the document of one file: as it is indexed, then as it waits or has failed; at most two."""
        return self._open().at_path(absolute([path])[0])

    def record(self, document_id: str) -> DocumentRecord | None:
        """What is known of one document; None when there is none with this id."""
        return self._open().document(document_id)

    def states(self) -> dict[str, int]:
        """How many documents are in each state that occurs; much cheaper than `status`."""
        return self._open().states()

    def status(self) -> Status:
        """The counters, the states, what failed and why, the seal and what is stale."""
        store, known = self._open(), SETTINGS.get(self.config.embedder)
        seal = store.seal()
        foreign = seal is not None and known is not None and seal.embedder != self.config.embedder
        measured = None if known is None or foreign else known.threshold
        return inspect.status(
            store,
            self.config,
            choose_threshold(self.config, store.calibration(), measured),
            given=self._embedder is not None,
        )

    def doctor(self) -> list[Problem]:
        """Recount every counter, slice every quote, check every norm, find what is stale, compare the canaries."""
        return inspect.doctor(self._open(), self.embedder, self.config)

    def _judge(
        self,
        view: View,
        query: str,
        *,
        filters: Sequence[str] = (),
        on_lists: Callable[[Lists], None] | None = None,
    ) -> Judged:
        """What is found for a query, and what the gate says of it."""
        profile, chunks = self.embedder.profile, len(view.lengths)
        gate = choose_gate(self.config, view.calibration(), profile, view.contents, chunks=chunks)
        result = self._search(view, query, k=self.config.pool, filters=filters, on_lists=on_lists)
        decision = gate.decide(result, self.config.evidence, lambda: self._search(view, query, k=self.config.pool))
        if isinstance(decision, Abstention):
            decision = replace(decision, unseen=unseen_words(view, query))
            return Judged(result, decision, (*gate.notes, *decision.notes))
        return Judged(result, decision, (*gate.notes, *result.notes))

    def _cited(self, evidence: Evidence, view: View) -> tuple[Citation, ...]:
        """The citations of the evidence, numbered in the order that a model is shown."""
        hits = join_neighbours(evidence.hits, view.document)
        ends = self.config.evidence_order == "ends" and self.generator is not None
        return cite(best_at_both_ends(hits) if ends else hits)

    def _scorers(self, view: View) -> Scorers:
        """What the claims of an answer are scored by, as far as there are models for it."""
        meaning, cross = claim_meaning(self.embedder, view), self.cross_encoder
        return Scorers(meaning, None if cross is None else claim_reading(cross), rarity(view))

    def _search(
        self,
        view: IndexView,
        query: str,
        *,
        k: int,
        mode: Mode | None = None,
        rerank: Rerank | None = None,
        filters: Sequence[str] = (),
        on_lists: Callable[[Lists], None] | None = None,
    ) -> SearchResult:
        wanted = rerank or self.config.rerank
        return search(
            view,
            self.embedder,
            query,
            k=k,
            mode=mode or self.config.mode,
            rerank=wanted,
            pool=self.config.pool,
            cross_pool=self.config.cross_pool,
            filters=filters,
            cross=self.cross_encoder if wanted == "cross" else None,
            on_lists=on_lists,
        )

    def _ready_view(self) -> View:
        view = self._open().view()
        if len(view.lengths) == 0:
            waiting = [r for r in self._open().documents() if r.state in {"queued", "extracting", "embedding"}]
            raise NotReady(
                f"nothing is indexed in {self.folder} yet, {len(waiting)} documents are on their way: wait until they are "
                "indexed (`pincite status`), or run `pincite retry` if nothing is at work on them"
                if waiting
                else f"nothing is indexed in {self.folder}: add documents with `pincite add`"
            )
        check_seal(view.seal, self.embedder.profile)
        return view

    def _open(self, *, create: bool = False) -> Store:
        with self._lock:
            if self._store is None:
                self._store = Store.open(self.folder, create=create)
            return self._store
