import numpy as np
import pytest

from pincite.embed.bert import BertShape, bert_graph
from pincite.embed.runtime import Runner
from pincite.errors import EmbedderError
from small_model import PAD, plain_states, random_tensors

IDS = [2, 5, 9, 4, 11, 3]
SHAPES = {"bert": BertShape("bert", 2, 3, 1e-5), "xlm-roberta": BertShape("roberta", 2, 3, 1e-5, pad=1)}


def states(kind, tensors, ids, mask, precision="f32"):
    runner = Runner(bert_graph(tensors, SHAPES[kind]), threads=1, precision=precision)
    return runner.run((np.array(ids), np.array(mask)))


@pytest.mark.parametrize("kind", SHAPES)
def test_the_graph_agrees_with_the_plain_arithmetic(kind):
    tensors = random_tensors(12, 2 if kind == "bert" else 1)
    found = states(kind, tensors, [IDS], [[1] * 6])
    assert np.abs(found[0] - plain_states(tensors, kind, IDS)).max() < 2e-5


@pytest.mark.parametrize("precision", ["f32", "bf16"])
@pytest.mark.parametrize("kind", SHAPES)
def test_padding_changes_nothing(kind, precision):
    tensors = random_tensors(12, 2 if kind == "bert" else 1)
    short = IDS[:4]
    padded = [IDS, short + [PAD[kind]] * 2]
    found = states(kind, tensors, padded, [[1] * 6, [1] * 4 + [0] * 2], precision)
    for row, ids in zip(found, (IDS, short), strict=True):
        expected = plain_states(tensors, kind, ids)
        cosine = (row[: len(ids)] * expected).sum() / np.linalg.norm(row[: len(ids)]) / np.linalg.norm(expected)
        assert cosine > (0.999999 if precision == "f32" else 0.999)


@pytest.mark.parametrize("prefix", ["bert.", "roberta."])
def test_names_may_stand_under_a_prefix_and_in_the_old_spelling(prefix):
    tensors = random_tensors(12, 2)
    old = {
        prefix + name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta"): tensor
        for name, tensor in tensors.items()
    }
    same = [states("bert", weights, [IDS], [[1] * 6]) for weights in (tensors, old)]
    assert np.array_equal(*same)


def test_a_missing_tensor_is_named():
    tensors = random_tensors(12, 2)
    del tensors["encoder.layer.1.output.dense.bias"]
    with pytest.raises(EmbedderError, match=r"encoder.layer.1.output.dense.bias"):
        bert_graph(tensors, SHAPES["bert"])


def test_tensors_that_do_not_fit_together_are_refused():
    tensors = random_tensors(12, 2) | {"encoder.layer.0.output.dense.weight": np.ones((7, 9), np.float32)}
    with pytest.raises(EmbedderError, match="do not fit together"):
        bert_graph(tensors, SHAPES["bert"])


def test_what_is_no_transformer_is_refused():
    with pytest.raises(EmbedderError, match="not a BERT-shaped model"):
        bert_graph({"conv1.weight": np.ones(3, np.float32)}, SHAPES["bert"])


@pytest.mark.parametrize(
    ("config", "word"),
    [
        ({"model_type": "deberta-v2"}, "deberta-v2"),
        ({"model_type": "bert", "hidden_act": "relu"}, "relu"),
        ({"model_type": "bert", "position_embedding_type": "relative_key"}, "relative_key"),
        ({"model_type": "bert"}, "num_hidden_layers"),
        ({}, "model_type"),
    ],
)
def test_a_shape_that_is_not_run_is_named(config, word):
    with pytest.raises(EmbedderError, match=word):
        BertShape.from_config(config)
