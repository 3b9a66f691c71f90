"""Needles for a golden set, proposed from a corpus: a person writes the questions to them, or throws them out."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from pathlib import Path
from typing import TypeVar

from pincite.chunk.sentences import sentences
from pincite.errors import GoldenError
from pincite.evaluate.golden.occurrences import occurrences
from pincite.evaluate.golden.wording import content_words, folded
from pincite.types.golden import Corpus, CorpusDocument, Question, Span

SHORTEST, LONGEST = 40, 300
"""Code points of a needle: shorter ones say too little, longer ones hold more than one answer."""
FEWEST_WORDS = 5
"""Words of a needle that say what it is about."""
STYLES = ("course", "ticket")
"""The two phrasings: in the document's words, and as somebody asks who has not read it."""

_WHOLE = re.compile(r"[\"“«(¡]?[^\W\d_].*[.!。！][\"”»)]?", re.DOTALL)
_MARKUP = re.compile(r"[<>|{}\\]|\]\(|!\[|://|`{2}|^\s*(?:[-*+]|\d+[.)])\s", re.MULTILINE)
_ABOUT_THE_TEXT = re.compile(
    r"\b(?:(?:this|next|last|previous|following|later|earlier) (?:few |two |three )?(?:section|chapter|lesson|page|part|example|tutorial)s?"
    r"|we(?:'ve|’ve)? (?:saw|have seen|seen|will see|just)|we'll (?:see|show|take|explore|use)|as we|let'?s|let’s"
    r"|(?:esta|este|siguiente|próxim[ao]|anterior) (?:sección|capítulo|lección|página|parte|apartado|ejemplo)"
    r"|(?:sección|capítulo|lección|apartado) (?:siguiente|anterior)|veamos|(?:hemos|como) (?:vimos|visto|veremos))\b",
    re.IGNORECASE,
)
"""Sentences about the document itself, which nobody asks for."""
_LEANING = frozenset(
    """
    this that these those it its they their them he his him she her here there then thus so also but and or however therefore
    moreover furthermore instead otherwise such both neither finally second third similarly likewise again now yet still because
    great nice note first
    este esta esto estos estas ese esa eso esos esas aquel aquella ello ellos ellas su sus aqui aquí ahi ahí alli allí entonces
    asi así tambien también ademas además pero y e o sin embargo no obstante ahora luego después despues porque
    """.split()  # noqa: SIM905 - read more easily than as quoted words
)
"""First words of sentences that lean on the one before them."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that could be a needle: where it stands, and the headings above it."""

    span: Span
    section: tuple[str, ...]


def draft(corpus: Corpus, n: int, seed: int = 0) -> list[Candidate]:
    """At most `n` needles in the order of the corpus: whole sentences of running text that stand in the corpus once.

    They are spread evenly over the documents and, within each, over its sections; the same seed gives the same ones. A sentence that
    leans on the one before it (`This`, `However`), that holds markup, or that is under `SHORTEST` or over `LONGEST` code points is none. Raises
    GoldenError where the corpus has none at all.
    """
    chance = random.Random(seed)  # noqa: S311 - a draw that can be repeated, no secret
    found = {one.name: list(_candidates(one)) for one in corpus.documents}
    places = occurrences(corpus, (c.span.needle for some in found.values() for c in some))
    once = [[c for c in some if places[c.span.needle].count == 1] for some in found.values()]
    chosen = _in_turn([_over_sections(some, chance) for some in _shuffled(once, chance)])[:n]
    if not chosen:
        raise GoldenError(
            f"found no sentence of {SHORTEST} to {LONGEST} characters that stands in the corpus once, expected "
            f"some: name a corpus of running text"
        )
    return sorted(chosen, key=lambda candidate: (candidate.span.document, candidate.span.start))


def draft_questions(candidates: Sequence[Candidate]) -> list[Question]:
    """Two empty questions for every needle, one for each phrasing, marked as drafts."""
    width = max(3, len(str(len(candidates))))
    return [
        Question(
            f"q-{number:0{width}}{letter}",
            "",
            f"q-{number:0{width}}",
            answerable=True,
            spans=(candidate.span,),
            style=style,
            draft=True,
        )
        for number, candidate in enumerate(candidates, 1)
        for letter, style in zip("ab", STYLES, strict=True)
    ]


def write_draft(questions: Sequence[Question], candidates: Sequence[Candidate], path: Path) -> None:
    """Write the drafts, each with the headings above its needle under `section`; FileExistsError rather than replace a file."""
    sections = {candidate.span: " > ".join(candidate.section) for candidate in candidates}
    with path.open("x", encoding="utf-8", newline="\n") as file:
        for question in questions:
            row = {**question.to_json(), "section": sections[question.spans[0]]}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def _candidates(one: CorpusDocument) -> Iterator[Candidate]:
    document = one.document
    for block in document.blocks:
        if block.kind != "paragraph":
            continue
        for start, end in sentences(document.text, block.start, block.end):
            text = document.text[start:end]
            if SHORTEST <= end - start <= LONGEST and _stands_alone(text):
                yield Candidate(Span(one.name, start, end, text), document.heading_path(start))


def _stands_alone(text: str) -> bool:
    if not _WHOLE.fullmatch(text) or _MARKUP.search(text) or _ABOUT_THE_TEXT.search(text) or text.count('"') % 2:
        return False
    first = folded(text).partition(" ")[0]
    if text.lstrip('"“«(¡')[:1].islower():
        return False
    return first not in _LEANING and len(content_words(text)) >= FEWEST_WORDS


def _over_sections(candidates: Iterable[Candidate], chance: random.Random) -> list[Candidate]:
    """The candidates of one document, one of every section in turn."""
    sections: dict[tuple[str, ...], list[Candidate]] = {}
    for candidate in candidates:
        sections.setdefault(candidate.section, []).append(candidate)
    return _in_turn([_shuffled(some, chance) for some in _shuffled(list(sections.values()), chance)])


def _shuffled(items: list[_T], chance: random.Random) -> list[_T]:
    return chance.sample(items, len(items))


def _in_turn(lists: Sequence[Sequence[_T]]) -> list[_T]:
    """The first of every list, then the second of every list, and so on.

    >>> _in_turn([[1, 2, 3], [4], [5, 6]])
    [1, 4, 5, 2, 6, 3]
    """
    nothing = object()
    return [item for item in chain.from_iterable(zip_longest(*lists, fillvalue=nothing)) if item is not nothing]  # type: ignore[misc]
