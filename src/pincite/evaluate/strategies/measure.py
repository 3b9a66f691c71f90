"""Measuring strategies: each is cut and embedded once, then asked by every retriever."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import mean

from pincite.answer.citations import cite
from pincite.answer.prompt import build_prompt
from pincite.config import Config
from pincite.evaluate.runs.index import Cut, build_index
from pincite.evaluate.runs.run import DEADLINE, DEPTH, Arm, Asked, check_golden, run_questions
from pincite.evaluate.strategies.cuts import DEFAULT, NAMES, check_names, default_cut, seed_cut, strategy_cut
from pincite.evaluate.strategies.engines import RETRIEVERS, Engine, ProductEngine
from pincite.evaluate.strategies.pairs import compare_cells
from pincite.evaluate.strategies.seed import SeedEngine
from pincite.evaluate.strategies.stages import time_chunking, time_embedding, time_queries
from pincite.evaluate.strategies.table import Profile, StrategyCosts, StrategyTable, cell_name
from pincite.types.embedding import Embedder
from pincite.types.golden import Corpus, GoldenSet
from pincite.types.ingest import Progress, Watch
from pincite.types.run import Run
from pincite.types.search import SearchResult


def run_strategies(
    corpus: Corpus,
    golden: GoldenSet,
    embedder: Embedder,
    config: Config,
    *,
    strategies: Sequence[str] = NAMES,
    profile: Profile = "product",
    seed_embedder: Embedder | None = None,
    depth: int = DEPTH,
    deadline: float = DEADLINE,
    watch: Watch | None = None,
) -> StrategyTable:
    """Run every strategy with every retriever; the chunks of one strategy are embedded once.

    `A` to `F` cut 512 code points with 64 of overlap, `default` as the product does with the settings' `target`; all
    are searched by the product, or, where the profile is `seed`, `A` to `F` by the seed's retrievers with
    `seed_embedder` (None: `embedder`). Without token vectors there is no late interaction to measure, and its column is
    left out.

    Raises UsageError for a name that is no strategy, and what `run_questions` raises.
    """
    names = check_names(strategies)
    check_golden(golden, corpus)
    asking = _Asking(corpus, golden, config, depth, deadline)
    runs: dict[str, Run] = {}
    costs: dict[str, StrategyCosts] = {}
    for name in names:
        seed = profile == "seed" and name != DEFAULT
        model = seed_embedder if seed and seed_embedder else embedder
        told = _named(watch, name)
        cut = _cut(name, model, config, seed=seed)
        engine = _engine(corpus, cut, model, config, seed=seed, watch=told)
        found, prompt_tokens = asking.all(name, engine, model, "seed" if seed else "product", told)
        runs |= found
        costs[name] = StrategyCosts(engine.index.costs, prompt_tokens, _seconds(asking, cut, engine, model))
    return StrategyTable(profile, runs, compare_cells(runs), costs)


@dataclass(frozen=True, slots=True)
class _Asking:
    """What every strategy is asked, and how."""

    corpus: Corpus
    golden: GoldenSet
    config: Config
    depth: int
    deadline: float

    def all(
        self, name: str, engine: Engine, embedder: Embedder, profile: Profile, watch: Watch | None
    ) -> tuple[dict[str, Run], float]:
        """The run of every retriever that this embedder serves, and the mean tokens of a prompt from the last one's hits."""
        runs: dict[str, Run] = {}
        prompts: list[int] = []
        retrievers = [one for one in RETRIEVERS if embedder.profile.projection or one != "hybrid+late"]
        for retriever in retrievers:
            arm = self._arm(name, retriever, engine, embedder, profile)
            find = _searcher(engine, retriever, self.depth)
            if retriever == retrievers[-1]:
                find = self._counting(find, embedder, prompts)
            runs[arm.name] = run_questions(
                self.golden,
                [find],
                engine.index.ground,
                arm,
                depth=self.depth,
                deadline=self.deadline,
                watch=_asked(watch, retriever),
            )
        return runs, mean(prompts)

    def _arm(self, name: str, retriever: str, engine: Engine, embedder: Embedder, profile: Profile) -> Arm:
        cut = self.config.threshold if self.config.threshold is not None else embedder.profile.threshold
        settings = {"embedder": embedder.profile.name, "fingerprint": embedder.profile.fingerprint, "profile": profile}
        if name == DEFAULT:
            settings["target"] = str(self.config.target)
        return Arm(
            name=cell_name(name, retriever),
            strategy=name,
            retriever=retriever,
            costs=engine.index.costs,
            rerank=RETRIEVERS[retriever][1],
            threshold=None if cut is None else float(cut),
            evidence=self.config.evidence,
            settings=settings,
        )

    def _counting(
        self, find: Callable[[str], SearchResult], embedder: Embedder, prompts: list[int]
    ) -> Callable[[str], SearchResult]:
        def found(query: str) -> SearchResult:
            result = find(query)
            prompt = build_prompt(query, cite(result.hits[: self.config.evidence]))
            prompts.append(sum(embedder.count([prompt.system, prompt.user])))
            return result

        return found


def _searcher(engine: Engine, retriever: str, depth: int) -> Callable[[str], SearchResult]:
    return lambda query: engine.search(retriever, query, depth)


def _cut(name: str, embedder: Embedder, config: Config, *, seed: bool) -> Cut:
    if name == DEFAULT:
        return default_cut(embedder, config.target)
    return seed_cut(name) if seed else strategy_cut(name)


def _engine(corpus: Corpus, cut: Cut, embedder: Embedder, config: Config, *, seed: bool, watch: Watch | None) -> Engine:
    if seed:
        return SeedEngine(corpus, cut, embedder, watch)
    return ProductEngine(build_index(corpus, cut, embedder, watch=watch), embedder, config)


def _seconds(asking: _Asking, cut: Cut, engine: Engine, embedder: Embedder) -> dict[str, float]:
    questions = [question.question for question in asking.golden.questions]
    return {
        "chunk": time_chunking(asking.corpus, cut),
        "embed": time_embedding(engine.index.chunks, embedder),
        **time_queries(engine, questions),
    }


def _named(watch: Watch | None, name: str) -> Watch | None:
    """A watch that is told the strategy too."""
    if watch is None:
        return None
    return lambda step: watch(replace(step, path=f"{name} {step.path.rsplit('/', 1)[-1]}"))


def _asked(watch: Watch | None, retriever: str) -> Callable[[Asked], None] | None:
    if watch is None:
        return None
    return lambda asked: watch(Progress(retriever, "asking", asked.done, asked.total))
