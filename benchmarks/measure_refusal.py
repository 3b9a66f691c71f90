"""What the signals of a search tell about refusing, on sets that the shipped model was not fitted on.

    python benchmarks/measure_refusal.py ../shared/data --weights FOLDER --out FOLDER

The model that `pincite calibrate` fits, here on course/en (on course/en itself by nested cross-validation by needle, on the other
sets as it is), stands against the cosine alone, the best BM25 score alone, the number of words of the question alone, the
model that ships, and two others fitted as it was: weights by what the evidence holds, and without the signals that grow with
the length of a question. See docs/decisions/0017-calibrated-refusal.md.
Searches are kept in the folder: empty it after a change of the search.
"""

from __future__ import annotations

import argparse
import json
import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np

from pincite.config import Config
from pincite.embed.open import open_embedder
from pincite.evaluate.calibrate.fit_rows import fit_rows
from pincite.evaluate.calibrate.rows import answerable, labels, values
from pincite.gate.probability import SIGNALS, model_for
from refusal_areas import compare, given_up
from refusal_rows import BANK, HANDBOOK, OWN, corpus_and_index, golden_of, needle_removed, rows_of

HOME = "course/en"
SETS = (HOME, "course/es", "squad2_dev_half", "xquad_es")
FAR = 400
"""Out-of-domain questions asked of a set that has no unanswerable ones, evenly spaced."""
ALLOWED = (0.05, 0.10)
FOLDINGS = 5
"""Ways of dealing needles to folds; a question's log-odds are their mean."""
LENGTH = ("matched", "shared")


def gather(data, name, embedder, place):
    """Rows and the questions' words of one set, from the folder where they are kept."""
    kept = place / f"rows-{name.replace('/', '-')}.pickle"
    if not kept.exists():
        kept.write_bytes(pickle.dumps(search_all(data, name, embedder, place)))
    return pickle.loads(kept.read_bytes())


def search_all(data, name, embedder, place):
    folder, _, language = name.partition("/")
    path = HANDBOOK if name == "handbook" else data / name
    corpus, index = corpus_and_index(path, embedder, Config())
    if name == "handbook":
        golden = golden_of(corpus, *OWN, far=BANK)
    else:
        golden = golden_of(corpus, data / folder / f"gold-{language}.jsonl" if language else path)
    if all(question.answerable for question in golden.questions):
        golden = golden_of(corpus, path, far=far_of(data, place))
    rows = rows_of(name, index, golden, embedder)
    if language or name == "handbook":
        rows += needle_removed(name, index, golden, embedder, weight=0.0)
    words = {f"{name}/{question.id}": len(question.question.split()) for question in golden.questions}
    return [row for row in rows if row.seen is not None], words


def far_of(data, place):
    lines = (data / "ood_questions" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    far = place / "far.jsonl"
    far.write_text("\n".join(lines[at] for at in np.linspace(0, len(lines) - 1, FAR).astype(int)), encoding="utf-8")
    return far


def refitted(home, names, taught):
    """A function from rows to log-odds: left-out ones for the rows of `home`, else those of the model fitted on all of them."""
    many = [fit_rows(taught, names, seed=seed) for seed in range(FOLDINGS)]
    own, fit = np.mean([one.odds for one in many], axis=0), many[0].fit
    told = zip(names, fit.weights * values(taught, names).std(axis=0), strict=True)
    print("a deviation of each signal adds", {name: round(float(weight), 3) for name, weight in told})
    return lambda rows: own if rows is home else fit.odds(values(rows, names))


def groups_of(rows):
    """Name, the questions that should be answered, those that should not."""
    yes, held = answerable(rows), labels(rows)
    kind, style = np.array([row.kind for row in rows]), np.array([row.style for row in rows])
    no = ~yes & (kind != "removed")
    found = {"all": (yes, no), "needle in the evidence": (held, no)}
    found |= {name: (yes, kind == name) for name in ("near", "near-miss", "literal", "far") if (kind == name).any()}
    for name in ("course", "ticket"):
        if (yes & (style == name)).any():
            found[f"{name} phrasing"] = (yes & (style == name), no)
    if (kind == "removed").any():
        found["needle removed"] = (held, kind == "removed")
    return found


def measure(rows, words, scores):
    told = np.array([words[row.id.removesuffix("-removed")] for row in rows], np.float64)
    scores = scores | {
        "cosine": np.array([row.seen.cosine for row in rows]),
        "bm25": np.array([row.seen.bm25 for row in rows]),
        "words": told,
    }
    groups = groups_of(rows)
    found = {"areas": {name: compare(rows, scores, told, *sides) for name, sides in groups.items()}}
    found["given up"] = {str(share): given_up(rows, scores, *groups["all"], share) for share in ALLOWED}
    return found


def show(name, found):
    """The table of one set: areas with DeLong's interval and p of the first model against each other score."""
    print(f"\n## {name}")
    for group, area in found["areas"].items():
        print(f"{group} ({area['n'][0]} against {area['n'][1]}, {area['like pairs']} pairs of like length)")
        for score, told in area.items():
            if isinstance(told, dict):
                print(f"    {score:24} {told['value']:.3f} [{told['low']:.3f}, {told['high']:.3f}]{_against(told)}")
    for share, row in found["given up"].items():
        print(f"given up at {float(share):.0%} bluffs")
        for score, told in row.items():
            test = f"  +{told['won']}/-{told['lost']} needles, p {told['p']:.2g}" if "p" in told else ""
            print(f"    {score:24} {told['value']:.3f} [{told['low']:.3f}, {told['high']:.3f}]{test}")


def _against(told):
    like = f"  like length {told['like']:.3f}"
    if "p" not in told:
        return like
    drawn, alike = told["bootstrap"], told["like difference"]
    return (
        f"  first less this {told['difference']['value']:+.3f}, p {told['p']:.2g}, bootstrap [{drawn['low']:+.3f}, "
        f"{drawn['high']:+.3f}]{like} [{alike['low']:+.3f}, {alike['high']:+.3f}]"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--weights", type=Path)
    parser.add_argument(
        "--home", default=HOME, help="the set to refit on: of ours there is `handbook`, with its tickets"
    )
    parser.add_argument("--set", nargs="*", default=SETS)
    parser.add_argument("--out", type=Path, required=True, help="a folder for the searches and the figures")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    embedder = open_embedder("all-minilm-l6-v2", folder=args.weights, threads=1)
    shipped, every = model_for(embedder.profile.fingerprint), tuple(SIGNALS)
    home, home_words = gather(args.data, args.home, embedder, args.out)
    by_evidence = [replace(row, answerable=row.in_evidence) for row in home]
    fits = {
        "refitted": refitted(home, every, home),
        "by the evidence": refitted(home, every, by_evidence),
        "without length": refitted(home, tuple(name for name in every if name not in LENGTH), home),
    }
    for name in args.set:
        rows, words = (home, home_words) if name == args.home else gather(args.data, name, embedder, args.out)
        scores = {fit: odds(rows) for fit, odds in fits.items()}
        scores["shipped"] = np.array([shipped.judge(row.seen).probability for row in rows])
        found = measure(rows, words, scores)
        show(name, found)
        (args.out / f"{args.home.replace('/', '-')}-on-{name.replace('/', '-')}.json").write_text(
            json.dumps(found, indent=1) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
