"""Reads the hand-written material: passages, faithful answers with their alternatives, and unsupported sentences."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
HANDBOOK = HERE.parents[1] / "docs" / "handbook"

FAMILIES = {
    "n": "changed_number",
    "m": "moved_decimal",
    "u": "swapped_unit",
    "d": "changed_date",
    "p": "changed_percentage",
    "x-": "dropped_negation",
    "x+": "added_negation",
    "a": "changed_name",
    "i": "changed_identifier",
    "r": "swapped_direction",
    "s": "swapped_roles",
    "f": "formatting",
}
"""The code of an alternative, and the family of its row."""

SLOT = re.compile(r"\{([^{}]*)\}")
ALTERNATIVE = re.compile(r"(x-|x\+|[nmudpairsf])(!?):(.*)", re.DOTALL)


@dataclass(frozen=True)
class Passage:
    key: str
    lang: str
    text: str
    handbook: bool
    unsupported: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Alternative:
    """`text` is the whole answer with one slot changed; `reviewed` says that its code carried a `!`."""

    family: str
    reviewed: bool
    was: str
    now: str
    text: str


@dataclass(frozen=True)
class Answer:
    """A faithful answer to the passages named in `keys`: the marker [1] is the first of them."""

    keys: tuple[str, ...]
    lang: str
    text: str
    alternatives: tuple[Alternative, ...]


def read_material(path):
    """The passages by their keys, and the answers in the order of the file."""
    passages, answers, keys, lang = {}, [], (), "en"
    lines = iter(path.read_text(encoding="utf-8").splitlines())
    for line in lines:
        if line.startswith("@@ "):
            _, lang, *names = line.split()
            keys = tuple(names)
        elif line.startswith("@ "):
            _, key, lang, *rest = line.split()
            passages[key] = Passage(key, lang, next(lines).replace("\\n", "\n"), bool(rest))
            keys = (key,)
        elif line.startswith("+ "):
            passages[keys[0]].unsupported.append(line[2:])
        elif match := re.match(r"-(es|en)? (.*)", line):
            answers.append(read_answer(keys, match[1] or lang, match[2]))
        elif line and not line.startswith("# "):
            raise ValueError(f"{path.name}: a line of no known kind: {line[:60]!r}")
    return passages, answers


def read_answer(keys, lang, written):
    written = written.replace("&nbsp;", "\u00a0")
    slots = [match[1].split("|") for match in SLOT.finditer(written)]
    parts = SLOT.split(written)[::2]
    true = [slot[0] for slot in slots]
    alternatives = []
    for at, slot in enumerate(slots):
        for option in slot[1:]:
            match = ALTERNATIVE.fullmatch(option)
            if match is None:
                raise ValueError(f"an alternative without a code: {option!r} in {written[:60]!r}")
            code, mark, now = match.groups()
            text = _joined(parts, [*true[:at], now, *true[at + 1 :]])
            alternatives.append(Alternative(FAMILIES[code], bool(mark), slot[0], now, text))
    return Answer(keys, lang, _joined(parts, true), tuple(alternatives))


def _joined(parts, fillings):
    return "".join(part + filling for part, filling in zip(parts, [*fillings, ""], strict=True))


def missing_in_handbook(passages):
    """The keys of passages that say they are the handbook's and no longer stand in it; white space doesn't count."""
    pages = " ".join(_flat(page.read_text(encoding="utf-8")) for page in sorted(HANDBOOK.glob("*.md")))
    return [one.key for one in passages.values() if one.handbook and _flat(one.text) not in pages]


def _flat(text):
    return " ".join(text.split())
