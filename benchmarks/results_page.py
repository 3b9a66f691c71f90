"""The results of all sets on one page of Markdown, made from the files that hold them."""

from __future__ import annotations

from math import nan

from pincite.evaluate.report.numbers import between, probability, signed
from pincite.types.measured import Interval

TOP = """\
# Results

Made by `make report` from data that is not part of the project; here are numbers only. R@k: the share of questions whose
whole needle lies within the first k hits, in one hit. Brackets hold 95% intervals: Wilson's for shares, a bootstrap over
needles for MRR, pass@k and differences. A needle is destroyed when no chunk holds it whole. A bluff is an unanswerable question
that the gate lets through; given up is an answerable one that it refuses; neither means anything without the other. p is
an exact two-sided sign test, one needle one vote.
"""
GIVEN = (
    "The share of a question's chunks that lie within the first k. The chunks that answer are those of the set; between them, "
    "where the set does not say how it was cut, stand chunks of like size, as many as there were."
)
PUBLISHED = (
    "On the original chunks BM25 over plain stems gives .698, .778, .841 (measured before, with k1 .9 and b .4), and the set's "
    "authors report .809, .872, .901 for embeddings alone (Anthropic's cookbook, contextual embeddings, 2024)."
)


def to_page(sets):
    return "\n".join([TOP, *(part for one in sets for part in _set(one))]) + "\n"


def _set(one):
    corpus, golden, embedder = one["corpus"], one["golden"], one["embedder"]
    changed = "" if one["clean"] else ", with changes that are not committed"
    yield f"## {one['set']}\n"
    yield (
        f"{corpus['documents']:,} documents, {corpus['characters']:,} characters, {one['runs'][0]['costs']['chunks']:,} chunks; "
        f"{golden['answerable']:,} answerable and {golden['unanswerable']:,} unanswerable questions; "
        f"{one['quotes_checked']:,} quotes compared with their documents, all equal.\n"
    )
    yield f"- Pincite {one['pincite']}, commit `{one['commit']}`{changed}"
    yield f"- corpus `{corpus['sha256']}`"
    yield f"- golden set `{golden['sha256']}`"
    yield f"- embedder {embedder['name']} `{embedder['sha256']}`\n"
    yield from _passes(one)
    yield from _rows(one)
    yield from _lost(one)
    yield from _comparisons(one)
    yield from _refusal(one)


def _table(head, rows):
    lines = [f"| {' | '.join(map(str, cells))} |" for cells in [head, *rows]]
    return "\n".join([lines[0], "|" + " --- |" * len(head), *lines[1:]]) + "\n"


def _interval(given):
    return Interval(*(nan if given[part] is None else given[part] for part in ("value", "low", "high")))


def _passes(one):
    if "pass_at" not in one:
        return
    ks = [name for name in one["pass_at"][0] if name != "run"]
    yield f"{GIVEN}\n"
    yield _table(["run", *ks], [[row["run"], *(between(_interval(row[k])) for k in ks)] for row in one["pass_at"]])
    gains = ", ".join(f"{k} {signed(_interval(gain))}" for k, gain in one["pass_at_pairs"].items())
    yield f"{PUBLISHED} The default against lexical: {gains}.\n"


def _rows(one):
    rows = [row for row in one.get("rows", []) if row["part"] == "all" or row["run"] == "default"]
    if not rows:
        return
    cuts = [name for name in rows[0] if name.startswith("R@") and "needle" not in name]
    cells = [
        [
            row["run"] if row["part"] == "all" else row["part"],
            row["n"],
            f"{row['destroyed']}/{row['units']}",
            *(between(_interval(row[k])) for k in [*cuts, "MRR"]),
        ]
        for row in [*(r for r in rows if r["part"] == "all"), *(r for r in rows if r["part"] != "all")]
    ]
    yield _table(["run, then parts of the default", "questions", "destroyed", *cuts, "MRR"], cells)


def _lost(one):
    if one.get("losses"):
        lost = one["losses"][0]
        counts = ", ".join(f"{fate} {count}" for fate, count in lost["counts"].items())
        yield f"What became of the needles of {lost['n']:,} questions by default: {counts}.\n"


def _comparisons(one):
    if not one.get("comparisons"):
        return
    rows = [
        [
            pair["measure"],
            f"+{pair['unit_wins']} −{pair['unit_losses']}",
            probability(pair["unit_p"]),
            signed(_interval(pair["difference"])),
        ]
        for pair in one["comparisons"]
    ]
    yield "The default against strategy E with dense and BM25 fused (the best of the seed without a second model), by needle:\n"
    yield _table(["measure", "wins and losses", "p", "difference"], rows)


def _refusal(one):
    found = one.get("refusal")
    if not found:
        return
    areas = ", ".join(f"{kind} {between(_interval(area))}" for kind, area in found["separation"]["auroc"].items())
    yield f"AUROC of the nearest distance, answerable against unanswerable: {areas}.\n"
    kinds = list(found["rows"][0]["bluffs_by_kind"])
    head = ["threshold", "bluffs", "given up", "right evidence", "wrong evidence", *(kinds if len(kinds) > 1 else [])]
    yield _table(head, [_threshold(row, kinds) for row in found["rows"] if _shown(row)])


def _shown(row):
    """Every second row and the one in force; all of them stand in the file."""
    return row["threshold"] is None or row["current"] or round(row["threshold"] * 1000) % 50 == 0


def _threshold(row, kinds):
    cut = "none" if row["threshold"] is None else f"{row['threshold']:g}"
    shares = [row[part] for part in ("bluffs", "given_up", "right", "wrong")]
    by_kind = [f"{row['bluffs_by_kind'][kind]['count']}/{row['bluffs_by_kind'][kind]['n']}" for kind in kinds]
    return [
        f"**{cut}**" if row["current"] else cut,
        *(f"{share['count']}/{share['n']} {between(_interval(share))}" for share in shares),
        *(by_kind if len(kinds) > 1 else []),
    ]
