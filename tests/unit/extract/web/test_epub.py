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
    assert (document.text, both.fragment) == ("b\n\na", "#epubcfi(/6/6!/4)")
    assert both.to_json()["chapters"] == ["OPS/2.xhtml", "OPS/1.xhtml"]
    assert document.locate(3, 4).fragment == "#epubcfi(/6/8!/4)"


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
