import pytest

from pincite.evaluate.refusal.outcome import NO_CUT, Gate
from pincite.evaluate.report.losses import FATES, fate, losses
from pincite.types.run import Found, QueryResult
from runs import run_of


def judged(distances, held, **more):
    """A question with hits at these distances; the hit of rank `held` holds the needle (None: none does)."""
    hits = tuple(
        Found("a", 10 * rank, 10 * rank + 5, 1.0, distance, (0,) if rank == held else ())
        for rank, distance in enumerate(distances, 1)
    )
    return QueryResult("q1a", "q1", answerable=True, judged=True, rank=held, hits=hits, **more)


@pytest.mark.parametrize(
    ("distances", "held", "expected"),
    [
        ((0.3, 0.4), 2, "found"),
        ((0.3, 0.7), 2, "wrong evidence"),
        ((0.7, 0.8), 1, "refused"),
        ((0.3, 0.3, 0.3, 0.3, 0.3), 5, "ranked low"),
        ((0.9, 0.9, 0.9, 0.9, 0.9), 5, "ranked low"),
        ((0.9, 0.9, 0.9, 0.9, 0.4), 5, "found"),
        ((0.3, 0.4), None, "not ranked"),
    ],
)
def test_a_needle_is_lost_at_the_first_step_that_loses_it(distances, held, expected):
    assert fate(judged(distances, held), Gate(), 0.6) == expected


def test_a_destroyed_needle_is_not_called_badly_ranked():
    assert fate(judged((0.3,), None, destroyed=True), Gate(), 0.6) == "destroyed"


def test_without_a_threshold_nothing_is_refused():
    assert fate(judged((0.9, 1.4), 2), Gate(), NO_CUT) == "found"


def test_every_judged_question_counts_once_and_no_other_does():
    asked = [
        QueryResult("a", "a", answerable=True, judged=True, rank=None),
        QueryResult("b", "b", answerable=True, judged=False, rank=None),
        QueryResult("c", "c", answerable=False, judged=False, rank=None),
    ]
    counted = losses(run_of("one", asked))
    assert list(counted.counts) == list(FATES)
    assert counted.n == sum(counted.counts.values()) == counted.counts["not ranked"] == 1
