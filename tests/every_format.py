"""One small file of each format, made from the same parts: a passage about something else, a heading, a fact below it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pypdfium2 as pdfium

from media_maker import silence
from office_maker import make_docx, make_epub, make_odf, make_pptx, slide_xml
from pdf_maker import Sheet as PdfPage
from pdf_maker import column, make_pdf
from sheet_maker import Sheet, make_ods, make_xls, make_xlsb, make_xlsx


@dataclass(frozen=True)
class Passage:
    """What a file says: `before`, of which nobody asks, then the fact, below its heading where the format has one."""

    title: str
    before: tuple[str, ...]
    heading: str
    fact: str

    @property
    def rows(self) -> list[tuple[str, str]]:
        """As a table: a header, a row for each sentence before, the fact in the last."""
        return [
            ("Nr", "Text"),
            *((f"A{number}", text) for number, text in enumerate(self.before, 1)),
            ("F1", self.fact),
        ]

    @property
    def cues(self) -> list[tuple[int, int, str]]:
        """As speech: start and end in seconds and what is said, one every ten seconds."""
        said = (*self.before, self.fact)
        return [(10 * number, 10 * number + 8, text) for number, text in enumerate(said)]


def markdown(p: Passage) -> str:
    return f"# {p.title}\n\n{' '.join(p.before)}\n\n## {p.heading}\n\n{p.fact}\n"


def plain(p: Passage) -> str:
    return "\n\n".join((p.title, *p.before, p.fact)) + "\n"


def rst(p: Passage) -> str:
    return f"{p.title}\n{'=' * 60}\n\n{' '.join(p.before)}\n\n{p.heading}\n{'-' * 60}\n\n{p.fact}\n"


def page(p: Passage) -> str:
    return f"<html><head><title>{p.title}</title></head><body>{body(p)}</body></html>"


def body(p: Passage) -> str:
    return f"<h1>{p.title}</h1><p>{' '.join(p.before)}</p><h2>{p.heading}</h2><p>{p.fact}</p>"


def epub(p: Passage) -> bytes:
    first = f"<html><head/><body><h1>{p.title}</h1><p>{' '.join(p.before)}</p></body></html>"
    second = f"<html><head/><body><h1>{p.heading}</h1><p>{p.fact}</p></body></html>"
    return make_epub({"one.xhtml": first, "two.xhtml": second}, metadata=f"<dc:title>{p.title}</dc:title>")


def pdf(p: Passage) -> bytes:
    first = [(60, 770, 20, p.title), *column(list(p.before), top=730)]
    return make_pdf([PdfPage(first), PdfPage([(60, 770, 20, p.heading), *column([p.fact], top=730)])])


def png(p: Passage) -> bytes:
    """The picture of a page, as a camera or a scanner makes one."""
    drawn = pdfium.PdfDocument(
        make_pdf([PdfPage(column([p.heading, p.fact], size=13, step=30), media=(0, 600, 595, 800))])
    )
    out = io.BytesIO()
    drawn[0].render(scale=2).to_pil().save(out, "PNG")
    return out.getvalue()


def docx(p: Passage) -> bytes:
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="H{n}"><w:name w:val="heading {n}"/></w:style>' for n in (1, 2)
    )

    def paragraph(text: str, style: str = "") -> str:
        return f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>'

    text = paragraph(p.title, "H1") + paragraph(" ".join(p.before)) + paragraph(p.heading, "H2") + paragraph(p.fact)
    return make_docx(text, styles=styles)


def odt(p: Passage) -> bytes:
    def heading(level: int, text: str) -> str:
        return f'<text:h text:outline-level="{level}">{text}</text:h>'

    text = " ".join(p.before)
    return make_odf(f"{heading(1, p.title)}<text:p>{text}</text:p>{heading(2, p.heading)}<text:p>{p.fact}</text:p>")


def rtf(p: Passage) -> bytes:
    def line(text: str, style: str = "") -> str:
        letters = "".join(char if char.isascii() else f"\\u{ord(char)}?" for char in text)
        return f"\\pard{style} {letters}\\par\n"

    text = line(p.title, "\\s1") + line(" ".join(p.before)) + line(p.heading, "\\s2") + line(p.fact)
    return f"{{\\rtf1\\ansi{{\\stylesheet{{\\s1 heading 1;}}{{\\s2 heading 2;}}}}\n{text}}}".encode("ascii")


def pptx(p: Passage) -> bytes:
    def shape(text: str, kind: str) -> str:
        return (
            f'<p:sp><p:nvSpPr><p:cNvPr id="1" name="s"/><p:nvPr><p:ph {kind}/></p:nvPr></p:nvSpPr>'
            f"<p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"
        )

    shown = [(p.title, " ".join(p.before)), (p.heading, p.fact)]
    return make_pptx([slide_xml(shape(title, 'type="title"') + shape(text, 'idx="1"')) for title, text in shown])


def odp(p: Passage) -> bytes:
    def frame(kind: str, y: int, text: str) -> str:
        inside = f"<draw:text-box><text:p>{text}</text:p></draw:text-box>"
        return f'<draw:frame presentation:class="{kind}" svg:x="1cm" svg:y="{y}cm">{inside}</draw:frame>'

    shown = [(p.title, " ".join(p.before)), (p.heading, p.fact)]
    pages = "".join(
        f"<draw:page>{frame('title', 1, title)}{frame('outline', 5, text)}</draw:page>" for title, text in shown
    )
    return make_odf(pages, kind="presentation")


def xlsx(p: Passage) -> bytes:
    """Two sheets; the table with the fact is in the second, from B3 on."""
    moved = {f"{'BC'[column]}{row}": text for row, cells in enumerate(p.rows, 3) for column, text in enumerate(cells)}
    return make_xlsx([Sheet(p.title, {"A1": p.title}), Sheet(p.heading, moved)])


def ods(p: Passage) -> bytes:
    def cell(text: str) -> str:
        return f"<table:table-cell><text:p>{text}</text:p></table:table-cell>"

    rows = "".join(f"<table:table-row>{cell(first)}{cell(second)}</table:table-row>" for first, second in p.rows)
    other = f'<table:table table:name="{p.title}"><table:table-row>{cell(p.title)}</table:table-row></table:table>'
    return make_ods(f'{other}<table:table table:name="{p.heading}">{rows}</table:table>')


def binary_sheet(make: Callable[[str, dict[tuple[int, int], str | float]], bytes], p: Passage) -> bytes:
    return make(p.heading, {(r, c): text for r, cells in enumerate(p.rows) for c, text in enumerate(cells)})


def separated(delimiter: str, p: Passage) -> str:
    return "".join(delimiter.join(f'"{text}"' for text in row) + "\n" for row in p.rows)


def mail(p: Passage) -> str:
    return (
        f"From: Ana <ana@example.org>\nTo: jo@example.org\nSubject: {p.heading}\nDate: Wed, 31 Jan 2024 10:00:00 +0000\n"
        f"MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{p.fact}\n"
    )


def mailbox(p: Passage) -> str:
    stamp = "From ana@example.org Wed Jan 31 10:00:00 2024\n"
    first = f"Subject: {p.title}\nContent-Type: text/plain; charset=utf-8\n\n{' '.join(p.before)}\n"
    return f"{stamp}{first}\n{stamp}{mail(p)}"


def notebook(p: Passage) -> str:
    cells = [f"# {p.title}\n\n{' '.join(p.before)}", "", f"## {p.heading}\n\n{p.fact}"]
    made = [{"cell_type": "markdown", "source": cells[0]}, {"cell_type": "code", "source": "catch = 41", "outputs": []}]
    made.append({"cell_type": "markdown", "source": cells[2]})
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": made})


def json_text(p: Passage) -> str:
    return json.dumps({p.heading: p.fact, "shelf": 12}, ensure_ascii=False, indent=1)


def json_lines(p: Passage) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in ({p.heading: p.fact}, {"shelf": 12}))


def code(p: Passage) -> str:
    before = "".join(f"    # {line}\n" for line in p.before)
    return f'def first():\n    """{p.title}."""\n{before}    return 1\n\n\ndef second():\n    """{p.heading}.\n\n    {p.fact}\n    """\n'


def subtitles(mark: str, p: Passage) -> str:
    def clock(seconds: int) -> str:
        return f"00:{seconds // 60:02}:{seconds % 60:02}{mark}000"

    cues = [f"{n}\n{clock(start)} --> {clock(end)}\n{text}\n" for n, (start, end, text) in enumerate(p.cues, 1)]
    return ("WEBVTT\n\n" if mark == "." else "") + "\n".join(cues)


FILM = b"\0\0\0\x18ftypisom\0\0\2\0isommp42" + b"\0\0\0\x08moov" + b"\0\0\0\x14hdlr" + bytes(8) + b"vide"
"""A film of no pictures and no sound: what is said stands in the subtitles beside it."""

MAKERS: dict[str, Callable[[Passage], str | bytes]] = {
    "md": markdown,
    "txt": plain,
    "rst": rst,
    "html": page,
    "epub": epub,
    "pdf": pdf,
    "docx": docx,
    "odt": odt,
    "rtf": rtf,
    "pptx": pptx,
    "odp": odp,
    "xlsx": xlsx,
    "xls": partial(binary_sheet, make_xls),
    "xlsb": partial(binary_sheet, make_xlsb),
    "ods": ods,
    "csv": partial(separated, ","),
    "tsv": partial(separated, "\t"),
    "eml": mail,
    "mbox": mailbox,
    "ipynb": notebook,
    "json": json_text,
    "jsonl": json_lines,
    "py": code,
    "srt": partial(subtitles, ","),
    "vtt": partial(subtitles, "."),
    "png": png,
    "wav": lambda _: silence(1),
    "mp4": lambda _: FILM,
}
"""The maker of each format by the extension of its file."""

BESIDE = {"wav": ("srt", partial(subtitles, ",")), "mp4": ("vtt", partial(subtitles, "."))}
"""The subtitles that lie beside a recording: their extension and maker."""


def files(extension: str, stem: str, passage: Passage) -> Sequence[tuple[str, bytes]]:
    """The names and contents of a file of this format, and of what lies beside it."""
    made = [(f"{stem}.{extension}", MAKERS[extension](passage))]
    if extension in BESIDE:
        ending, make = BESIDE[extension]
        made.append((f"{stem}.{ending}", make(passage)))
    return [(name, content.encode() if isinstance(content, str) else content) for name, content in made]
