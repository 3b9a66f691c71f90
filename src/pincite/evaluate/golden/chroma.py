"""The CSV of Chroma's chunking evaluation (Smith and Troynikov, 2024): a question needs all of its excerpts."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from pincite.errors import GoldenError
from pincite.evaluate.golden.rows import Row, clean, parse, read_bytes
from pincite.types.golden import Question, Span

COLUMNS = ("question", "references", "corpus_id")


def read_chroma(path: Path) -> Iterator[Question]:
    """The questions of a CSV with the columns `question`, `references` and `corpus_id`.

    `references` is a JSON list of `{content, start_index, end_index}`; offsets count in the source of the corpus. The file has no ids, so
    they are `q0001`, `q0002` in its order. Raises GoldenError for a malformed row.
    """
    try:
        text = StringIO(read_bytes(path).decode("utf-8-sig"), newline="")
        for number, values in enumerate(csv.DictReader(text, strict=True), 1):
            yield _question(Row(f"{path}, question {number}", dict(values)), number)
    except (csv.Error, UnicodeDecodeError) as error:
        raise GoldenError(f"{path}: {error}: save it again as CSV in UTF-8") from None


def _question(row: Row, number: int) -> Question:
    id_, document = f"q{number:04}", row.id("corpus_id")
    question = row.text("question")
    if not question.strip():
        raise row.wrong("an empty question", "words", "write the question or take the row out")
    references = Row(row.where, {"references": parse(row.text("references"), f"{row.where}, `references`")})
    spans = tuple(_span(references.inside(one, "the excerpt"), document) for one in references.items("references"))
    if not spans:
        raise row.wrong("no excerpt", "at least one under `references`", "add one or take the row out")
    return Question(id_, question, id_, answerable=True, spans=spans, rule="all")


def _span(row: Row, document: str) -> Span:
    start, end = row.place(row.values.get("start_index"), row.values.get("end_index"))
    return Span(document, start, end, clean(row.text("content")))
