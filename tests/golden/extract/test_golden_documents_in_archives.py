"""One page, "Landing rules", as a Word, OpenDocument, PowerPoint, EPUB and rich text file: reviewed block by block."""

from __future__ import annotations

from pathlib import Path

import pytest

from golden_dump import dump
from office_maker import make_docx, make_epub, make_odf, make_pptx, slide_xml
from pincite.extract.extract import extract_bytes

HERE = Path(__file__).parent
CORE = (
    "<dc:title>Rules of landing</dc:title><dc:creator>Harbour office</dc:creator><dc:language>en</dc:language>"
    "<dcterms:modified>2024-03-09T08:00:00Z</dcterms:modified><cp:keywords>quota, herring</cp:keywords>"
)


def p(text, style="", more=""):
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f'<w:p><w:pPr>{named}{more}</w:pPr><w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'


def row(*cells, more=""):
    return f"<w:tr><w:trPr>{more}</w:trPr>{''.join(f'<w:tc>{p(cell)}</w:tc>' for cell in cells)}</w:tr>"


STYLES = "".join(
    f'<w:style w:type="paragraph" w:styleId="{id_}"><w:name w:val="{name}"/><w:pPr>{more}</w:pPr></w:style>'
    for id_, name, more in (
        ("Titel", "Title", ""),
        ("berschrift1", "heading 1", '<w:outlineLvl w:val="0"/><w:numPr><w:numId w:val="1"/></w:numPr>'),
        ("Beschriftung", "caption", ""),
        ("Verzeichnis1", "toc 1", ""),
    )
)
NUMBERING = """
<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%1)"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
"""
LETTERED = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>'
QUOTA = (
    '<w:p><w:r><w:t xml:space="preserve">The quota of the fleet is </w:t></w:r>'
    "<w:del><w:r><w:delText>900</w:delText></w:r></w:del><w:ins><w:r><w:t>1,204</w:t></w:r></w:ins>"
    '<w:r><w:t xml:space="preserve"> tonnes</w:t><w:footnoteReference w:id="2"/><w:t>.</w:t></w:r></w:p>'
)
DOCX = make_docx(
    p("Landing rules", "Titel")
    + p("1 Quota 2", "Verzeichnis1")
    + p("Quota", "berschrift1")
    + QUOTA
    + p("Herring", more=LETTERED)
    + p("Cod", more=LETTERED)
    + p("Landings", "berschrift1")
    + p("Table 1. By region", "Beschriftung")
    + f"<w:tbl>{row('Region', 'Tonnes', more='<w:tblHeader/>')}{row('North', '1,204')}{row('South', '')}</w:tbl>",
    core=CORE,
    styles=STYLES,
    numbering=NUMBERING,
    footnotes=f'<w:footnote w:id="2">{p("Live weight.")}</w:footnote>',
    header1=p("HARBOUR OFFICE"),
)
ODT = make_odf(
    '<text:p text:style-name="Title">Landing rules</text:p><text:h text:outline-level="1">Quota</text:h>'
    "<text:p>The quota of the fleet is 1,204 tonnes<text:note><text:note-citation>1</text:note-citation><text:note-body>"
    "<text:p>Live weight.</text:p></text:note-body></text:note>.</text:p>"
    '<text:list text:style-name="L"><text:list-item><text:p>Herring</text:p></text:list-item><text:list-item><text:p>Cod</text:p>'
    '</text:list-item></text:list><text:h text:outline-level="1">Landings</text:h><table:table><table:table-header-rows>'
    "<table:table-row><table:table-cell><text:p>Region</text:p></table:table-cell><table:table-cell><text:p>Tonnes</text:p>"
    "</table:table-cell></table:table-row></table:table-header-rows><table:table-row><table:table-cell><text:p>North</text:p>"
    "</table:table-cell><table:table-cell><text:p>1,204</text:p></table:table-cell></table:table-row></table:table>",
    automatic='<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="a" '
    'style:num-prefix="(" style:num-suffix=")"/></text:list-style>',
    meta="<dc:title>Rules</dc:title><dc:creator>Harbour office</dc:creator><dc:date>2024-03-09T08:00:00</dc:date>",
)


def shape(*texts, ph="", y=0):
    inside = "".join(f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p>" for text in texts)
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="1" name="s"/><p:nvPr>{ph}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="{y}"/></a:xfrm>'
        f"</p:spPr><p:txBody>{inside}</p:txBody></p:sp>"
    )


TITLE, BODY, NUMBER = '<p:ph type="title"/>', '<p:ph idx="1"/>', '<p:ph type="sldNum" idx="9"/>'
PPTX = make_pptx(
    [
        slide_xml(
            shape("2", ph=NUMBER) + shape("Quota", ph=TITLE) + shape("Herring", "Cod", ph=BODY, y=10**6),
            attributes='show="0"',
        ),
        slide_xml(shape("by the harbour office", y=2 * 10**6) + shape("Landing rules", ph=TITLE, y=10**6)),
    ],
    core=CORE,
    order=[1, 0],
    points={0: [("n", "notesSlide", "../notesSlides/notesSlide1.xml")]},
    parts={
        "ppt/notesSlides/notesSlide1.xml": slide_xml(
            shape("Mention 1,204 tonnes.", ph='<p:ph type="body"/>'), "p:notes"
        )
    },
)
EPUB = make_epub(
    {
        "nav": "<html><body><nav><ol><li>Quota</li></ol></nav></body></html>",
        "1.xhtml": "<html><head><title/></head><body><h1>Landing rules</h1><h2>Quota</h2><p>The quota is <b>1,204</b> tonnes.</p>"
        "<ol><li>Herring</li><li>Cod</li></ol></body></html>",
        "2.xhtml": "<html><body><h2>Landings</h2><table><tr><th>Region</th><th>Tonnes</th></tr><tr><td>North</td><td>1,204</td>"
        "</tr></table></body></html>",
    },
    metadata="<dc:title>Rules of landing</dc:title><dc:creator>Harbour office</dc:creator><dc:date>2024-03-09</dc:date>",
)
RTF = rb"""{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Times;}}{\stylesheet{\s1 heading 1;}}{\info{\title Rules of landing}
{\author Harbour office}{\revtim\yr2024\mo3\dy9}}{\header HARBOUR OFFICE\par}
\pard\s1 Quota\par\pard The quota of the fleet is {\deleted 900}1\'2c204 tonnes{\chftn{\footnote\chftn Live weight.}}.\par
\pard\ls1{\listtext (a)\tab}Herring\par\pard\ls1{\listtext (b)\tab}Cod\par
\trowd\trhdr\intbl Region\cell Tonnes\cell\row\trowd\intbl North\cell 1,204\cell\row\pard Done \u8211? so far.\par}"""


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (DOCX, "landing.docx"),
        (ODT, "landing.odt"),
        (PPTX, "landing.pptx"),
        (EPUB, "landing.epub"),
        (RTF, "landing.rtf"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_document_is_what_was_reviewed(data, name):
    assert dump(extract_bytes(data, name)) == (HERE / f"{name}.golden").read_text(encoding="utf-8")
