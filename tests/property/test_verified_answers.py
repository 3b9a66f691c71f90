"""Whatever a model writes, its claims are disjoint stretches of it, and dropping some leaves every other place right."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.answer.markers import read_markers
from pincite.answer.policy import without_claims
from pincite.answer.verify import verify
from pincite.types.answer import Answer, Citation, GateReading
from pincite.types.locator import Locator

PIECES = st.sampled_from(
    [
        "The rent",
        "is",
        "not",
        "500 euros",
        "5 %",
        "1.000,5",
        "1,000.5",
        "½",
        "3/4",
        "31/01/2024",
        "Jan 31",
        "14:30",
        "E-1234",
        "max_bytes",
        "v1.2.3",
        "https://a.org",
        "p. 12",
        "[1]",
        "[2]",
        "[7]",
        "[1, 2]",
        "【1】",
        "**",
        "`a[1]`",
        "```\n",
        "\n",
        "\n\n",
        "- ",
        "# ",
        ". ",
        ": ",
        ", ",
        "Maria Lopez",
        "at least",
        "never",
        "sin",
        "dos mil",
        "por ciento",
        "",
        " a ",
        " b ",
        "",
        "\xa0",
        "−3 °C",
        "€",
        "½",
        "1/2",
        "�",
        "\x00",
        "٣",
        "²",
    ]
)
TEXTS = st.lists(PIECES | st.text(max_size=6), max_size=30).map(" ".join) | st.text(max_size=80)
GATE = GateReading("distance", 0.5, 0.1, 2, 4)


def citation(number, quote):
    return Citation(number, "d", "d", "d", "", "", quote, 0.1, 1.0, Locator(0, len(quote)))


def answer_of(text, quotes):
    citations = tuple(citation(number, quote) for number, quote in enumerate(quotes, 1))
    reading = read_markers(text, len(citations))
    claims = verify(text, reading, citations)
    return Answer("q", text, citations, reading.cited, reading.violations, GATE, "m", (), reading.spans, claims)


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.tuples(TEXTS, TEXTS))
def test_claims_are_disjoint_stretches_and_a_reason_lies_in_its_own(text, quotes):
    answer = answer_of(text, quotes)
    end = 0
    for claim in answer.claims:
        assert end <= claim.start < claim.end <= len(text)
        end = claim.end
        assert all(claim.start <= reason.start <= reason.end <= claim.end for reason in claim.reasons)
        assert claim.support is None or 0 <= claim.support <= 1


@settings(max_examples=200, deadline=None)
@given(TEXTS, st.tuples(TEXTS, TEXTS), st.data())
def test_dropping_claims_takes_out_their_words_and_moves_the_rest(text, quotes, data):
    answer = answer_of(text, quotes)
    failed = [claim for claim in answer.claims if data.draw(st.booleans())]
    left = without_claims(answer, failed)
    assert [left.text[one.start : one.end] for one in left.markers] == [f"[{one.index}]" for one in left.markers]
    assert [left.text[one.start : one.end] for one in left.violations] == [one.text for one in left.violations]
    kept = [answer.text[one.start : one.end] for one in answer.claims if one not in failed]
    assert [left.text[one.start : one.end] for one in left.claims] == kept


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_a_quote_says_itself(text):
    said = text.replace("[", "(").replace("]", ")").replace("【", "(").replace("`", "")
    answer = answer_of(f"{said}\n\nIt is so [1].", (said, "Tea is green."))
    assert all(
        claim.verdict != "contradicted" for claim in answer.claims if claim.cited == (1,) and claim.end <= len(said)
    )
