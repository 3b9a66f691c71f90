"""Where claims are, and which markers prove them."""

import pytest

from pincite.answer.claims import split_claims
from pincite.answer.markers import read_markers
from pincite.answer.verify import verify
from pincite.types.answer import Citation
from pincite.types.locator import Locator


def claims(text, n=3):
    return [(text[one.start : one.end], one.cited) for one in split_claims(text, read_markers(text, n).spans)]


def verdicts(text, *quotes):
    cited = [
        Citation(number, "d", "d", "d", "", "", quote, 0.1, 1.0, Locator(0, len(quote)))
        for number, quote in enumerate(quotes, 1)
    ]
    return {text[one.start : one.end]: one.verdict for one in verify(text, read_markers(text, len(cited)), cited)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A is due [1]. B is not [2].", [("A is due [1].", (1,)), ("B is not [2].", (2,))]),
        (
            "**Applicant:** Larkfield (no. `12`)\n**Form:** `CAF/25-A`\n**Contact:** Miriam [1]",
            [("**Applicant:** Larkfield (no. `12`)\n**Form:** `CAF/25-A`\n**Contact:** Miriam [1]", (1,))],
        ),
        (
            "1. Air it.\n2. Fill it in. It is not renewed. [1]",
            [("Air it.", (1,)), ("Fill it in.", (1,)), ("It is not renewed. [1]", (1,))],
        ),
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
    assert claims("- A is due [1]\n- B is not\n\nPer month, without tax [2].")[1] == ("B is not", ())


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


@pytest.mark.parametrize(
    "head",
    [
        "**Timeline** [1]",
        "**Timeline [1]**",
        "**Timeline**: [1]",
        "**Timeline** [1]:",
        "Timeline [1]",
        "*Timeline* [1]",
        "__Cronología__ [1]",
        "### Timeline [1]",
        "Timeline: [1]",
        "This is what happened [1]:",
        "Esto es lo que pasó: [1]",
        "Según el acta [1]",
        "According to the minutes [1]:",
    ],
)
@pytest.mark.parametrize(
    "below", ["- 3:14: it tripped", "\n1. 3:14: it tripped", "| When | What |\n|---|---|\n| 3:14 | x |"]
)
def test_a_head_that_cites_covers_what_has_no_marker_below_it(head, below):
    assert claims(f"{head}\n{below}")[-1][1] == (1,)


def test_an_item_under_a_head_that_cites_is_compared_with_the_quote_of_the_head():
    quotes = ("At 3:14 the chiller tripped. The standby unit ran for 40 minutes.", "The pond is 9 m deep.")
    said = verdicts("**Timeline** [1]\n- 3:14: chiller tripped\n- Standby unit: 45 minutes", *quotes)
    assert said == {
        "[1]": "supported",
        "3:14: chiller tripped": "supported",
        "Standby unit: 45 minutes": "contradicted",
    }


def test_an_item_under_a_head_keeps_its_own_marker():
    assert claims("**Timeline** [1]\n- A is due [2]\n- B is not")[1:] == [("A is due [2]", (2,)), ("B is not", (1,))]


def test_a_head_covers_the_paragraph_right_below_it_and_no_further_one():
    said = dict(claims("**Timeline** [1]\n\nA is due. B is not.\n\nPets are allowed."))
    assert said == {"[1]": (1,), "A is due.": (1,), "B is not.": (1,), "Pets are allowed.": ()}


def test_a_head_covers_nothing_below_the_next_head():
    assert claims("## Prices [2]\n- A is due\n\n## Pets\n- Dogs are allowed")[-1] == ("Dogs are allowed", ())


def test_an_item_that_is_a_title_covers_the_items_further_in():
    text = "- **Lake** [1]\n  - 97 m deep\n- **Pond** [2]\n  - 3 m deep"
    assert claims(text) == [("[1]", (1,)), ("97 m deep", (1,)), ("[2]", (2,)), ("3 m deep", (2,))]


@pytest.mark.parametrize(
    "said",
    ["Rent is due monthly [1].", "Pets are not allowed [1]", "**Pets are not allowed** [1]", "**No hay mascotas** [1]"],
)
def test_a_sentence_above_a_list_is_a_claim_and_covers_no_item(said):
    assert claims(f"{said}\n- Dogs bark") == [(said, (1,)), ("Dogs bark", ())]


@pytest.mark.parametrize("said", ["**Josiah Wickham** [1]", "**500 euros** [1]", "Josiah Wickham [1]"])
def test_a_title_that_is_the_whole_answer_is_a_claim(said):
    assert claims(said) == [(said, (1,))]


def test_a_name_or_a_figure_in_a_head_that_cites_is_compared():
    quote = "Lake Orrin is 97 m deep. Version 5.12 of the map is from 2023."
    assert verdicts("**Map 5.12** [1]\n- Depth: 97 m", quote)["**Map 5.12** [1]"] == "supported"
    assert verdicts("**Map 5.13** [1]\n- Depth: 97 m", quote)["**Map 5.13** [1]"] != "supported"


@pytest.mark.parametrize(
    "closing", ["[2]", "[2].", "Source: [2]", "All from the data sheet [2].", "Todo según el manual [2]."]
)
def test_a_closing_marker_covers_all_above_it_back_to_the_last_marked_line(closing):
    text = f"A is due [1].\n\n**Velnorin 5 mg/ml** (`PL 20117/0093`)\n- 15 ml\n- 12 %\n\nB is not.\nC is.\n\n{closing}"
    assert [cited for _, cited in claims(text)] == [(1,), *[(2,)] * (len(claims(text)) - 1)]


def test_a_closing_marker_covers_nothing_above_a_marked_line_or_below_itself():
    text = "A is due.\n\nB is not [1].\n\n[2]\n\nPets are allowed."
    assert claims(text) == [("A is due.", ()), ("B is not [1].", (1,)), ("[2]", (2,)), ("Pets are allowed.", ())]


def test_what_a_closing_marker_covers_is_compared_with_its_quote():
    said = verdicts(
        "**Velnorin 5 mg/ml** (`PL 20117/0093`)\n- Frasco: 25 ml\n\n[1]",
        "Velnorin 5 mg/ml (PL 20117/0093), frasco de 15 ml.",
    )
    assert list(said.values()) == ["supported", "contradicted", "supported"]


@pytest.mark.parametrize(
    "title",
    [
        "**Contapyme 5.12** (04/12/2023)",
        "**Contapyme 5.12** — 04/12/2023",
        "## Contapyme 5.12 (04/12/2023)",
        "**Contapyme 5.12 (04/12/2023)**",
    ],
)
def test_a_title_with_figures_is_held_to_the_quotes_of_what_is_below_it(title):
    quote = "Contapyme 5.12 (04/12/2023): el cierre anual es un 38 % más rápido."
    below = "\n\n*Mejora:* el cierre anual es un 38 % más rápido [1]."
    assert set(verdicts(title + below, quote).values()) == {"supported"}
    wrong = title.replace("5.12", "5.13")
    assert list(verdicts(wrong + below, quote).values()) != ["supported", "supported"]


def test_a_title_takes_what_its_own_part_cites_and_no_marker_of_another_part():
    text = "## Prices in 2023\n\nA is due [1].\n\nB is not [2].\n\n## Pets\n\nDogs bark [3]."
    assert claims(text)[0] == ("Prices in 2023", (1, 2))
    assert claims("**Prices in 2023** (net)\n\nA is due.\n\n## Pets\n\nDogs bark [3].")[0][1] == ()


@pytest.mark.parametrize("title", ["## Step 2", "**Option 1**", "### 2. Prices", "Prices", "# Report 2023"])
def test_a_title_that_only_numbers_or_names_its_part_is_no_claim(title):
    assert [text for text, _ in claims(f"{title}\n- A is due") if text != "A is due"] == []


@pytest.mark.parametrize(
    "said",
    [
        "All from the data sheet [2].",
        "All details: [2].",
        "These are the descaling figures from the manual [2].",
        "The figures above come from the table [2].",
        "Everything above is in the contract [2].",
        "As stated in the minutes of the meeting [2].",
        "Source: the leaflet [2].",
        "*(Source: user manual [2])*",
        "The contract says so [2].",
        "Todo ello según la ficha técnica [2].",
        "Fuente: ficha técnica [2]",
        "Datos del prospecto [2].",
        "Todos los datos proceden del informe anual [2].",
        "Lo anterior consta en el acta de la reunión [2].",
        "Así lo indica el aviso [2].",
        "Información tomada de la página [2].",
    ],
)
def test_what_only_says_where_the_rest_is_from_claims_nothing_and_covers_it(said):
    assert claims(f"- A is due\n- B is not\n\n{said}") == [("A is due", (2,)), ("B is not", (2,)), ("[2]", (2,))]
    assert claims(f"A is due. {said}") == [("A is due.", (2,)), ("[2]", (2,))]


@pytest.mark.parametrize(
    "said",
    [
        "These figures are wrong [2].",
        "These are the wrong figures from the manual [2].",
        "All doors close by themselves [2].",
        "All data is encrypted [2].",
        "The manual forbids vinegar [2].",
        "The meter shows values from the table [2].",
        "The document is a contract [2].",
        "The contract does not say so [2].",
        "In the contract [2].",
        "Source: the 2019 leaflet [2].",
        "All from the Velnorin leaflet [2].",
        "Estas cifras son erróneas [2].",
        "Todas las puertas se cierran solas [2].",
        "El manual prohíbe el vinagre [2].",
        "El acta no lo dice [2].",
        "Los datos se guardan en el registro [2].",
        "Fuente de alimentación [2].",
    ],
)
def test_a_sentence_that_says_something_of_a_source_is_a_claim(said):
    assert claims(f"A is due [1]. {said}")[1] == (said, (2,))


def test_a_last_row_that_only_cites_covers_the_table_and_one_that_says_something_is_a_claim():
    assert claims(TABLE + "| Source: manual [2] | |")[1:] == [("| Duo | 9 € |", (2,)), ("[2]", (2,))]
    assert claims(TABLE + "| Trio [2] | 12 € |")[1:] == [("| Duo | 9 € |", (2,)), ("| Trio [2] | 12 € |", (2,))]
