import json

import numpy as np
import pytest

from pincite.errors import EmbedderError
from pincite.retrieve.cross import LocalCrossEncoder
from random_classifier import MARKS, POSITIONS, WORDS, plain_logits, write_classifier

QUERY = "a b c"
PASSAGES = [
    "d e f",
    "a b c d e f g h i j k l m n o p q r s t " * 3,
    "z",
    "b",
    "c a t",
    "",
    "a a a a a a a a a",
    "q r",
    "s",
    "t a",
]


@pytest.mark.parametrize("model_type", ["bert", "xlm-roberta"])
@pytest.mark.parametrize("labels", [1, 2])
def test_scores_agree_with_the_plain_arithmetic_of_each_pair(tmp_path, model_type, labels):
    weights = write_classifier(tmp_path, model_type, labels)
    cross = LocalCrossEncoder(tmp_path, precision="f32", threads=1)
    pairs = [cross.pair(QUERY, passage) for passage in PASSAGES]
    expected = [plain_logits(weights, model_type, pair.ids, pair.types)[-1] for pair in pairs]
    np.testing.assert_allclose(cross.score(QUERY, PASSAGES), expected, atol=1e-5)
    assert np.ptp(expected) > 0.01


def words(model_type, ids):
    vocabulary = MARKS[model_type] + WORDS
    return " ".join(vocabulary[i] for i in ids)


def test_bert_reads_a_pair_with_types(tmp_path):
    write_classifier(tmp_path, "bert", 1)
    pair = LocalCrossEncoder(tmp_path).pair("a b", "c d")
    assert words("bert", pair.ids) == "[CLS] a b [SEP] c d [SEP]"
    assert pair.types.tolist() == [0, 0, 0, 0, 1, 1, 1]


def test_xlm_r_reads_a_pair_with_two_separators(tmp_path):
    write_classifier(tmp_path, "xlm-roberta", 1)
    pair = LocalCrossEncoder(tmp_path).pair("a b", "c d")
    assert words("xlm-roberta", pair.ids) == "<s> a b </s> </s> c d </s>"
    assert pair.types.tolist() == [0] * 8


@pytest.mark.parametrize(("model_type", "window"), [("bert", POSITIONS), ("xlm-roberta", POSITIONS - 2)])
def test_only_the_passage_is_cut_to_the_window(tmp_path, model_type, window):
    write_classifier(tmp_path, model_type, 1)
    pair = LocalCrossEncoder(tmp_path).pair("a b", "c " * 100)
    assert len(pair.ids) == window
    assert pair.ids[-1] == MARKS[model_type].index("[SEP]" if model_type == "bert" else "</s>")
    assert " a b " in words(model_type, pair.ids)


def test_a_query_that_fills_the_window_is_an_error(tmp_path):
    write_classifier(tmp_path, "bert", 1)
    with pytest.raises(EmbedderError, match="shorten it"):
        LocalCrossEncoder(tmp_path).score("a " * POSITIONS, ["b"])


def test_no_passages_have_no_scores(tmp_path):
    write_classifier(tmp_path, "bert", 1)
    assert LocalCrossEncoder(tmp_path).score("a", []).tolist() == []


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "tokenizer.json"])
def test_a_missing_file_is_named(tmp_path, name):
    write_classifier(tmp_path, "bert", 1)
    (tmp_path / name).unlink()
    with pytest.raises(EmbedderError, match=name):
        LocalCrossEncoder(tmp_path)


@pytest.mark.parametrize("text", ["{", "[]", "null", '{"model_type": "deberta-v2"}'])
def test_a_config_that_is_no_model_of_ours_is_refused(tmp_path, text):
    write_classifier(tmp_path, "bert", 1)
    (tmp_path / "config.json").write_text(text)
    with pytest.raises(EmbedderError, match=r"config\.json"):
        LocalCrossEncoder(tmp_path)


def test_a_classifier_of_three_labels_is_no_reranker(tmp_path):
    write_classifier(tmp_path, "bert", 3)
    with pytest.raises(EmbedderError, match="3 labels"):
        LocalCrossEncoder(tmp_path)


def test_an_encoder_without_a_head_is_no_reranker(tmp_path):
    write_classifier(tmp_path, "bert", 1)
    config = json.loads((tmp_path / "config.json").read_text()) | {"model_type": "xlm-roberta"}
    (tmp_path / "config.json").write_text(json.dumps(config))
    with pytest.raises(EmbedderError, match="not a sequence classifier"):
        LocalCrossEncoder(tmp_path)


def test_a_tokenizer_of_another_family_is_refused(tmp_path):
    write_classifier(tmp_path, "bert", 1)
    other = tmp_path / "other"
    other.mkdir()
    write_classifier(other, "xlm-roberta", 1)
    (other / "tokenizer.json").replace(tmp_path / "tokenizer.json")
    with pytest.raises(EmbedderError, match="4 special tokens"):
        LocalCrossEncoder(tmp_path)


def test_a_broken_tokenizer_is_refused(tmp_path):
    write_classifier(tmp_path, "bert", 1)
    (tmp_path / "tokenizer.json").write_text("{")
    with pytest.raises(EmbedderError, match=r"tokenizer\.json"):
        LocalCrossEncoder(tmp_path)
