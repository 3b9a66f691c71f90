import pytest

from pincite.errors import ExtractError
from pincite.extract.check import check
from pincite.types.document import Document


def document(text):
    return Document(text, (), "pdf", "pdf 1", "", "")


def test_words_pass_with_a_few_signs_that_cannot_be_read():
    assert check(document("\uf0b7 a bullet in a private font")).text.startswith("\uf0b7")


@pytest.mark.parametrize("text", ["\ufffd\ufffd words", "(cid:12)(cid:13) ab", "\ue001\ue002\ue003 ab"])
def test_a_text_that_cannot_be_read_is_garbled(text):
    with pytest.raises(ExtractError) as caught:
        check(document(text))
    assert caught.value.code == "garbled"


@pytest.mark.parametrize("text", ["", " \n\t"])
def test_a_text_without_words_is_empty(text):
    with pytest.raises(ExtractError) as caught:
        check(document(text))
    assert caught.value.code == "empty"
