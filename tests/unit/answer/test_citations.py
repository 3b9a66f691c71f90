from pincite.answer.citations import cite
from pincite.answer.markers import read_markers
from pincite.types.locator import Locator, PageRegion
from pincite.types.search import Hit


def hit(document_id, quote, start, *, section="", pages=()):
    locator = Locator(start, start + len(quote), pages=pages)
    return Hit(1, document_id, f"{document_id}.md", f"in/{document_id}.md", section, quote, 0.5, 1.0, locator)


def test_a_marker_opens_the_item_of_its_number_also_when_a_document_comes_twice():
    hits = [hit("a", "one", 0), hit("b", "two", 5), hit("a", "three", 9), hit("c", "four", 0), hit("d", "five", 1)]
    citations = cite([*hits, hit("e", "six", 70)])
    reading = read_markers("First [1]. Second [5][5]. Third [8].", len(citations))
    assert [citation.index for citation in citations] == [1, 2, 3, 4, 5, 6]
    assert [citation.document_id for citation in citations] == ["a", "b", "a", "c", "d", "e"]
    assert [citations[marker.index - 1].quote for marker in reading.spans] == ["one", "five", "five"]
    assert [violation.text for violation in reading.violations] == ["[8]"]


def test_the_quote_and_its_place_are_the_hits_own_typographic_quotes_and_line_breaks_too():
    text = "Before. “It’s\nhere”, they said. After."
    quote = text[8:32]
    (citation,) = cite([hit("a", quote, 8)])
    assert text[citation.locator.start : citation.locator.end] == citation.quote == quote


def test_a_label_is_the_place_and_the_section_whichever_exist():
    page = (PageRegion(12),)
    citations = cite(
        [
            hit("a", "x", 0, section="How many test examples do I need?"),
            hit("a", "x", 0, section="Results", pages=page),
            hit("a", "x", 0, pages=page),
            hit("a", "x", 0),
        ]
    )
    labels = [citation.label for citation in citations]
    assert labels == ["How many test examples do I need?", "page 12, Results", "page 12", ""]


def test_every_citation_in_json_has_its_quote_and_place():
    (citation,) = cite([hit("a", "Paid monthly.", 7)])
    shown = citation.to_json()
    assert (shown["quote"], shown["from"], shown["to"]) == ("Paid monthly.", 7, 20)


def test_no_hits_give_no_citations():
    assert cite([]) == ()
