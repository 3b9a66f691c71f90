"""PDF with a text layer: every word with its page and its box on the page as it is displayed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from pincite.errors import ExtractError
from pincite.extract.builder import Builder
from pincite.extract.formats import current_extractor
from pincite.extract.front_matter import iso_date
from pincite.extract.pdf_order import in_reading_order
from pincite.extract.pdf_page import PageText, read_page
from pincite.extract.pdf_running import running_lines
from pincite.extract.pdf_writer import PdfWriter
from pincite.extract.source import Source
from pincite.types.document import Document

_NO_TITLE = re.compile(r"untitled|microsoft word - |.*\.(?:docx?|pdf|tex|dvi|indd|qxd|pptx?)$", re.IGNORECASE)


def extract_pdf(source: Source) -> Document:
    """A PDF as a document: words in reading order, paragraphs, headings and tables where they are plain to see.

    Raises ExtractError `encrypted` without its password, `truncated` or `malformed` where it cannot be opened,
    `needs_ocr` where its pages are pictures, `garbled` by way of `check`.
    """
    file = _opened(source.data)
    try:
        return _document(file, source)
    finally:
        file.close()


def _opened(data: bytes) -> pdfium.PdfDocument:
    end = data.rfind(b"startxref")
    if end < 0 or b"endobj" in data[end:]:
        where = f"byte {len(data)}"
        raise ExtractError("truncated", "the PDF ends without its table of contents (`startxref`)", where)
    try:
        return pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if error.err_code in {pdfium_c.FPDF_ERR_PASSWORD, pdfium_c.FPDF_ERR_SECURITY}:
            raise ExtractError("encrypted", "the PDF is locked with a password") from None
        raise ExtractError("malformed", f"the PDF cannot be opened: {error}") from None


def _document(file: pdfium.PdfDocument, source: Source) -> Document:
    builder = Builder()
    pages = _ordered(list(_read_pages(file, builder)), builder)
    _refuse_pictures(pages, len(file), builder)
    body = _body_height(pages)
    running = running_lines(pages, body)
    for page in pages:
        for segment in page.segments:
            if id(segment) in running:
                builder.note(
                    "furniture", "a running header, footer or page number", page=page.number, text=segment.text
                )
        page.segments = [segment for segment in page.segments if id(segment) not in running]
    PdfWriter(builder, pages, body).write()
    return builder.build(
        "pdf",
        current_extractor("pdf"),
        source_sha256=source.sha256,
        title=_title(file),
        metadata=_metadata(file) | {"pages": str(len(file))},
    )


def _read_pages(file: pdfium.PdfDocument, builder: Builder) -> Iterator[PageText]:
    if len(file) == 0:
        raise ExtractError("malformed", "the PDF declares no pages")
    failed = []
    for index in range(len(file)):
        try:
            page = file[index]
        except pdfium.PdfiumError:
            failed.append(index + 1)
            builder.note("page-failed", f"page {index + 1} cannot be read", page=index + 1)
            continue
        label = file.get_page_label(index)
        yield read_page(page, index + 1, label if label not in {"", str(index + 1)} else None)
        page.close()
    if len(failed) == len(file):
        raise ExtractError("malformed", f"none of the {len(file)} pages can be read", "page 1")


def _ordered(pages: list[PageText], builder: Builder) -> list[PageText]:
    for page in pages:
        page.segments, turned = in_reading_order(page.segments)
        if turned:
            builder.note("columns", "read column by column; it was drawn row by row", page=page.number)
    return pages


def _refuse_pictures(pages: list[PageText], count: int, builder: Builder) -> None:
    """Raise `needs_ocr` where no page says more than a watermark; else note which pages are pictures."""
    pictures = [page.number for page in pages if page.is_picture]
    if not pictures:
        return
    listed = _ranges(pictures)
    if len(pictures) == sum(page.is_picture or bool(page.segments) for page in pages):
        raise ExtractError(
            "needs_ocr", f"no text on any of {count} pages; pages {listed} are pictures", f"page {pictures[0]}"
        )
    builder.note("needs-ocr", f"pages {listed} of {count} are pictures without text, and cannot be found or quoted")


def _ranges(numbers: list[int]) -> str:
    """Numbers as a person lists them.

    >>> _ranges([1, 2, 3, 7])
    '1-3, 7'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def _body_height(pages: list[PageText]) -> float:
    """The height of a line of text: the one in which most letters of the document stand, in half points."""
    heights: Counter[float] = Counter()
    for page in pages:
        for segment in page.segments:
            heights[round(2 * segment.height) / 2] += sum(map(len, segment.words))
    return heights.most_common(1)[0][0] if heights else 0.0


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
