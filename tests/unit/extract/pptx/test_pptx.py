import pytest

from office_maker import make_pptx, slide_xml
from pincite.errors import ExtractError
from pincite.extract.extract import extract_bytes


def paragraph(text, properties=""):
    return f"<a:p>{properties}<a:r><a:t>{text}</a:t></a:r></a:p>"


def shape(*paragraphs, ph="", at=None, named=""):
    placed = f'<a:xfrm><a:off x="{at[0]}" y="{at[1]}"/></a:xfrm>' if at else ""
    inside = "".join(text if text.startswith("<") else paragraph(text) for text in paragraphs)
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="2" name="x" {named}/><p:cNvSpPr/><p:nvPr>{f"<p:ph {ph}/>" if ph else ""}</p:nvPr>'
        f"</p:nvSpPr><p:spPr>{placed}</p:spPr><p:txBody>{inside}</p:txBody></p:sp>"
    )


def title(text):
    return shape(text, ph='type="title"')


def frame(inside):
    return f"<p:graphicFrame><a:graphic><a:graphicData>{inside}</a:graphicData></a:graphic></p:graphicFrame>"


def read(*slides, **made):
    return extract_bytes(
        make_pptx([slide_xml(slide) if not slide.startswith("<p:sld ") else slide for slide in slides], **made),
        "a.pptx",
    )


def blocks(*slides, **made):
    document = read(*slides, **made)
    return [(block.kind, block.level, document.text[block.start : block.end]) for block in document.blocks]


def test_slides_stand_in_the_order_of_the_presentation_and_are_the_places():
    document = read(title("First file") + shape("x"), title("Second file") + shape("y"), order=[1, 0])
    assert document.text == "Second file\n\ny\n\nFirst file\n\nx"
    start = document.text.index("First")
    assert document.locate(start, start + 5).slides == (2,)
    assert document.locate(start, start + 5).fragment == "#slide=2"
    assert document.heading_path(start) == ("First file",)


def test_the_title_comes_first_then_shapes_top_down_and_side_by_side_from_the_left():
    million = 1_000_000
    slide = (
        shape("bottom", at=(0, 5 * million))
        + shape("right", at=(6 * million, 2 * million))
        + shape("left", at=(1 * million, 2 * million + 50_000))
        + shape("Title", ph='type="title"', at=(0, 6 * million))
    )
    assert read(slide).text == "Title\n\nleft\n\nright\n\nbottom"


def test_placeholders_stand_where_their_layout_or_its_master_puts_them():
    layout = shape("Click", ph='type="body" idx="11"', at=(0, 4_000_000)) + shape("Click", ph='type="body" idx="12"')
    master = shape("Click", ph='type="body" idx="1"', at=(0, 1_000_000))
    document = read(
        shape("low", ph='type="body" idx="11"') + shape("high", ph='type="body" idx="12"') + title("T"),
        points={0: [("l", "slideLayout", "../slideLayouts/l.xml")]},
        parts={
            "ppt/slideLayouts/l.xml": slide_xml(layout, "p:sldLayout"),
            "ppt/slideLayouts/_rels/l.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            '<Relationship Id="m" Type="x/slideMaster" Target="../m.xml"/></Relationships>',
            "ppt/m.xml": slide_xml(master, "p:sldMaster"),
        },
    )
    assert document.text == "T\n\nhigh\n\nlow"


def test_groups_are_opened():
    group = '<p:grpSp><p:nvGrpSpPr><p:cNvPr id="1" name="g"/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="9"/></a:xfrm></p:grpSpPr>'
    assert read(title("T") + group + shape("a") + group + shape("b") + "</p:grpSp></p:grpSp>").text == "T\n\na\n\nb"


def test_body_paragraphs_are_items_that_nest_and_have_their_numbers():
    numbered = '<a:pPr><a:buAutoNum type="arabicParenR"/></a:pPr>'
    body = shape(
        "one",
        paragraph("deep", '<a:pPr lvl="1"/>'),
        paragraph("first", numbered),
        paragraph("second", numbered),
        paragraph("plain", "<a:pPr><a:buNone/></a:pPr>"),
        ph='idx="1"',
    )
    assert blocks(title("T") + body) == [
        ("heading", 1, "T"),
        ("list", 0, "one\ndeep\n1) first\n2) second"),
        ("item", 0, "one\ndeep"),
        ("list", 0, "deep"),
        ("item", 0, "deep"),
        ("item", 0, "1) first"),
        ("item", 0, "2) second"),
        ("paragraph", 0, "plain"),
    ]


def test_a_table_keeps_rows_header_and_merged_cells():
    def cell(text, attribute=""):
        merged = attribute.replace("=", '="') + '"' if attribute else ""
        return f"<a:tc {merged}><a:txBody>{paragraph(text) if text else '<a:p/>'}</a:txBody></a:tc>"

    table = (
        '<a:tbl><a:tblPr firstRow="1"/>'
        f"<a:tr>{cell('Region')}{cell('Catch', 'gridSpan=2')}{cell('', 'hMerge=1')}{cell('n')}</a:tr>"
        f"<a:tr>{cell('North', 'rowSpan=2')}{cell('1')}{cell('2')}{cell('3')}</a:tr>"
        f"<a:tr>{cell('', 'vMerge=1')}{cell('4')}{cell('')}{cell('6')}</a:tr></a:tbl>"
    )
    assert blocks(title("T") + frame(table))[1:] == [
        ("table", 0, "Region\tCatch\t\tn\nNorth\t1\t2\t3\n\t4\t\t6"),
        ("row", 1, "Region\tCatch\t\tn"),
        ("row", 0, "North\t1\t2\t3"),
        ("row", 0, "\t4\t\t6"),
    ]


def test_notes_stand_below_their_slide_and_have_its_place():
    notes = shape("Say this", ph='type="body" idx="1"') + shape("7", ph='type="sldNum"')
    document = read(
        title("One") + shape("x"),
        title("Two"),
        points={0: [("n", "notesSlide", "../notesSlides/n.xml")]},
        parts={"ppt/notesSlides/n.xml": slide_xml(notes, "p:notes")},
    )
    assert document.text == "One\n\nx\n\nSay this\n\nTwo"
    note = next(block for block in document.blocks if block.kind == "note")
    assert document.text[note.start : note.end] == "Say this"
    assert document.locate(note.start, note.end).slides == (1,)


def test_a_hidden_slide_is_read_and_noted():
    document = read(title("One"), slide_xml(title("Two"), attributes='show="0"'))
    (note,) = document.notes
    assert (note.code, note.page, document.text[note.start : note.end].strip()) == ("hidden-slide", 2, "Two")
    start = document.text.index("Two")
    assert (document.locate(start, start + 3).label, document.locate(0, 3).label) == ("slide 2, hidden", "slide 1")


def test_date_number_footer_hidden_shapes_and_pictures_are_out_with_notes():
    slide = (
        title("T")
        + shape("2024", ph='type="dt"')
        + shape("1", ph='type="sldNum"')
        + shape("secret", named='hidden="1"')
    )
    picture = '<p:pic><p:nvPicPr><p:cNvPr id="1" name="p" descr="A cat"/></p:nvPicPr></p:pic>'
    document = read(slide + picture)
    assert document.text == "T"
    assert [(note.code, note.text) for note in document.notes] == [
        ("furniture", "2024 1"),
        ("hidden", "secret"),
        ("picture", "A cat"),
    ]


def test_a_slide_without_a_title_has_its_first_words_as_heading_or_its_number():
    table = frame(f"<a:tbl><a:tr><a:tc><a:txBody>{paragraph('cell')}</a:txBody></a:tc></a:tr></a:tbl>")
    assert [(kind, text) for kind, level, text in blocks(shape("Words", "more"), table, "") if kind != "row"] == [
        ("heading", "Words"),
        ("paragraph", "more"),
        ("heading", "Slide 2"),
        ("table", "cell"),
    ]


def test_the_words_of_a_diagram_are_read_and_those_of_a_chart_are_kept_in_a_note():
    space = 'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    diagram = f'<dgm:dataModel {space}><dgm:ptLst><dgm:pt><dgm:t>{paragraph("Plan")}</dgm:t></dgm:pt><dgm:pt type="pres"/></dgm:ptLst></dgm:dataModel>'
    chart = (
        '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:v>Sales</c:v></c:chartSpace>'
    )
    document = read(
        title("T") + frame('<dgm:relIds r:dm="d"/>') + frame('<c:chart r:id="c"/>'),
        points={0: [("d", "diagramData", "../d.xml"), ("c", "chart", "../c.xml")]},
        parts={"ppt/d.xml": diagram, "ppt/c.xml": chart},
    )
    assert document.text == "T\n\nPlan"
    assert [(note.code, note.text) for note in document.notes] == [("chart", "Sales")]


def test_a_slide_that_is_broken_is_noted_and_the_others_are_read():
    document = read(title("One"), "<p:sld no xml")
    assert document.text == "One"
    assert [(note.code, note.page) for note in document.notes] == [("slide-failed", 2)]
    with pytest.raises(ExtractError, match="none of 1 slides") as caught:
        read("<p:sld no xml")
    assert caught.value.code == "malformed"


def test_line_ends_in_a_title_do_not_glue_words():
    broken = shape("<a:p><a:r><a:t>One</a:t></a:r><a:br/><a:r><a:t>two</a:t></a:r></a:p>", ph='type="ctrTitle"')
    assert read(broken).title == "One two"


def test_a_formula_is_read_in_one_line_from_the_alternative_that_has_it():
    fraction = "<m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f>"
    spaces = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"'
    formula = f"<a14:m {spaces}><m:oMathPara><m:oMath>{fraction}</m:oMath></m:oMathPara></a14:m>"
    inside = f'<a:p><a:r><a:t>It is </a:t></a:r><mc:AlternateContent><mc:Choice Requires="a14">{formula}</mc:Choice><mc:Fallback><a:r><a:t>a picture</a:t></a:r></mc:Fallback></mc:AlternateContent></a:p>'
    assert read(title("T") + shape(inside)).text == "T\n\nIt is a/b"


def test_numbers_start_anew_where_the_slide_says_so():
    def numbered(text, start=""):
        return paragraph(text, f'<a:pPr><a:buAutoNum type="arabicPeriod" {start}/></a:pPr>')

    five = 'startAt="5"'
    body = shape(numbered("a"), numbered("b"), numbered("c", five), numbered("d", five), numbered("e"))
    assert read(title("T") + body).text == "T\n\n1. a\n2. b\n5. c\n6. d\n1. e"
