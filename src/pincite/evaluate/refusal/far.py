"""Further questions that should be refused: anything that the documents are not about."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pincite.errors import GoldenError
from pincite.evaluate.golden.rows import Row, read_rows, shown
from pincite.types.golden import GoldenSet, Question

FAR = "far"


def with_far(golden: GoldenSet, path: Path) -> GoldenSet:
    """The golden set and the questions of a file of `{id, question}` (or `{qid, question}`), unanswerable and `far`.

    Its sha256 stays that of the golden set alone. Raises GoldenError for a row without a question, and for an id that is
    there already.
    """
    taken = {question.id for question in golden.questions}
    further = []
    for row in read_rows(path):
        question = _question(row)
        if question.id in taken:
            raise row.wrong(f"the id {shown(question.id)} again", "an id of its own", "give every question its own")
        taken.add(question.id)
        further.append(question)
    if not further:
        raise GoldenError(f"{path}: found no question, expected JSON Lines of {{id, question}}: name another file")
    return replace(golden, questions=(*golden.questions, *further))


def _question(row: Row) -> Question:
    id_, question = row.id("id", "qid"), row.text("question")
    if not question.strip():
        raise row.wrong("an empty question", "words", "write the question, or take the line out")
    return Question(id_, question, id_, answerable=False, distance=FAR, line=row.line)
