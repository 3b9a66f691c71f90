"""Writing golden sets and rankings in the forms that other tools read."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pincite.errors import GoldenError
from pincite.evaluate.golden.qrels import BEIR_HEAD, Qrels, escaped
from pincite.evaluate.golden.rows import shown
from pincite.types.golden import Corpus, GoldenSet, Question


class ChunkPlace(NamedTuple):
    """A chunk as qrels name it: its id, and the half-open span of its content in a document of the corpus."""

    id: str
    document: str
    start: int
    end: int


def write_own(questions: Iterable[Question], path: Path) -> None:
    """Write our own form, one question a line; raises FileExistsError rather than replace a file."""
    _write_rows(path, (question.to_json() for question in questions))


def with_needles(golden: GoldenSet, corpus: Corpus) -> GoldenSet:
    """The golden set with the text of every span under `needle`, cut out of its document, where the set does not repeat it."""

    def filled(question: Question) -> Question:
        texts = {span.document: corpus.called(span.document) for span in question.spans}
        spans = tuple(
            replace(span, needle=span.needle or texts[span.document][0].document.text[span.start : span.end])
            if len(texts[span.document]) == 1
            else span
            for span in question.spans
        )
        return replace(question, spans=spans)

    return replace(golden, questions=tuple(filled(question) for question in golden.questions))


def qrels_of(golden: GoldenSet, chunks: Sequence[ChunkPlace] | None = None) -> Qrels:
    """Judgements of the questions that have any, in their order.

    With `chunks`, a chunk is relevant (1) when it holds one of the question's spans whole. Without, documents are judged: as
    `relevant` grades them, else each document of a span is relevant (1).
    """
    of: dict[str, list[ChunkPlace]] = {}
    for chunk in chunks or ():
        of.setdefault(chunk.document, []).append(chunk)
    judged = ((q.id, _documents(q) if chunks is None else _holding(q, of)) for q in golden.questions)
    return {id_: grades for id_, grades in judged if grades}


def write_qrels(qrels: Qrels, path: Path) -> None:
    """Write TREC's `qid 0 docno grade`; white space and `%` in ids are percent-encoded, and read back by `read_qrels`."""
    _write_lines(
        path,
        (
            f"{escaped(id_)} 0 {escaped(name)} {grade}"
            for id_, grades in qrels.items()
            for name, grade in grades.items()
        ),
    )


def write_trec_run(rankings: Mapping[str, Sequence[tuple[str, float]]], path: Path, tag: str = "pincite") -> None:
    """Write TREC's `qid Q0 docno rank score tag`, so that trec_eval derives the very order that is given.

    trec_eval ignores the rank, orders by the score in single precision and breaks ties by docno. So a score that is not less than the one
    before it is written as the next smaller number of single precision; all others stand as they are. Raises GoldenError for a score that is no number.
    """
    lines: list[str] = []
    for id_, ranking in rankings.items():
        scores = _decreasing([score for _, score in ranking], id_)
        lines += (
            f"{escaped(id_)} Q0 {escaped(name)} {rank} {score:.9g} {escaped(tag)}"
            for rank, ((name, _), score) in enumerate(zip(ranking, scores, strict=True), 1)
        )
    _write_lines(path, lines)


def write_trec(golden: GoldenSet, folder: Path) -> int:
    """Write `queries.tsv` and `qrels.trec` (judgements of documents) into a new folder; the number of questions in them.

    Questions without a judgement, unanswerable ones above all, have no place in qrels and are left out.
    """
    qrels, judged = _judged(golden)
    folder.mkdir(parents=True)
    write_qrels(qrels, folder / "qrels.trec")
    _write_lines(folder / "queries.tsv", (f"{escaped(q.id)}\t{' '.join(q.question.split())}" for q in judged))
    return len(judged)


def write_beir(golden: GoldenSet, corpus: Corpus, folder: Path) -> int:
    """Write `corpus.jsonl`, `queries.jsonl` and `qrels/test.tsv` into a new folder; the number of questions in them.

    Documents are judged, and questions without a judgement are left out, for BEIR has no place for them.
    """
    qrels, judged = _judged(golden)
    cells = [*qrels, *(one.name for one in corpus.documents), *(name for grades in qrels.values() for name in grades)]
    if odd := next((cell for cell in cells if any(sign in cell for sign in "\t\r\n")), None):
        raise GoldenError(f"found the id {shown(odd)} with a tab or line end, expected none in a table: rename it")
    folder.mkdir(parents=True)
    (folder / "qrels").mkdir()
    documents = ({"_id": d.name, "title": d.document.title, "text": d.document.text} for d in corpus.documents)
    _write_rows(folder / "corpus.jsonl", documents)
    _write_rows(folder / "queries.jsonl", ({"_id": q.id, "text": q.question} for q in judged))
    table = ((id_, name, str(grade)) for id_, grades in qrels.items() for name, grade in grades.items())
    _write_lines(folder / "qrels" / "test.tsv", ("\t".join(cells) for cells in (BEIR_HEAD, *table)))
    return len(judged)


def _judged(golden: GoldenSet) -> tuple[Qrels, list[Question]]:
    qrels = qrels_of(golden)
    return qrels, [question for question in golden.questions if question.id in qrels]


def _documents(question: Question) -> dict[str, int]:
    return dict(question.relevant) or dict.fromkeys((span.document for span in question.spans), 1)


def _holding(question: Question, of: Mapping[str, list[ChunkPlace]]) -> dict[str, int]:
    return {
        chunk.id: 1
        for span in question.spans
        for chunk in of.get(span.document, ())
        if chunk.start <= span.start and span.end <= chunk.end
    }


def _decreasing(scores: Sequence[float], id_: str) -> list[float]:
    """The scores in single precision, each less than the one before."""
    least = np.float32(math.inf)
    found: list[float] = []
    for score in scores:
        if not abs(score) <= float(np.finfo(np.float32).max):
            raise GoldenError(
                f"question {shown(id_)}: found the score {score}, expected a number that single precision holds"
            )
        least = min(np.float32(score), np.nextafter(least, np.float32(-math.inf)))
        found.append(float(least))
    return found


def _write_rows(path: Path, rows: Iterable[Mapping[str, object]]) -> None:
    _write_lines(path, (json.dumps(row, ensure_ascii=False) for row in rows))


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)
