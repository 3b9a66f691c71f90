"""Which of a question's needles a hit holds, at which rank that is enough, and which needles no chunk holds at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pincite.errors import GoldenError, StoreDamaged
from pincite.types.golden import Corpus, Question, Rule, Span
from pincite.types.run import Found, QueryResult
from pincite.types.search import Elsewhere, Hit


class Held(NamedTuple):
    """What one chunk holds of a document: its own content `[start, end)`, and with its overlap all of `stretches`.

    Half-open spans in code points. Without overlap the only stretch is the content; with it, tail and content are one
    stretch where nothing but white space lies between them, else two.
    """

    document: str
    start: int
    end: int
    stretches: tuple[tuple[int, int], ...]

    def whole(self, span: Span) -> bool:
        """Whether the span lies in one stretch."""
        return self.document == span.document and any(a <= span.start and span.end <= b for a, b in self.stretches)

    def in_quote(self, span: Span) -> bool:
        """Whether the span lies in the content, which is what a citation shows."""
        return self.document == span.document and self.start <= span.start and span.end <= self.end


Need = Span | str
"""What answers a question: a needle, or a whole document by its name."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What hits are judged against: the corpus, what every chunk of the index holds, and the corpus' name of each document id."""

    corpus: Corpus
    held: Sequence[Held]
    names: Mapping[str, str]
    _texts: dict[str, str] = field(init=False, repr=False)
    _of: dict[str, list[Held]] = field(init=False, repr=False)
    _at: dict[tuple[str, int, int], Held] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        of: dict[str, list[Held]] = {}
        for held in self.held:
            of.setdefault(held.document, []).append(held)
        object.__setattr__(self, "_texts", {one.name: one.document.text for one in self.corpus.documents})
        object.__setattr__(self, "_of", of)
        object.__setattr__(self, "_at", {(held.document, held.start, held.end): held for held in self.held})

    def chunks(self, document: str) -> Sequence[Held]:
        """What the chunks of one document hold, in the order of the index; empty for a document without chunks."""
        return self._of.get(document, ())

    def behind(self, hit: Hit) -> list[Held]:
        """The chunk of a hit, then those of its other places.

        Raises StoreDamaged unless the hit's quote is the document's text at each of them, GoldenError for a place
        that is outside of the corpus or is no chunk of the index.
        """
        standing: tuple[Hit | Elsewhere, ...] = (hit, *hit.places)
        return [self._chunk(hit, place) for place in standing]

    def _chunk(self, hit: Hit, place: Hit | Elsewhere) -> Held:
        name = self.names.get(place.document_id, "")
        start, end = place.locator.start, place.locator.end
        if name not in self._texts:
            raise GoldenError(
                f"hit {hit.rank} lies in {place.path!r}, which the corpus does not hold: "
                "measure an index against the documents that it was built from"
            )
        if self._texts[name][start:end] != hit.quote:
            raise StoreDamaged(
                f"the quote of hit {hit.rank} is not what characters {start} to {end} of {name!r} say: "
                "run `pincite doctor`, then `pincite reindex`"
            )
        held = self._at.get((name, start, end))
        if held is None:
            raise GoldenError(
                f"hit {hit.rank}, characters {start} to {end} of {name!r}, is none of the {len(self.held)} chunks that were "
                "there at the start: the index has changed, measure again"
            )
        return held


def judge(question: Question, hits: Sequence[Hit], ground: Ground) -> QueryResult:
    """The hits of one question, judged: what each holds, the rank that satisfies the rule, and what no chunk holds.

    A needle counts at any place of a hit. Where a question has no spans but relevant documents, a hit holds a document
    that it lies in. Raises StoreDamaged for a quote that is not its document's, GoldenError for a hit outside of the
    corpus.
    """
    needs = needs_of(question)
    found = tuple(_found(hit, ground.behind(hit), needs) for hit in hits)
    judged = question.answerable and bool(needs)
    return QueryResult(
        id=question.id,
        unit=question.unit,
        answerable=question.answerable,
        judged=judged,
        rank=rank_of([one.holds for one in found], len(needs), question.rule) if judged else None,
        spans=len(needs),
        destroyed=judged and _lost(needs, question.rule, ground, _holds),
        destroyed_in_quote=judged and _lost(needs, question.rule, ground, _quotes),
        style=question.style,
        kind=question.kind,
        distance=question.distance,
        rule=question.rule,
        hits=found,
    )


def needs_of(question: Question) -> tuple[Need, ...]:
    """The question's spans, else the documents that are relevant to it; empty where neither is known."""
    return question.spans or tuple(name for name, grade in question.relevant if grade > 0)


def rank_of(holds: Iterable[Sequence[int]], needs: int, rule: Rule) -> int | None:
    """The smallest number of hits that hold one of the needs (`any`) or every one (`all`); None when the hits do not.

    >>> rank_of([(), (1,), (0,)], 2, "any"), rank_of([(), (1,), (0,)], 2, "all"), rank_of([()], 2, "any")
    (2, 3, None)
    """
    seen: set[int] = set()
    enough = needs if rule == "all" else 1
    for rank, some in enumerate(holds, start=1):
        seen.update(some)
        if len(seen) >= enough:
            return rank
    return None


def _found(hit: Hit, chunks: Sequence[Held], needs: Sequence[Need]) -> Found:
    holds = tuple(number for number, need in enumerate(needs) if any(_holds(chunk, need) for chunk in chunks))
    own = chunks[0]
    return Found(own.document, own.start, own.end, hit.score, hit.distance, holds)


def _holds(chunk: Held, need: Need) -> bool:
    return chunk.document == need if isinstance(need, str) else chunk.whole(need)


def _quotes(chunk: Held, need: Need) -> bool:
    return chunk.document == need if isinstance(need, str) else chunk.in_quote(need)


def _lost(needs: Sequence[Need], rule: Rule, ground: Ground, holds: Callable[[Held, Need], bool]) -> bool:
    lost = [not any(holds(chunk, need) for chunk in ground.chunks(_document(need))) for need in needs]
    return any(lost) if rule == "all" else all(lost)


def _document(need: Need) -> str:
    return need if isinstance(need, str) else need.document
