"""What the shipped refusal model does on sets it was not fitted on, against the cosine alone and the best BM25 score alone.

    python benchmarks/measure_refusal.py ../shared/data --weights FOLDER [--set course/en ...]

The model is read from the package and stays as it is. Given up at a share of bluffs: the answerable questions at or below the lowest
cut that lets no more of the unanswerable ones through, each number with its own cut. See docs/decisions/0017-calibrated-refusal.md.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from pincite.config import Config
from pincite.embed.open import open_embedder
from pincite.evaluate.statistics.auroc import auroc
from pincite.evaluate.statistics.delong import delong
from pincite.evaluate.statistics.sign_test import sign_test
from pincite.evaluate.statistics.wilson import wilson
from pincite.gate.probability import model_for
from refusal_rows import corpus_and_index, golden_of, rows_of

SETS = ("course/en", "course/es", "squad2_dev_half", "xquad_es")
FAR = 400
"""Out-of-domain questions asked of a set that has no unanswerable ones, evenly spaced."""
ALLOWED = (0.05, 0.10)


def gather(data, name, embedder, place):
    corpus, index = corpus_and_index(data / name, embedder, Config())
    folder, _, language = name.partition("/")
    golden = golden_of(corpus, data / folder / f"gold-{language}.jsonl" if language else data / name)
    if all(question.answerable for question in golden.questions):
        lines = (data / "ood_questions" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
        far = [lines[at] for at in np.linspace(0, len(lines) - 1, FAR).astype(int)]
        kept = place / "far.jsonl"
        kept.write_text("\n".join(far), encoding="utf-8")
        golden = golden_of(corpus, data / name, far=kept)
    return rows_of(name, index, golden, embedder)


def measure(rows, model):
    judged = [row for row in rows if row.seen is not None]
    scores = {
        "model": np.array([model.judge(row.seen).probability for row in judged]),
        "cosine": np.array([row.seen.cosine for row in judged]),
        "bm25": np.array([row.seen.bm25 for row in judged]),
    }
    no = np.array([not row.answerable for row in judged])
    held = np.array([row.in_evidence for row in judged])
    groups = {"all": (~no, no), "in evidence": (held, no), "in evidence against all others": (held, ~held)}
    for kind in sorted({row.kind for row in judged if row.kind}):
        groups[kind] = (~no, np.array([row.kind == kind for row in judged]))
    for style in sorted({row.style for row in judged if row.answerable and row.style}):
        groups[f"style {style}"] = (np.array([row.style == style for row in judged]) & ~no, no)
    found = {"n": [int((~no).sum()), int(no.sum()), int(held.sum())], "auroc": {}, "given up": {}}
    for group, (yes, other) in groups.items():
        found["auroc"][group] = areas(judged, scores, yes, other)
    for allowed in ALLOWED:
        found["given up"][str(allowed)] = given_up(judged, scores, ~no, no, allowed)
    p = scores["model"]
    found["bins"] = [
        (low, int(inside.sum()), float(p[inside].mean()), float(held[inside].mean()))
        for low in (0, 0.1, 0.3, 0.5, 0.7, 0.9)
        if (inside := (p >= low) & (p < {0: 0.1, 0.9: 1.01}.get(low, low + 0.2))).any()
    ]
    return found


def areas(rows, scores, yes, no):
    yes_at, no_at = np.flatnonzero(yes), np.flatnonzero(no)
    units = [[rows[at].unit for at in some] for some in (yes_at, no_at)]
    sides = {name: (score[yes_at], score[no_at]) for name, score in scores.items()}
    found = {name: auroc(*side, *units).to_json() for name, side in sides.items()}
    for other in ("cosine", "bm25"):
        test = delong(sides["model"], sides[other], *units)
        found[f"against {other}"] = {**test.difference.to_json(), "p": test.p}
    return found


def given_up(rows, scores, yes, no, allowed):
    refused, found = {}, {}
    for name, score in scores.items():
        highest = np.sort(score[no])[::-1]
        cut = highest[int(allowed * len(highest) + 1e-9)]
        refused[name] = score <= cut
        count = int((refused[name] & yes).sum())
        found[name] = {
            **wilson(count, int(yes.sum())).to_json(),
            "cut": float(cut),
            "held given up": float(
                (refused[name] & np.array([r.in_evidence for r in rows])).sum()
                / max(1, sum(r.in_evidence for r in rows))
            ),
        }
    for other in ("cosine", "bm25"):
        balance = {}
        for at in np.flatnonzero(yes):
            balance[rows[at].unit] = balance.get(rows[at].unit, 0) + int(refused[other][at]) - int(refused["model"][at])
        won, lost = sum(v > 0 for v in balance.values()), sum(v < 0 for v in balance.values())
        found[f"against {other}"] = {"needles won": won, "lost": lost, "p": sign_test(won, lost)}
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--set", nargs="*", default=SETS)
    parser.add_argument("--out", type=Path, required=True, help="a folder")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    embedder = open_embedder("all-minilm-l6-v2", folder=args.weights, threads=1)
    model = model_for(embedder.profile.fingerprint)
    for name in args.set:
        found = measure(gather(args.data, name, embedder, args.out), model)
        print(name, json.dumps(found), flush=True)
        (args.out / f"{name.replace('/', '-')}.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
