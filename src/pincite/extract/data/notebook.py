"""Notebooks (.ipynb): the words of the cells in order, their code, and what the code wrote below it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from pincite.errors import ExtractError
from pincite.extract.builder import Builder, canonical
from pincite.extract.formats import current_extractor
from pincite.extract.plain.encoding import decode_source
from pincite.extract.plain.markdown import MarkdownOutline
from pincite.extract.source import Source
from pincite.types.document import BlockKind, Document
from pincite.types.places import NotebookCell

_LONGEST_OUTPUT = 4000
_COLOURS = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")


def extract_notebook(source: Source) -> Document:
    """A notebook (nbformat 3 or 4) as a document; every cell has its number as place, outputs that of their cell.

    Of outputs the plain text is kept, 4,000 characters for each cell; images and the rest are noted.
    Raises ExtractError `malformed` where it is no JSON or has no cells.
    """
    builder = Builder()
    found = decode_source(source, builder)
    try:
        notebook = json.loads(found.text.lstrip("\ufeff"))
    except ValueError as error:
        raise ExtractError("malformed", f"a notebook is JSON, but this is none: {error}") from None
    writer = _Writer(builder)
    for number, cell in enumerate(_cells(notebook), 1):
        writer.cell(number, cell)
    if writer.dropped:
        counts = ", ".join(f"{count} {kind}" for kind, count in sorted(writer.dropped.items()))
        builder.note("outputs-dropped", f"outputs that are no plain text are not read: {counts}")
    return builder.build(
        "ipynb",
        current_extractor("ipynb"),
        source_sha256=source.sha256,
        title=writer.title or source.file_name,
        metadata=_language(notebook),
    )


def _cells(notebook: Any) -> Iterator[Mapping[str, Any]]:
    if not isinstance(notebook, dict):
        raise ExtractError("malformed", "a notebook is a JSON object, but this is none")
    sheets = notebook.get("worksheets")
    holders = sheets if isinstance(sheets, list) and "cells" not in notebook else [notebook]
    lists = [holder.get("cells") for holder in holders if isinstance(holder, dict)]
    if not any(isinstance(cells, list) for cells in lists):
        raise ExtractError("malformed", "found no `cells` in the notebook")
    for cells in lists:
        yield from (cell for cell in cells or () if isinstance(cell, dict))


def _language(notebook: Mapping[str, Any]) -> dict[str, str]:
    metadata = notebook.get("metadata")
    kernel = metadata.get("kernelspec") if isinstance(metadata, dict) else None
    name = kernel.get("language") if isinstance(kernel, dict) else None
    return {"programming-language": name} if isinstance(name, str) else {}


class _Writer:
    """Writes one cell after the other; `dropped` counts outputs by type, `title` is the first heading of level 1."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self.dropped: Counter[str] = Counter()
        self.title = ""

    def cell(self, number: int, cell: Mapping[str, Any]) -> None:
        """Write one cell and its outputs."""
        kind = cell.get("cell_type")
        words = _joined(cell.get("source", cell.get("input")))
        if kind == "markdown":
            start = self._put(words, number)
            outline = MarkdownOutline(self._builder, _canonical(words), shift=start)
            outline.mark_blocks()
            self.title = self.title or outline.first_title
        elif kind == "heading":  # nbformat 3
            level = cell.get("level")
            self._block("heading", words, number, min(level, 6) if isinstance(level, int) and level > 0 else 1)
        else:
            self._block("code" if kind == "code" else "paragraph", words, number, int(kind == "code"))
        if isinstance(attached := cell.get("attachments"), dict):
            self.dropped["attachments"] += len(attached)
        if output := "\n".join(filter(None, self._outputs(cell))):
            self._output(output, number)

    def _output(self, output: str, number: int) -> None:
        kept = output
        if len(output) > _LONGEST_OUTPUT:
            kept = output[: output.rfind("\n", 0, _LONGEST_OUTPUT) + 1] or output[:_LONGEST_OUTPUT]
            message = f"{len(output) - len(kept)} of {len(output)} characters that cell {number} wrote are left out"
            self._builder.note("output-cut", message, start=self._builder.length, end=self._builder.length)
        self._block("code", kept, number)

    def _block(self, kind: BlockKind, words: str, number: int, level: int = 0) -> None:
        start = self._put(words, number)
        title = " ".join(words.split()) if kind == "heading" else ""
        self._builder.mark(kind, start, self._builder.length, level, title)

    def _put(self, words: str, number: int) -> int:
        """Put the words of a cell two lines below what is above; return where they start."""
        words = _canonical(words)
        if words and self._builder.length:
            self._builder.put("\n\n")
        start = self._builder.length
        self._builder.put(words, NotebookCell(number))
        return start

    def _outputs(self, cell: Mapping[str, Any]) -> Iterator[str]:
        outputs = cell.get("outputs")
        for output in outputs if isinstance(outputs, list) else ():
            if not isinstance(output, dict):
                continue
            if output.get("output_type") in {"error", "pyerr"}:
                yield f"{output.get('ename', '')}: {output.get('evalue', '')}"
                continue
            data = output.get("data")
            kinds = data if isinstance(data, dict) else {}
            plain = kinds.get("text/plain", output.get("text"))
            yield _canonical(_COLOURS.sub("", _joined(plain)))
            self.dropped.update(kind for kind in kinds if kind != "text/plain" and not (plain and kind == "text/html"))
            self.dropped.update(kind for kind in ("png", "jpeg", "svg") if kind in output)


def _canonical(words: str) -> str:
    return canonical(words).strip("\n")


def _joined(source: Any) -> str:
    """A source as nbformat writes it: a text, or a list of lines."""
    if isinstance(source, list):
        return "".join(line for line in source if isinstance(line, str))
    return source if isinstance(source, str) else ""
