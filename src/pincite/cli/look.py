"""`chunk` and `extract`: look at one file as the engine sees it, without a knowledge base."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from pincite.chunk.default import chunk_document
from pincite.chunk.report import counted, report
from pincite.chunk.seed import chunk_seed
from pincite.chunk.strategies import STRATEGIES, chunk_strategy
from pincite.cli.extract_page import extract_page
from pincite.cli.options import add_json, add_settings, config_of
from pincite.cli.show import one_line, print_json, say, tell
from pincite.errors import ExtractError
from pincite.knowledge_base.models import load_embedder, open_extractor
from pincite.types.chunk import Chunk
from pincite.types.document import Document
from pincite.types.embedding import Embedder

SEED_TARGET = 512
"""What the measured rules pack to; the setting `target` belongs to the default."""


def register(commands: Any) -> None:
    """Add both commands to the parser."""
    chunk = commands.add_parser("chunk", help="cut one file into chunks and print them as JSON Lines")
    chunk.add_argument("file", metavar="FILE", type=Path)
    chunk.add_argument(
        "--strategy", choices=("default", "seed", *STRATEGIES), default="default", help="which rule to cut by"
    )
    chunk.add_argument("--title", metavar="T", help="the title of the document (default: its own)")
    chunk.add_argument(
        "--target",
        metavar="N",
        type=_positive,
        help="characters to pack to (default: the setting `target`; 512 for the measured rules)",
    )
    chunk.add_argument("--report", action="store_true", help="print counts of chunks and tokens instead")
    chunk.set_defaults(run=run_chunk)
    extract = commands.add_parser("extract", help="show the text, blocks, places and notes of one file")
    extract.add_argument("file", metavar="FILE", type=Path)
    extract.add_argument("--blocks", action="store_true", help="the blocks instead of the text")
    extract.add_argument(
        "--html",
        metavar="OUT",
        type=Path,
        help="write a page to look at: the text in blocks, pages with boxes over the words",
    )
    extract.set_defaults(run=run_extract)
    for parser in (chunk, extract):
        add_settings(parser)
        add_json(parser)


def run_chunk(args: argparse.Namespace) -> int:
    """Print every chunk with its text, content, section, from and to."""
    config = config_of(args)
    document = _extract(args)
    if args.title is not None:
        document = replace(document, title=args.title)
    embedder = load_embedder(config, tell) if args.report or args.strategy == "default" else None
    chunks = _cut(document, args, config.target, embedder)
    if embedder and args.report:
        _show_report(chunks, embedder)
        return 0
    for chunk in chunks:
        print_json(chunk.to_json())
    return 0


def run_extract(args: argparse.Namespace) -> int:
    """Print what the extractor made of the file."""
    document = _extract(args)
    if args.html:
        _write_page(document, args)
    if args.json:
        print_json(_to_json(document))
    elif args.html:
        say(f"written: {args.html}")
    elif args.blocks:
        for block in document.blocks:
            text = block.title or one_line(document.text[block.start : block.end], 80)
            say(f"{block.start:>8} {block.end:>8}  {block.kind} {block.level or ''}  {text}")
    else:
        say(document.text)
    for note in document.notes if not args.json else ():
        say(f"note {note.code}: {note.message}", style="yellow")
    return 0


def _write_page(document: Document, args: argparse.Namespace) -> None:
    with open_extractor(config_of(args), tell) as extractor:
        paged = document.type in {"pdf", "image"}
        draw = (lambda page, width: extractor.draw(args.file, page, width)) if paged else None
        args.html.write_text(extract_page(document, args.file.name, draw), encoding="utf-8")


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")
    return int(text)


def _extract(args: argparse.Namespace) -> Document:
    config = config_of(args)
    with open_extractor(config, tell) as extractor:
        try:
            return extractor.extract(args.file)
        except ExtractError as error:
            hint = error.hint.removesuffix(", then `pincite retry`")  # of a file that no knowledge base knows
            raise ExtractError(error.code, f"{args.file}: {error.told}; {hint}", error.where) from error


def _cut(document: Document, args: argparse.Namespace, target: int, embedder: Embedder | None) -> list[Chunk]:
    if embedder and args.strategy == "default":
        window = embedder.profile.window
        return chunk_document(document, embedder.count, window=window, target=args.target or target)
    if args.strategy == "seed":
        return chunk_seed(document.text, document.title, args.target or SEED_TARGET)
    return chunk_strategy(args.strategy, document.text, document.title, args.target or SEED_TARGET)


def _show_report(chunks: list[Chunk], embedder: Embedder) -> None:
    found = report(counted(chunks, embedder.count), embedder.profile.window)
    print_json(
        {
            "chunks": found.chunks,
            "tokens": found.tokens,
            "header_tokens": found.header_tokens,
            "header_share": found.header_share,
            "over_window": found.over_window,
        }
    )


def _to_json(document: Document) -> dict[str, Any]:
    return {
        "type": document.type,
        "title": document.title,
        "extractor": document.extractor,
        "source_sha256": document.source_sha256,
        "text_sha256": document.text_sha256,
        "metadata": dict(document.metadata),
        "text": document.text,
        "blocks": [
            {"kind": b.kind, "from": b.start, "to": b.end, "level": b.level, "title": b.title} for b in document.blocks
        ],
        "places": [
            {
                "from": p.start,
                "to": p.end,
                "confidence": p.confidence,
                "locator": document.locate(p.start, p.end).to_json(),
            }
            for p in document.places
        ],
        "notes": [
            {"code": n.code, "message": n.message, "from": n.start, "to": n.end, "page": n.page, "text": n.text}
            for n in document.notes
        ],
    }
