"""The graph of a BERT-shaped transformer, built from its tensors: an encoder or a sequence classifier.

Covers BERT and RoBERTa / XLM-RoBERTa checkpoints with absolute positions and the exact (erf) GELU.

Source: Devlin et al. 2019, "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding";
Conneau et al. 2020, "Unsupervised Cross-lingual Representation Learning at Scale".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from pincite.embed.runtime import Model, Node, ops
from pincite.errors import EmbedderError

Family = Literal["bert", "roberta"]
Head = Literal["hidden", "logits"]

FAMILIES: dict[str, Family] = {
    "bert": "bert",
    "roberta": "roberta",
    "xlm-roberta": "roberta",
    "camembert": "roberta",
}
PREFIXES = ("", "bert.", "roberta.")
OLD_NAMES = {"LayerNorm.weight": "LayerNorm.gamma", "LayerNorm.bias": "LayerNorm.beta"}


@dataclass(frozen=True, slots=True)
class BertShape:
    """What the tensors do not say of themselves; sizes are read from the tensors.

    `pad` is the vocabulary index of the padding token: RoBERTa counts positions from `pad + 1`.
    """

    family: Family
    layers: int
    heads: int
    epsilon: float = 1e-12
    pad: int = 0

    @classmethod
    def from_config(cls, config: Mapping[str, Any]) -> BertShape:
        """The shape that a `config.json` of the transformers library describes.

        Raises EmbedderError for another architecture, activation or kind of positions.

        >>> BertShape.from_config({"model_type": "bert", "num_hidden_layers": 6, "num_attention_heads": 12}).layers
        6
        """
        family = FAMILIES.get(str(config.get("model_type")))
        if family is None:
            raise EmbedderError(
                f"config.json says model_type {config.get('model_type')!r}; Pincite runs {', '.join(FAMILIES)}. "
                "Choose a model of one of these shapes."
            )
        expected = {"hidden_act": "gelu", "position_embedding_type": "absolute"}
        for key, value in expected.items():
            if config.get(key, value) != value:
                raise EmbedderError(f"config.json says {key} {config[key]!r}; Pincite runs {value!r} only.")
        try:
            return cls(
                family,
                int(config["num_hidden_layers"]),
                int(config["num_attention_heads"]),
                float(config.get("layer_norm_eps", 1e-12)),
                int(config.get("pad_token_id") or 0) if family == "bert" else int(config.get("pad_token_id", 1)),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise EmbedderError(f"config.json lacks a number that is needed: {error!r}.") from error


def bert_graph(tensors: Mapping[str, NDArray[Any]], shape: BertShape, head: Head = "hidden") -> Model:
    """A graph with inputs `ids` and `mask` (both `(batch, length)` int64; 1 = a token, 0 = padding).

    With head `hidden` the output is the last hidden state `(batch, length, h)` float32; with `logits` there is a
    third input `types` (0 for the first text of a pair, 1 for the second; ignored by RoBERTa) and the output is
    `(batch, labels)` float32. Raises EmbedderError when a tensor is missing or has the wrong shape.
    """
    try:
        return _Builder(tensors, shape).build(head)
    except RuntimeError as error:
        raise EmbedderError(
            f"the tensors do not fit together: {error}. The file is not whole, or not this model."
        ) from error


def table_sizes(tensors: Mapping[str, NDArray[Any]], shape: BertShape) -> tuple[int, int]:
    """The vocabulary's size and the most tokens a text can have: beyond these the graph would read zeros unsaid.

    Raises EmbedderError when a table is missing.
    """
    builder = _Builder(tensors, shape)
    words, places = (len(builder.tensor(f"embeddings.{name}_embeddings.weight")) for name in ("word", "position"))
    return words, places - (shape.pad + 1 if shape.family == "roberta" else 0)


class _Builder:
    def __init__(self, tensors: Mapping[str, NDArray[Any]], shape: BertShape) -> None:
        self.tensors = tensors
        self.shape = shape
        name = "embeddings.word_embeddings.weight"
        prefix = next((p for p in PREFIXES if p + name in tensors), None)
        if prefix is None:
            raise EmbedderError(f"the weights hold no {name!r}: this is not a BERT-shaped model.")
        self.prefix = prefix
        self.hidden = int(tensors[prefix + name].shape[-1])
        if shape.heads < 1 or self.hidden % shape.heads:
            raise EmbedderError(f"{self.hidden} dimensions do not divide into {shape.heads} attention heads.")

    def build(self, head: Head) -> Model:
        ids, mask, types = (ops.parameter([-1, -1], np.int64, name=name) for name in ("ids", "mask", "types"))
        x = self.embed(ids, types if head == "logits" else None)
        hidden_where = self.bias(mask)
        for layer in range(self.shape.layers):
            x = self.layer(x, hidden_where, f"encoder.layer.{layer}.")
        if head == "hidden":
            return Model([ops.result(x)], [ids, mask], "encoder")
        return Model([ops.result(self.classify(x))], [ids, mask, types], "classifier")

    def tensor(self, name: str) -> NDArray[np.float32]:
        old = next((name.replace(new, o) for new, o in OLD_NAMES.items() if name.endswith(new)), name)
        for candidate in (self.prefix + name, name, self.prefix + old, old):
            if candidate in self.tensors:
                return np.ascontiguousarray(self.tensors[candidate], np.float32)
        raise EmbedderError(
            f"the weights hold no tensor {self.prefix + name!r}: the file is not whole, or not this model."
        )

    def constant(self, name: str) -> Node:
        return ops.constant(self.tensor(name), shared_memory=True)

    def embed(self, ids: Node, types: Node | None) -> Node:
        words = ops.gather(self.constant("embeddings.word_embeddings.weight"), ids, _int(0))
        places = ops.gather(self.constant("embeddings.position_embeddings.weight"), self.positions(ids), _int(0))
        x = ops.add(ops.add(words, places), self.kinds(types))
        return self.normalise(x, "embeddings.LayerNorm")

    def positions(self, ids: Node) -> Node:
        if self.shape.family == "bert":
            length = ops.gather(ops.shape_of(ids), _int(1), _int(0))
            return ops.unsqueeze(ops.range(_int(0), length, _int(1), "i64"), _int(0))
        real = ops.convert(ops.not_equal(ids, _int(self.shape.pad)), np.int64)
        return ops.add(ops.multiply(ops.cum_sum(real, _int(1)), real), _int(self.shape.pad))

    def kinds(self, types: Node | None) -> Node:
        table = self.tensor("embeddings.token_type_embeddings.weight")
        if types is None or len(table) == 1:
            return ops.constant(table[:1])
        return ops.gather(ops.constant(table), types, _int(0))

    def bias(self, mask: Node) -> Node:
        """True where a token stands, as `(batch, 1, 1, length)`: a large number in bfloat16 would not cancel to 0."""
        return ops.unsqueeze(ops.not_equal(mask, _int(0)), ops.constant(np.array([1, 2])))

    def layer(self, x: Node, bias: Node, name: str) -> Node:
        attended = self.linear(self.attend(x, bias, name + "attention.self."), name + "attention.output.dense")
        x = self.normalise(ops.add(attended, x), name + "attention.output.LayerNorm")
        inner = ops.gelu(self.linear(x, name + "intermediate.dense"), "erf")
        return self.normalise(ops.add(self.linear(inner, name + "output.dense"), x), name + "output.LayerNorm")

    def attend(self, x: Node, bias: Node, name: str) -> Node:
        query, key, value = (self.split(self.linear(x, name + part)) for part in ("query", "key", "value"))
        mixed = ops.scaled_dot_product_attention(query, key, value, bias)
        return ops.reshape(ops.transpose(mixed, ops.constant(np.array([0, 2, 1, 3]))), _shape(0, 0, self.hidden), True)

    def split(self, x: Node) -> Node:
        heads = ops.reshape(x, _shape(0, 0, self.shape.heads, self.hidden // self.shape.heads), True)
        return ops.transpose(heads, ops.constant(np.array([0, 2, 1, 3])))

    def linear(self, x: Node, name: str) -> Node:
        return ops.add(ops.matmul(x, self.constant(name + ".weight"), False, True), self.constant(name + ".bias"))

    def normalise(self, x: Node, name: str) -> Node:
        centred = ops.mvn(x, _int([-1]), True, self.shape.epsilon, "inside_sqrt")
        return ops.add(ops.multiply(centred, self.constant(name + ".weight")), self.constant(name + ".bias"))

    def classify(self, x: Node) -> Node:
        first = ops.gather(x, _int(0), _int(1))
        if self.shape.family == "bert":
            return self.linear(ops.tanh(self.linear(first, "pooler.dense")), "classifier")
        return self.linear(ops.tanh(self.linear(first, "classifier.dense")), "classifier.out_proj")


def _int(value: int | list[int]) -> Node:
    return ops.constant(np.array(value, np.int64))


def _float(value: float) -> Node:
    return ops.constant(np.array(value, np.float32))


def _shape(*sides: int) -> Node:
    return ops.constant(np.array(sides, np.int64))
