"""Every fact in the many ways in which it is written: all of them agree, and their neighbours do not."""

import pytest
from tests.same_writings import ROWS

from pincite.answer.compare import compare
from pincite.answer.facts.quoted import Quoted


def rows():
    for row in ROWS.strip().splitlines():
        language, _, rest = row.partition(": ")
        same, _, others = rest.partition(" != ")
        yield (
            language,
            [one.strip() for one in same.split(" | ")],
            [one.strip() for one in others.split(" | ") if one.strip()],
        )


def objections(said, quoted, language):
    _, reasons = compare(said, Quoted([f"{quoted}."], [""]), spanish=language == "es", same_language=True)
    return [(reason.kind, reason.text) for reason in reasons]


@pytest.mark.parametrize(("language", "same", "others"), list(rows()))
def test_all_writings_of_a_fact_agree_and_a_neighbour_never_does(language, same, others):
    first = same[0]
    assert [(one, objections(one, first, language)) for one in same if objections(one, first, language)] == []
    assert [one for one in others if not objections(one, first, language)] == []
