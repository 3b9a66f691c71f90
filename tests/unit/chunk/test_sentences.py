import pytest

from pincite.chunk.sentences import sentences


def split(text, *, loose=False):
    return [text[start:end] for start, end in sentences(text, 0, len(text), loose=loose)]


@pytest.mark.parametrize(
    "parts",
    [
        ["It rains.", "Take a coat."],
        ["Does it rain?", "Yes!", "Take a coat…"],
        ["He said “Stop.”", "Then he left."],
        ["It works (mostly.)", "Try it."],
        ["This is **bold.**", "This is not."],
        ["¿Llueve?", "¡Sí!", "Coge un abrigo."],
        ["It was sold in 2019.", "The rest was not."],
        ["Call the model.", "`pipeline` returns a list."],
        ["We met at 5 p.m.", "Then we left."],
        ["Tea, milk, etc.", "Nothing else."],
        ["Is the answer no.", "Ask again."],
    ],
)
def test_a_mark_before_a_new_beginning_ends_a_sentence(parts):
    assert split(" ".join(parts)) == parts


@pytest.mark.parametrize(
    "sentence",
    [
        "Use a small model, e.g. MiniLM or another.",
        "Use it at home, i.e. Nowhere else.",
        "Dr. Vega and Mrs. Smith met Prof. Lee.",
        "El Sr. Vega y la Sra. Ruiz viven en EE. UU. Desde 2010.",
        "Usa un modelo pequeño, p. ej. MiniLM.",
        "J. R. R. Tolkien wrote it.",
        "The U.S. Government paid 3.14 million.",
        "See Fig. 3 and pp. 12 of vol. 2 for it.",
        "Véase la pág. 12 y el núm. 3 del cap. 4.",
        "Smith et al. 2001 found it.",
        "Open https://example.org/a.b?c=d.e in a browser.",
        "The call `a. B` stays whole.",
        "He waited... and waited... for hours.",
        "Yahoo! is a name.",
        "1. Log in to your store.",
        "Wait . . . and see.",
    ],
)
def test_a_mark_inside_a_sentence_does_not_end_it(sentence):
    assert split(sentence) == [sentence]


def test_full_stops_of_chinese_and_japanese_need_no_blank():
    assert split("今日は雨です。「傘を持って。」行きますか？はい！") == [
        "今日は雨です。",
        "「傘を持って。」",
        "行きますか？",
        "はい！",
    ]


def test_the_numbers_of_a_list_stay_with_their_items():
    assert split("Do this:\n1. Log in.\n2. Click.") == ["Do this:\n1. Log in.", "2. Click."]


def test_a_text_without_capitals_is_split_at_its_full_stops():
    assert split("we paid in may. interest was low. what was paid?") == [
        "we paid in may.",
        "interest was low.",
        "what was paid?",
    ]


def test_what_is_too_long_is_split_before_lower_case_too_but_not_at_abbreviations():
    assert split("We paid. interest e.g. was low.") == ["We paid. interest e.g. was low."]
    assert split("We paid. interest e.g. was low.", loose=True) == ["We paid.", "interest e.g. was low."]


def test_a_line_end_that_a_dump_hides_counts_as_white_space():
    assert split(r"It rains.\n\n2. It snows.") == ["It rains.", r"\n\n2. It snows."]


def test_a_line_end_alone_does_not_end_a_sentence():
    assert split("It rains\nin Spain.") == ["It rains\nin Spain."]


def test_white_space_has_no_sentence():
    assert split(" \n ") == []


def test_only_the_given_stretch_is_read():
    text = "One. Two. Three."
    assert [text[a:b] for a, b in sentences(text, 5, 9)] == ["Two."]
