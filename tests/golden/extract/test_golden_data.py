"""The same rules of landing as tables, mail, data, code, subtitles, slides and pictures: reviewed block by block."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest

from every_format import FILM
from golden_dump import dump
from media_maker import silence
from office_maker import make_odf
from pincite.extract.extract import extract_bytes
from pincite.extract.formats import FORMATS
from pincite.extract.sniff.recordings import media_type
from pincite.extract.source import Source
from scan_maker import FakeOcr, line
from sheet_maker import Formula, Sheet, Styled, make_ods, make_xls, make_xlsb, make_xlsx

HERE = Path(__file__).parent
XLSX = make_xlsx(
    [
        Sheet(
            "Landings",
            {
                "A1": "Landings by region",
                "A3": "Region",
                "B3": "Tonnes",
                "C3": "Share",
                "D3": "Day",
                "A4": "North",
                "B4": Styled(1204, "#,##0"),
                "C4": Styled(0.5467, "0.0%"),
                "D4": Styled(45360, "yyyy-mm-dd"),
                "A5": "South",
                "B5": Formula("B9-B4", 998),
                "C5": Formula("B5/B9"),
            },
            merged=["A1:D1"],
            hidden_rows=[5],
        ),
        Sheet("Old quotas", {"B2": "Herring", "C2": Styled(-12.5, '"€"0.00;("€"0.00)')}, state="hidden"),
    ],
    parts={"xl/comments1.xml": "<c/>"},
)
GRID = {(0, 0): "Region", (0, 1): "Tonnes", (1, 0): "North", (1, 1): 1204.0, (2, 0): "South", (2, 1): 998.5}


def cell(text, attributes=""):
    return f"<table:table-cell {attributes}><text:p>{text}</text:p></table:table-cell>"


ODS = make_ods(
    "<table:table table:name='Landings by year'><table:table-row>"
    + cell("Landings", "table:number-columns-spanned='2'")
    + f"<table:covered-table-cell/></table:table-row><table:table-row>{cell('Region')}{cell('Tonnes')}</table:table-row>"
    + f"<table:table-row>{cell('North')}{cell('1.204,0 t', 'office:value=' + repr('1204'))}</table:table-row></table:table>"
)


def frame(kind, y, inside):
    shown = f"<draw:text-box>{inside}</draw:text-box>"
    return f'<draw:frame presentation:class="{kind}" svg:x="1cm" svg:y="{y}cm">{shown}</draw:frame>'


ITEMS = "".join(f"<text:list-item><text:p>{name}</text:p></text:list-item>" for name in ("Herring", "Cod"))
NOTES = f"<presentation:notes>{frame('notes', 1, '<text:p>Mention 1,204 tonnes.</text:p>')}</presentation:notes>"
ODP = make_odf(
    f"<draw:page>{frame('title', 1, '<text:p>Landing rules</text:p>')}{frame('subtitle', 5, '<text:p>by the office</text:p>')}"
    f"</draw:page><draw:page>{frame('outline', 5, f'<text:list>{ITEMS}</text:list>')}"
    f"{frame('title', 1, '<text:p>Quota</text:p>')}{NOTES}</draw:page>",
    kind="presentation",
    meta="<dc:title>Rules</dc:title><dc:creator>Harbour office</dc:creator>",
)
MADE = {
    "landing.xlsx": XLSX,
    "landing.xls": make_xls("Landings", GRID),
    "landing.xlsb": make_xlsb("Landings", GRID),
    "landing.ods": ODS,
    "landing.odp": ODP,
}
FILES = ("txt", "rst", "csv", "tsv", "json", "jsonl", "js", "srt", "vtt", "eml", "mbox", "ipynb")


def reviewed(name):
    return (HERE / f"{name}.golden").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [*MADE, *(f"landing.{extension}" for extension in FILES)])
def test_a_document_is_what_was_reviewed(name):
    data = MADE.get(name) or (HERE / name).read_bytes()
    assert dump(extract_bytes(data, name)) == reviewed(name)


@pytest.mark.parametrize(("name", "data"), [("landing.wav", silence(8)), ("landing.mp4", FILM)], ids=["wav", "mp4"])
def test_a_recording_is_what_was_reviewed(name, data):
    source = Source(data, name, subtitles=Source((HERE / "landing.vtt").read_bytes(), "landing.vtt"))
    document = FORMATS[media_type(data)].extract(source)
    said = {
        key: value for key, value in document.metadata.items() if key != "duration"
    }  # which PyAV tells, if it is there
    assert dump(replace(document, metadata=said)) == reviewed(name)


def test_a_picture_is_what_was_reviewed():
    pillow = pytest.importorskip("PIL.Image", reason="Pillow comes with the extra `ocr`")
    out = io.BytesIO()
    pillow.new("L", (200, 100), 255).save(out, "PNG")
    words = [line("Landing rules", left=0.1, top=0.1), line("The quota is 1,204 tonnes.", left=0.1, top=0.4)]
    assert dump(extract_bytes(out.getvalue(), "landing.png", ocr=FakeOcr(lambda _: words))) == reviewed("landing.png")


def test_every_format_has_a_golden_file():
    there = {path.name.split(".")[-2] for path in HERE.glob("*.golden")}
    assert [row.type for row in FORMATS.values() if not there & (row.extensions | {row.type})] == []
