"""A small encoder with random weights in a folder, and the plain arithmetic of it, written apart from the graph."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.processors import TemplateProcessing

HIDDEN, HEADS, LAYERS, INNER, POSITIONS, EPSILON = 24, 3, 2, 48, 34, 1e-5
WORDS = ["a", "quote", "is", "the", "document", "code", "point", "for"]
SPECIAL = {"bert": ("[PAD]", "[UNK]", "[CLS]", "[SEP]"), "xlm-roberta": ("<s>", "<pad>", "</s>", "<unk>")}
AROUND = {"bert": ("[CLS]", "[SEP]"), "xlm-roberta": ("<s>", "</s>")}
PAD = {"bert": 0, "xlm-roberta": 1}


def write_encoder(folder: Path, kind: str = "bert", **config: object) -> dict[str, np.ndarray]:
    """Write a folder as the transformers library would; returns the tensors."""
    vocabulary = {word: index for index, word in enumerate((*SPECIAL[kind], *WORDS))}
    tokenizer = Tokenizer(WordLevel(vocabulary, unk_token="[UNK]" if kind == "bert" else "<unk>"))
    tokenizer.pre_tokenizer = Whitespace()
    first, last = AROUND[kind]
    marks = [(mark, vocabulary[mark]) for mark in (first, last)]
    tokenizer.post_processor = TemplateProcessing(single=f"{first} $A {last}", special_tokens=marks)
    tokenizer.enable_truncation(8)
    tokenizer.enable_padding(length=8)
    tokenizer.save(str(folder / "tokenizer.json"))
    settings = {
        "model_type": kind,
        "hidden_size": HIDDEN,
        "num_attention_heads": HEADS,
        "num_hidden_layers": LAYERS,
        "intermediate_size": INNER,
        "layer_norm_eps": EPSILON,
        "max_position_embeddings": POSITIONS,
        "type_vocab_size": 2 if kind == "bert" else 1,
        "vocab_size": len(vocabulary),
        "pad_token_id": PAD[kind],
    }
    (folder / "config.json").write_text(json.dumps(settings | config))
    tensors = random_tensors(len(vocabulary), 2 if kind == "bert" else 1)
    write_tensors(folder / "model.safetensors", tensors)
    return tensors


def random_tensors(words: int, kinds: int) -> dict[str, np.ndarray]:
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (words, HIDDEN),
        "embeddings.position_embeddings.weight": (POSITIONS, HIDDEN),
        "embeddings.token_type_embeddings.weight": (kinds, HIDDEN),
        "embeddings.LayerNorm.weight": (HIDDEN,),
        "embeddings.LayerNorm.bias": (HIDDEN,),
    }
    for layer in range(LAYERS):
        for part, out, into in (
            ("attention.self.query", HIDDEN, HIDDEN),
            ("attention.self.key", HIDDEN, HIDDEN),
            ("attention.self.value", HIDDEN, HIDDEN),
            ("attention.output.dense", HIDDEN, HIDDEN),
            ("intermediate.dense", INNER, HIDDEN),
            ("output.dense", HIDDEN, INNER),
        ):
            shapes[f"encoder.layer.{layer}.{part}.weight"] = (out, into)
            shapes[f"encoder.layer.{layer}.{part}.bias"] = (out,)
        for part in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes[f"encoder.layer.{layer}.{part}.weight"] = (HIDDEN,)
            shapes[f"encoder.layer.{layer}.{part}.bias"] = (HIDDEN,)
    rng = np.random.default_rng(11)
    return {name: rng.normal(scale=0.4, size=shape).astype(np.float32) for name, shape in shapes.items()}


def write_tensors(path: Path, tensors: dict[str, np.ndarray]) -> None:
    header, place = {}, 0
    for name, tensor in tensors.items():
        header[name] = {"dtype": "F32", "shape": tensor.shape, "data_offsets": [place, place + tensor.nbytes]}
        place += tensor.nbytes
    head = json.dumps(header).encode()
    path.write_bytes(len(head).to_bytes(8, "little") + head + b"".join(tensor.tobytes() for tensor in tensors.values()))


def plain_states(tensors: dict[str, np.ndarray], kind: str, ids: list[int]) -> np.ndarray:
    """The last hidden state `(length, h)` of one unpadded text, in float64."""
    start = 0 if kind == "bert" else PAD[kind] + 1
    table = tensors["embeddings.word_embeddings.weight"].astype(np.float64)
    places = tensors["embeddings.position_embeddings.weight"][start : start + len(ids)]
    x = _norm(table[ids] + places + tensors["embeddings.token_type_embeddings.weight"][0], tensors, "embeddings.")
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}."
        heads = [
            _dense(x, tensors, f"{name}attention.self.{part}").reshape(len(ids), HEADS, -1)
            for part in ("query", "key", "value")
        ]
        scores = np.einsum("qhd,khd->hqk", heads[0], heads[1]) / math.sqrt(HIDDEN // HEADS)
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        shares /= shares.sum(-1, keepdims=True)
        mixed = np.einsum("hqk,khd->qhd", shares, heads[2]).reshape(len(ids), HIDDEN)
        x = _norm(_dense(mixed, tensors, name + "attention.output.dense") + x, tensors, name + "attention.output.")
        inner = _dense(x, tensors, name + "intermediate.dense")
        inner *= (1 + np.vectorize(math.erf)(inner / math.sqrt(2))) / 2
        x = _norm(_dense(inner, tensors, name + "output.dense") + x, tensors, name + "output.")
    return x


def _dense(x, tensors, name):
    return x @ tensors[name + ".weight"].T + tensors[name + ".bias"]


def _norm(x, tensors, name):
    centred = x - x.mean(-1, keepdims=True)
    scaled = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + EPSILON)
    return scaled * tensors[name + "LayerNorm.weight"] + tensors[name + "LayerNorm.bias"]
