import pytest

from office_maker import make_epub
from pincite.errors import ExtractError
from pincite.extract.extract import extract_bytes


def page(body, head=""):
    return (
        '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml">'
        f"<head>{head}</head><body>{body}</body></html>"
    )


def read(chapters, **made):
    return extract_bytes(make_epub({name: page(body) for name, body in chapters.items()}, **made), "a.epub")


def test_chapters_stand_in_the_order_of_the_spine_and_below_their_headings():
    document = read(
        {"1.xhtml": "<h1>One</h1><p>a</p>", "2.xhtml": "<h1>Two</h1><p>b</p>"}, spine=["2.xhtml", "1.xhtml"]
    )
    assert document.text == "Two\n\nb\n\nOne\n\na"
    assert document.heading_path(document.text.index("a")) == ("One",)


def test_a_chapter_is_found_by_its_file_and_by_its_step_in_the_whole_spine():
    document = read(
        {"1.xhtml": "<p>a</p>", "pic.xhtml": "<img/>", "2.xhtml": "<p>b</p>"},
        spine=["pic.xhtml", "unknown", "2.xhtml", "1.xhtml", "2.xhtml"],
    )
    both = document.locate(0, len(document.text))
    assert (document.text, both.fragment) == ("b\n\na", "#epubcfi(/6/6!/4/2)")
    assert both.to_json()["chapters"] == ["OPS/2.xhtml", "OPS/1.xhtml"]
    assert document.locate(3, 4).fragment == "#epubcfi(/6/8!/4/2)"


def fragment(document, words):
    start = document.text.index(words)
    return document.locate(start, start + len(words)).fragment


def test_a_fragment_opens_the_paragraph_by_its_steps_and_its_id():
    document = read(
        {
            "1.xhtml": "<section id='s1'><h2>A</h2><!-- no element --><p>one <b>bold</b></p>loose<p id='p 2'>two</p></section>"
        }
    )
    assert fragment(document, "A") == "#epubcfi(/6/2!/4/2[s1]/2)"
    assert fragment(document, "bold") == "#epubcfi(/6/2!/4/2[s1]/4)"
    assert fragment(document, "loose") == "#epubcfi(/6/2!/4/2[s1])"
    assert fragment(document, "two") == "#epubcfi(/6/2!/4/2[s1]/6)"  # an id with a blank cannot stand in a fragment


def test_a_table_of_a_book_is_opened_as_a_whole():
    document = read({"1.xhtml": "<p>a</p><table id='t'><tr><td>x</td></tr><tr><td><p>y</p></td></tr></table><p>b</p>"})
    assert [fragment(document, words) for words in "xyb"] == [
        "#epubcfi(/6/2!/4/4[t])",
        "#epubcfi(/6/2!/4/4[t])",
        "#epubcfi(/6/2!/4/6)",
    ]


def test_what_stands_in_the_order_of_reading_and_is_no_page_is_noted():
    document = read({"1.xhtml": "<p>a</p>"}, spine=["1.xhtml", "lost"])
    assert [(note.code, note.message) for note in document.notes] == [
        ("chapter-failed", "lost stands in the order of reading, and is no page of the book")
    ]


def test_steps_of_a_book_are_numbered_as_in_a_browser():
    assert (
        read({"1.xhtml": "<ol start='4'><li><p>mix</p><p>well</p></li><li>bake</li></ol>"}).text
        == "4. mix\nwell\n5. bake"
    )


def test_the_book_says_title_author_date_language_and_tags():
    document = read(
        {"1.xhtml": "<p>x</p>"},
        metadata="<dc:title>Tea</dc:title><dc:creator>Jo</dc:creator><dc:creator>Al</dc:creator><dc:language>en</dc:language>"
        '<dc:date opf:event="modification">2024-01-01</dc:date><dc:date>1903-05-06</dc:date><dc:subject>drinks</dc:subject>',
    )
    assert document.title == "Tea"
    assert dict(document.metadata) == {"author": "Jo, Al", "date": "1903-05-06", "language": "en", "tags": "drinks"}


def test_contents_are_out_with_a_note_and_asides_are_in():
    document = read(
        {"nav": "<nav><a>One</a></nav>", "toc.html": "One 1", "1.xhtml": "<p>text</p><aside>a footnote</aside>"},
        guide='<guide><reference type="toc" href="toc.html"/></guide>',
    )
    assert document.text == "text\n\na footnote"
    assert [(note.code, note.text) for note in document.notes] == [("contents", "One"), ("contents", "One 1")]


def test_elements_closed_in_themselves_swallow_nothing():
    chapter = page('<a id="x"/><p/><p>shown</p><script src="a>b"/><![CDATA[1 < 2]]>', head="<title/>")
    document = extract_bytes(make_epub({"1.xhtml": chapter}), "a.epub")
    assert document.text == "shown\n\n1 < 2"


def test_names_are_unescaped_and_climb_nowhere():
    book = make_epub({"a b.xhtml": page("<p>x</p>")})
    assert extract_bytes(book, "a.epub").text == "x"
    chapters = {"..%2F..%2Fetc/passwd": page("<p>y</p>"), "1.xhtml": page("<p>x</p>")}
    document = extract_bytes(make_epub(chapters), "a.epub")
    assert document.text == "x"
    assert [note.code for note in document.notes] == ["chapter-failed"]


LOCK = (
    '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">'
    '<enc:EncryptedData><enc:EncryptionMethod Algorithm="{}"/><enc:CipherData><enc:CipherReference URI="{}"/>'
    "</enc:CipherData></enc:EncryptedData></encryption>"
)


def test_a_locked_chapter_makes_the_book_encrypted_and_a_scrambled_font_does_not():
    locked = {"META-INF/encryption.xml": LOCK.format("http://www.w3.org/2001/04/xmlenc#aes128-cbc", "OPS/1.xhtml")}
    with pytest.raises(ExtractError, match="rights management") as caught:
        read({"1.xhtml": "<p>x</p>"}, extra=locked)
    assert caught.value.code == "encrypted"
    font = {"META-INF/encryption.xml": LOCK.format("http://www.idpf.org/2008/embedding", "OPS/font.otf")}
    assert read({"1.xhtml": "<p>x</p>"}, extra=font).text == "x"


def test_a_chapter_built_to_hang_a_parser_is_refused():
    with pytest.raises(ExtractError, match="nest deeper") as caught:
        read({"1.xhtml": "<div>" * 3000})
    assert caught.value.code == "too_deep"


def test_a_book_without_chapters_is_malformed():
    with pytest.raises(ExtractError, match="no chapters") as caught:
        read({"1.xhtml": "<p>x</p>"}, spine=["missing"])
    assert caught.value.code == "malformed"
