"""What a hit holds, at which rank that is enough, and what no chunk holds."""

import pytest

from pincite.errors import GoldenError, StoreDamaged
from pincite.evaluate.runs.judge import Ground, Held, judge
from pincite.types.document import Document
from pincite.types.golden import Corpus, CorpusCounts, CorpusDocument, Question, Span
from pincite.types.locator import Locator
from pincite.types.search import Elsewhere, Hit

TEXT = "Tea is green. Milk is white. Ink is black."
TEA, MILK, INK = (0, 13), (14, 28), (29, 42)


def document(text=TEXT):
    return Document(text, (), "txt", "text 1", "", "")


def ground(*held, texts=None):
    documents = tuple(CorpusDocument(name, document(text)) for name, text in (texts or {"a.txt": TEXT}).items())
    corpus = Corpus(documents, CorpusCounts(len(documents), 0, 0, "corpus"))
    return Ground(corpus, held, {f"id of {one.name}": one.name for one in documents})


def chunk(span, document="a.txt", tail=0):
    return Held(document, *span, ((span[0] - tail, span[1]),))


def hit(rank, span, document="a.txt", quote=None, places=()):
    words = TEXT[slice(*span)] if quote is None else quote
    elsewhere = tuple(Elsewhere(f"id of {name}", name, name, "", Locator(*at)) for name, at in places)
    return Hit(rank, f"id of {document}", document, document, "", words, 0.25, 1.5, Locator(*span), elsewhere)


def question(*spans, rule="any", relevant=(), answerable=True):
    needles = tuple(Span("a.txt", *span) for span in spans)
    return Question("q1a", "What?", "q1", answerable, needles, rule, relevant)


THREE = (chunk(TEA), chunk(MILK), chunk(INK))


def test_the_rank_is_that_of_the_first_hit_that_holds_the_whole_needle():
    result = judge(question((19, 27)), [hit(1, TEA), hit(2, MILK)], ground(*THREE))
    assert (result.rank, [one.holds for one in result.hits]) == (2, [(), (0,)])


def test_a_hit_that_holds_a_part_of_the_needle_does_not_count():
    result = judge(question((10, 20)), [hit(1, TEA), hit(2, MILK)], ground(*THREE))
    assert (result.rank, result.destroyed) == (None, True)


def test_a_needle_that_a_chunk_holds_but_no_hit_is_missed_and_not_destroyed():
    result = judge(question(INK), [hit(1, TEA)], ground(*THREE))
    assert (result.rank, result.destroyed, result.judged) == (None, False, True)


def test_an_overlap_tail_holds_a_needle_but_not_in_a_quote():
    result = judge(question((10, 20)), [hit(1, MILK)], ground(chunk(TEA), chunk(MILK, tail=8), chunk(INK)))
    assert (result.rank, result.destroyed, result.destroyed_in_quote) == (1, False, True)


def test_any_needs_one_of_the_spans_and_all_needs_every_one():
    hits = [hit(1, INK), hit(2, TEA), hit(3, MILK)]
    assert judge(question(TEA, MILK), hits, ground(*THREE)).rank == 2
    assert judge(question(TEA, MILK, rule="all"), hits, ground(*THREE)).rank == 3


def test_a_rule_is_destroyed_when_it_cannot_be_satisfied():
    broken = (10, 20)
    assert not judge(question(TEA, broken), [], ground(*THREE)).destroyed
    assert judge(question(TEA, broken, rule="all"), [], ground(*THREE)).destroyed


def test_a_needle_counts_at_any_place_of_a_hit():
    both = ground(chunk(TEA), chunk(TEA, "b.txt"), texts={"a.txt": TEXT, "b.txt": TEXT})
    result = judge(question(TEA), [hit(1, TEA, "b.txt", places=[("a.txt", TEA)])], both)
    assert (result.rank, result.hits[0].document) == (1, "b.txt")


def test_a_hit_of_a_relevant_document_counts_where_no_span_is_known():
    two = ground(chunk(TEA), chunk(MILK, "b.txt"), texts={"a.txt": TEXT, "b.txt": TEXT})
    hits = [hit(1, TEA), hit(2, MILK, "b.txt")]
    result = judge(question(relevant=(("a.txt", 0), ("b.txt", 2))), hits, two)
    assert (result.rank, result.spans, result.destroyed) == (2, 1, False)


def test_a_question_without_a_known_needle_is_not_judged():
    result = judge(question(), [hit(1, TEA)], ground(*THREE))
    assert (result.judged, result.rank, result.destroyed, len(result.hits)) == (False, None, False, 1)


def test_a_quote_that_is_not_the_documents_text_is_an_error():
    with pytest.raises(StoreDamaged, match=r"quote of hit 1 is not what characters 0 to 13 of 'a\.txt' say"):
        judge(question(TEA), [hit(1, TEA, quote="Tea is green!")], ground(*THREE))


def test_a_hit_outside_of_the_corpus_is_an_error():
    with pytest.raises(GoldenError, match="which the corpus does not hold"):
        judge(question(TEA), [hit(1, TEA, "other.txt")], ground(*THREE))


def test_a_hit_that_is_no_chunk_of_the_index_is_an_error():
    with pytest.raises(GoldenError, match="none of the 3 chunks"):
        judge(question(TEA), [hit(1, (0, 5))], ground(*THREE))
