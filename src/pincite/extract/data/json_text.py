"""JSON and JSON Lines: the canonical text is the source, and its outer records are items, so that chunks cut between."""

from __future__ import annotations

import json
import re
from typing import Any

from pincite.extract.builder import Builder, canonical
from pincite.extract.data.json_outline import lines_of, mark_container, outline
from pincite.extract.formats import current_extractor
from pincite.extract.plain.encoding import decode_source
from pincite.extract.plain.text import mark_paragraphs
from pincite.extract.source import Source
from pincite.types.document import Document

_ESCAPES = re.compile(r"(?:\\u[0-9a-fA-F]{4})++|\\.", re.DOTALL)


def extract_json_text(source: Source) -> Document:
    r"""A JSON text, or one of JSON Lines, as a document of records; what is no JSON becomes paragraphs, with a note.

    Letters that the file writes as escapes (`\\u00f1`) are written as letters, which is the same JSON.
    Raises ExtractError `too_deep` where containers nest deeper than 500.
    """
    builder = Builder()
    found = decode_source(source, builder)
    text, letters = _ESCAPES.subn(_letters, canonical(found.text))
    text = builder.put_whole(text)
    if letters and text != canonical(found.text):
        builder.note("escapes-decoded", "letters written as \\uXXXX are shown as letters; offsets count these")
    kind = _mark(builder, text, source.extension)
    return builder.build(
        kind,
        current_extractor(kind),
        source_sha256=source.sha256,
        title=source.file_name,
        metadata={"encoding": found.encoding},
    )


def _mark(builder: Builder, text: str, extension: str) -> str:
    """Mark the records and return the type: `json`, or `jsonl` for one value a line."""
    whole = outline(text, 0, len(text)) if text.lstrip()[:1] in {"{", "["} else None
    said = "" if extension in {"jsonl", "ndjson"} else _fault(text)
    if not said and extension not in {"jsonl", "ndjson"}:
        if whole:
            mark_container(builder, whole)
        return "json"
    lines = list(lines_of(text))
    broken = [at for at, (start, end) in enumerate(lines, 1) if _fault(text[start:end])]
    if len(broken) * 2 > len(lines) or (said and len(lines) < 2):
        builder.note("json-malformed", f"read as plain text: {said or 'most lines are no JSON'}")
        mark_paragraphs(builder, text)
        return "json" if said else "jsonl"
    if broken:
        listed = ", ".join(map(str, broken[:20]))
        builder.note("lines-malformed", f"{len(broken)} lines are no JSON, and kept as they are: {listed}")
    _mark_lines(builder, text, lines, set(broken))
    return "jsonl"


def _mark_lines(builder: Builder, text: str, lines: list[tuple[int, int]], broken: set[int]) -> None:
    if lines:
        builder.mark("list", lines[0][0], lines[-1][1])
    for at, (start, end) in enumerate(lines, 1):
        builder.mark("item", start, end)
        if at not in broken and (inner := outline(text, start, end)):
            mark_container(builder, inner)


def _fault(text: str) -> str:
    """What is wrong with a JSON text; empty for a valid one."""
    try:
        json.loads(text, parse_int=_ignored, parse_float=_ignored)
    except ValueError as error:
        return str(error)
    return ""


def _ignored(_: str) -> Any:
    """Numbers need not be made to see that they are numbers, and one of a million digits takes long."""


def _letters(escapes: re.Match[str]) -> str:
    raw = escapes.group()
    if not raw.startswith("\\u") or len(raw) == 2:
        return raw
    text: str = json.loads(f'"{raw}"')
    return text if all(char.isprintable() and char > "\x7f" for char in text) else raw
