"""Reading a golden set, whatever form it has."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from itertools import chain
from pathlib import Path

from pincite.errors import GoldenError
from pincite.evaluate.golden.chroma import COLUMNS, read_chroma
from pincite.evaluate.golden.own import read_own
from pincite.evaluate.golden.place import placed
from pincite.evaluate.golden.queries import read_folder, read_queries
from pincite.evaluate.golden.rows import read_rows, shown, unreadable
from pincite.evaluate.golden.squad import is_squad, read_squad
from pincite.types.golden import Corpus, GoldenSet, Question, Rule

FORMS = "JSON Lines, SQuAD's JSON, Chroma's CSV, or a folder with queries.jsonl"


def read_golden(path: Path, corpus: Corpus | None = None, *, rule: Rule | None = None) -> GoldenSet:
    """The accepted questions of a golden set; the form is told by its content: our own, corpus/queries, SQuAD, BEIR, TREC, Chroma.

    With a `corpus` documents have its names and offsets lie in its canonical texts; without one both stand as the file
    has them. `rule` is for the corpus/queries form: judge all spans of a question, `any` or `all`, instead of its
    `needle`. Raises GoldenError, with file and line, for a malformed question and for an id that comes twice.
    """
    questions, of_source = _checked(path, rule)
    accepted = [question for question in questions if not question.draft]
    found = tuple(_placed(accepted, corpus, of_source=of_source))
    return GoldenSet(path.resolve().name, found, digest(accepted), drafts=len(questions) - len(found))


def read_all(path: Path, corpus: Corpus | None = None) -> list[Question]:
    """The questions of a golden set, drafts too, with documents and offsets as `read_golden` gives them; raises as it does."""
    questions, of_source = _checked(path, None)
    return _placed(questions, corpus, of_source=of_source)


def digest(accepted: Iterable[Question]) -> str:
    """The hash of questions as their file has them, whatever their order."""
    rows = sorted(json.dumps(question.to_json(), sort_keys=True) for question in accepted)
    return sha256("\n".join(rows).encode()).hexdigest()


def _checked(path: Path, rule: Rule | None) -> tuple[list[Question], bool]:
    questions, of_source = _read(path, rule)
    _check_ids(path, questions)
    if not questions:
        raise GoldenError(f"{path}: found no question, expected at least one: name another file")
    return questions, of_source


def _placed(questions: list[Question], corpus: Corpus | None, *, of_source: bool) -> list[Question]:
    return questions if corpus is None else [placed(question, corpus, of_source=of_source) for question in questions]


def _read(path: Path, rule: Rule | None) -> tuple[list[Question], bool]:
    """The questions, and whether their offsets count in the sources."""
    if path.is_dir():
        return read_folder(path, rule), True
    form = _form(path)
    if form == "squad":
        return [question for article in read_squad(path) for question in article.questions], True
    if form == "chroma":
        return list(read_chroma(path)), True
    rows = read_rows(path)
    first = next(rows, None)
    if first and first.has("pincite_run"):
        raise GoldenError(f"{path}: found a run, expected {FORMS}: name the golden set that it asked")
    rest = chain([first] if first else [], rows)
    if first and (first.has("qid") or first.has("_id")):
        return list(read_queries(rest, rule)), True
    return read_own(rest), False


def _form(path: Path) -> str:
    try:
        with path.open("rb") as file:
            line = next((line for line in file if line.strip(b"\xef\xbb\xbf \t\r\n")), b"")
    except OSError as error:
        raise unreadable(path, error) from None
    text = line.removeprefix(b"\xef\xbb\xbf").strip()
    if not text:
        raise GoldenError(
            f"{path} is empty, expected {FORMS}: name another file, or write one with `pincite eval draft`"
        )
    if text.startswith(b"{"):
        return "squad" if _opens_one_object(text) else "lines"
    columns = {cell.strip().strip('"') for cell in text.decode("utf-8", "replace").split(",")}
    if columns >= set(COLUMNS):
        return "chroma"
    raise GoldenError(f"{path}: found {shown(text[:40])}, expected {FORMS}: name another file")


def _opens_one_object(line: bytes) -> bool:
    """Whether a file's first line is SQuAD's one object, or opens an object that goes over several lines."""
    if not line.endswith(b"}"):
        return line.rstrip(b"{[ ").endswith(b":") or line.endswith((b"{", b","))
    try:
        return is_squad(json.loads(line))
    except (ValueError, RecursionError):
        return False


def _check_ids(path: Path, questions: list[Question]) -> None:
    lines: dict[str, int] = {}
    for question in questions:
        if question.id in lines:
            where = f"{path}, line {question.line}" if question.line else str(path)
            first = f" (first in line {lines[question.id]})" if question.line else ""
            raise GoldenError(f"{where}: found the id {shown(question.id)} twice{first}, expected once: rename one")
        lines[question.id] = question.line
