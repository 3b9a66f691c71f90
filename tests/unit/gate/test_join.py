import hashlib

import pytest

from pincite.errors import StoreDamaged
from pincite.gate.join import join_neighbours
from pincite.types.document import Document
from pincite.types.locator import Locator
from pincite.types.places import Page, Place, Places
from pincite.types.search import Elsewhere, Hit

ONE = "First words.\n\nSecond words.\n\n# Next\n\nThird words.\n"
TWO = "Before. First words.\n\nSecond words.\n"
THREE = "First words.\n\nSomething else.\n"


def document(text, places=()):
    sha = hashlib.sha256(text.encode()).hexdigest()
    return Document(text, (), "md", "test 1", sha, sha, places=Places(places))


DOCUMENTS = {
    "one": document(ONE, [Place(0, 12, Page(1)), Place(14, 27, Page(2))]),
    "two": document(TWO),
    "three": document(THREE),
}


def hit(rank, quote, *, document_id="one", section="", distance=0.5, score=0.5, places=()):
    start = DOCUMENTS[document_id].text.index(quote)
    locator = DOCUMENTS[document_id].locate(start, start + len(quote))
    return Hit(rank, document_id, document_id, "p.md", section, quote, distance, score, locator, places)


def elsewhere(document_id, quote):
    start = DOCUMENTS[document_id].text.index(quote)
    return Elsewhere(document_id, document_id, "p.md", "", Locator(start, start + len(quote)))


def join(*hits):
    return join_neighbours(hits, DOCUMENTS.__getitem__)


def test_neighbours_become_one_quote_of_the_documents_own_words():
    second = hit(2, "Second words.", distance=0.2, score=0.1)
    first = hit(4, "First words.", distance=0.4, score=0.9)
    (joined,) = join(second, first)
    assert joined.quote == "First words.\n\nSecond words." == ONE[joined.locator.start : joined.locator.end]
    assert (joined.rank, joined.distance, joined.score) == (2, 0.2, 0.9)
    assert joined.locator.label == "pages 1-2"


def test_hits_of_two_sections_stay_apart_in_the_order_of_their_ranks():
    hits = (hit(1, "Third words.", section="Next"), hit(2, "Second words."))
    assert join(*hits) == hits


def test_hits_with_words_between_them_stay_apart():
    hits = (hit(1, "First words."), hit(3, "Third words."))
    assert join(*hits) == hits


def test_hits_of_two_documents_stay_apart():
    hits = (hit(1, "First words."), hit(2, "Second words.", document_id="two"))
    assert join(*hits) == hits


def test_hits_that_overlap_are_joined_without_repeating_a_word():
    (joined,) = join(hit(1, "First words.\n\nSecond"), hit(2, "Second words."))
    assert joined.quote == "First words.\n\nSecond words."


def test_a_joined_quote_lists_only_the_places_where_all_of_it_stands():
    first = hit(1, "First words.", places=(elsewhere("two", "First words."), elsewhere("three", "First words.")))
    (joined,) = join(first, hit(2, "Second words."))
    assert [place.document_id for place in joined.places] == ["two"]
    place = joined.places[0].locator
    assert TWO[place.start : place.end] == joined.quote


def test_nothing_joined_is_nothing():
    assert join() == ()


def test_a_quote_that_is_not_the_documents_is_never_shown():
    false = Hit(1, "one", "one", "p.md", "", "Other words.", 0.1, 0.1, Locator(0, 12))
    with pytest.raises(StoreDamaged, match="doctor"):
        join(false)
