"""Reading how a local sentence-transformers folder wants to be run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeVar

from pincite.embed.bert import BertShape
from pincite.embed.profiles import Pooling, Settings
from pincite.errors import EmbedderError

KNOWN_MODULES = ("Transformer", "Pooling", "Normalize")
POOLINGS: dict[str, Pooling] = {"mean": "mean", "cls": "cls"}
PASSAGE_PROMPTS = ("passage", "document", "corpus")
FALLBACK_WINDOW = 512

T = TypeVar("T", list[Any], dict[str, Any])


def folder_settings(folder: Path) -> Settings:
    """The settings of a folder that sentence-transformers saved, or of a plain transformers folder (mean pooling).

    Reads `config.json` and, where they are, `modules.json`, the pooling's `config.json`, `sentence_bert_config.json`,
    `tokenizer_config.json` and `config_sentence_transformers.json` (prompts named query and passage or document).
    Raises EmbedderError for a folder that needs what Pincite does not do.
    """
    config = _json(folder / "config.json", dict)
    if not config:
        raise EmbedderError(f"{folder} holds no config.json, so the shape of the model is not known.")
    shape = BertShape.from_config(config)
    prompts = _json(folder / "config_sentence_transformers.json", dict).get("prompts") or {}
    return Settings(
        shape,
        _pooling(folder),
        _window(folder, config, shape),
        query_prefix=str(prompts.get("query", "")),
        passage_prefix=str(next((prompts[name] for name in PASSAGE_PROMPTS if name in prompts), "")),
    )


def _pooling(folder: Path) -> Pooling:
    modules = _json(folder / "modules.json", list)
    kinds = [str(module.get("type", "")).rsplit(".", 1)[-1] for module in modules] if modules else []
    unknown = [kind for kind in kinds if kind not in KNOWN_MODULES]
    if unknown:
        raise EmbedderError(f"{folder} has the module {unknown[0]}; Pincite runs {', '.join(KNOWN_MODULES)} only.")
    path = next(
        (str(m.get("path", "")) for m, kind in zip(modules, kinds, strict=False) if kind == "Pooling"), "1_Pooling"
    )
    config = _json(folder / Path(path).name / "config.json", dict)
    modes = (
        [str(config["pooling_mode"])]
        if "pooling_mode" in config
        else [
            key.removeprefix("pooling_mode_").removesuffix("_tokens").removesuffix("_token")
            for key, on in config.items()
            if key.startswith("pooling_mode_") and on is True
        ]
    )
    if not modes:
        return "mean"
    if len(modes) > 1 or modes[0] not in POOLINGS:
        raise EmbedderError(f"{folder} pools by {' and '.join(modes)}; Pincite pools by mean or cls.")
    return POOLINGS[modes[0]]


def _window(folder: Path, config: dict[str, Any], shape: BertShape) -> int:
    bert = _json(folder / "sentence_bert_config.json", dict)
    if bert.get("do_lower_case") is True:
        raise EmbedderError(f"{folder} lowers case outside its tokenizer (do_lower_case), which Pincite does not.")
    places = int(config.get("max_position_embeddings", FALLBACK_WINDOW))
    places -= shape.pad + 1 if shape.family == "roberta" else 0
    asked = bert.get("max_seq_length") or _json(folder / "tokenizer_config.json", dict).get("model_max_length")
    return min(places, int(asked)) if isinstance(asked, int | float) and asked > 0 else places


def _json(path: Path, kind: type[T]) -> T:
    """What a JSON file holds, an empty `kind` when there is no such file."""
    if not path.is_file():
        return kind()
    try:
        content = json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise EmbedderError(f"{path} is not JSON: {error}") from error
    if not isinstance(content, kind):
        raise EmbedderError(f"{path} holds a JSON {type(content).__name__}, expected a {kind.__name__}.")
    return content
