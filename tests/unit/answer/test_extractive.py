import pytest

from pincite.answer.extractive import LONGEST, extract_answer
from pincite.answer.passages import passages
from pincite.types.answer import Citation
from pincite.types.locator import Locator


def citation(index, quote):
    return Citation(index, f"d{index}", "n.md", "n.md", "", "", quote, 0.5, 1.0, Locator(0, len(quote)))


def by_words(**scores):
    return lambda sentences: [max((v for w, v in scores.items() if w in s), default=0.0) for s in sentences]


def test_the_best_sentence_is_given_word_for_word_with_its_marker():
    sources = [citation(1, "Pets are welcome. Smoking is not."), citation(2, "Rent is due\non the 5th. Pay by card.")]
    extract = extract_answer("When is the rent due?", sources)
    assert extract.text == "Rent is due\non the 5th. [2]"
    assert extract.cited == (2,)


def test_sentences_stand_in_reading_order_the_best_source_first():
    sources = [citation(1, "Beta here. Nothing. Nil."), citation(2, "Gamma first. Alpha last. None. Zero.")]
    extract = extract_answer("?", sources, similarity=by_words(Alpha=1.0, Gamma=0.8, Beta=0.75))
    assert extract.text == "Gamma first. [2] Alpha last. [2] Beta here. [1]"
    assert extract.cited == (2, 1)
    assert [extract.text[m.start : m.end] for m in extract.markers] == ["[2]", "[2]", "[1]"]


def test_the_scale_of_a_similarity_does_not_matter():
    sources = [citation(1, "Alpha. Beta. Gamma. Delta.")]
    scores = [0.9, 0.8, 0.1, 0.0]
    plain = extract_answer("?", sources, similarity=lambda _: scores)
    shifted = extract_answer("?", sources, similarity=lambda _: [score * 40 - 100 for score in scores])
    assert plain.text == shifted.text == "Alpha. [1] Beta. [1]"


def test_the_same_words_are_given_once():
    sources = [citation(1, "Rent is due monthly."), citation(2, "Rent is due monthly. The sky is blue.")]
    assert extract_answer("When is rent due?", sources).text == "Rent is due monthly. [1]"


def test_there_are_at_most_four_sentences_and_about_600_characters():
    many = [citation(1, " ".join(f"Word number {n}." for n in range(20)) + " Other things." * 30)]
    assert len(extract_answer("word number", many).markers) == 4
    long = [citation(1, " ".join(f"Word {n} " + "x" * 250 + "." for n in range(4)) + " No." * 9)]
    extract = extract_answer("word", long)
    assert len(extract.markers) == 2
    assert len(extract.text) < LONGEST


def test_a_best_sentence_is_never_cut():
    sentence = "Word " + "x" * 2000 + "."
    assert extract_answer("word", [citation(1, sentence)]).text == f"{sentence} [1]"


def test_a_marker_of_the_document_is_not_taken_for_ours():
    extract = extract_answer("How good is it?", [citation(1, "It is as good as [2] and [7]. No more.")])
    assert extract.text == "“It is as good as [2] and [7].” [1]"
    assert extract.cited == (1,)
    assert [(m.index, extract.text[m.start :]) for m in extract.markers] == [(1, "[1]")]


def test_rows_and_code_stand_on_lines_of_their_own():
    sources = [
        citation(1, "| day | pay |\n| --- | --- |\n| 25 | wages |\n"),
        citation(2, "```sh\nmake pay\nmake rest\n```\n"),
    ]
    extract = extract_answer("?", sources, similarity=by_words(wages=1.0, make=0.9))
    assert extract.text == "| 25 | wages |\n[1]\n\nmake pay\nmake rest\n[2]"


def test_a_quote_of_only_a_heading_answers_with_it():
    assert extract_answer("?", [citation(1, "## Opening hours\n")]).text == "## Opening hours [1]"


def test_without_any_shared_word_the_first_sentence_of_the_best_source_is_given():
    assert extract_answer("¿?", [citation(1, "One. Two."), citation(2, "Three.")]).text == "One. [1]"


def test_the_similarity_is_asked_once_with_all_sentences():
    asked = []

    def similarity(sentences):
        asked.append(list(sentences))
        return [1.0] * len(sentences)

    extract_answer("?", [citation(1, "One. Two."), citation(2, "Three.")], similarity=similarity)
    assert asked == [["One.", "Two.", "Three."]]


def test_no_citations_are_an_error():
    with pytest.raises(ValueError, match="only with evidence"):
        extract_answer("?", [])


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("1. First thing. More.\n2. Second\n   goes on.\n", ["First thing.", "More.", "Second\n   goes on."]),
        ("> Quoted words.\n", ["Quoted words."]),
        ("- [x] Done. - not a mark", ["Done.", "- not a mark"]),
        ("# Title\n\nText.\n\n---\n\nMore.", ["Text.", "More."]),
        ("Text\nwrapped.\n\nNew paragraph", ["Text\nwrapped.", "New paragraph"]),
        ("```\na = 1\n\nb = 2\n```", ["a = 1\n\nb = 2"]),
        ("b = 2\nc = 3\n```\n\nText. More.", ["b = 2\nc = 3", "Text.", "More."]),
        ("Text:\n\n```\na = 1", ["Text:", "a = 1"]),
    ],
)
def test_a_quote_falls_into_passages(quote, expected):
    assert [passage.of(quote) for passage in passages(quote)] == expected


def test_long_code_falls_into_whole_lines():
    quote = "```\n" + "\n".join(f"line {n:03} {'x' * 90}" for n in range(20)) + "\n```"
    found = [passage.of(quote) for passage in passages(quote)]
    assert all(len(part) <= 600 and part.startswith("line") for part in found)
    assert "\n".join(found) == quote[4:-4]
