"""`--kb DIR` or `--corpus PATH`: where the documents of a measurement come from."""

from __future__ import annotations

import argparse
from pathlib import Path

from pincite.cli.options import DEFAULT_FOLDER, add_json, add_settings, config_of
from pincite.cli.show import near, progress_bar, tell
from pincite.types.golden import Corpus


def add_sources(parser: argparse.ArgumentParser) -> None:
    """`--kb` or `--corpus`, then `--set`, `--embedder`, `--weights` and `--json`."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--kb", metavar="DIR", type=Path, help=f"the folder of the knowledge base (default: {DEFAULT_FOLDER})"
    )
    group.add_argument(
        "--corpus", metavar="PATH", type=Path, help="a folder of documents, a corpus.jsonl, or SQuAD's .json"
    )
    add_settings(parser)
    add_json(parser)


def load_corpus(args: argparse.Namespace) -> Corpus:
    """The corpus that the options name, with a progress bar; documents that can't be read are told on standard error.

    Without either option `args.kb` becomes the default folder. Raises GoldenError where there is no document.
    """
    from pincite.evaluate.corpus import corpus_of, read_corpus  # noqa: PLC0415 - a search need not load it
    from pincite.knowledge_base.door import KnowledgeBase  # noqa: PLC0415 - as above

    if args.corpus is None and args.kb is None:
        args.kb = Path(DEFAULT_FOLDER)
    config = config_of(args)
    if args.corpus is not None:
        with progress_bar(quiet=args.json) as watch:
            corpus = read_corpus(args.corpus, config=config, watch=watch)
    else:
        with KnowledgeBase(args.kb, config=config, say=tell) as kb:
            corpus = corpus_of(kb)
    for name, reason in corpus.failed:
        tell(f"not read: {near(name)}: {reason}")
    return corpus
