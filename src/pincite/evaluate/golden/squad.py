"""SQuAD 1.1 and 2.0 (Rajpurkar et al., 2016 and 2018): one file that holds both articles and questions.

An article is one document: its paragraphs joined by an empty line, under its title. Answers are alternatives; the
`plausible_answers` of an impossible question are no answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.errors import GoldenError
from pincite.evaluate.golden.rows import Row, clean, read_json, shown
from pincite.types.golden import Question, Span

BETWEEN = "\n\n"


@dataclass(frozen=True, slots=True)
class Article:
    """One article: its name as a document, its text, and its questions; offsets count in this text."""

    name: str
    text: str
    questions: tuple[Question, ...]


def is_squad(value: Any) -> bool:
    """Whether a JSON value has the shape of SQuAD."""
    return isinstance(value, dict) and isinstance(value.get("data"), list)


def read_squad(path: Path) -> list[Article]:
    """The articles of a SQuAD file; of articles with the same title the later ones are called `title-2`, `title-3`.

    Raises GoldenError where the file has another shape.
    """
    value = read_json(path)
    if not is_squad(value):
        raise GoldenError(
            f"{path}: found {shown(value)} without a list `data`, expected SQuAD 1.1 or 2.0: name its .json file"
        )
    top, names = Row(str(path), value), _Names()
    return [
        _article(top.inside(one, "the article"), names.fresh(f"article-{number}", one))
        for number, one in enumerate(value["data"], 1)
    ]


class _Names:
    """Gives every article a name that no other has."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def fresh(self, default: str, article: Any) -> str:
        title = article.get("title") if isinstance(article, dict) else None
        name = wanted = " ".join(clean(title).split()) if isinstance(title, str) and title.strip() else default
        number = 1
        while name in self._taken:
            number += 1
            name = f"{wanted}-{number}"
        self._taken.add(name)
        return name


def _article(row: Row, name: str) -> Article:
    row = Row(f"{row.where}, article {shown(name)}", row.values)
    contexts: list[str] = []
    questions: list[Question] = []
    base = 0
    for one in row.items("paragraphs"):
        paragraph = row.inside(one, "the paragraph")
        contexts.append(paragraph.text("context"))
        questions += (_question(paragraph.inside(qa, "the question"), name, base) for qa in paragraph.items("qas"))
        base += len(contexts[-1]) + len(BETWEEN)
    return Article(name, BETWEEN.join(contexts), tuple(questions))


def _question(row: Row, name: str, base: int) -> Question:
    id_ = row.id("id")
    row = Row(f"{row.where}, question {shown(id_)}", row.values)
    impossible = row.truth("is_impossible", default=False)
    spans = () if impossible else tuple(dict.fromkeys(_spans(row, name, base)))
    if not impossible and not spans:
        raise row.wrong("no answer", "at least one, or `is_impossible`", "add the answer or mark the question")
    return Question(id_, row.text("question"), id_, answerable=not impossible, spans=spans)


def _spans(row: Row, name: str, base: int) -> Iterator[Span]:
    for one in row.items("answers"):
        answer = row.inside(one, "the answer")
        text, start = answer.text("text"), answer.values.get("answer_start")
        length = len(text) + start if isinstance(start, int) else start
        first, last = row.place(start, length)
        yield Span(name, base + first, base + last, text)
