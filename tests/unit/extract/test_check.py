import pytest

from pincite.errors import ExtractError
from pincite.extract.check import check
from pincite.extract.extract import extract_bytes
from pincite.types.document import Document, Note
from pincite.types.places import Box, Page, Place, Places


def document(text, type_="pdf", places=(), pages="", notes=()):
    metadata = {"pages": pages} if pages else {}
    return Document(text, (), type_, f"{type_} 1", "", "", places=Places(places), metadata=metadata, notes=notes)


def word(number, page):
    """The place of the word with this number, of one letter and a blank."""
    return Place(2 * number, 2 * number + 1, Page(page, Box(0.1, 0.1, 0.2, 0.2)))


def codes(checked):
    return [note.code for note in checked.notes]


def test_what_is_as_it_should_be_gets_no_note():
    given = document("a b", places=[word(0, 1), word(1, 2)], pages="2")
    assert check(given, 5000) is given


def test_words_pass_with_a_few_signs_that_cannot_be_read_and_a_note_of_how_many_and_where_the_first_is():
    checked = check(document("a b \uf0b7 bullets in a private \ufffd font", places=[word(2, 7)]))
    assert [(note.code, note.start, note.end, note.page) for note in checked.notes] == [("unreadable", 4, 5, 7)]
    assert checked.notes[0].message.startswith("2 of 25 characters")


def test_pages_without_words_are_listed():
    checked = check(document("a b", places=[word(0, 2), word(1, 5)], pages="6"))
    assert [(note.code, note.message.split(" say")[0]) for note in checked.notes] == [
        ("pages-without-words", "pages 1, 3-4, 6 of 6")
    ]


@pytest.mark.parametrize(
    "said",
    [
        Note("needs-ocr", "pages 2 of 2 are pictures without text, and cannot be found or quoted"),
        Note("page-failed", "page 2 cannot be read", page=2),
    ],
)
def test_pages_without_words_that_were_spoken_of_are_not_listed_again(said):
    assert codes(check(document("a", places=[word(0, 1)], pages="2", notes=(said,)))) == [said.code]


def test_more_words_on_a_page_than_a_page_can_show_are_noted():
    many = 20_001
    checked = check(
        document("a " * many, places=[word(number, 1 + number // many) for number in range(many)], pages="1")
    )
    assert [(note.code, note.page) for note in checked.notes] == [("too-dense", 1)]


@pytest.mark.parametrize(
    ("type_", "size", "found"),
    [
        ("html", 1_100_000, ["little-text"]),
        ("pdf", 30_000_000, ["little-text"]),
        ("pdf", 900_000, []),
        ("image", 30_000_000, []),
        ("video", 30_000_000, []),
        ("eml", 30_000_000, []),
    ],
)
def test_a_large_file_of_few_characters_is_noted_where_it_should_have_more(type_, size, found):
    assert codes(check(document("fourteen letters", type_), size)) == found


def test_every_format_is_checked_with_its_size():
    page = b"<p>Words</p><script>" + b"var x = 1;" * 150_000 + b"</script>"
    assert "little-text" in codes(extract_bytes(page, "a.html"))


@pytest.mark.parametrize("text", ["\ufffd\ufffd words", "(cid:12)(cid:13) ab", "\ue001\ue002\ue003 ab"])
def test_a_text_that_cannot_be_read_is_garbled(text):
    with pytest.raises(ExtractError) as caught:
        check(document(text))
    assert caught.value.code == "garbled"


def test_bytes_without_a_meaning_are_a_fault_of_the_encoding_not_of_fonts():
    with pytest.raises(ExtractError) as caught:
        extract_bytes(b"\xff\xfea\xd8\x00", "bad.md")
    assert (caught.value.code, caught.value.hint) == ("encoding", "save the file as UTF-8")


@pytest.mark.parametrize("text", ["", " \n\t"])
def test_a_text_without_words_is_empty(text):
    with pytest.raises(ExtractError) as caught:
        check(document(text))
    assert caught.value.code == "empty"
