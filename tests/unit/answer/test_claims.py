"""Where claims are, and which markers prove them."""

import pytest

from pincite.answer.claims import split_claims
from pincite.answer.markers import read_markers


def claims(text, n=3):
    return [(text[one.start : one.end], one.cited) for one in split_claims(text, read_markers(text, n).spans)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A is due [1]. B is not [2].", [("A is due [1].", (1,)), ("B is not [2].", (2,))]),
        ("A is due. [1] B is not. [2][3]", [("A is due. [1]", (1,)), ("B is not. [2][3]", (2, 3))]),
        ("A is due.[1] B is not.[2]", [("A is due.[1]", (1,)), ("B is not.[2]", (2,))]),
        ("A is due. B is not [2].", [("A is due.", (2,)), ("B is not [2].", (2,))]),
        ("A is due [1]. B is not.", [("A is due [1].", (1,)), ("B is not.", ())]),
        ("A is due.\n\nB is not [2].", [("A is due.", ()), ("B is not [2].", (2,))]),
        ("Yes. A is due [1].", [("Yes. A is due [1].", (1,))]),
        ("# Heading\n\nA is due [1].", [("A is due [1].", (1,))]),
        ("**Heading**\n\nA is due [1].", [("A is due [1].", (1,))]),
        ("The rules:\n- A is due [1]\n- B is not [2]", [("A is due [1]", (1,)), ("B is not [2]", (2,))]),
        (
            "The rules are [1]:\n1. A is due\n2. B is not",
            [("The rules are [1]:", (1,)), ("A is due", (1,)), ("B is not", (1,))],
        ),
        ("A line\nthat goes on [1].", [("A line\nthat goes on [1].", (1,))]),
        ("| a | b |\n| --- | --- |\n| x | 5 [2] |", [("| x | 5 [2] |", (2,))]),
        ("Use it [1]:\n```\na[1] = 2\n```", [("Use it [1]:", (1,)), ("```\na[1] = 2\n```", (1,))]),
        ("[1] A is due.", [("[1] A is due.", (1,))]),
        ("---", []),
        ("", []),
    ],
)
def test_each_sentence_has_the_markers_that_prove_it(text, expected):
    assert claims(text) == expected


TABLE = "| Plan | Price |\n| --- | --- |\n| Solo | 5 € |\n| Duo | 9 € |\n"


@pytest.mark.parametrize(
    "below", ["\n[2]", "\nSource: [2]", "\nFuente: [2].", "\nPer month, without tax [2].", "Source: [2]", "[2]"]
)
def test_the_paragraph_right_under_a_table_covers_its_rows(below):
    assert dict(claims(TABLE + below))["| Duo | 9 € |"] == (2,)


@pytest.mark.parametrize(
    "text",
    [
        "| Plan | Price [2] |\n| --- | --- |\n| Duo | 9 € |",
        "## Prices [2]\n\n| Plan | Price |\n| --- | --- |\n| Duo | 9 € |",
        "The prices are [2]:\n\n| Plan | Price |\n| --- | --- |\n| Duo | 9 € |",
        "The prices are: [2]\n\n| Plan | Price |\n| --- | --- |\n| Duo | 9 € |",
    ],
)
def test_what_leads_to_a_table_covers_its_rows(text):
    assert dict(claims(text))["| Duo | 9 € |"] == (2,)


@pytest.mark.parametrize(
    "below",
    ["", "\nPer month, without tax.", "\nPer month.\n\nPets are allowed [2].", "\n## Pets\n\nThey are allowed [2]."],
)
def test_what_stands_further_down_covers_no_table(below):
    assert dict(claims(TABLE + below))["| Duo | 9 € |"] == ()


def test_a_list_is_covered_from_below_only_where_none_of_its_items_cites():
    assert claims("- A is due\n- B is not\n\nSee [2].") == [("A is due", (2,)), ("B is not", (2,)), ("[2]", (2,))]
    assert claims("- A is due\n- B is not\n[2]") == [("A is due", (2,)), ("B is not", (2,)), ("[2]", (2,))]
    assert claims("- A is due [1]\n- B is not\n\nSee [2].")[1] == ("B is not", ())


def test_what_the_last_item_alone_cites_covers_the_list():
    assert claims("- A is due\n- B is not [2]") == [("A is due", (2,)), ("B is not [2]", (2,))]
    assert claims("- A is due [1]\n- B is not\n- C is [2]")[1] == ("B is not", ())


def test_a_line_that_only_cites_covers_the_paragraph_above_it():
    assert claims("A is due.\n\nSource: [2]") == [("A is due.", (2,)), ("[2]", (2,))]


@pytest.mark.parametrize(
    "said",
    [
        "The data rate is max. 1.2 Mbps [1].",
        "Call Dept. 4 or ext. 4417 [1].",
        "It departs at 9:17 a.m. UTC [1].",
        "It holds approx. 5 l (min. 4 l) [1].",
        "See art. 23 and vol. 2, p. ej. fig. 7 [1].",
        "Pesa aprox. 5 kg, mín. 4 kg, y lo dice la pág. 7 [1].",
        "Responde la Dra. Vega, tel. 555 0142 [1].",
        "It takes 12 min. 30 s [1].",
    ],
)
def test_an_abbreviation_ends_no_sentence(said):
    assert claims(said) == [(said, (1,))]


def test_a_unit_or_a_citation_behind_an_abbreviation_may_end_a_sentence():
    assert len(claims("It takes 12 min. Then stop [1].")) == 2
    assert claims("It holds 5 l max. [1] Pets are allowed [2].")[0] == ("It holds 5 l max. [1]", (1,))
