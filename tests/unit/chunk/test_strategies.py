import pytest

from pincite.chunk.strategies import chunk_strategy
from pincite.errors import UsageError

TEXT = "Before.\n\n## Tea\n\nGreen tea is old. Black tea is young.\n\nWhite tea is rare.\n\n## Coffee\n\nBitter.\n"


def contents(name, text=TEXT, target=40, overlap=6):
    return [chunk.content for chunk in chunk_strategy(name, text, "Drinks", target, overlap)]


def test_blind_cuts_every_target_code_points_of_the_whole_document():
    assert contents("A") == [TEXT[:40], TEXT[40:80], TEXT[80:]]


def test_blind_counts_an_emoji_as_one():
    assert contents("A", "😀" * 5, target=2) == ["😀😀", "😀😀", "😀"]


def test_blind_keeps_white_space_at_its_edges_and_drops_pieces_of_nothing_else():
    assert contents("A", "a   " + " " * 4 + "b", target=4) == ["a   ", "b"]


def test_blind_names_the_section_of_the_first_character():
    chunks = chunk_strategy("A", TEXT, "Drinks", 40)
    assert [chunk.section for chunk in chunks] == ["", "Tea", "Coffee"]


def test_boundaries_keep_the_text_before_the_first_heading():
    assert contents("C") == ["Before.", "Green tea is old. Black tea is young.", "White tea is rare.", "Bitter."]


def test_boundaries_have_the_section_of_the_rule():
    assert [chunk.section for chunk in chunk_strategy("C", TEXT, "Drinks", 40)] == ["", "Tea", "Tea", "Coffee"]


def test_the_overlap_is_the_end_of_the_content_before_and_stands_directly_before_the_own_content():
    second = chunk_strategy("D", TEXT, "Drinks", 40, 6)[1]
    assert second.tail == "efore."
    assert second.text == "efore.Green tea is old. Black tea is young."
    assert second.content == TEXT[second.start : second.end] == "Green tea is old. Black tea is young."


def test_a_short_chunk_gives_all_of_itself_as_overlap():
    assert chunk_strategy("D", TEXT, "Drinks", 40, 64)[1].tail == "Before."


def test_the_header_goes_before_the_overlap():
    last = chunk_strategy("F", TEXT, "Drinks", 40, 6)[-1]
    assert last.text == "[Drinks > Coffee]\n rare.Bitter."


def test_a_section_without_title_has_the_title_alone_as_header():
    assert chunk_strategy("E", TEXT, "Drinks", 40)[0].text == "[Drinks]\nBefore."


@pytest.mark.parametrize("name", "ABCDEF")
def test_contents_are_slices(name):
    chunks = chunk_strategy(name, TEXT, "Drinks", 16, 5)
    assert [chunk.content for chunk in chunks] == [TEXT[chunk.start : chunk.end] for chunk in chunks]


@pytest.mark.parametrize("name", "ABCDEF")
def test_an_empty_text_has_no_chunks(name):
    assert chunk_strategy(name, " \n ", "Drinks") == []


def test_an_unknown_strategy_names_the_known_ones():
    with pytest.raises(UsageError, match="no strategy 'G': choose one of A, B, C, D, E, F"):
        chunk_strategy("G", TEXT, "Drinks")


def test_a_target_of_nothing_is_refused():
    with pytest.raises(UsageError, match="target 0"):
        chunk_strategy("A", TEXT, "Drinks", target=0)
