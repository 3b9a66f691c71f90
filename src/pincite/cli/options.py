"""Options that several commands share, and the settings that they make."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pincite.config import Config, load_config, setting_from_text
from pincite.errors import UsageError

DEFAULT_FOLDER = ".pincite"


def add_json(parser: argparse.ArgumentParser) -> None:
    """`--json`, which every command has."""
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def add_knowledge_base(parser: argparse.ArgumentParser) -> None:
    """`--kb`, `--set` and `--json`."""
    parser.add_argument(
        "--kb",
        metavar="DIR",
        type=_folder,
        default=Path(DEFAULT_FOLDER),
        help=f"the folder of the knowledge base (default: {DEFAULT_FOLDER})",
    )
    add_settings(parser)
    add_json(parser)


def add_settings(parser: argparse.ArgumentParser) -> None:
    """`--embedder`, `--weights` and `--set` for everything else."""
    parser.add_argument("--embedder", metavar="NAME", help="a known model, a folder, `multilingual` or `endpoint`")
    parser.add_argument("--weights", metavar="DIR", help="the folder that holds the model's files")
    parser.add_argument(
        "--set", metavar="NAME=VALUE", action="append", default=[], help="any setting, for this call only"
    )


def add_ranking(parser: argparse.ArgumentParser) -> None:
    """The options of a search: mode, rerank and filters."""
    parser.add_argument("--mode", choices=("dense", "lexical", "hybrid"), help="which ranking to start from")
    parser.add_argument("--rerank", choices=("late", "cross", "none"), help="what orders the short list")
    parser.add_argument(
        "--filter",
        metavar="FILTER",
        nargs="+",
        action="extend",
        default=[],
        help="folder:a/b, name:*.md, type:pdf, date>=2024-01-01, tag:x; all must hold",
    )


def config_of(args: argparse.Namespace, **more: Any) -> Config:
    """The settings of this call: those of the knowledge base, then the options."""
    given: dict[str, Any] = {"embedder": args.embedder, "weights": args.weights, **more}
    given.update(dict(_setting(text) for text in args.set))
    return load_config(getattr(args, "kb", None), given)


def one_of(words: str | None, file: Path | None, *, word: str, option: str, filters: Sequence[str]) -> None:
    """Raise UsageError unless there are either words or a file; `--filter` may have taken the words for a filter."""
    if words is not None and file is not None:
        raise UsageError(f"found a {word} and {option} FILE, expected one of them: leave one out")
    if words is None and file is None:
        taken = next((text for text in filters if " " in text.strip()), None)
        why = f"; --filter took {taken!r} for a filter: write the {word} before --filter" if taken else ""
        raise UsageError(f'found no {word}, expected "{word}" in quotes or {option} FILE{why}')


def _folder(text: str) -> Path:
    path = Path(text)
    if os.path.exists(text) and not path.is_dir():  # noqa: PTH110 - no error for a name that is too long
        raise argparse.ArgumentTypeError(
            f"found the file {text}, expected the folder of a knowledge base: name a folder"
        )
    return path


def _setting(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise UsageError(f"--set {text}: expected NAME=VALUE, for example --set evidence=2")
    return name.strip(), setting_from_text(name.strip(), value.strip())
