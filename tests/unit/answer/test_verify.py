"""Verdicts: what the quotes bear out, what they lack, and what they contradict."""

import pytest

from pincite.answer.markers import read_markers
from pincite.answer.verify import Scorers, verify
from pincite.types.answer import Citation
from pincite.types.locator import Locator

LEASE = (
    "The deposit is 500 euros and is returned within 30 days. Maria Lopez signed on 31 January 2024. "
    "The tenant may not sublet the flat. A car space costs 42 euros, a bicycle space 11.50 euros. See form E-1234."
)
TEA = "Green tea is grown in Uji and should be brewed at 80 °C for two minutes."


def citation(number, quote):
    return Citation(number, f"d{number}", "a.txt", "a.txt", "", "", quote, 0.4, 1.0, Locator(0, len(quote)))


def judged(text, scorers=None, quotes=(LEASE, TEA)):
    return verify(text, read_markers(text, len(quotes)), [citation(n, q) for n, q in enumerate(quotes, 1)], scorers)


def verdict(text):
    (claim,) = judged(text)
    return claim.verdict


@pytest.mark.parametrize(
    "text",
    [
        "The deposit of **€500** comes back within thirty days [1].",
        "The lease was signed by Maria Lopez on 2024-01-31 [1].",
        "Subletting the flat is not allowed for the tenant [1].",
        "A bicycle space costs 11,50 € [1].",
        "See form `E-1234` [1].",
        "Brew green tea at 80 degrees Celsius for 120 seconds [2].",
    ],
)
def test_the_same_facts_in_other_words_and_other_formatting_are_supported(text):
    assert verdict(text) == "supported"


@pytest.mark.parametrize(
    ("text", "kind", "instead"),
    [
        ("The deposit is 600 euros [1].", "number", "500 euros"),
        ("The deposit is 500 dollars [1].", "unit", "500 euros"),
        ("The deposit is returned within 30 weeks [1].", "unit", "30 days"),
        ("Maria Lopez signed on 30 January 2024 [1].", "date", "31 January 2024"),
        ("See form E-1243 [1].", "identifier", "E-1234"),
        ("A bicycle space is 42 euros [1].", "unit", "11.50 euros"),
        ("The tenant may sublet the flat [1].", "negation", "The tenant may not sublet the flat"),
    ],
)
def test_a_changed_fact_is_contradicted_and_what_stands_there_is_shown(text, kind, instead):
    (claim,) = judged(text)
    assert claim.verdict == "contradicted"
    assert [(reason.kind, reason.instead) for reason in claim.reasons][:1] == [(kind, instead)]
    for reason in claim.reasons:
        assert text[reason.start : reason.end].strip() == reason.text.strip()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The deposit is 500 euros.", "uncited"),
        ("The deposit is 500 euros [7].", "uncited"),
        ("The deposit is 500 euros [1, 2].", "uncited"),
        ("The deposit is 500 euros [1][7].", "uncited"),
        ("The deposit is 500 euros [2].", "unsupported"),
        ("The deposit is 500 euros, see https://a.org [1].", "unsupported"),
        ("The deposit is 500 euros (p. 12) [1].", "unsupported"),
        ("Dogs and cats are welcome in the garden [1].", "unsupported"),
    ],
)
def test_what_has_no_source_or_another_or_points_elsewhere_does_not_hold(text, expected):
    assert verdict(text) == expected


def test_another_source_that_says_it_is_named():
    (claim,) = judged("Green tea is brewed at 80 °C for two minutes [1].")
    assert ("source", "[2]") in [(reason.kind, reason.instead) for reason in claim.reasons]


def test_markers_in_code_are_code_and_prove_nothing():
    assert verdict("Read `a[1]` first.") == "uncited"


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("deposit: 500 euros\nreturned: 30 days", "supported"),
        ("deposit: 600 euros\nreturned: 30 days", "contradicted"),
        ("rm --recursive deposit", "unsupported"),
    ],
)
def test_a_block_of_code_that_lists_the_facts_of_a_source_is_compared_fact_by_fact(block, expected):
    claim, _ = judged(f"```\n{block}\n```\n[1]")
    assert claim.verdict == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"Brew at $80\,^\circ\mathrm{C}$ for $2\,\text{min}$ [2].", "supported"),
        (r"Brew at $90\,^\circ\mathrm{C}$ for $2\,\text{min}$ [2].", "contradicted"),
    ],
)
def test_a_formula_is_read_as_the_figures_that_it_shows(text, expected):
    assert verdict(text) == expected


@pytest.mark.parametrize(
    ("quote", "same", "other"),
    [
        ("VAT 21 %", "VAT: 21 per cent", "VAT: 12 per cent"),
        ("A single costs $7.20.", "Single: USD 7.20", "Single: USD 7.02"),
        ("€65 per person", "EUR 65 p.p.", "EUR 56 p.p."),
        ("The battery lasts 0:38 h.", "The battery lasts 38 min.", "The battery lasts 83 min."),
        ("She won in 4:21:08.", "She won in 4 h 21 min 8 s.", "She won in 4 h 12 min 8 s."),
        (
            "The fever hit 1.4% of patients.",
            "The fever hit 14 per 1,000 patients.",
            "The fever hit 41 per 1,000 patients.",
        ),
        ("Humidity is 85%.", "Humidity is 0.85.", "Humidity is 0.58."),
        ("Sales fell 22%.", "Sales: −22 %", "Sales: −32 %"),
        ("The box is 84.5 × 60 × 55 cm.", "The box is 845 × 600 × 550 mm.", "The box is 854 × 600 × 550 mm."),
        ("Aged 14 months.", "Aged 1 year and 2 months.", "Aged 1 year and 4 months."),
        ("Open 13:30–17:00.", "Open 1:30–5:00 pm.", "Open 2:30–5:00 pm."),
        ("Flight ZN 318 leaves.", "Flight ZN318 leaves.", "Flight ZN381 leaves."),
    ],
)
def test_another_usual_writing_of_a_fact_is_the_fact_and_another_value_is_not(quote, same, other):
    verdicts = [judged(f"{said} [1]", quotes=(quote,))[0].verdict for said in (same, other)]
    assert verdicts[0] == "supported"
    assert verdicts[1] in {"contradicted", "unsupported"}


def test_a_claim_says_what_was_checked_and_what_was_not():
    (claim,) = judged("The deposit is 500 euros [1].")
    assert claim.checked == ("unit", "negation", "direction", "words")
    assert claim.unchecked == ("meaning",)
    assert claim.support == 1.0


def test_a_scorer_of_meaning_counts_beside_the_words():
    def meaning(claims, sources):
        return [[0.0] * len(sources) for _ in claims]

    (claim,) = judged("Dogs may not sublet the flat [1].", Scorers(meaning))
    assert (claim.support, "meaning" in claim.checked) == (pytest.approx(1 / 3), True)
    assert claim.verdict == "unsupported"


def test_words_and_names_are_not_compared_across_languages():
    (claim,) = judged("La fianza es de 500 euros y se devuelve al inquilino en un plazo de 30 días como muy tarde [1].")
    assert claim.verdict == "supported"
    assert {"words", "name", "negation"} <= set(claim.unchecked)


def test_a_sentence_that_says_that_the_sources_do_not_answer_is_no_claim():
    assert judged("The sources do not contain the answer.") == ()
