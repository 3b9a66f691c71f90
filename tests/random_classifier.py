"""A small sequence classifier with random weights, written to a folder as a real one is, and the plain arithmetic of it."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.processors import TemplateProcessing

HIDDEN, HEADS, LAYERS, INNER, POSITIONS = 16, 2, 2, 32, 40
WORDS = [chr(97 + i) for i in range(20)]
MARKS = {
    "bert": ["[PAD]", "[UNK]", "[CLS]", "[SEP]"],
    "xlm-roberta": ["<s>", "<pad>", "</s>", "<unk>"],
}
TEMPLATES = {
    "bert": ("[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1"),
    "xlm-roberta": ("<s> $A </s>", "<s> $A </s> </s> $B </s>"),
}
UNKNOWN = {"bert": "[UNK]", "xlm-roberta": "<unk>"}
NAMES = {"bert": "bert.", "xlm-roberta": "roberta."}


def write_classifier(folder: Path, model_type: str, labels: int, seed: int = 7) -> dict[str, np.ndarray]:
    """Write config, tokenizer and weights; returns the weights."""
    weights = _weights(model_type, labels, np.random.default_rng(seed))
    config = {
        "model_type": model_type,
        "architectures": [
            "BertForSequenceClassification" if model_type == "bert" else "XLMRobertaForSequenceClassification"
        ],
        "hidden_size": HIDDEN,
        "num_attention_heads": HEADS,
        "num_hidden_layers": LAYERS,
        "intermediate_size": INNER,
        "hidden_act": "gelu",
        "layer_norm_eps": 1e-5,
        "max_position_embeddings": POSITIONS,
        "type_vocab_size": 2 if model_type == "bert" else 1,
        "vocab_size": len(MARKS[model_type]) + len(WORDS),
        "pad_token_id": MARKS[model_type].index("[PAD]" if model_type == "bert" else "<pad>"),
        "id2label": {str(i): f"LABEL_{i}" for i in range(labels)},
        "label2id": {f"LABEL_{i}": i for i in range(labels)},
    }
    (folder / "config.json").write_text(json.dumps(config))
    vocabulary = {word: i for i, word in enumerate(MARKS[model_type] + WORDS)}
    tokenizer = Tokenizer(WordLevel(vocabulary, unk_token=UNKNOWN[model_type]))
    tokenizer.pre_tokenizer = Whitespace()
    single, pair = TEMPLATES[model_type]
    marks = [(mark, vocabulary[mark]) for mark in MARKS[model_type] if mark in pair]
    tokenizer.post_processor = TemplateProcessing(single=single, pair=pair, special_tokens=marks)
    tokenizer.save(str(folder / "tokenizer.json"))
    write_safetensors(folder / "model.safetensors", weights)
    return weights


def write_safetensors(path: Path, tensors: dict[str, np.ndarray]) -> None:
    header, place = {}, 0
    for name, tensor in tensors.items():
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [place, place + tensor.nbytes]}
        place += tensor.nbytes
    head = json.dumps(header).encode()
    path.write_bytes(len(head).to_bytes(8, "little") + head + b"".join(t.tobytes() for t in tensors.values()))


def plain_logits(weights: dict[str, np.ndarray], model_type: str, ids: list[int], types: list[int]) -> np.ndarray:
    """The classifier's logits for one text, in float64, without padding or batches."""
    w = {name.removeprefix(NAMES[model_type]): tensor.astype(np.float64) for name, tensor in weights.items()}
    first = 0 if model_type == "bert" else MARKS[model_type].index("<pad>") + 1
    x = w["embeddings.word_embeddings.weight"][ids]
    x = x + w["embeddings.position_embeddings.weight"][first : first + len(ids)]
    x = _normal(x + w["embeddings.token_type_embeddings.weight"][types], w, "embeddings.LayerNorm")
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}."
        mixed = _attention(x, w, name + "attention.self.")
        x = _normal(x + _linear(mixed, w, name + "attention.output.dense"), w, name + "attention.output.LayerNorm")
        inner = _gelu(_linear(x, w, name + "intermediate.dense"))
        x = _normal(x + _linear(inner, w, name + "output.dense"), w, name + "output.LayerNorm")
    if model_type == "bert":
        return _linear(np.tanh(_linear(x[0], w, "pooler.dense")), w, "classifier")
    return _linear(np.tanh(_linear(x[0], w, "classifier.dense")), w, "classifier.out_proj")


def _attention(x, w, name):
    parts = []
    size = HIDDEN // HEADS
    query, key, value = (_linear(x, w, name + part) for part in ("query", "key", "value"))
    for head in range(HEADS):
        own = slice(head * size, (head + 1) * size)
        weight = np.exp(query[:, own] @ key[:, own].T / math.sqrt(size))
        parts.append(weight / weight.sum(axis=1, keepdims=True) @ value[:, own])
    return np.concatenate(parts, axis=1)


def _linear(x, w, name):
    return x @ w[name + ".weight"].T + w[name + ".bias"]


def _normal(x, w, name):
    spread = np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)
    return (x - x.mean(axis=-1, keepdims=True)) / spread * w[name + ".weight"] + w[name + ".bias"]


def _gelu(x):
    return x * 0.5 * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))


def _weights(model_type, labels, rng):
    shapes = {
        "embeddings.word_embeddings.weight": (len(MARKS[model_type]) + len(WORDS), HIDDEN),
        "embeddings.position_embeddings.weight": (POSITIONS, HIDDEN),
        "embeddings.token_type_embeddings.weight": (2 if model_type == "bert" else 1, HIDDEN),
        **_norm_shapes("embeddings.LayerNorm"),
    }
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}."
        for part in ("self.query", "self.key", "self.value", "output.dense"):
            shapes |= _dense_shapes(f"{name}attention.{part}", HIDDEN, HIDDEN)
        shapes |= _norm_shapes(name + "attention.output.LayerNorm")
        shapes |= _dense_shapes(name + "intermediate.dense", INNER, HIDDEN)
        shapes |= _dense_shapes(name + "output.dense", HIDDEN, INNER)
        shapes |= _norm_shapes(name + "output.LayerNorm")
    shapes = {NAMES[model_type] + name: shape for name, shape in shapes.items()}
    if model_type == "bert":
        shapes |= _dense_shapes("bert.pooler.dense", HIDDEN, HIDDEN) | _dense_shapes("classifier", labels, HIDDEN)
    else:
        shapes |= _dense_shapes("classifier.dense", HIDDEN, HIDDEN) | _dense_shapes(
            "classifier.out_proj", labels, HIDDEN
        )
    return {name: rng.normal(scale=0.5, size=shape).astype(np.float32) for name, shape in shapes.items()}


def _dense_shapes(name, out, into):
    return {name + ".weight": (out, into), name + ".bias": (out,)}


def _norm_shapes(name):
    return {name + ".weight": (HIDDEN,), name + ".bias": (HIDDEN,)}
