"""The product as it is, asked a golden set: a knowledge base, or a corpus that is indexed in memory for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pincite.config import Config
from pincite.evaluate.corpus import names_of
from pincite.evaluate.runs.chances import Chances
from pincite.evaluate.runs.index import Cut, build_index
from pincite.evaluate.runs.judge import Ground, Held
from pincite.evaluate.runs.run import DEADLINE, DEPTH, Arm, Searcher, Watch, run_questions
from pincite.knowledge_base.door import KnowledgeBase
from pincite.knowledge_base.models import load_cross_encoder
from pincite.retrieve.search import search
from pincite.types.embedding import Embedder
from pincite.types.golden import Corpus, GoldenSet
from pincite.types.ingest import Watch as IndexWatch
from pincite.types.run import ChunkCosts, Run
from pincite.types.search import SearchResult


@dataclass(frozen=True, slots=True)
class Asking:
    """How a golden set is asked; `workers` questions are at work at once, each with `deadline` seconds.

    `heard` is told what each search of a knowledge base gave, by the thread that asked: signals are no part of a run.
    """

    depth: int = DEPTH
    workers: int = 1
    deadline: float = DEADLINE
    watch: Watch | None = None
    heard: Callable[[SearchResult], None] | None = None


def run_knowledge_base(
    kb: KnowledgeBase, golden: GoldenSet, corpus: Corpus, *, name: str = "product", asking: Asking | None = None
) -> Run:
    """Ask a knowledge base through its own door; every worker has one of its own, and all share the embedder.

    `corpus` is that of the knowledge base, from `corpus_of`. Raises what `run_questions` and `KnowledgeBase.check` raise.
    """
    how = asking or Asking()
    kb.check()
    with ExitStack() as stack:
        doors = [
            stack.enter_context(KnowledgeBase(kb.folder, config=kb.config, embedder=kb.embedder))
            for _ in range(_workers(how, golden))
        ]
        costs = _costs_of(kb)
        chances = Chances(kb.config, kb.calibration(), kb.embedder.profile, kb.contents(), costs.chunks)
        found = [_heard(partial(door.search, k=how.depth), chances.hear) for door in doors]
        searchers = [_heard(find, how.heard) for find in found]
        arm = _arm(name, "default", kb.config, kb.embedder, costs, kb.threshold)
        return chances.into(_run(golden, searchers, ground_of(kb, corpus), arm, how), golden)


def run_corpus(
    corpus: Corpus,
    golden: GoldenSet,
    cut: Cut,
    embedder: Embedder,
    config: Config,
    *,
    strategy: str = "default",
    name: str = "product",
    asking: Asking | None = None,
    watch: IndexWatch | None = None,
) -> Run:
    """Cut and index a corpus in memory, and ask it through the product's search; `watch` follows the indexing."""
    how = asking or Asking()
    index = build_index(corpus, cut, embedder, watch=watch)
    cross = load_cross_encoder(config) if config.rerank == "cross" else None
    find = partial(
        search,
        index,
        embedder,
        k=how.depth,
        mode=config.mode,
        rerank=config.rerank,
        pool=config.pool,
        cross_pool=config.cross_pool,
        cross=cross,
    )
    threshold = config.threshold if config.threshold is not None else embedder.profile.threshold
    arm = _arm(name, strategy, config, embedder, index.costs, threshold)
    chances = Chances(config, None, embedder.profile, "", index.costs.chunks)
    searchers = [_heard(find, chances.hear)] * _workers(how, golden)
    return chances.into(_run(golden, searchers, index.ground, arm, how), golden)


def _heard(find: Searcher, heard: Callable[[SearchResult], None] | None) -> Searcher:
    if heard is None:
        return find

    def told(query: str) -> SearchResult:
        result = find(query)
        heard(result)
        return result

    return told


def _workers(how: Asking, golden: GoldenSet) -> int:
    """How many are of use: with more workers than questions some would wait for nothing."""
    return max(1, min(how.workers, len(golden.questions)))


def _run(golden: GoldenSet, searchers: Sequence[Searcher], ground: Ground, arm: Arm, how: Asking) -> Run:
    return run_questions(golden, searchers, ground, arm, depth=how.depth, deadline=how.deadline, watch=how.watch)


def _arm(  # noqa: PLR0917 - what names an arm, then what it is made of
    name: str, strategy: str, config: Config, embedder: Embedder, costs: ChunkCosts, cut: float | None
) -> Arm:
    profile = embedder.profile
    settings: dict[str, Any] = {
        "embedder": profile.name,
        "fingerprint": profile.fingerprint,
        "mode": config.mode,
        "rerank": config.rerank,
        "pool": config.pool,
        **({"cross_pool": config.cross_pool} if config.rerank == "cross" else {}),
        "target": config.target,
    }
    return Arm(
        name=name,
        strategy=strategy,
        retriever=config.mode if config.rerank == "none" else f"{config.mode}+{config.rerank}",
        costs=costs,
        rerank=config.rerank,
        threshold=None if cut is None else float(cut),
        evidence=config.evidence,
        settings=settings,
    )


def _costs_of(kb: KnowledgeBase) -> ChunkCosts:
    status = kb.status()
    return ChunkCosts(status.chunks, status.tokens, status.header_tokens, status.over_window)


def ground_of(kb: KnowledgeBase, corpus: Corpus) -> Ground:
    """What the hits of a knowledge base are judged against: `held` has one entry for each row of its index."""
    names, view = names_of(kb), kb.index()
    held = []
    for row in range(len(view.lengths)):
        chunk = view.chunk(row)
        name, start, end = names.get(chunk.document_id, ""), chunk.locator.start, chunk.locator.end
        held.append(Held(name, start, end, ((start, end),)))
    return Ground(corpus, held, names)


def served(config: Config, embedder: Embedder) -> Config:
    """The settings, without late interaction where the embedder gives no token vectors for it: a search skips it then."""
    skipped = config.rerank == "late" and not embedder.profile.projection
    return replace(config, rerank="none") if skipped else config
