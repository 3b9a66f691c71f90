import pytest

from office_maker import make_odf
from pincite.errors import ExtractError
from pincite.extract.extract import extract_bytes

STYLES = """
<style:style style:name="Title" style:family="paragraph"/>
<style:style style:name="Preformatted_20_Text" style:display-name="Preformatted Text" style:family="paragraph"/>
<style:style style:name="Quotations" style:family="paragraph"/>
<text:outline-style><text:outline-level-style text:level="1" style:num-format="1" style:num-suffix="."/>
<text:outline-level-style text:level="2" style:num-format="a" text:display-levels="2"/></text:outline-style>
"""
AUTOMATIC = """
<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Title"/>
<style:style style:name="T1" style:family="text"><style:text-properties text:display="none"/></style:style>
<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix=")"/>
<text:list-level-style-number text:level="2" style:num-format="i" style:num-suffix="."/></text:list-style>
<text:list-style style:name="L2"><text:list-level-style-bullet text:level="1" text:bullet-char="x"/></text:list-style>
"""


def read(body, **made):
    return extract_bytes(make_odf(body, automatic=AUTOMATIC, styles=made.pop("styles", ""), **made), "a.odt")


def blocks(body, **made):
    document = read(body, **made)
    return [(block.kind, block.level, document.text[block.start : block.end]) for block in document.blocks]


def notes(body, **made):
    return [(note.code, note.text) for note in read(body, **made).notes]


def p(text, style=""):
    return f'<text:p text:style-name="{style}">{text}</text:p>'


def items(*inside, style="", more=""):
    named = f'text:style-name="{style}"' if style else ""
    return (
        f"<text:list {named} {more}>{''.join(f'<text:list-item>{one}</text:list-item>' for one in inside)}</text:list>"
    )


def cell(inside, more=""):
    return f"<table:table-cell {more}>{inside}</table:table-cell>"


def row(*cells):
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


def test_white_space_is_one_space_and_blanks_tabs_and_line_ends_are_elements():
    body = p('  a <text:span> b</text:span>\n c<text:s text:c="3"/>d<text:tab/>e<text:line-break/> f')
    assert read(body).text == "a b c   d\te\nf"


def test_headings_have_levels_and_the_numbers_of_the_outline():
    body = '<text:h text:outline-level="1">One</text:h><text:h text:outline-level="2">Two</text:h><text:p>x</text:p>'
    assert blocks(body, styles=STYLES) == [("heading", 1, "1. One"), ("heading", 2, "1.a Two"), ("paragraph", 0, "x")]
    assert blocks(body)[0] == ("heading", 1, "One")


def test_lists_nest_and_show_their_numbers():
    body = items(p("a"), p("b") + items(p("deep")), p("c") + p("more"), style="L1") + items(p("x"), style="L2")
    assert blocks(body)[:7] == [
        ("list", 0, "1) a\n2) b\ni. deep\n3) c\nmore"),
        ("item", 0, "1) a"),
        ("item", 0, "2) b\ni. deep"),
        ("list", 0, "i. deep"),
        ("item", 0, "i. deep"),
        ("item", 0, "3) c\nmore"),
        ("list", 0, "x"),
    ]


def test_a_list_that_continues_another_goes_on_counting():
    body = items(p("a"), style="L1", more='xml:id="one"') + p("between")
    assert read(body + items(p("b"), style="L1", more='text:continue-list="one"')).text == "1) a\n\nbetween\n\n2) b"
    assert read(body + items(p("b"), style="L1", more='text:continue-numbering="true"')).text.endswith("2) b")
    assert read(body + items(p("b"), style="L1")).text.endswith("1) b")


def test_a_table_keeps_rows_header_merged_and_repeated_cells():
    body = (
        "<table:table><table:table-header-rows>"
        + row(
            cell(p("Region")),
            cell(p("Catch"), 'table:number-columns-spanned="2"'),
            "<table:covered-table-cell/>",
            cell(p("n")),
        )
        + "</table:table-header-rows>"
        + row(cell(p("North")), cell("", 'table:number-columns-repeated="2"'), cell(p("1") + p("ton")))
        + "</table:table>"
    )
    assert blocks(body) == [
        ("table", 0, "Region\tCatch\t\tn\nNorth\t\t\t1 ton"),
        ("row", 1, "Region\tCatch\t\tn"),
        ("row", 0, "North\t\t\t1 ton"),
    ]


def test_a_table_in_a_cell_stays_in_its_row():
    inner = f"<table:table>{row(cell(p('x')), cell(p('y')))}{row(cell(p('z')), cell(p('w')))}</table:table>"
    assert read(f"<table:table>{row(cell(p('a') + inner), cell(p('b')))}</table:table>").text == "a x | y; z | w\tb"


def test_of_tracked_changes_insertions_are_in_and_deletions_out():
    changes = (
        '<text:tracked-changes><text:changed-region text:id="1"><text:deletion><office:change-info><dc:creator>Jo</dc:creator>'
        f"</office:change-info>{p('four')}</text:deletion></text:changed-region></text:tracked-changes>"
    )
    body = changes + p('price <text:change text:change-id="1"/><text:change-start/>five<text:change-end/>')
    assert read(body).text == "price five"
    assert notes(body) == [("deleted", "four")]


def test_notes_stand_below_with_their_mark_and_comments_are_out():
    body = p(
        "Said<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>By whom</text:p></text:note-body>"
        "</text:note><office:annotation><dc:creator>Ana</dc:creator><text:p>Hm</text:p></office:annotation> and done"
    )
    assert blocks(body + p("next")) == [
        ("paragraph", 0, "Said(1) and done"),
        ("note", 0, "(1) By whom"),
        ("paragraph", 0, "(1) By whom"),
        ("paragraph", 0, "next"),
    ]
    assert notes(body) == [("comment", "Hm")]


def test_hidden_text_is_out_with_a_note():
    body = p('seen <text:span text:style-name="T1">secret</text:span>') + (
        '<text:section text:display="none"><text:p>all of it</text:p></text:section>'
    )
    assert read(body).text == "seen"
    assert notes(body) == [("hidden", "secret"), ("hidden", "all of it")]


def test_a_text_box_is_read_below_its_paragraph_and_a_picture_has_its_description_in_a_note():
    body = p(
        "be<draw:frame> <draw:text-box><text:p>boxed</text:p></draw:text-box><svg:desc>A cat</svg:desc></draw:frame>fore"
    )
    assert read(body).text == "before\n\nboxed"
    assert notes(body) == [("picture", "A cat")]


def test_titles_quotes_and_code_are_known_by_their_styles():
    body = p("The title", "P1") + p("said", "Quotations") + p("if x:", "Preformatted_20_Text")
    body += p("<text:s text:c='4'/>y()", "Preformatted_20_Text") + p("z")
    document = read(body, styles=STYLES)
    assert document.title == "The title"
    assert [(kind, text) for kind, _, text in blocks(body, styles=STYLES)] == [
        ("heading", "The title"),
        ("quote", "said"),
        ("paragraph", "said"),
        ("code", "if x:\n    y()"),
        ("paragraph", "z"),
    ]


def test_contents_and_furniture_are_out_with_notes():
    body = f"<text:table-of-content><text:index-body>{p('One 1')}</text:index-body></text:table-of-content>{p('x')}"
    masters = f"<style:master-page><style:header>{p('ACME')}</style:header></style:master-page>"
    assert read(body).text == "x"
    assert notes(body, masters=masters) == [("contents", "One 1"), ("furniture", "ACME")]


def test_title_author_date_and_tags_are_what_the_document_says():
    meta = (
        "<dc:title>Report</dc:title><meta:initial-creator>Jo</meta:initial-creator><dc:creator>Al</dc:creator>"
        "<meta:creation-date>2019-01-01T00:00:00</meta:creation-date><dc:date>2024-01-31T10:00:00</dc:date>"
        "<meta:keyword>a</meta:keyword><meta:keyword>b</meta:keyword>"
    )
    document = read(p("x"), meta=meta)
    assert document.title == "Report"
    assert dict(document.metadata) == {"author": "Jo", "date": "2024-01-31", "tags": "a,b"}


def test_a_flat_file_is_read_like_a_packed_one():
    document = read(p("x", "P1"), flat=True, styles=STYLES)
    assert (document.type, document.title, document.text) == ("odt", "x", "x")


def test_a_file_with_a_password_is_encrypted():
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>'
        "</manifest:manifest>"
    )
    with pytest.raises(ExtractError, match="password") as caught:
        read(p("x"), extra={"META-INF/manifest.xml": manifest})
    assert caught.value.code == "encrypted"


def test_blanks_and_columns_without_end_are_bounded():
    wide = cell("", 'table:number-columns-repeated="99999999"')
    body = (
        p('a<text:s text:c="99999999"/>b') + f"<table:table>{row(wide, cell(p('x')))}{row(cell(p('y')))}</table:table>"
    )
    assert len(read(body).text) < 2100


FORMULA = (
    '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mfrac><mi>p</mi><mrow><mi>q</mi><mo>+</mo><mn>1</mn></mrow></mfrac>'
    '<annotation encoding="StarMath 5.0">{p} over {q+1}</annotation></semantics></math>'
)


def test_a_formula_is_read_in_one_line_wherever_the_file_keeps_it():
    inside = f"<draw:frame><draw:object>{FORMULA}</draw:object><draw:image/></draw:frame>"
    assert read(f"<text:p>It is {inside}.</text:p>").text == "It is p/(q+1)."
    apart = '<draw:frame><draw:object xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="./Object 1"/></draw:frame>'
    assert read(f"<text:p>It is {apart}.</text:p>", extra={"Object 1/content.xml": FORMULA}).text == "It is p/(q+1)."
    assert read(f"<text:p>a</text:p>{apart}", extra={"Object 1/content.xml": FORMULA}).text == "a\n\np/(q+1)"


def test_an_object_that_is_no_formula_is_noted():
    chart = '<draw:frame><draw:object xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="./Object 1"/></draw:frame>'
    document = read(f"<text:p>a{chart}</text:p>", extra={"Object 1/content.xml": "<chart/>"})
    assert (document.text, [note.code for note in document.notes]) == ("a", ["embedded"])
