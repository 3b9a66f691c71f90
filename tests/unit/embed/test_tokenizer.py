import pytest

from pincite.embed.tokenizer import Subwords
from pincite.errors import EmbedderError
from small_model import write_encoder


@pytest.fixture
def subwords(tmp_path):
    write_encoder(tmp_path)
    return lambda window: Subwords(tmp_path / "tokenizer.json", window)


def test_count_sees_the_whole_text_whatever_the_file_says_of_truncation_and_padding(subwords):
    assert subwords(8).count(["", "a quote", "a " * 50]) == [2, 4, 52]


def test_a_text_longer_than_the_window_loses_its_end_and_keeps_its_special_tokens(subwords):
    pieces = subwords(5).pieces("a quote is the document")
    assert pieces.ids.tolist() == [2, 4, 5, 6, 3]
    assert pieces.special.tolist() == [True, False, False, False, True]


def test_a_text_that_just_fits_is_whole(subwords):
    assert subwords(7).pieces("a quote is the document").ids.tolist() == [2, 4, 5, 6, 7, 8, 3]


def test_an_empty_text_is_its_special_tokens(subwords):
    assert subwords(5).pieces("").ids.tolist() == [2, 3]


def test_lone_surrogates_are_counted_as_any_unknown_character(subwords):
    assert subwords(5).count(["\ud800"]) == subwords(5).count(["?"])


def test_a_window_without_room_is_refused(subwords):
    with pytest.raises(EmbedderError, match="no room"):
        subwords(2)


def test_what_is_no_tokenizer_is_refused(tmp_path):
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(EmbedderError, match="cannot be read as a tokenizer"):
        Subwords(tmp_path / "tokenizer.json", 8)
