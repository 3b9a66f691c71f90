"""PDF: every word with its page and its box on the page as it is displayed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from pincite.errors import ExtractError
from pincite.extract.builder import Builder
from pincite.extract.formats import current_extractor
from pincite.extract.ocr.ocr import DPI, MOST_PIXELS, GreyImage, with_ocr
from pincite.extract.pages.assemble import write_pages
from pincite.extract.pages.gathered import Gathered
from pincite.extract.pages.page import PageText, read_page
from pincite.extract.pages.repair import can_repair, repaired
from pincite.extract.pages.scanned import needs_reading, read_pictures
from pincite.extract.plain.front_matter import iso_date
from pincite.extract.source import Source
from pincite.types.document import Document

_NO_TITLE = re.compile(r"untitled|microsoft word - |.*\.(?:docx?|pdf|tex|dvi|indd|qxd|pptx?)$", re.IGNORECASE)
_LONGEST_SIDE = 20_000  # pixels
_PAGES_AT_ONCE = 500

_Again: TypeAlias = Callable[[], pdfium.PdfDocument]


def extract_pdf(source: Source) -> Document:
    """A PDF as a document: words in reading order, paragraphs, headings and tables where they are plain to see.

    Raises ExtractError `encrypted` without its password, `truncated` or `malformed` where it cannot be opened,
    `needs_ocr` where its pages are pictures and no engine is there, `garbled` by way of `check`. With the extra `repair`
    a damaged file is read as far as its pages can be had, with a note `repaired`.
    """
    builder = Builder()
    file, again = _whole_or_repaired(source, builder)
    try:
        return _document(file, again, source, builder)
    finally:
        file.close()


def _whole_or_repaired(source: Source, builder: Builder) -> tuple[pdfium.PdfDocument, _Again]:
    """The file, open, and how to open it once more."""
    data = source.data
    try:
        return open_pdf(data, source.passwords), partial(open_pdf, data, source.passwords)
    except ExtractError as error:
        rest = repaired(data) if error.code != "encrypted" and can_repair() else None
        if rest is None:
            raise
        file = open_pdf(rest)
        builder.note("repaired", f"{error.message}; {len(file)} pages of it could be had, others may be missing")
        return file, partial(open_pdf, rest)


def open_pdf(data: bytes, passwords: Sequence[str] = ()) -> pdfium.PdfDocument:
    """A PDF, open, with the first password that opens it; raises ExtractError `truncated`, `encrypted` or `malformed`."""
    end = data.rfind(b"startxref")
    if end < 0 or b"endobj" in data[end:]:
        where = f"byte {len(data)}"
        raise ExtractError("truncated", "the PDF ends without its table of contents (`startxref`)", where)
    for password in (None, *passwords):
        try:
            return pdfium.PdfDocument(data, password)
        except pdfium.PdfiumError as error:
            if error.err_code not in {pdfium_c.FPDF_ERR_PASSWORD, pdfium_c.FPDF_ERR_SECURITY}:
                raise ExtractError("malformed", f"the PDF cannot be opened: {error}") from None
    tried = (
        f", and none of {len(passwords)} in `password_file` opens it" if passwords else " (`password_file` may give it)"
    )
    raise ExtractError("encrypted", f"the PDF is locked with a password{tried}", retryable=True)


def _document(file: pdfium.PdfDocument, again: _Again, source: Source, builder: Builder) -> Document:
    pages = Gathered()
    for page in _read_pages(file, again, builder):
        pages.add(page, wait=needs_reading(page))
    engine = read_pictures(pages, partial(_picture, file), source.ocr, builder)
    write_pages(builder, pages)
    extractor = current_extractor("pdf")
    return builder.build(
        "pdf",
        with_ocr(extractor, engine) if engine else extractor,
        source_sha256=source.sha256,
        title=_title(file),
        metadata=_metadata(file) | {"pages": str(len(file))},
    )


def _read_pages(file: pdfium.PdfDocument, again: _Again, builder: Builder) -> Iterator[PageText]:
    if len(file) == 0:
        raise ExtractError("malformed", "the PDF declares no pages")
    failed = []
    for part, index in _opened_pages(file, again):
        try:
            page = part[index]
        except pdfium.PdfiumError:
            failed.append(index + 1)
            builder.note("page-failed", f"page {index + 1} cannot be read", page=index + 1)
            continue
        label = part.get_page_label(index)
        yield read_page(page, index + 1, label if label not in {"", str(index + 1)} else None)
        page.close()
    if len(failed) == len(file):
        raise ExtractError("malformed", f"none of the {len(file)} pages can be read", "page 1")


def _opened_pages(file: pdfium.PdfDocument, again: _Again) -> Iterator[tuple[pdfium.PdfDocument, int]]:
    """The index of each page, and a file to read it from: pdfium keeps what it has read of a page until that is closed."""
    count = len(file)
    yield from ((file, index) for index in range(min(count, _PAGES_AT_ONCE)))
    for start in range(_PAGES_AT_ONCE, count, _PAGES_AT_ONCE):
        part = again()
        try:
            yield from ((part, index) for index in range(start, min(start + _PAGES_AT_ONCE, count)))
        finally:
            part.close()


def _picture(file: pdfium.PdfDocument, page: PageText) -> GreyImage:
    """A page as it is displayed, with at most `MOST_PIXELS`: its size is whatever the file says."""
    drawn = file[page.number - 1]
    try:
        width, height = drawn.get_size()
        scale = min(DPI / 72, (MOST_PIXELS / max(width * height, 1.0)) ** 0.5, _LONGEST_SIDE / max(width, height, 1.0))
        bitmap = drawn.render(scale=scale, grayscale=True)
        rows = bytes(bitmap.buffer)
        lines = (rows[start : start + bitmap.width] for start in range(0, bitmap.stride * bitmap.height, bitmap.stride))
        image = GreyImage(bitmap.width, bitmap.height, b"".join(lines))
        bitmap.close()
    finally:
        drawn.close()
    return image


def _title(file: pdfium.PdfDocument) -> str:
    title = " ".join(file.get_metadata_value("Title").split())
    return "" if _NO_TITLE.match(title) else title


def _metadata(file: pdfium.PdfDocument) -> dict[str, str]:
    tags = re.split(r"[,;]", file.get_metadata_value("Keywords"))
    return {
        "author": file.get_metadata_value("Author").strip(),
        "date": iso_date(file.get_metadata_value("CreationDate")),
        "tags": ",".join(tag.strip() for tag in tags if tag.strip()),
    }
