from dataclasses import replace

import numpy as np
import pytest

from pincite.embed.bert import BertShape
from pincite.embed.encoder import BertEmbedder
from pincite.embed.profiles import Settings
from pincite.errors import EmbedderError
from small_model import plain_states, write_encoder, write_tensors

MEAN = Settings(BertShape("bert", 2, 3, 1e-5), "mean", 16)
TEXTS = ["a quote is the document", "", "code point for code point", "a", "the unknown word"]


@pytest.fixture
def tensors(tmp_path):
    return write_encoder(tmp_path)


@pytest.fixture
def encoder(tensors, tmp_path):
    return lambda settings=MEAN, **more: BertEmbedder("small", tmp_path, settings, threads=1, precision="f32", **more)


def test_the_mean_of_all_states_scaled_to_one_is_the_vector(encoder, tensors):
    expected = plain_states(tensors, "bert", [2, 4, 5, 3]).mean(axis=0)
    assert np.allclose(encoder().query("a quote").vector, expected / np.linalg.norm(expected), atol=1e-5)


def test_with_cls_pooling_the_first_state_is_the_vector(encoder, tensors):
    expected = plain_states(tensors, "bert", [2, 4, 5, 3])[0]
    vector = encoder(replace(MEAN, pooling="cls")).query("a quote").vector
    assert np.allclose(vector, expected / np.linalg.norm(expected), atol=1e-5)


def test_token_vectors_are_the_states_without_special_tokens(encoder, tensors):
    encoded = encoder().query("a quote")
    expected = plain_states(tensors, "bert", [2, 4, 5, 3])[1:3]
    assert encoded.ids.tolist() == [4, 5]
    assert np.allclose(encoded.tokens, expected / np.linalg.norm(expected, axis=1, keepdims=True), atol=1e-5)


def test_passages_come_back_in_their_order_and_alike_alone_and_together(encoder):
    model = encoder()
    together = model.passages(TEXTS)
    for text, encoded in zip(TEXTS, together, strict=True):
        alone = model.query(text)
        assert np.array_equal(encoded.vector, alone.vector)
        assert np.array_equal(encoded.tokens, alone.tokens)


def test_all_vectors_have_length_one(encoder):
    for encoded in encoder().passages(TEXTS):
        assert abs(np.linalg.norm(encoded.vector) - 1) < 1e-6
        assert np.allclose(np.linalg.norm(encoded.tokens, axis=1), 1, atol=1e-6)


def test_no_texts_give_no_vectors(encoder):
    assert encoder().passages([]) == []


def test_an_empty_text_has_a_vector_and_no_token_vectors(encoder):
    encoded = encoder().query("")
    assert encoded.tokens.shape == (0, 24)
    assert encoded.ids.shape == (0,)


def test_prefixes_are_encoded_and_counted(encoder):
    model = encoder(replace(MEAN, query_prefix="a ", passage_prefix="the "))
    plain = encoder()
    assert np.array_equal(model.query("quote").vector, plain.query("a quote").vector)
    assert np.array_equal(model.passages(["quote"])[0].vector, plain.query("the quote").vector)
    assert model.count(["quote"]) == [4]


def test_the_end_of_a_text_longer_than_the_window_is_not_seen(encoder):
    model = encoder()
    long, longer = "a " * 14, "a " * 200 + "quote"
    assert np.array_equal(model.query(long).vector, model.query(longer).vector)
    assert model.count([longer]) == [203]


def test_a_vector_that_is_no_number_is_an_error(tensors, tmp_path, encoder):
    tensors["encoder.layer.1.output.LayerNorm.bias"][:] = np.nan
    write_tensors(tmp_path / "model.safetensors", tensors)
    with pytest.raises(EmbedderError, match="length nan"):
        encoder().query("a")


def test_a_vector_of_zeros_is_an_error(tensors, tmp_path, encoder):
    tensors["encoder.layer.1.output.LayerNorm.weight"][:] = 0
    tensors["encoder.layer.1.output.LayerNorm.bias"][:] = 0
    write_tensors(tmp_path / "model.safetensors", tensors)
    with pytest.raises(EmbedderError, match=r"length 0\.0"):
        encoder().query("a")


def test_the_fingerprint_changes_with_all_that_changes_a_vector(encoder):
    changes = [
        {},
        {"pooling": "cls"},
        {"window": 12},
        {"query_prefix": "q"},
        {"passage_prefix": "p"},
        {"shape": BertShape("bert", 2, 2, 1e-5)},
    ]
    prints = [encoder(replace(MEAN, **change)).profile.fingerprint for change in changes]
    assert len(set(prints)) == len(prints)


def test_the_fingerprint_is_that_of_the_files_and_not_of_their_place(encoder, tmp_path):
    model = encoder()
    assert model.profile.fingerprint == encoder(replace(MEAN, threshold=0.5)).profile.fingerprint
    other = BertEmbedder(
        "other",
        tmp_path,
        MEAN,
        threads=1,
        precision="f32",
        hashes={f: f for f in ("model.safetensors", "tokenizer.json")},
    )
    assert other.profile.fingerprint != model.profile.fingerprint


def test_a_folder_without_the_files_says_which(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(EmbedderError, match=r"holds no model\.safetensors"):
        BertEmbedder("small", tmp_path / "empty", MEAN)


@pytest.mark.parametrize(("change", "word"), [({"window": 35}, "34 positions"), ({}, "11 words")])
def test_texts_that_the_weights_have_no_rows_for_are_refused(encoder, tensors, tmp_path, change, word):
    tensors["embeddings.word_embeddings.weight"] = tensors["embeddings.word_embeddings.weight"][: 12 if change else 11]
    write_tensors(tmp_path / "model.safetensors", tensors)
    with pytest.raises(EmbedderError, match=word):
        encoder(replace(MEAN, **change))
