"""Our own form: JSON Lines, one question a line, as `Question.to_json` writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from pincite.evaluate.golden.rows import Row, clean, shown
from pincite.types.golden import Question, Rule, Span

_PHRASING = re.compile(r"(.*\d)[a-zA-Z]", re.DOTALL)
_HEX = re.compile(r"(?:[-_]?[0-9a-fA-F]){16,}")
"""An id that a machine made: its last letter is a digit."""
_RULES: dict[str, Rule] = {"any": "any", "all": "all"}


def read_own(rows: Iterable[Row]) -> list[Question]:
    """The questions of rows `{id, question, doc, from, to, needle, style, kind, answerable, distance}`.

    More spans than one stand under `spans` as `{doc, from, to, needle}` with a `rule`; whole documents under `relevant`
    as `{doc: grade}`. `unit` (or `group`) is shared by the phrasings of a needle; where neither is there it is the id up to its last
    letter, for questions that have the same needle. `answerable` is true where it is left out; other names are passed over. Raises
    GoldenError for a malformed row.
    """
    found = [(_question(row), row.has("unit") or row.has("group")) for row in rows]
    units = iter(_units([question for question, given in found if not given]))
    return [question if given else replace(question, unit=next(units)) for question, given in found]


def unit_of(id_: str) -> str:
    """What the phrasings of one needle share: the id without the letter that follows its number.

    Ids of 16 hexadecimal digits and more were made by a machine, and have no such letter.

    >>> unit_of("en-001a"), unit_of("en-u01"), unit_of("overlap"), unit_of("56beb4343aeaaa14008c925b")
    ('en-001', 'en-u01', 'overlap', '56beb4343aeaaa14008c925b')
    """
    found = None if _HEX.fullmatch(id_) else _PHRASING.fullmatch(id_)
    return found[1] if found else id_


def _units(questions: list[Question]) -> list[str]:
    """The unit of each question by its id; where ids promise phrasings but the needles differ, each needle's is its first question."""
    needles: dict[str, dict[object, str]] = {}
    for question in questions:
        needles.setdefault(unit_of(question.id), {}).setdefault(_needle(question), question.id)
    units = []
    for question in questions:
        unit = unit_of(question.id)
        units.append(unit if len(needles[unit]) == 1 else needles[unit][_needle(question)])
    return units


def _needle(question: Question) -> object:
    """What two phrasings have in common: the places of the answer, or that there is none."""
    places = sorted((span.document, span.start, span.end) for span in question.spans)
    return question.answerable, tuple(places), tuple(sorted(question.relevant))


def _question(row: Row) -> Question:
    id_ = row.id("id")
    draft = row.truth("draft", default=False)
    question = row.text("question")
    if not question.strip() and not draft:
        raise row.wrong("an empty question", "words", "write the question, or mark the line as a draft")
    return Question(
        id_,
        question,
        row.id("unit", "group") if row.has("unit") or row.has("group") else id_,
        answerable=row.truth("answerable", default=True),
        spans=tuple(_spans(row)),
        rule=_rule(row),
        relevant=tuple(_relevant(row)),
        draft=draft,
        line=row.line,
        **{name: row.text(name) if row.has(name) else "" for name in ("style", "kind", "distance")},
    )


def _rule(row: Row) -> Rule:
    given = row.values.get("rule", "any")
    if not isinstance(given, str) or given not in _RULES:
        raise row.wrong(
            f"the rule {shown(given)}", "any or all", "`any`: one span is enough; `all`: every one is needed"
        )
    return _RULES[given]


def _spans(row: Row) -> Iterator[Span]:
    if row.has("from") or row.has("to"):
        yield _span(row)
    for one in row.items("spans"):
        yield _span(row.inside(one, "the span"))


def _span(row: Row) -> Span:
    start, end = row.place(row.values.get("from"), row.values.get("to"))
    return Span(row.id("doc"), start, end, row.text("needle") if row.has("needle") else "")


def _relevant(row: Row) -> Iterator[tuple[str, int]]:
    """Documents with their grades; a `doc` without a span counts as one."""
    if row.has("doc") and not row.has("from") and not row.has("to"):
        if row.has("needle"):
            todo = "say where in the document it stands; write 0 and 1, and `pincite eval check` tells the right ones"
            raise row.wrong("a needle without a place", "`from` and `to`", todo)
        yield row.id("doc"), 1
    given: Any = row.values.get("relevant")
    graded = row.inside(given, "`relevant` =").values if given is not None else {}
    for name, grade in graded.items():
        if not isinstance(grade, int) or isinstance(grade, bool) or abs(grade) > 1000:
            raise row.wrong(f"the grade {shown(grade)} of {shown(name)}", "a whole number", "0 is not relevant, 1 is")
        yield clean(name), grade
