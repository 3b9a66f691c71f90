"""Writes `open.jsonl` and `sealed.jsonl`: answers that are faithful to numbered quotations, and answers with one fault.

`python benchmarks/verifier/write_faults.py` reads `material/`, checks every row and writes both files. It stops at the
first row whose fault doesn't change the fact, or whose other way of writing does. See README.md for the families.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter, defaultdict

from additions import PAGES, PAPERS, URLS
from material import HERE, missing_in_handbook, read_material
from sameness import facts, negations, same

SEED = 20261202
MARKER = re.compile(r"\[(\d+)\]")
BY_CODE = {
    "wrong_source": 40,
    "out_of_range_source": 20,
    "invented_url": 20,
    "invented_doi_arxiv": 20,
    "invented_page": 20,
}
UNCITED = 20
LAYOUTS = 8
"""How many rows each half gets of each layout and, above, of each fault that code makes."""
NEGATED = {"dropped_negation": -1, "added_negation": 1}


class Half:
    """One half: its passages and answers, its own random numbers, and the rows so far.

    `manner` is the half whose layouts and inventions it has: its own, if it is one of the two.
    """

    def __init__(self, name, manner=""):
        self.name = name
        self.manner = manner or name
        self.passages, self.answers = read_material(HERE / "material" / f"{name}.txt")
        self.random = random.Random(f"{SEED}-{name}")
        self.rows = []

    def cited(self, answer):
        return [self.passages[key] for key in answer.keys]

    def sources(self, answer):
        """The keys of one to four sources in a mixed order: those of the answer, and others of this half."""
        others = [one.key for one in self.passages.values() if one.key not in answer.keys]
        near = [key for key in others if self.passages[key].lang == self.passages[answer.keys[0]].lang]
        count = min(self.random.choice((0, 1, 1, 2, 2, 3)), 4 - len(answer.keys))
        picked = self.random.sample(near if self.random.random() < 0.8 else others, count)
        keys = [*answer.keys, *picked]
        self.random.shuffle(keys)
        return keys

    def add(self, family, answer, text, note, keys=None):
        """A row; the markers of `text` follow the order of the answer's own keys, and are numbered anew here."""
        keys = keys or self.sources(answer)
        renumbered = MARKER.sub(lambda match: _renumbered(int(match[1]), answer.keys, keys), text)
        faulty = family not in {"paraphrase", "formatting"}
        quotes = [self.passages[key].text for key in keys]
        row = {"family": family, "lang": answer.lang, "quotes": quotes, "answer": renumbered}
        self.rows.append(row | {"faulty": faulty, "note": note})


def _renumbered(number, own, keys):
    """Numbers over the own sources point nowhere: 5 and more stay out of range, 0 stays 0, 91 is the first other one."""
    if 1 <= number <= len(own):
        return f"[{keys.index(own[number - 1]) + 1}]"
    if number > 90:
        others = [at for at, key in enumerate(keys, start=1) if key not in own]
        return f"[{others[0]}]"
    return f"[{number}]"


def by_hand(half):
    """The faithful answers, their alternatives, and the sentences that no source says."""
    for answer in half.answers:
        half.add("paraphrase", answer, answer.text, "")
        for one in answer.alternatives:
            check(half, answer, one)
            note = f"{one.was} -> {one.now}" + (" (what is said of something else)" if _misattributed(one) else "")
            half.add(one.family, answer, one.text, note)
    for passage in half.passages.values():
        for sentence in passage.unsupported:
            mates = [answer for answer in half.answers if answer.keys == (passage.key,) and answer.lang == passage.lang]
            answer = half.random.choice(mates)
            said = f"{sentence[:-1]} [1]."
            text = f"{answer.text} {said}" if half.manner == "open" else f"{said} {answer.text}"
            half.add("unsupported_sentence", answer, text, f"no source says: {sentence}")


def _misattributed(one):
    return one.reviewed and one.family not in {"formatting", *NEGATED}


def check(half, answer, one):
    """Raises when the alternative isn't what its code says; roles and directions are left to a reader."""
    where = f"{half.name}, {one.family}: {one.was!r} -> {one.now!r} in {answer.text!r}"
    if one.family == "formatting":
        assert one.reviewed or same(one.was, one.now, answer.lang), f"another fact, {where}"
    elif one.family in NEGATED:
        change = negations(one.text) - negations(answer.text)
        assert one.reviewed or change * NEGATED[one.family] > 0, f"no change of negation, {where}"
    elif one.family not in {"swapped_direction", "swapped_roles"}:
        said = set().union(*(facts(passage.text, passage.lang) for passage in half.cited(answer)))
        new = facts(one.text, answer.lang) - facts(answer.text, answer.lang)
        alone = {fact for fact in facts(one.now, answer.lang) - facts(one.was, answer.lang) if isinstance(fact, str)}
        pairs = {fact for fact in new if isinstance(fact, tuple)}
        if one.reviewed:
            assert alone <= said, f"said of something else, but it stands in no cited source, {where}"
        else:
            assert alone - said or pairs - said, f"it stands in a cited source, {where}"


def wrong_sources(half):
    """A marker that points to a source without the fact; in the sealed half, where it can, to the other cited one."""
    for answer in _some(half, BY_CODE["wrong_source"]):
        swap = half.manner == "sealed" and len(answer.keys) == 2
        keys = half.sources(answer)
        if not swap and len(keys) == len(answer.keys):
            near = [one.key for one in half.passages.values() if one.key not in answer.keys and one.lang == answer.lang]
            keys = [*keys, half.random.choice(near)][:4]
        if swap:
            text = answer.text.replace("[1]", "[x]").replace("[2]", "[1]").replace("[x]", "[2]")
        else:
            text = answer.text.replace(f"[{len(answer.keys)}]", "[91]") if len(keys) > len(answer.keys) else ""
        if text:
            _assert_lacking(half, answer, keys, swap=swap)
            half.add("wrong_source", answer, text, "the two markers are swapped" if swap else "another source", keys)


def _assert_lacking(half, answer, keys, *, swap):
    """The source that is now cited lacks most words of what it is cited for."""
    others = [key for key in keys if key not in answer.keys]
    wrong = half.passages[answer.keys[0] if swap else others[0]]
    said = {fact for fact in facts(wrong.text, wrong.lang) if isinstance(fact, str) and len(fact) > 3}
    claimed = _claims(answer)[str(len(answer.keys))]
    words = {fact for fact in facts(claimed, answer.lang) if isinstance(fact, str) and len(fact) > 3}
    assert len(words & said) <= len(words) / 2, f"{wrong.key} may support {claimed!r}"


def _claims(answer):
    """What stands before each marker, by its number."""
    pieces = MARKER.split(answer.text)
    claims = defaultdict(str)
    for claim, number in zip(pieces[::2], pieces[1::2], strict=False):
        claims[number] += claim
    return claims


def out_of_range(half):
    for answer in _some(half, BY_CODE["out_of_range_source"]):
        kind = half.random.choice(("[5]", "[7]", "[6]") if half.manner == "open" else ("[0]", "[12]", "{}[8]", "{}[0]"))
        last = list(MARKER.finditer(answer.text))[-1]
        text = answer.text[: last.start()] + kind.format(last[0]) + answer.text[last.end() :]
        half.add("out_of_range_source", answer, text, f"the last marker is {kind.format('the right one and ')}")


def inventions(half):
    for family, table in (("invented_url", URLS), ("invented_doi_arxiv", PAPERS), ("invented_page", PAGES)):
        for turn, answer in enumerate(_some(half, BY_CODE[family])):
            added = table[half.manner, answer.lang][turn % len(table[half.manner, answer.lang])]
            at = answer.text.rindex(" [")
            text = answer.text[:at] + added + answer.text[at:]
            half.add(family, answer, text, f"added:{added}")


def uncited(half):
    """No marker at all; in the sealed half, where an answer has several sentences, only the last one has none."""
    for answer in _some(half, UNCITED):
        at = list(re.finditer(r" \[\d+\]", answer.text))
        last = half.manner == "sealed" and len(at) > 1
        text = answer.text[: at[-1].start()] + answer.text[at[-1].end() :]
        text = text if last else re.sub(r" \[\d+\]", "", answer.text)
        half.add("uncited", answer, text, "the last sentence has no marker" if last else "no marker")


def layouts(half):
    """The same answer in another dress; each half has its own."""
    kinds = {
        "open": {
            "no-break spaces": _no_break,
            "bold numbers": _bold,
            "a list": _dashes,
            "marker after the stop": _after,
        },
        "sealed": {
            "narrow spaces": _narrow,
            "italics": _italics,
            "a numbered list": _numbered,
            "small letters": _small,
        },
    }
    for note, change in kinds[half.manner].items():
        fitting = [answer for answer in half.answers if change(answer.text) not in {"", answer.text}]
        for answer in half.random.sample(fitting, min(LAYOUTS, len(fitting))):
            half.add("formatting", answer, change(answer.text), note)


def _no_break(text):
    return re.sub(r"(?<=\d) (?=[^\W\d])", "\u00a0", text)


def _narrow(text):
    return re.sub(r"(?<=\d) (?=[^\W\d]|%)", "\u202f", text).replace("'", "\u2019")


def _bold(text):
    return text if "`" in text else re.sub(r"(?<![\w.,:/-])(\d+(?:[.,:]\d+)*)(?![\w.,:/\]-])", r"**\1**", text)


def _italics(text):
    return "" if "`" in text or "*" in text else re.sub(r"(?<=\]\. )(.+?)(?= \[)|^(.+?)(?= \[)", r"*\1\2*", text)


def _sentences(text):
    return re.split(r"(?<=\]\.) ", text)


def _dashes(text):
    parts = _sentences(text)
    return "\n".join(f"- {part}" for part in parts) if len(parts) > 1 else ""


def _numbered(text):
    parts = _sentences(text)
    return "\n".join(f"{at}. {part}" for at, part in enumerate(parts, start=1)) if len(parts) > 1 else ""


def _after(text):
    return re.sub(r" (\[\d+\])\.", r". \1", text)


def _small(text):
    """Not where a capital means something: units, identifiers, code and letters that stand alone."""
    return "" if re.search(r"`|[A-Z]{2}|\b[A-Z]\b|\d[-\w]*[A-Z]|[A-Z][-\w]*\d|[a-z][A-Z]", text) else text.lower()


def _some(half, count):
    return half.random.sample(half.answers, count)


def equal_halves(halves):
    """As many rows of each family in both halves, picked by chance from the half that has more."""
    sizes = [Counter(row["family"] for row in half.rows) for half in halves]
    for half in halves:
        half.random.shuffle(half.rows)
        left = {family: min(size[family] for size in sizes) for family in sizes[0]}
        kept = []
        for row in half.rows:
            if left.get(row["family"], 0):
                left[row["family"]] -= 1
                kept.append(row)
        half.rows = [{"id": f"{half.name[0]}-{at:04d}", **row} for at, row in enumerate(kept, start=1)]


def main():
    halves = [Half("open"), Half("sealed")]
    for half in halves:
        for step in (by_hand, wrong_sources, out_of_range, inventions, uncited, layouts):
            step(half)
        if gone := missing_in_handbook(half.passages):
            print(f"{half.name}: no longer in the handbook word for word, kept as they are: {', '.join(gone)}")
    equal_halves(halves)
    shared = {quote for row in halves[0].rows for quote in row["quotes"]} & {
        q for r in halves[1].rows for q in r["quotes"]
    }
    assert not shared, f"quotes in both halves: {shared}"
    for half in halves:
        lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in half.rows]
        (HERE / f"{half.name}.jsonl").write_text("".join(lines), encoding="utf-8")
        print(half.name, len(half.rows), "rows, of them with a fault", sum(row["faulty"] for row in half.rows))
        for (family, lang), count in sorted(Counter((row["family"], row["lang"]) for row in half.rows).items()):
            print(f"  {family:22} {lang} {count}")


if __name__ == "__main__":
    main()
