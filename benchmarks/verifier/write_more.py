"""Writes `more-a.jsonl` and `more-b.jsonl`: further open material, with passages in tables and lists and more layouts.

`python benchmarks/verifier/write_more.py` reads `material/more-a.txt` and `more-b.txt`. See README.md.
"""

from __future__ import annotations

import html
import json
import re

from material import HERE
from write_faults import MARKER, Half, by_hand, inventions, layouts, out_of_range, uncited, wrong_sources

EACH = 6
"""How many rows each half gets of each further layout."""


def more_layouts(half):
    """The same answer as a table, under headings, quoted, with entities or with the marker before its full stop."""
    for note, change in _CHANGES.items():
        fitting = [answer for answer in half.answers if change(answer.text) not in {"", answer.text}]
        for answer in half.random.sample(fitting, min(EACH, len(fitting))):
            half.add("formatting", answer, change(answer.text), note)


def _sentences(text):
    return re.split(r"(?<=\]\.) ", text)


def _table(text):
    if "|" in text:
        return ""
    rows = [
        (MARKER.sub("", one).rstrip(" ."), "".join(f"[{n}]" for n in MARKER.findall(one))) for one in _sentences(text)
    ]
    return "| What | Source |\n| --- | --- |\n" + "\n".join(f"| {said} | {marks} |" for said, marks in rows)


def _headed(text):
    return "## Answer\n\n" + "\n\n".join(f"* {one}" for one in _sentences(text))


def _quote(text):
    return "\n".join(f"> {one}" for one in _sentences(text))


def _entities(text):
    return (
        html.escape(re.sub(r"(?<=\d) (?=[^\W\d])", "\u00a0", text), quote=False)
        .replace("\u00a0", "&nbsp;")
        .replace("€", "&euro;")
    )


def _bold_answer(text):
    return (
        ""
        if "*" in text or "`" in text
        else re.sub(r"(?<![\w.,:/-])(\d[\d.,:]*\d(?:[ \u00a0](?:%|€|[a-zµ°]{1,3}\b))?)(?![\w.:/\]-])", r"**\1**", text)
    )


def _dashes(text):
    return re.sub(r"(?<=[\s(])-(?=\d)", "\u2212", text).replace("-", "\u2011")


def _capitals(text):
    return (
        ""
        if "`" in text
        else re.sub(r"^[^\[]+", lambda found: found[0].upper(), text)
        if not re.search(r"\d|`", text)
        else ""
    )


def _pairs(text):
    return re.sub(r" \[(\d+)\]\.(?= |\Z)", r".[\1]", text)


def _underscores(text):
    return "" if re.search(r"[`_*]", text) else re.sub(r"(?<=\]\. )(.+?)(?= \[)|^(.+?)(?= \[)", r"__\1\2__", text)


_CHANGES = {
    "a table": _table,
    "a heading and stars": _headed,
    "a quotation": _quote,
    "entities": _entities,
    "bold with units": _bold_answer,
    "other dashes": _dashes,
    "capitals": _capitals,
    "glued markers": _pairs,
    "strong by underscores": _underscores,
}


def main():
    for name, manner in (("more-a", "sealed"), ("more-b", "open")):
        if not (HERE / "material" / f"{name}.txt").exists():
            continue
        half = Half(name, manner)
        for step in (by_hand, wrong_sources, out_of_range, inventions, uncited, layouts, more_layouts):
            step(half)
        half.random.shuffle(half.rows)
        rows = [{"id": f"{name[-1]}-{at:04d}", **row} for at, row in enumerate(half.rows, start=1)]
        (HERE / f"{name}.jsonl").write_text(
            "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8"
        )
        print(name, len(rows), "rows, of them with a fault", sum(row["faulty"] for row in rows))


if __name__ == "__main__":
    main()
