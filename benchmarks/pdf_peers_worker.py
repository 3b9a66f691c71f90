"""The other side of `extraction.py`, run in a venv of its own: what other libraries make of the PDFs of a folder.

    python pdf_peers_worker.py FOLDER

For each file and library one JSON object a line: its text, where it puts each word (parts of the displayed page from the
top left; null where it says nothing), its headings and its rows, and the seconds that it took. Each is called as its own
introduction does, with no option.
"""

from __future__ import annotations

import io
import json
import re
import sys
import time
from pathlib import Path

import pdf_oxide
import pdfplumber
import pypdf
import pypdfium2
from markitdown import MarkItDown

_MARKS = re.compile(r"^#+ |\*\*|\\|^\|?[-:| ]+\|?$", re.MULTILINE)


def with_pypdfium2(data):
    file = pypdfium2.PdfDocument(data)
    return {"text": "\n".join(page.get_textpage().get_text_range() for page in file)}


def with_pypdf(data):
    return {"text": "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages)}


def with_pdfplumber(data):
    texts, words, rows = [], [], []
    with pdfplumber.open(io.BytesIO(data)) as file:
        for page in file.pages:
            texts.append(page.extract_text())
            x0, y0, _, _ = page.bbox
            for word in page.extract_words():
                left, right = ((word[edge] - x0) / page.width for edge in ("x0", "x1"))
                top, bottom = ((word[edge] - y0) / page.height for edge in ("top", "bottom"))
                words.append((word["text"], page.page_number, (left, top, right, bottom)))
            rows += [[cell or "" for cell in row] for table in page.extract_tables() for row in table]
    return {"text": "\n".join(texts), "places": words, "rows": rows}


def with_pdf_oxide(data):
    file = pdf_oxide.PdfDocument.from_bytes(data)
    texts, words = [], []
    for number in range(file.page_count()):
        texts.append(file.extract_text(number))
        x0, y0, x1, y1 = file.page_media_box(number)
        for word in file.extract_words(number):
            x, y, wide, high = word.bbox
            box = ((x - x0) / (x1 - x0), (y1 - y - high) / (y1 - y0), (x + wide - x0) / (x1 - x0), (y1 - y) / (y1 - y0))
            words.append((word.text, number + 1, box))
    return {"text": "\n".join(texts), "places": words} | _structure(file.to_markdown_all())


def with_markitdown(data):
    markdown = MarkItDown().convert_stream(io.BytesIO(data), file_extension=".pdf").markdown
    return {"text": _MARKS.sub(" ", markdown).replace("|", " ")} | _structure(markdown)


def _structure(markdown):
    rows = [line.strip("| ").split("|") for line in markdown.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in row] for row in rows if not set("".join(row)) <= set("-: ")]
    return {"headings": re.findall(r"^#+ +(.*)$", markdown, re.MULTILINE), "rows": cells}


PEERS = {
    "pypdfium2, text only": with_pypdfium2,
    "pypdf": with_pypdf,
    "pdfplumber": with_pdfplumber,
    "pdf_oxide": with_pdf_oxide,
    "markitdown": with_markitdown,
}


def main():
    for path in sorted(Path(sys.argv[1]).glob("*.pdf")):
        data = path.read_bytes()
        for name, read in PEERS.items():
            start = time.process_time()
            try:
                found = read(data)
            except Exception as error:  # noqa: BLE001 - whatever a peer raises, its row says so
                found = {"text": "", "error": f"{type(error).__name__}: {error}"[:200]}
            found |= {"file": path.stem, "peer": name, "seconds": time.process_time() - start}
            print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
