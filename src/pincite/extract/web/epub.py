"""EPUB books: the chapters of the spine in their order, each read like a page of HTML."""

from __future__ import annotations

from pincite.errors import ExtractError
from pincite.extract.block_writer import BlockWriter
from pincite.extract.builder import Builder
from pincite.extract.container.zip_container import Container
from pincite.extract.formats import current_extractor
from pincite.extract.source import Source
from pincite.extract.web.epub_package import read_book
from pincite.extract.web.epub_page import parse_page
from pincite.extract.web.walk import HtmlWalk
from pincite.types.document import Document


def extract_epub(source: Source) -> Document:
    """The book in an .epub file, versions 2 and 3; tables of contents are kept in notes.

    A chapter that is missing or not text is noted. Raises ExtractError as `Container` and `parse_xml` do, `encrypted`
    where rights management locks a chapter, `malformed` where there is no chapter to read.
    """
    container, builder = Container(source.data), Builder()
    book = read_book(container)
    writer = BlockWriter(builder)
    for chapter in book.chapters:
        writer.where = chapter
        _chapter(container, builder, writer, chapter.file, is_contents=chapter.file in book.contents)
    for name in book.not_pages:
        builder.note("chapter-failed", f"{name} stands in the order of reading, and is no page of the book")
    said = dict(book.metadata)
    title = said.pop("title", "") or next((title for level, title in writer.titles if level == 1), "")
    return builder.build("epub", current_extractor("epub"), source_sha256=source.sha256, title=title, metadata=said)


def _chapter(container: Container, builder: Builder, writer: BlockWriter, chapter: str, *, is_contents: bool) -> None:
    at = builder.length
    if chapter not in container:
        builder.note("chapter-failed", f"{chapter} is listed and not there", start=at, end=at)
        return
    try:
        root = parse_page(container.read(chapter)).root
    except ExtractError as error:
        if error.code not in {"malformed", "truncated", "encoding"}:
            raise
        builder.note("chapter-failed", f"{chapter} cannot be read: {error.message}", start=at, end=at)
        return
    if root is not None and is_contents:
        words = " ".join(root.text(separator=" ").split())
        builder.note(
            "contents", "left out: a table of contents: its words stand elsewhere", start=at, end=at, text=words
        )
    elif root is not None:
        HtmlWalk(builder, keep_furniture=True, writer=writer).run(root)
        writer.separate(2)
