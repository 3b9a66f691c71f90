"""Pages from the file to the hit: none is lost, none is invented, and pages with one text keep each their own."""

import pytest

from fakes import FakeEmbedder
from pdf_maker import Sheet, column, make_pdf
from pincite.config import Config
from pincite.knowledge_base.door import KnowledgeBase

THINGS = "apple pear plum fig date lime kiwi nut bean corn rice oat".split()  # noqa: SIM905 - words read more easily


def slide(thing: str) -> Sheet:
    return Sheet(column([f"The {thing} has property {n}, which nothing else in this deck has." for n in range(7)]))


@pytest.fixture
def deck(tmp_path):
    pages = [slide(thing) for thing in THINGS]
    path = tmp_path / "deck.pdf"
    path.write_bytes(make_pdf([*pages, pages[2]]))
    return path


def door(tmp_path):
    return KnowledgeBase(tmp_path / "kb", config=Config(threshold=1.9), embedder=FakeEmbedder(projection=None))


def test_thirteen_slides_of_which_two_have_one_text_keep_both_and_each_its_own_page(deck, tmp_path):
    with door(tmp_path) as kb:
        kb.add(deck)
        hits = kb.search("plum", mode="lexical", k=50).hits
        pages = {page.number for hit in hits for place in (hit, *hit.places) for page in place.locator.pages}
        assert {3, 13} <= pages


def test_every_chunk_of_a_pdf_has_pages_that_the_pdf_has_and_its_quote_stands_on_them(deck, tmp_path):
    with door(tmp_path) as kb:
        kb.add(deck)
        hits = kb.search("property", mode="lexical", k=500).hits
        assert hits
        for hit in hits:
            numbers = [page.number for page in hit.locator.pages]
            assert numbers
            assert all(1 <= number <= 13 for number in numbers)
            assert hit.locator.fragment == f"#page={numbers[0]}"
            for number in numbers[:1]:
                assert [*THINGS, "plum"][number - 1] in hit.quote


def test_files_without_pages_have_characters_only(tmp_path):
    (tmp_path / "a.txt").write_text("The plum is ripe.", "utf-8")
    (tmp_path / "b.html").write_text("<p>The plum is not ripe.</p>", "utf-8")
    with door(tmp_path) as kb:
        kb.add(tmp_path / "a.txt", tmp_path / "b.html")
        hits = kb.search("plum").hits
        assert len(hits) == 2
        assert all(hit.locator.pages == () and hit.locator.fragment == hit.locator.characters for hit in hits)


def test_a_clause_that_stands_five_times_has_five_chunks_or_places_with_starts_that_grow(tmp_path):
    clause = "The tenant pays the rent on the first day of each month."
    text = "\n\n".join(f"## Part {n}\n\n{clause}" for n in range(5))
    (tmp_path / "lease.md").write_text(text, "utf-8")
    with door(tmp_path) as kb:
        kb.add(tmp_path / "lease.md")
        (hit,) = kb.search("tenant pays rent").hits
        starts = sorted(place.locator.start for place in (hit, *hit.places))
        assert starts == [at for at in range(len(text)) if text.startswith(clause, at)]
        assert len({place.section for place in (hit, *hit.places)}) == 5


def test_identical_passages_are_shown_by_the_one_that_the_filter_lets_through(tmp_path):
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "same.md").write_text("# Zebras\n\nThey stand in both folders.", "utf-8")
    with door(tmp_path) as kb:
        kb.add(tmp_path / "first", tmp_path / "second")
        for folder in ("first", "second"):
            (hit,) = kb.search("zebras", filters=[f"folder:{folder}"]).hits
            assert (hit.path, hit.places) == (str(tmp_path / folder / "same.md"), ())
            answer = kb.ask("zebras", filters=[f"folder:{folder}"])
            assert [citation.path for citation in answer.citations] == [hit.path]
        (hit,) = kb.search("zebras").hits
        assert len(hit.places) == 1
