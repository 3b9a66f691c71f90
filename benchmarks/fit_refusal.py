"""Fit the refusal model that ships with Pincite, and say what it does on needles it has not seen.

    python benchmarks/fit_refusal.py ../shared/data --weights FOLDER --out src/pincite/gate/models/minilm.json

Fitted on the handbook (ours) with its own golden sets, unanswerable tickets among them, chroma_chunking (MIT) and nomiracl_en (Apache-2.0), with our
out-of-domain questions as far ones, and with every question that has a needle asked once more without it. Each set weighs
the same, its answerable and its unanswerable half too. A signal that grows with the length of a question gets no weight: nobody
should have to write long questions. See docs/decisions/0017-calibrated-refusal.md.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import numpy as np

from pincite import __version__
from pincite.config import Config
from pincite.embed.open import open_embedder
from pincite.evaluate.calibrate.cross_validate import best_penalty, left_out_odds, log_loss
from pincite.evaluate.calibrate.logistic import fit_logistic
from pincite.evaluate.calibrate.rows import labels, values, weights
from pincite.evaluate.statistics.auroc import auroc
from pincite.evaluate.statistics.bootstrap import bootstrap_mean
from pincite.evaluate.statistics.delong import delong
from pincite.gate.probability import SIGNALS
from refusal_rows import BANK, HANDBOOK, NEAR, OWN, corpus_and_index, golden_of, needle_removed, rows_of

LENGTH = ("matched", "shared")
"""The signals that grow with the length of a question, found or not."""


def gather(data, embedder, config):
    """All rows, and what they were made of."""
    made = {}

    def of(name, path, *gold, far=BANK):
        corpus, index = corpus_and_index(path, embedder, config)
        golden = golden_of(corpus, *gold, far=far)
        made[name] = {"corpus": corpus.counts.sha256, "golden": golden.sha256, "chunks": len(index.lengths)}
        return index, golden

    index, golden = of("handbook", HANDBOOK, *OWN)
    rows = rows_of("handbook", index, golden, embedder) + needle_removed("handbook", index, golden, embedder, 1.0)
    index, golden = of("chroma_chunking", data / "chroma_chunking", data / "chroma_chunking")
    judged = replace(golden, questions=tuple(q for q in golden.questions if q.spans or not q.answerable))
    rows += rows_of("chroma_chunking", index, judged, embedder)
    rows += needle_removed("chroma_chunking", index, judged, embedder, NEAR)
    index, golden = of("nomiracl_en", data / "nomiracl_en", data / "nomiracl_en")
    rows += rows_of("nomiracl_en", index, golden, embedder)
    return rows, made


def tell_apart(rows, odds):
    """By set: the area against all (weighted as fitted), near and far ones, of the model and of the cosine alone."""
    cosine = np.array([row.seen.cosine for row in rows])
    found = {}
    for name in dict.fromkeys(row.part.split("/")[0] for row in rows):
        yes = [at for at, row in enumerate(rows) if row.part == f"{name}/answerable"]
        for kind in sorted({row.kind for row in rows if row.part.startswith(name) and row.kind}):
            no = [at for at, row in enumerate(rows) if row.part.startswith(name) and row.kind == kind]
            yes_units, no_units = ([rows[at].unit for at in some] for some in (yes, no))
            if (
                kind == "removed"
            ):  # the same needles on both sides, which the clustered variance does not allow: by question
                yes_units = no_units = None
            sides = [(score[yes], score[no]) for score in (odds, cosine)]
            test = delong(*sides, yes_units, no_units)
            found[f"{name} {kind}"] = {
                "model": auroc(*sides[0], yes_units, no_units).to_json(),
                "cosine": auroc(*sides[1], yes_units, no_units).to_json(),
                "difference": test.difference.to_json(),
                "p": test.p,
            }
    return found


def worth_of_each(rows, names, w, odds):
    """What each signal saves in log loss on left-out needles, by a bootstrap over needles: those of `names` by leaving them out."""
    found, y, units = {}, labels(rows), [row.unit for row in rows]
    for name in SIGNALS:
        others = [other for other in SIGNALS if (other in names) != (other == name)]
        costs = log_loss(left_out_odds(values(rows, others), y, w, units), y) - log_loss(odds, y)
        found[name] = bootstrap_mean((costs * w * (1 if name in names else -1)).tolist(), units).to_json()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    embedder = open_embedder("all-minilm-l6-v2", folder=args.weights, threads=1)
    rows, made = gather(args.data, embedder, Config())
    names, units = tuple(name for name in SIGNALS if name not in LENGTH), [row.unit for row in rows]
    x, y, w = values(rows, names), labels(rows), weights(rows)
    odds = left_out_odds(x, y, w, units)
    penalty = best_penalty(x, y, w, units)
    fit = fit_logistic(x, y, w, penalty)
    told = {
        "questions": len(rows),
        "needles": len(set(units)),
        "penalty": penalty,
        "log_loss": float(np.average(log_loss(odds, y), weights=w)),
        "worth": worth_of_each(rows, names, w, odds),
        "auroc": tell_apart(rows, odds),
    }
    print(json.dumps(told, indent=1))
    for name, weight, value in zip(names, fit.weights * x.std(axis=0), fit.weights, strict=True):
        print(f"{name:14} {value:8.3f} a unit, {weight:6.3f} a deviation")
    if args.out:
        model = {
            "name": "minilm",
            "fingerprint": embedder.profile.fingerprint,
            "intercept": fit.intercept,
            "weights": dict.fromkeys(SIGNALS, 0.0) | dict(zip(names, fit.weights.tolist(), strict=True)),
            "common": dict(zip(SIGNALS, np.average(values(rows), axis=0, weights=w).tolist(), strict=True)),
            "fitted_on": {
                "pincite": __version__,
                "sets": made,
                "label": "the first four hits hold the whole needle",
                **told,
            },
        }
        args.out.write_text(json.dumps(model, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
