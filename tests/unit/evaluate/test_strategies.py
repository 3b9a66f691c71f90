"""The whole table on a small corpus, with an embedder whose rules a reader can follow."""

import pytest

from fakes import FakeEmbedder
from pincite.config import Config
from pincite.errors import GoldenError, UsageError
from pincite.evaluate.corpus import read_corpus
from pincite.evaluate.golden.read import read_golden
from pincite.evaluate.strategies.cuts import NAMES, check_names, own_title, seed_title
from pincite.evaluate.strategies.measure import run_strategies
from pincite.types.document import Document
from pincite.types.golden import CorpusDocument, GoldenSet
from small_course import write_course


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """A corpus of three files and a golden set of six questions on three needles."""
    folder = tmp_path_factory.mktemp("course")
    corpus = read_corpus(write_course(folder))
    return corpus, read_golden(folder / "gold.jsonl", corpus)


@pytest.fixture(scope="module")
def whole(measured):
    """Every strategy with every retriever."""
    return table(measured)


def table(measured, projection=None, **more):
    corpus, golden = measured
    return run_strategies(corpus, golden, FakeEmbedder(projection=projection), Config(target=200), **more)


def test_every_strategy_is_asked_by_every_retriever_that_the_embedder_serves(whole):
    assert list(whole.runs) == [f"{name} {one}" for name in NAMES for one in ("dense", "lexical", "hybrid")]
    assert {(row.n, row.units) for row in whole.rows()} == {(6, 3)}
    assert {run.depth for run in whole.runs.values()} == {100}


def test_blind_cuts_destroy_the_needle_on_their_border_and_overlap_saves_it(whole):
    destroyed = {row.strategy: (row.destroyed, row.destroyed_in_quote) for row in whole.rows()}
    assert destroyed["A"] == (1, 1)
    assert destroyed["B"] == (0, 1)
    assert destroyed["E"] == destroyed["default"] == (0, 0)


def test_headers_are_counted_where_there_are_headers(whole):
    costs = whole.costs
    assert costs["A"].chunks.header_tokens == costs["D"].chunks.header_tokens == 0
    assert costs["E"].chunks.header_tokens == costs["F"].chunks.header_tokens > 0
    assert costs["E"].header_share == costs["E"].chunks.header_tokens / costs["E"].chunks.tokens


def test_times_and_prompts_are_told_and_are_in_no_run(measured):
    found = table(measured, strategies=["E"])
    assert set(found.costs["E"].seconds) == {"chunk", "embed", "query", "dense", "lexical", "late"}
    assert all(seconds > 0 for seconds in found.costs["E"].seconds.values())
    assert found.costs["E"].prompt_tokens > 100
    assert found.runs == table(measured, strategies=["E"]).runs


def test_the_planned_pairs_are_compared_and_no_others(measured, whole):
    pairs = [(pair.first, pair.second) for pair in whole.pairs]
    each = [(one, other) for one, other in (("B", "A"), ("E", "A"), ("E", "C"), ("F", "E"), ("default", "E"))]
    assert pairs == [
        *((f"{a} {one}", f"{b} {one}") for a, b in each for one in ("dense", "lexical", "hybrid")),
        ("E hybrid", "E dense"),
        ("E hybrid", "E lexical"),
    ]
    some = table(measured, strategies=["E", "A"])
    assert {(pair.first[0], pair.second[0]) for pair in some.pairs} == {("E", "A"), ("E", "E")}
    assert [one.measure for one in some.pairs[0].comparisons] == ["R@1", "R@4", "R@8", "R@20", "MRR"]
    assert all(one.adjusted is not None for pair in some.pairs for one in pair.comparisons)


def test_the_seeds_profile_has_late_interaction_over_whole_token_vectors(measured):
    corpus, golden = measured
    seed = FakeEmbedder(projection="fake")
    found = run_strategies(corpus, golden, seed, Config(), strategies=["E", "F"], profile="seed", seed_embedder=seed)
    assert [row.retriever for row in found.rows()] == ["dense", "lexical", "hybrid", "hybrid+late"] * 2
    hybrid, late = found.runs["E hybrid"], found.runs["E hybrid+late"]
    assert hybrid.settings["profile"] == "seed"
    for one, other in zip(hybrid.results, late.results, strict=True):
        assert sorted(hit.start for hit in one.hits[:25]) == sorted(hit.start for hit in other.hits[:25])
        assert all(-1 <= hit.score <= 1.000001 for hit in other.hits)


def test_the_watch_hears_of_documents_and_of_questions(measured):
    told = []
    table(measured, strategies=["E"], watch=told.append)
    assert {step.stage for step in told} == {"embedding", "asking"}
    assert {step.path for step in told if step.stage == "embedding"} == {"E long.md", "E rent.md", "E tea.md"}


def test_names_that_are_no_strategies_are_refused():
    assert check_names(["default", "A", "A"]) == ("A", "default")
    with pytest.raises(UsageError, match="found the strategies G, expected some of A, B"):
        check_names(["G"])
    with pytest.raises(UsageError, match=r"found the strategies \(none\)"):
        check_names([])


def test_a_golden_set_of_another_corpus_is_refused_before_anything_is_embedded(measured):
    corpus, _ = measured
    with pytest.raises(GoldenError):
        run_strategies(corpus, GoldenSet("empty", (), ""), None, Config())


@pytest.mark.parametrize(
    ("text", "title"), [("no heading", "a.md"), ("intro\n### Deep one\n# First", "Deep one"), ("#none\n# Own", "Own")]
)
def test_the_seeds_title_is_the_first_line_that_begins_with_number_signs(text, title):
    document = CorpusDocument("a.md", Document(text, (), "md", "markdown 1", "", "", title="Its own"))
    assert (seed_title(document), own_title(document)) == (title, "Its own")
