"""What is checked after every extractor: silent loss is worse than an error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pincite.errors import ExtractCode, ExtractError
from pincite.extract.page_ranges import page_ranges
from pincite.types.document import Document, Note

_UNREADABLE = re.compile("[\ufffd\ue000-\uf8ff\U000f0000-\U0010fffd]|\\(cid:\\d+\\)")
_MOST_UNREADABLE = 0.2
_AT_ONCE = 1 << 16
_MOST_WORDS = 20_000  # on one page: a page of a broadsheet has some 8,000, A4 in letters of 4 points as many
_LARGE = 1_000_000  # bytes: below that, what a format needs for itself may be more than its words
_FEWEST_IN_BYTES = 10_000  # for each character: a page of 3,000 characters with a picture of 30 MB
_LARGE_WITHOUT_WORDS = {"audio", "video", "image", "eml", "mbox"}  # sound, pictures, attachments


def check(document: Document, size: int = 0) -> Document:
    """The document itself, if it has words that can be read, with a note for each sign that some were lost.

    Raises ExtractError `empty` where nothing is left, `garbled` where more than a fifth of what is not white space is
    U+FFFD, private use or `(cid:n)`: a font that does not say which letters it draws; `encoding` where bytes had no meaning. Fewer of them are the note
    `unreadable`. Further notes: `pages-without-words` for what the file declares and says nothing, `too-dense` for pages of
    more than 20,000 words, `little-text` for a file whose `size` in bytes is over 1 MB and 10,000 times its characters.
    """
    count = _characters(document.text)
    if not count:
        raise ExtractError("empty", f"the {document.type} holds no text: expected at least one word")
    unreadable = sum(len(match.group()) for match in _UNREADABLE.finditer(document.text))
    if unreadable > _MOST_UNREADABLE * count:
        raise ExtractError(
            _lost_by(document), f"{unreadable} of {count} characters cannot be read (U+FFFD or private use)"
        )
    notes = (*_unreadable(document, unreadable, count), *_odd_pages(document), *_little(document, count, size))
    return replace(document, notes=(*document.notes, *notes)) if notes else document


def _lost_by(document: Document) -> ExtractCode:
    """What took the letters: the encoding of a text, where its bytes were replaced, else fonts or an earlier program."""
    return "encoding" if any(note.code == "bytes-replaced" for note in document.notes) else "garbled"


def _characters(text: str) -> int:
    """How many characters are no white space; a book is not cut into words all at once."""
    slices = (text[start : start + _AT_ONCE] for start in range(0, len(text), _AT_ONCE))
    return sum(len(word) for piece in slices for word in piece.split())


def _unreadable(document: Document, unreadable: int, count: int) -> Iterator[Note]:
    if first := _UNREADABLE.search(document.text):
        pages = document.locate(*first.span()).pages
        message = f"{unreadable} of {count} characters cannot be read (U+FFFD or private use); this is the first"
        yield Note("unreadable", message, first.start(), first.end(), pages[0].number if pages else None)


def _odd_pages(document: Document) -> Iterator[Note]:
    words = document.places.words_of_pages()
    declared = document.metadata.get("pages", "")
    count = int(declared) if declared.isdecimal() else 0
    said = {note.page for note in document.notes if note.code == "page-failed"}
    silent = [number for number in range(1, count + 1) if number not in words and number not in said]
    listed = f"pages {page_ranges(silent)} of {count}"
    if silent and not any(listed in note.message for note in document.notes):
        yield Note("pages-without-words", f"{listed} say nothing: they are blank, or what is drawn there is not read")
    for number in sorted(number for number, found in words.items() if found > _MOST_WORDS):
        message = f"{words[number]} words on one page: most were drawn over each other, or are not to be seen"
        yield Note("too-dense", message, page=number)


def _little(document: Document, count: int, size: int) -> Iterator[Note]:
    if size > _LARGE and size > _FEWEST_IN_BYTES * count and document.type not in _LARGE_WITHOUT_WORDS:
        yield Note("little-text", f"{count} characters in {size} bytes: most of the file is no text, or was not read")
