"""Every setting of a knowledge base, with its default, read from a file and from the environment."""

from __future__ import annotations

import difflib
import os
import tomllib
import types
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pincite.errors import ConfigError
from pincite.extract.ocr.ocr import OcrChoice
from pincite.types.search import Mode, Rerank

FILE_NAME = "pincite.toml"
ENVIRONMENT_PREFIX = "PINCITE_"


@dataclass(frozen=True, slots=True)
class Config:
    """All settings; a setting is named the same here, in `pincite.toml` and, in capitals after `PINCITE_`, in the environment.

    >>> Config(evidence=2).evidence
    2
    """

    embedder: str = "all-minilm-l6-v2"
    """A known model, `multilingual`, `endpoint`, or the path of a sentence-transformers folder."""
    weights: str | None = None
    """A folder that holds the files of a known model; None: the cache, a hub, a package index."""
    embedder_url: str | None = None
    """Base URL of an OpenAI-compatible embeddings endpoint, for `embedder = "endpoint"`."""
    embedder_model: str | None = None
    """The model that the embeddings endpoint is asked for."""
    embedder_window: int = 512
    """How many tokens one text may have at the embeddings endpoint."""
    threads: int = 0
    """Threads of the encoder; 0: as many as there are processors."""
    target: int = 400
    """The length that chunks are packed to, in characters; the encoder's window is the hard limit."""
    mode: Mode = "hybrid"
    """Which ranking a search starts from: `dense`, `lexical` or `hybrid`."""
    rerank: Rerank = "late"
    """What puts the short list in order: `late` (stored token vectors), `cross` (a cross-encoder) or `none`."""
    pool: int = 50
    """How many chunks of the fused list are reranked by late interaction."""
    cross_encoder: str | None = None
    """The folder of a cross-encoder, for `rerank = "cross"`."""
    cross_pool: int = 25
    """How many chunks of the fused list are reranked by the cross-encoder."""
    threshold: float | None = None
    """The cosine distance under which a chunk is evidence; None: the embedder's own measured one."""
    gate: Literal["auto", "distance", "calibrated"] = "auto"
    """What refuses: `distance` (a threshold), `calibrated` (a chance), `auto`: as the knowledge base was calibrated, else `distance`."""
    cut: float | None = None
    """The least chance that the evidence answers, for `gate = "calibrated"`; None: the calibrated one."""
    evidence: int = 4
    """How many chunks may be evidence for one answer."""
    generator: Literal["extractive", "endpoint", "local"] = "extractive"
    """Who writes: `extractive` quotes the best sentences, `endpoint` asks a model, `local` runs one from a file."""
    generator_url: str | None = None
    """Base URL of an OpenAI-compatible chat endpoint, for `generator = "endpoint"`."""
    generator_model: str | None = None
    """The model that the chat endpoint is asked for."""
    generator_seconds: float = 60.0
    """How long to wait for the chat endpoint."""
    generator_file: str | None = None
    """The GGUF file of the model, for `generator = "local"`."""
    generator_window: int = 4096
    """How many tokens prompt and answer of the local model may have together."""
    evidence_order: Literal["best_first", "ends"] = "best_first"
    """How a model is shown the evidence: `best_first`, or the best at both `ends` and the worst in the middle."""
    unsupported: Literal["flag", "drop", "strict"] = "flag"
    """What becomes of sentences that do not stand up: `flag` marks them, `drop` takes them out, `strict` withholds the answer."""
    max_bytes: int = 50_000_000
    """Files larger than this fail as `too_large`."""
    extract_seconds: float = 120.0
    """How long one file may take to become text."""
    extract_memory: int = 2_000_000_000
    """Address space of the process that reads files, in bytes."""
    password_file: str | None = None
    """A text file with passwords that may open locked PDFs, one a line; it is read when files are added, and kept nowhere."""
    speech: Literal["auto", "off"] = "auto"
    """Whether the words of recordings without subtitles are recognised: `auto` where the extra `speech` is installed."""
    speech_model: str = "whisper-base"
    """A known model that recognises words, or the path of a folder with one that faster-whisper loads."""
    speech_language: str | None = None
    """The language that recordings are in, as a code such as `es`; None: the model hears which."""
    ocr: OcrChoice = "auto"
    """What reads pages that are pictures: `rapidocr`, `tesseract`, `auto` (the first that is installed) or `off`."""
    ocr_languages: str | None = None
    """The languages of tesseract, as in `eng+spa`; None: English and Spanish, as far as they are installed."""
    ocr_seconds: float = 60.0
    """How long reading one picture may take; it comes on top of `extract_seconds`."""

    def __post_init__(self) -> None:
        hints = get_type_hints(Config)
        for field in fields(self):
            _check(field.name, getattr(self, field.name), hints[field.name])
        for name, (least, most) in RANGES.items():
            value = getattr(self, name)
            if value is not None and not least <= value <= most:
                raise ConfigError(f"setting `{name}` is {value}: it must lie from {least:g} to {most:.15g}")


RANGES: dict[str, tuple[float, float]] = {
    "embedder_window": (8, 10_000_000),
    "threads": (0, 1024),
    "target": (1, 10_000_000),
    "pool": (1, 1_000_000),
    "cross_pool": (1, 1_000_000),
    "threshold": (0, 2),
    "cut": (0, 1),
    "evidence": (1, 1_000_000),
    "generator_seconds": (1e-3, 1e6),
    "generator_window": (256, 10_000_000),
    "max_bytes": (1, 2**40),
    "extract_seconds": (1e-3, 1e6),
    "extract_memory": (1, 2**62),
    "ocr_seconds": (1e-3, 1e6),
}
"""The least and the most that each number may be: beyond it, it has no meaning or breaks what it is handed to."""


def load_config(folder: Path | None = None, overrides: Mapping[str, Any] | None = None) -> Config:
    """The settings for the knowledge base in `folder`: defaults, then its `pincite.toml`, the environment, `overrides`.

    Values of None in `overrides` count as not given. Raises ConfigError for a name that is no setting (and names the
    nearest one) and for a value of the wrong kind.
    """
    config = Config()
    path = folder / FILE_NAME if folder else None
    if path and os.path.isfile(path):  # noqa: PTH113 - false, not an error, for a name that is too long
        config = _apply(config, _read_toml(path), str(path))
    config = _apply(config, _from_environment(os.environ), "the environment")
    given = {name: value for name, value in (overrides or {}).items() if value is not None}
    return _apply(config, given, "the call")


def secret(name: Literal["PINCITE_API_KEY", "PINCITE_EMBEDDER_KEY"]) -> str:
    """A key for an endpoint: only ever read from the environment, never from a file; empty when there is none."""
    return os.environ.get(name, "")


SECRETS = ("PINCITE_API_KEY", "PINCITE_EMBEDDER_KEY")
NOT_SETTINGS = (*SECRETS, "PINCITE_CACHE")


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not TOML: {error}") from error
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from error


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in environment.items():
        if not key.startswith(ENVIRONMENT_PREFIX) or key in NOT_SETTINGS:
            continue
        name = key.removeprefix(ENVIRONMENT_PREFIX).lower()
        found[name] = setting_from_text(name, value)
    return found


def _apply(config: Config, given: Mapping[str, Any], source: str) -> Config:
    names = [field.name for field in fields(Config)]
    for name in given:
        if name not in names:
            near = difflib.get_close_matches(name, names, n=1, cutoff=0.0)
            raise ConfigError(f"{source} sets `{name}`, which is no setting. Did you mean `{near[0]}`?")
    return replace(config, **given)


def setting_from_text(name: str, text: str) -> Any:
    """The value that `text` stands for where a setting is given as text; an unknown name keeps it as it is.

    Raises ConfigError for text that is no number where one is wanted.

    >>> setting_from_text("evidence", "2"), setting_from_text("weights", "2")
    (2, '2')
    """
    kinds = _kinds(get_type_hints(Config).get(name, str))
    for kind, called in ((int, "a whole number"), (float, "a number")):
        if kind in kinds:
            try:
                return kind(text)
            except ValueError as error:
                raise ConfigError(f"setting `{name}` is {text!r}: it must be {called}") from error
    return text


def _check(name: str, value: Any, hint: Any) -> None:
    if get_origin(hint) is Literal:
        if value not in get_args(hint):
            raise ConfigError(f"setting `{name}` is {value!r}: it must be one of {', '.join(get_args(hint))}")
        return
    kinds = _kinds(hint)
    allowed = (*kinds, int) if float in kinds else kinds
    if isinstance(value, bool) or not isinstance(value, allowed):
        wanted = " or ".join("nothing" if kind is types.NoneType else kind.__name__ for kind in kinds)
        raise ConfigError(f"setting `{name}` is {value!r}: it must be {wanted}")


def _kinds(hint: Any) -> tuple[type, ...]:
    return get_args(hint) if get_origin(hint) in {Union, types.UnionType} else (hint,)
