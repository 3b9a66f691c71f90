"""How well the product finds, on whole sets, as numbers that are kept: benchmarks/results/<set>.json and README.md.

    python benchmarks/report.py ../shared/data [--set course/en ...] [--weights FOLDER] [--embedder multilingual]

Every set is asked with the product's default and with its dense, lexical and hybrid search without rerank; where the
documents have headings, with strategy E and the seed's fused search too, which the default is compared with, one needle one
vote; where there are unanswerable questions, thresholds are swept. Sets that are folders of files go through the product's doors: add,
then search. The quote of every hit is compared with its document, and one that differs ends the script with 1. What is
kept holds no text, no question and no name of a document.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path

from given_chunks import given_cut
from pincite import __version__
from pincite.config import Config
from pincite.errors import PinciteError
from pincite.evaluate.compare import compare
from pincite.evaluate.corpus import corpus_of, read_corpus
from pincite.evaluate.golden.read import read_golden
from pincite.evaluate.measures.pass_at import pass_at
from pincite.evaluate.refusal.measure import measure_refusal
from pincite.evaluate.report.losses import losses
from pincite.evaluate.runs.index import build_index
from pincite.evaluate.runs.product import run_knowledge_base
from pincite.evaluate.runs.run import Arm, run_questions
from pincite.evaluate.statistics.bootstrap import bootstrap_difference, bootstrap_mean
from pincite.evaluate.strategies.cuts import default_cut, strategy_cut
from pincite.evaluate.strategies.engines import RETRIEVERS, ProductEngine
from pincite.evaluate.strategies.seed import SeedEngine
from pincite.evaluate.summary import summarise
from pincite.knowledge_base.door import KnowledgeBase
from pincite.knowledge_base.models import load_embedder
from results_page import to_page

GIVEN = "anthropic_codebase"
"""Its needles are whole chunks of another cut, so it is measured on those chunks."""
SETS = ("course/en", "course/es", "chroma_chunking", "xquad_es", "squad2_dev_half", GIVEN)
PASS_AT = (5, 10, 20)
ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results"


class RememberingEmbedder:
    """An embedder that encodes each question once, however many searches ask it."""

    def __init__(self, embedder):
        self.profile = embedder.profile
        self.count = embedder.count
        self.passages = embedder.passages
        self.query = cache(embedder.query)


def measure(data, name, embedder, config):
    """The figures of one set."""
    corpus = read_corpus(data / name, config=config)
    golden = read_golden(gold_of(data, name), corpus, rule="all" if name == GIVEN else None)
    tell(f"{name}: {corpus.counts.documents} documents, {len(golden.questions)} questions")
    if name == GIVEN:
        runs = asked(corpus, golden, given_cut(corpus, golden), embedder, config)
        return head(name, corpus, golden, embedder, runs) | {"pass_at": passes(runs), "pass_at_pairs": pairs(runs)}
    runs = product(data / name, corpus, golden, embedder, config)
    found = head(name, corpus, golden, embedder, runs)
    found["rows"] = [{"run": run.name, **row.to_json()} for run in runs.values() for row in summarise(run)]
    found["losses"] = [losses(run).to_json() for run in runs.values()]
    if name.startswith("course/"):
        found["comparisons"] = [one.to_json() for one in compare(answered(runs["default"]), runs["E + RRF"])]
    if not all(question.answerable for question in golden.questions):
        found["refusal"] = refusal(runs["default"])
    return found


def gold_of(data, name):
    folder, _, language = name.partition("/")
    return data / folder / f"gold-{language}.jsonl" if language else data / name


def head(name, corpus, golden, embedder, runs):
    """What was measured with what."""
    unanswerable = sum(not question.answerable for question in golden.questions)
    return {
        "set": name,
        **source(),
        "pincite": __version__,
        "embedder": {"name": embedder.profile.name, "sha256": embedder.profile.fingerprint},
        "corpus": corpus.counts.to_json(),
        "golden": {
            "sha256": golden.sha256,
            "answerable": len(golden.questions) - unanswerable,
            "unanswerable": unanswerable,
        },
        "quotes_checked": sum(len(result.hits) for run in runs.values() for result in run.results),
        "runs": [{"run": run.name, **run.header_json()} for run in runs.values()],
    }


def source():
    """The commit, and whether the tree was what was committed (results apart)."""

    def git(*words):
        return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=True).stdout.strip()

    changed = git("status", "--porcelain", "--", ".", ":!benchmarks/results")
    return {"commit": git("rev-parse", "HEAD"), "clean": not changed}


def product(folder, corpus, golden, embedder, config):
    """The default on all questions, the others on the answerable ones; a folder of files goes through the front door."""
    cut = default_cut(embedder, config.target)
    if (folder / "corpus.jsonl").is_file():
        return asked(corpus, golden, cut, embedder, config)
    with tempfile.TemporaryDirectory() as place, KnowledgeBase(place, config=config, embedder=embedder) as kb:
        tell(f"  default: {len(golden.questions)} questions")
        kb.add(folder)
        through_the_door = run_knowledge_base(kb, golden, corpus_of(kb), name="default")
    runs = asked(corpus, golden, cut, embedder, config, default=through_the_door)
    before = SeedEngine(corpus, strategy_cut("E"), embedder)
    runs["E + RRF"] = ask(answerable(golden), before, "E", "hybrid", "E + RRF", config)
    return runs


def asked(corpus, golden, cut, embedder, config, *, default=None):
    """One index, asked by every retriever; the first run is the default, which may have been made already."""
    engine = ProductEngine(build_index(corpus, cut, embedder), embedder, config)
    best = "hybrid+late" if embedder.profile.projection else "hybrid"
    runs = {"default": default or ask(golden, engine, "default", best, "default", config)}
    for retriever in RETRIEVERS:
        if retriever not in {"hybrid+late", best}:
            runs[retriever] = ask(answerable(golden), engine, "default", retriever, retriever, config)
    return runs


def ask(golden, engine, strategy, retriever, name, config):  # noqa: PLR0917 - all of them name the run
    profile = engine.embedder.profile
    arm = Arm(
        name,
        strategy,
        retriever,
        engine.index.costs,
        rerank=RETRIEVERS[retriever][1],
        threshold=config.threshold if config.threshold is not None else profile.threshold,
        evidence=config.evidence,
        settings={"pool": config.pool, "target": config.target if strategy == "default" else None},
    )
    depth = 100
    tell(f"  {name}: {len(golden.questions)} questions")
    find = lambda query: engine.search(retriever, query, depth)  # noqa: E731 - one expression
    return run_questions(golden, [find], engine.index.ground, arm, depth=depth)


def answerable(golden):
    return replace(golden, questions=tuple(question for question in golden.questions if question.answerable))


def answered(run):
    return replace(run, results=tuple(result for result in run.results if result.answerable))


def refusal(run):
    """The sweep without what names a question, and without the points of the curves."""
    found = measure_refusal(run).to_json()
    for edge in ("worst_answerable", "best_unanswerable"):
        found["separation"][edge] = found["separation"][edge] and found["separation"][edge]["distance"]
    for curve in found["risk_coverage"]:
        del curve["curve"]
    return {part: found[part] for part in ("threshold", "rows", "separation", "risk_coverage", "notes")}


def passes(runs):
    """pass@k of every run, with a bootstrap over questions."""
    return [
        {"run": run.name} | {f"pass@{k}": bootstrap_mean(*shares(run, k)).to_json() for k in PASS_AT}
        for run in runs.values()
    ]


def pairs(runs):
    """The default against BM25 alone, by question."""
    return {
        f"pass@{k}": bootstrap_difference(
            *(shares(runs[name], k)[0] for name in ("default", "lexical")), ids(runs)
        ).to_json()
        for k in PASS_AT
    }


def shares(run, k):
    return [pass_at(result, k) for result in run.results], [result.unit for result in run.results]


def ids(runs):
    return [result.unit for result in runs["default"].results]


def tell(text):
    print(text, file=sys.stderr, flush=True)


def write(found, folder):
    path = folder / f"{found['set'].replace('/', '-')}.json"
    path.write_text(json.dumps(found, indent=1, allow_nan=False) + "\n", encoding="utf-8")
    sets = [json.loads(file.read_text("utf-8")) for file in sorted(folder.glob("*.json"))]
    order = {name: place for place, name in enumerate(SETS)}
    sets.sort(key=lambda one: order.get(one["set"], len(order)))
    (folder / "README.md").write_text(to_page(sets), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--weights", help="a folder that holds all-MiniLM-L6-v2")
    parser.add_argument("--embedder", default=Config().embedder)
    parser.add_argument("--set", action="append", choices=SETS, help="one of the sets; may be given again")
    parser.add_argument("--out", type=Path, default=RESULTS, help="where the results go (default: benchmarks/results)")
    given = parser.parse_args()
    config = Config(embedder=given.embedder, weights=given.weights)
    embedder = RememberingEmbedder(load_embedder(config, tell))
    given.out.mkdir(parents=True, exist_ok=True)
    for name in given.set or SETS:
        if not gold_of(given.data, name).exists():
            tell(f"{name}: not run, {gold_of(given.data, name)} is missing")
            continue
        try:
            write(measure(given.data, name, embedder, config), given.out)
        except PinciteError as error:
            tell(f"{name}: {error}")
            return 1
    print((given.out / "README.md").read_text("utf-8"))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
