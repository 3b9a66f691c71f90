"""The same fact in two spellings is one fact, and two that differ are not."""

import pytest

from pincite.answer.facts.find import facts_of
from pincite.answer.facts.identifiers import stands_in
from pincite.answer.facts.plain import plain
from pincite.answer.facts.quoted import Quoted


def values(text, *, spanish=False):
    return {value for fact in facts_of(text, spanish=spanish) if fact.kind != "direction" for value in fact.values}


def says(claim, quote, *, spanish=False):
    """Whether a fact of `claim` is one of `quote`."""
    return bool(values(claim, spanish=spanish) & values(quote, spanish=spanish))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1.000,5", "1,000.5"),
        ("1,000.5", "1000.5"),
        ("1 000 000", "1,000,000"),
        ("three", "3"),
        ("tres", "3"),
        ("twenty-five", "25"),
        ("two hundred and five", "205"),
        ("dos mil quinientos", "2500"),
        ("treinta y cinco", "35"),
        ("1.5 million", "1500000"),
        ("3/4", "0.75"),
        ("½", "0.5"),
        ("the 3rd", "third"),
        ("**5 %**", "5%"),
        ("5 per cent", "5%"),
        ("5 por ciento", "5 %"),
        ("half", "50%"),
        ("5 km", "5 kilometres"),
        ("5 km", "5000 m"),
        ("5 kB", "5 KB"),
        ("€20", "20 euros"),
        ("USD 20", "$20"),
        ("20 cents", "0.20 euros"),
        ("90 minutes", "1 h 30 min"),
        ("hora y media", "90 minutos"),
        ("a quarter of an hour", "15 minutes"),
        ("-15 °C", "15 °C bajo cero"),
        ("85 °C", "85 degrees Celsius"),
        ("5 metros cuadrados", "5 m²"),
        ("50 mg/L", "50 mg per litre"),
        ("24 N·m", "24 Nm"),
        ("2024-01-31", "31 January 2024"),
        ("2024-01-31", "31 de enero de 2024"),
        ("2024-01-31", "Jan 31, 2024"),
        ("2024-01-31", "31/01/2024"),
        ("14:30", "2:30 pm"),
        ("16:00", "4 p.m."),
        ("Mondays", "lunes"),
        ("siglo XIX", "19"),
        ("https://www.a.org/x/", "a.org/x"),
    ],
)
def test_two_spellings_of_one_fact_agree(one, other):
    assert says(f"It is {one} here.", f"It is {other} here.")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("5 km", "5 m"),
        ("5 MB", "5 Mb"),
        ("5 mg/l", "5 g/l"),
        ("5 %", "5"),
        ("20 euros", "20 dollars"),
        ("30 working days", "30 days"),
        ("-5 °C", "5 °C"),
        ("1.5", "15"),
        ("31/01/2024", "2024-01-30"),
        ("2 pm", "14:30"),
        ("third", "fourth"),
        ("https://a.org/x", "https://a.org/xy"),
    ],
)
def test_two_facts_that_differ_do_not_agree(one, other):
    assert not says(f"It is {one} here.", f"It is {other} here.")


def test_a_number_that_could_be_read_in_two_ways_is_read_by_its_neighbours():
    assert values("1.000 and 2,5") == {("number", 1000), ("number", 2.5)}
    assert values("1.000 and 2.5") == {("number", 1), ("number", 2.5)}
    assert values("1.000", spanish=True) == {("number", 1000), ("number", 1)}


def test_a_date_with_two_readings_agrees_with_both():
    assert says("On 03/04/2024.", "On 3 April 2024.")
    assert says("On 03/04/2024.", "On March 4, 2024.")


@pytest.mark.parametrize(
    ("identifier", "text", "found"),
    [
        ("e-1234", "Error E 1234.", True),
        ("e-1234", "Error E-12345.", False),
        ("e-1234", "Error E-1234-5.", False),
        ("max_bytes", "the max_bytes setting", True),
        ("max_bytes", "the max_byte setting", False),
        ("v1.2.3", "version 1.2.3", True),
        ("1.2.3", "11.2.3", False),
        ("src/main.py", "see src/main.py", True),
    ],
)
def test_an_identifier_stands_whole_or_not_at_all(identifier, text, found):
    assert stands_in(identifier, text) is found


@pytest.mark.parametrize(
    "said", ["E-1234", "max_bytes", "parseText", "1.2.3", "src/main.py", "COVID-19", "all-MiniLM-L6-v2"]
)
def test_an_identifier_is_one_fact_and_its_digits_are_no_numbers(said):
    facts = facts_of(f"See {said} there.", spanish=False)
    assert [fact.kind for fact in facts] == ["identifier"]


@pytest.mark.parametrize("said", ["5km", "3rd", "e.g.", "kW", "10k", "m2"])
def test_what_only_looks_like_an_identifier_is_none(said):
    assert "identifier" not in {fact.kind for fact in facts_of(f"See {said} there.", spanish=False)}


def test_names_are_capitals_that_the_sentence_does_not_explain():
    facts = facts_of("The rent goes to Maria Lopez of ACME on Monday.", spanish=False)
    assert [value for fact in facts if fact.kind == "name" for _, value in fact.values] == ["maria", "lopez", "acme"]


def test_formatting_is_taken_away_without_moving_anything():
    said = "**5 %** of `a_b`, −3\u00a0km, <b>x</b>"
    assert len(plain(said)) == len(said)
    assert plain(said).split() == ["5", "%", "of", "a_b", ",", "-3", "km,", "x"]


def test_a_unit_may_stand_in_the_head_of_a_column():
    quoted = Quoted(["| Item | Weight (kg) |\n| --- | --- |\n| Door | 40 |"])
    assert quoted.unitless == {("mass", 40_000)}
