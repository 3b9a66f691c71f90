"""Our measures against ir_measures (which asks trec_eval's own code), on random runs."""

from __future__ import annotations

import random

import pytest
from ir_measures import AP, RR, R, Success, iter_calc, nDCG
from ir_measures.util import Qrel, ScoredDoc

from pincite.evaluate.measures.average_precision import average_precision
from pincite.evaluate.measures.document_recall import document_recall
from pincite.evaluate.measures.ndcg import ndcg
from pincite.evaluate.measures.qrels import first_relevant, ranked
from pincite.evaluate.measures.reciprocal_rank import reciprocal_rank
from pincite.evaluate.measures.success import success

pytestmark = pytest.mark.oracle

OURS = {
    nDCG @ 3: lambda ids, qrels: ndcg(ids, qrels, 3),
    nDCG @ 10: lambda ids, qrels: ndcg(ids, qrels, 10),
    AP: average_precision,
    RR: lambda ids, qrels: reciprocal_rank(first_relevant(ids, qrels)),
    R @ 5: lambda ids, qrels: document_recall(ids, qrels, 5),
    R @ 100: lambda ids, qrels: document_recall(ids, qrels, 100),
    Success @ 1: lambda ids, qrels: success(ids, qrels, 1),
    Success @ 5: lambda ids, qrels: success(ids, qrels, 5),
}


@pytest.mark.parametrize("seed", range(8))
def test_random_runs_measure_the_same(seed):
    """With ties, grades from -1 to 3, unjudged documents, questions without results and without relevant documents."""
    chance = random.Random(seed)
    documents = [f"d{i}" for i in range(60)]
    queries = [f"q{i}" for i in range(40)]
    judged = {q: {d: chance.choice((-1, 0, 0, 1, 2, 3)) for d in chance.sample(documents, 12)} for q in queries}
    judged["q0"] = dict.fromkeys(judged["q0"], 0)
    scored = {
        q: {d: chance.randint(0, 9) / 7 for d in chance.sample(documents, chance.randint(0, 30))} for q in queries
    }
    scored["q1"] = {}
    qrels = [Qrel(q, d, grade) for q, grades in judged.items() for d, grade in grades.items()]
    run = [ScoredDoc(q, d, score) for q, scores in scored.items() for d, score in scores.items()]
    compared = 0
    for metric in iter_calc(list(OURS), qrels, run):
        ours = OURS[metric.measure](ranked(scored[metric.query_id]), judged[metric.query_id])
        assert ours == pytest.approx(metric.value, abs=1e-9), metric
        compared += 1
    assert compared == len(queries) * len(OURS)
