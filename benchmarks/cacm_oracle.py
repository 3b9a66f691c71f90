"""Our measures against ir_measures on a real set: CACM, ranked by our BM25 over whole documents.

    python benchmarks/cacm_oracle.py ../shared/data/cacm [--terms plain|product]

DATA holds `corpus.jsonl`, `queries.jsonl` and `qrels.trec`. Each query is ranked over all documents (the first 1,000 are
kept), its run and its judgements are measured by `pincite.evaluate.measures` and by ir_measures, question by question.
Printed are both means and the largest difference of any question; the script ends with 1 when one is above 1e-9.
The means are over the queries that have judgements, as trec_eval takes them.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from ir_measures import AP, RR, Qrel, R, ScoredDoc, Success, iter_calc, nDCG

from pincite.evaluate.measures.average_precision import average_precision
from pincite.evaluate.measures.document_recall import document_recall
from pincite.evaluate.measures.ndcg import ndcg
from pincite.evaluate.measures.qrels import first_relevant, ranked
from pincite.evaluate.measures.reciprocal_rank import reciprocal_rank
from pincite.evaluate.measures.success import success
from pincite.evaluate.statistics.bootstrap import bootstrap_mean
from pincite.lexical.bm25 import bm25
from pincite.lexical.seed_terms import seed_terms
from pincite.lexical.terms import terms

TERMS = {"product": terms, "plain": seed_terms}
KEPT = 1000
MEASURES = {
    nDCG @ 10: lambda ids, qrels: ndcg(ids, qrels, 10),
    AP: average_precision,
    RR: lambda ids, qrels: reciprocal_rank(first_relevant(ids, qrels)),
    R @ 20: lambda ids, qrels: document_recall(ids, qrels, 20),
    R @ 100: lambda ids, qrels: document_recall(ids, qrels, 100),
    Success @ 1: lambda ids, qrels: success(ids, qrels, 1),
    Success @ 5: lambda ids, qrels: success(ids, qrels, 5),
}


def read_lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def read_qrels(path):
    judged = defaultdict(dict)
    for line in path.read_text(encoding="utf-8").splitlines():
        query, _, document, grade = line.split()
        judged[query][document] = int(grade)
    return judged


def search_all(corpus, queries, split):
    """Scores by query id and document id, of the documents that hold a term of the query."""
    postings = defaultdict(list)
    lengths = np.zeros(len(corpus), np.float32)
    for row, document in enumerate(corpus):
        words = split(document["text"])
        lengths[row] = len(words)
        for word, often in Counter(words).items():
            postings[word].append((row, often))

    def look_up(word):
        rows, often = zip(*postings.get(word, []), strict=True) if word in postings else ((), ())
        return np.array(rows, np.int32), np.array(often, np.float32)

    found = {}
    for query in queries:
        scores = bm25(split(query["question"]), look_up, lengths)
        best = np.lexsort((np.arange(len(scores)), -scores))[:KEPT]
        found[query["qid"]] = {corpus[row]["doc_id"]: float(scores[row]) for row in best.tolist() if scores[row] > 0}
    return found


def ours(run, judged):
    values = {}
    for query, qrels in judged.items():
        ids = ranked(run[query])
        values |= {(query, measure): ours(ids, qrels) for measure, ours in MEASURES.items()}
    return values


def theirs(run, judged):
    qrels = [Qrel(query, document, grade) for query, some in judged.items() for document, grade in some.items()]
    scored = [ScoredDoc(query, document, score) for query in judged for document, score in run[query].items()]
    return {(one.query_id, one.measure): one.value for one in iter_calc(list(MEASURES), qrels, scored)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--terms", choices=TERMS, default="product", help="what BM25 counts")
    given = parser.parse_args()
    corpus, queries = read_lines(given.data / "corpus.jsonl"), read_lines(given.data / "queries.jsonl")
    judged = read_qrels(given.data / "qrels.trec")
    run = search_all(corpus, queries, TERMS[given.terms])
    here, there = ours(run, judged), theirs(run, judged)
    print(
        f"{len(corpus)} documents, {len(queries)} queries, {len(judged)} of them judged, BM25 over {given.terms} terms\n"
    )
    print("| measure | ours [95%] | ir_measures | largest difference |\n| --- | --- | --- | --- |")
    worst = 0.0
    for measure in MEASURES:
        mine = [here[query, measure] for query in judged]
        other = [there[query, measure] for query in judged]
        apart = max(abs(one - two) for one, two in zip(mine, other, strict=True))
        worst = max(worst, apart)
        found = bootstrap_mean(mine, list(judged))
        mean = f"{found.value:.4f} [{found.low:.4f}, {found.high:.4f}]"
        print(f"| {measure} | {mean} | {sum(other) / len(other):.4f} | {apart:.1e} |")
    return 0 if worst <= 1e-9 else 1


if __name__ == "__main__":
    raise SystemExit(main())
