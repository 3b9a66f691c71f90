"""The corpus/queries form, BEIR's form (Thakur et al., 2021) and TREC's: questions in one file, judgements in it or beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from pincite.errors import GoldenError
from pincite.evaluate.golden.qrels import Qrels, read_qrels
from pincite.evaluate.golden.rows import Row, read_bytes, read_rows, shown
from pincite.types.golden import Question, Rule, Span

QUERIES = ("queries.jsonl", "queries.tsv")
_QRELS = ("qrels/test.tsv", "qrels/dev.tsv", "qrels/train.tsv", "qrels.tsv", "qrels.trec", "qrels.txt", "qrels")


def read_folder(folder: Path, rule: Rule | None) -> list[Question]:
    """The questions of a folder that holds `queries.jsonl` or `queries.tsv` (`id TAB question`), and judgements.

    Judgements of whole documents are taken from the first of `qrels/test.tsv`, `qrels/dev.tsv`, `qrels/train.tsv`,
    `qrels.tsv`, `qrels.trec`, `qrels.txt` and `qrels` that is there. BEIR keeps the questions of every split in one file, so of
    its questions (with an `_id`) only those are taken that are judged. Raises GoldenError where there are no questions.
    """
    file = next((folder / name for name in QUERIES if (folder / name).is_file()), None)
    if file is None:
        names = " or ".join(QUERIES)
        raise GoldenError(f"{folder}: found no {names} in it, expected one: name the file of the golden set itself")
    judged = next((folder / name for name in _QRELS if (folder / name).is_file()), None)
    qrels = read_qrels(judged) if judged else None
    rows = read_rows(file) if file.suffix == ".jsonl" else _table(file)
    return list(_judged(rows, qrels, rule))


def read_queries(rows: Iterable[Row], rule: Rule | None) -> Iterator[Question]:
    """The questions of rows `{qid, question, doc_id, spans, answerable, needle}`, spans as `[from, to]`.

    By default `needle` is judged, and a question whose needle is null is not judged at all. A `rule` judges all of
    `spans` instead (of `gold`, `[doc_id, from, to]`, where the row has it): `any` of them, or `all`. Raises GoldenError for a malformed row.
    """
    return (_question(row, None, rule) for row in rows)


def _judged(rows: Iterable[Row], qrels: Qrels | None, rule: Rule | None) -> Iterator[Question]:
    for row in rows:
        if qrels is not None and row.has("_id") and row.id("_id") not in qrels:
            continue
        yield _question(row, qrels, rule)


def _question(row: Row, qrels: Qrels | None, rule: Rule | None) -> Question:
    id_ = row.id("qid", "_id", "id")
    text = row.text("question" if row.has("question") else "text")
    if not text.strip():
        raise row.wrong("an empty question", "words", "write the question or take the line out")
    relevant = tuple(qrels.get(id_, {}).items()) if qrels is not None else ()
    if qrels is None and not any(name in row.values for name in ("answerable", "spans", "needle", "doc_id")):
        raise row.wrong(
            "no judgement", "`answerable`, `spans` or qrels beside the file", "say what answers the question"
        )
    question = Question(id_, text, id_, row.truth("answerable", default=True), relevant=relevant, line=row.line)
    spans = tuple(_all_spans(row) if rule else _needle(row))
    return replace(question, spans=spans, rule=rule or "any")


def _needle(row: Row) -> Iterator[Span]:
    if row.has("needle"):
        yield _span(row, [row.values.get("doc_id"), *_pair(row, row.values["needle"])])
    elif "needle" not in row.values:
        yield from _all_spans(row)


def _all_spans(row: Row) -> Iterator[Span]:
    if row.has("gold"):
        for one in row.items("gold"):
            yield _span(row, one)
        return
    for one in row.items("spans"):
        yield _span(row, [row.values.get("doc_id"), *_pair(row, one)])


def _pair(row: Row, value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) != 2:
        raise row.wrong(f"a span {shown(value)}", "[from, to]", "correct the line")
    return value


def _span(row: Row, value: Any) -> Span:
    if not isinstance(value, list) or len(value) != 3:
        raise row.wrong(f"a span {shown(value)}", "[doc_id, from, to]", "correct the line")
    return Span(Row(row.where, {"doc_id": value[0]}).id("doc_id"), *row.place(value[1], value[2]))


def _table(path: Path) -> Iterator[Row]:
    """The rows of `id TAB question`; a BEIR-like head line is passed over."""
    try:
        lines = read_bytes(path).decode("utf-8-sig").split("\n")
    except ValueError:
        raise GoldenError(f"{path} is not UTF-8: save it again as UTF-8") from None
    for number, line in enumerate(lines, 1):
        where = f"{path}, line {number}"
        if not line.strip():
            continue
        id_, tab, question = line.rstrip("\r").partition("\t")
        if not tab:
            raise GoldenError(f"{where}: found {shown(line)}, expected an id, a tab and a question: correct the line")
        if number > 1 or (id_, question) not in {("qid", "question"), ("query-id", "text"), ("id", "question")}:
            yield Row(where, {"qid": id_, "question": question}, number)
