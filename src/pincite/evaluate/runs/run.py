"""Asking every golden question once: all of them answered and judged, or an error that says how many were not."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from pincite.errors import GoldenError, RunIncomplete
from pincite.evaluate.runs.judge import Ground, judge, needs_of
from pincite.types.golden import Corpus, GoldenSet, Question, Span
from pincite.types.run import ChunkCosts, Run
from pincite.types.search import Rerank, SearchResult

Searcher = Callable[[str], SearchResult]
"""From a question's words to its hits, as many as the run's depth; each is called by one thread only."""

DEPTH = 100
DEADLINE = 60.0
GRACE = 3.0
"""Seconds that workers get to end what they are at when a run stops before its end."""


@dataclass(frozen=True, slots=True)
class Arm:
    """What is measured: the names and costs that its run will carry.

    `rerank` is the reranker that must really have run for every question with hits (None: whichever did).
    """

    name: str
    strategy: str
    retriever: str
    costs: ChunkCosts
    rerank: Rerank | None = None
    threshold: float | None = None
    evidence: int = 4
    settings: dict[str, Any] = field(default_factory=dict)


class Asked(NamedTuple):
    """One question was answered, in so many seconds; `done` of `total` are."""

    id: str
    seconds: float
    done: int
    total: int


Watch = Callable[[Asked], None]


def run_questions(
    golden: GoldenSet,
    searchers: Sequence[Searcher],
    ground: Ground,
    arm: Arm,
    *,
    depth: int = DEPTH,
    deadline: float = DEADLINE,
    watch: Watch | None = None,
) -> Run:
    """Ask every question, with one worker thread for each searcher, and judge what was found.

    The results stand in the order of the questions' ids: the run is the same to the bit whatever the order of the
    questions and the number of searchers. `deadline` is in seconds and for one question; how long each took is told to
    `watch` and kept nowhere.

    Raises GoldenError for a golden set without questions or one that does not belong to the corpus, RunIncomplete when
    any question was not answered in time by this arm, StoreDamaged for a quote that is not its document's.
    """
    check_golden(golden, ground.corpus)
    questions = sorted(golden.questions, key=lambda question: question.id)
    found = _Asking(questions, searchers, arm, depth=depth, deadline=deadline, watch=watch).all()
    results = tuple(judge(question, result.hits, ground) for question, result in zip(questions, found, strict=True))
    return Run(
        name=arm.name,
        strategy=arm.strategy,
        retriever=arm.retriever,
        golden=golden.sha256,
        corpus=ground.corpus.counts,
        costs=arm.costs,
        depth=depth,
        threshold=arm.threshold,
        evidence=arm.evidence,
        results=results,
        settings=arm.settings,
    )


def check_golden(golden: GoldenSet, corpus: Corpus) -> None:
    """Raise GoldenError unless there are questions and documents, and every needle stands where the golden set says."""
    if not golden.questions:
        raise GoldenError(f"{golden.name} holds no question that counts: write some, or accept its drafts")
    if not corpus.documents:
        raise GoldenError("the corpus holds no document that could be read: name the folder of the documents")
    ids = [question.id for question in golden.questions]
    if len(set(ids)) < len(ids):
        twice = next(one for one in ids if ids.count(one) > 1)
        raise GoldenError(f"{golden.name} has two questions with the id {twice!r}: give every question its own")
    texts = {one.name: one.document.text for one in corpus.documents}
    _check_documents(golden, texts, dict(corpus.failed))
    for question in golden.questions:
        for span in question.spans:
            _check_span(question, span, texts[span.document])


def _check_documents(golden: GoldenSet, texts: dict[str, str], failed: dict[str, str]) -> None:
    named = [need if isinstance(need, str) else need.document for q in golden.questions for need in needs_of(q)]
    missing = sorted({name for name in named if name not in texts})
    if missing:
        shown = ", ".join(repr(name) + (f" ({failed[name]})" if name in failed else "") for name in missing[:5])
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        raise GoldenError(
            f"{golden.name} names documents that are not among the {len(texts)} of the corpus: {shown}{more}. "
            "Measure with the corpus that the questions were written for."
        )


def _check_span(question: Question, span: Span, text: str) -> None:
    found = text[span.start : span.end]
    if not 0 <= span.start < span.end <= len(text) or (span.needle and found != span.needle):
        raise GoldenError(
            f"question {question.id!r}: characters {span.start} to {span.end} of {span.document!r} say {found[:60]!r}, "
            f"expected {span.needle[:60] or 'a needle'!r}: this is another corpus, or a wrong offset; see `pincite eval check`"
        )


class _Done(NamedTuple):
    """What a worker has to say of one question: its hits, or what went wrong."""

    place: int
    result: SearchResult | None
    seconds: float
    problem: str


class _Asking:
    """The questions that wait, the workers that take them, and what came back.

    A worker that is past the deadline is given up, for a thread cannot be stopped; the others go on, so that the error
    can say how many questions were answered.
    """

    def __init__(
        self,
        questions: Sequence[Question],
        searchers: Sequence[Searcher],
        arm: Arm,
        *,
        depth: int,
        deadline: float,
        watch: Watch | None,
    ) -> None:
        self.questions = questions
        self.searchers = searchers
        self.arm = arm
        self.depth = depth
        self.deadline = deadline
        self.watch = watch
        self.waiting = deque(range(len(questions)))
        self.busy: dict[int, tuple[int, float]] = {}  # what each worker is at, and since when
        self.done: SimpleQueue[_Done] = SimpleQueue()
        self.found: dict[int, SearchResult] = {}
        self.problems: dict[int, str] = {}

    def all(self) -> list[SearchResult]:
        """The hits of every question, in order; raises RunIncomplete unless there are that many."""
        threads = [
            threading.Thread(target=self._work, args=(worker, searcher), daemon=True)
            for worker, searcher in enumerate(self.searchers)
        ]
        for thread in threads:
            thread.start()
        at_work = set(range(len(threads)))
        try:
            while at_work and len(self.found) + len(self.problems) < len(self.questions):
                try:
                    self._take(self.done.get(timeout=self._patience(at_work)))
                except Empty:
                    at_work -= self._late(at_work)
        finally:
            self.waiting.clear()  # a worker that was given up takes no more
            _leave(threads)
        if len(self.found) < len(self.questions):
            raise self._incomplete()
        return [self.found[place] for place in range(len(self.questions))]

    def _work(self, worker: int, searcher: Searcher) -> None:
        while True:
            try:
                place = self.waiting.popleft()
            except IndexError:
                return
            self.busy[worker] = place, time.monotonic()
            started = time.perf_counter()
            result, problem = self._ask(searcher, self.questions[place])
            self.done.put(_Done(place, result, time.perf_counter() - started, problem))

    def _ask(self, searcher: Searcher, question: Question) -> tuple[SearchResult | None, str]:
        try:
            result = searcher(question.question)
        except Exception as error:  # noqa: BLE001 - whatever an arm raises, its other questions are still to be counted
            return None, f"{type(error).__name__}: {str(error) or 'without a message'}"
        return result, self._wrong(question, result)

    def _wrong(self, question: Question, result: object) -> str:
        """Why this is no answer to the question; empty when it is one."""
        if not isinstance(result, SearchResult) or result.query != question.question:
            return f"the search gave {type(result).__name__}, expected the hits of this question"
        if len(result.hits) > self.depth:
            return f"the search gave {len(result.hits)} hits, expected at most {self.depth}"
        if self.arm.rerank is not None and result.hits and result.rerank != self.arm.rerank:
            why = "; ".join(result.notes) or "it did not say why"
            return f"the hits were reranked by {result.rerank}, expected {self.arm.rerank}: {why}"
        return ""

    def _take(self, done: _Done) -> None:
        if done.place in self.problems:  # given up before
            return
        if done.problem or done.result is None:
            self.problems[done.place] = done.problem
        elif done.seconds > self.deadline:
            self.problems[done.place] = f"it took {done.seconds:.1f} s, more than {self.deadline:g} s"
        else:
            self.found[done.place] = done.result
            if self.watch:
                id_, total = self.questions[done.place].id, len(self.questions)
                self.watch(Asked(id_, done.seconds, len(self.found), total))

    def _patience(self, at_work: set[int]) -> float:
        now = time.monotonic()
        since = [self.busy[worker][1] if worker in self.busy else now for worker in at_work]
        return max(min(since) + self.deadline - now, 0.01)

    def _late(self, at_work: set[int]) -> set[int]:
        """The workers whose question is past the deadline; they are given up."""
        now = time.monotonic()
        late = {worker for worker in at_work if worker in self.busy and now - self.busy[worker][1] > self.deadline}
        for worker in late:
            place = self.busy[worker][0]
            if place not in self.found:
                self.problems[place] = f"no answer after {self.deadline:g} s"
        return late

    def _incomplete(self) -> RunIncomplete:
        missing = sorted(set(range(len(self.questions))) - set(self.found))
        first = next((place for place in missing if place in self.problems), missing[0])
        why = self.problems.get(first, "no searcher was left to ask")
        return RunIncomplete(
            f"{len(self.found)} of {len(self.questions)} questions were answered by {self.arm.name}; "
            f"first: {self.questions[first].id}: {why}. Nothing was measured: mend it and run again."
        )


def _leave(threads: Sequence[threading.Thread]) -> None:
    """Let workers end the question that they are at, for a few seconds: a process that ends around them is aborted."""
    until = time.monotonic() + GRACE
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))
