"""What becomes of claims that do not hold: flagged, dropped, or the whole answer withheld."""

import pytest

from pincite.answer.citations import cite
from pincite.answer.write import write_answer
from pincite.types.answer import Abstention, Evidence, GateReading
from pincite.types.locator import Locator
from pincite.types.search import Hit

QUOTE = "The rent is 900 euros a month. Pets are not allowed in the flat. See https://a.org."
HITS = (Hit(1, "d1", "1.txt", "1.txt", "", QUOTE, 0.5, 1.0, Locator(0, len(QUOTE))),)
EVIDENCE = Evidence(HITS, GateReading("distance", 0.675, 0.5, 1, 4))
GOOD, BAD = "The rent is 900 euros a month [1].", "The rent is 800 euros a month [1]."


class Says:
    name = "says"

    def __init__(self, text):
        self.text = text

    def complete(self, prompt, on_text=None):
        if on_text:
            on_text(self.text)
        return self.text


def ask(text, policy, pieces=None):
    on_text = None if pieces is None else pieces.append
    return write_answer("How much?", EVIDENCE, cite(HITS), Says(text), unsupported=policy, on_text=on_text)


def places_are_right(answer):
    assert [answer.text[one.start : one.end] for one in answer.markers] == [f"[{one.index}]" for one in answer.markers]
    assert [answer.text[one.start : one.end] for one in answer.violations] == [one.text for one in answer.violations]
    for claim in answer.claims:
        assert answer.text[claim.start : claim.end].strip()
        for reason in claim.reasons:
            assert answer.text[reason.start : reason.end].strip() == reason.text.strip()


def test_a_flagged_answer_is_whole_and_says_which_sentence_fails():
    answer = ask(f"{GOOD} {BAD}", "flag")
    assert answer.text == f"{GOOD} {BAD}"
    assert [claim.verdict for claim in answer.claims] == ["supported", "contradicted"]
    places_are_right(answer)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"{BAD} {GOOD}", GOOD),
        (f"{GOOD} {BAD}", f"{GOOD} "),
        (f"{GOOD} {BAD} Pets are not allowed in the flat [1].", f"{GOOD} Pets are not allowed in the flat [1]."),
        (
            f"- {GOOD}\n- {BAD}\n- Pets are not allowed in the flat [1].",
            f"- {GOOD}\n- Pets are not allowed in the flat [1].",
        ),
        (f"1. {BAD}\n2. {GOOD}", f"2. {GOOD}"),
        (f"{BAD}\n\n{GOOD} See page 3 [1].", f"\n{GOOD} "),
    ],
)
def test_a_dropped_sentence_is_gone_every_place_moves_with_the_words_and_a_note_says_so(text, left):
    answer = ask(text, "drop")
    assert answer.text == left
    assert answer.notes[0].startswith("dropped: ")
    assert answer.cited == (1,)
    assert all(claim.holds for claim in answer.claims)
    places_are_right(answer)


def test_dropping_every_sentence_withholds_the_answer():
    assert isinstance(ask(BAD, "drop"), Abstention)


def test_a_strict_answer_with_one_bad_sentence_is_withheld_and_counted_apart():
    withheld = ask(f"{GOOD} {BAD}", "strict")
    told = withheld.to_json()
    assert (told["answered"], told["refused"], told["generator"]) == (False, "unsupported", "says")
    assert withheld.decided_by == "unsupported"
    assert "1 of its 2 sentences" in withheld.reason
    assert withheld.nearest == HITS
    assert "800" not in str(told["reason"])


@pytest.mark.parametrize("policy", ["drop", "strict"])
def test_an_answer_that_stands_up_is_shown_as_it_is(policy):
    assert ask(GOOD, policy).text == GOOD


def test_an_answer_without_anything_to_check_is_withheld_under_strict_only():
    assert ask("# 900 euros", "drop").answered
    assert not ask("# 900 euros", "strict").answered


def test_a_model_that_says_that_the_sources_do_not_answer_is_believed():
    assert ask("The sources do not contain the answer.", "strict").answered


@pytest.mark.parametrize(("policy", "shown"), [("drop", [f"{GOOD} "]), ("strict", [])])
def test_nothing_is_shown_before_it_was_verified(policy, shown):
    pieces = []
    ask(f"{GOOD} {BAD}", policy, pieces)
    assert pieces == shown


def test_an_extractive_answer_is_quoted_and_never_called_supported():
    answer = write_answer("How much is the rent?", EVIDENCE, cite(HITS), unsupported="strict")
    assert {claim.verdict for claim in answer.claims} == {"quoted"}
    assert {claim.unchecked for claim in answer.claims} == {("meaning",)}
    for claim in answer.claims:
        assert answer.text[claim.start : claim.end].rsplit(" [", 1)[0].strip("“”") in QUOTE
