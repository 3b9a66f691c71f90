import pytest

from office_maker import STRICT_W, make_docx
from pincite.errors import ExtractError
from pincite.extract.extract import extract_bytes

STYLES = """
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="My heading"/><w:basedOn w:val="berschrift2"/></w:style>
<w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>
<w:style w:type="paragraph" w:styleId="Spanish"><w:name w:val="Título 3"/></w:style>
<w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style>
<w:style w:type="paragraph" w:styleId="Cap"><w:name w:val="caption"/></w:style>
<w:style w:type="paragraph" w:styleId="Cite"><w:name w:val="Quote"/></w:style>
<w:style w:type="paragraph" w:styleId="Pre"><w:name w:val="HTML Preformatted"/></w:style>
<w:style w:type="character" w:styleId="Secret"><w:name w:val="Secret"/><w:rPr><w:vanish/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="Loop"/><w:basedOn w:val="Loop"/></w:style>
"""
LEVELS = """
<w:abstractNum w:abstractNumId="1">
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl>
</w:abstractNum>
<w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="&#xF0B7;"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>
"""


def run(text, properties=""):
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def p(text="", style="", extra=""):
    inside = text if text.startswith("<") else run(text) if text else ""
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{named}{extra}</w:pPr>{inside}</w:p>"


def item(text, level=0, number=1):
    return p(text, extra=f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>')


def cell(content, properties=""):
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{content}</w:tc>"


def row(*cells, properties=""):
    return f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(cells)}</w:tr>"


def field(code, result):
    marks = {kind: f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("begin", "separate", "end")}
    return f"{marks['begin']}<w:r><w:instrText>{code}</w:instrText></w:r>{marks['separate']}{result}{marks['end']}"


def read(body, **parts):
    return extract_bytes(make_docx(body, styles=STYLES, numbering=LEVELS, **parts), "a.docx")


def blocks(body, **parts):
    document = read(body, **parts)
    return [(block.kind, block.level, document.text[block.start : block.end]) for block in document.blocks]


def notes(body, **parts):
    return [(note.code, note.text) for note in read(body, **parts).notes]


def test_runs_are_one_text_with_their_blanks():
    assert read(p(run("un") + run("break") + run("able ", "<w:b/>") + run("x"))).text == "unbreakable x"


def test_headings_are_found_by_outline_level_through_inherited_styles_and_by_localized_names():
    body = (
        p("One", "berschrift1") + p("Two", "Mine") + p("Tres", "Spanish") + p("Own", extra='<w:outlineLvl w:val="3"/>')
    )
    body += p("text", "berschrift1", '<w:outlineLvl w:val="9"/>') + p("loop", "Loop")
    assert blocks(body) == [
        ("heading", 1, "One"),
        ("heading", 2, "Two"),
        ("heading", 3, "Tres"),
        ("heading", 4, "Own"),
        ("paragraph", 0, "text"),
        ("paragraph", 0, "loop"),
    ]


def test_empty_paragraphs_and_headings_leave_no_trace():
    assert blocks(p("a") + p() + p(" ", "berschrift1") + p("b")) == [("paragraph", 0, "a"), ("paragraph", 0, "b")]


def test_numbers_are_text_as_shown_and_bullets_are_not():
    body = (
        item("a")
        + item("b", 1)
        + item("c", 1)
        + item("d")
        + item("e", number=2)
        + item("f", number=3)
        + item("g", 1, 3)
    )
    assert read(body).text == "1. a\n1.a) b\n1.b) c\n2. d\n\ne\n\n7. f\n7.a) g"


def test_a_numbering_that_only_names_a_list_style_counts_by_the_one_that_defines_it_and_on_its_own():
    linked = """
    <w:abstractNum w:abstractNumId="7"><w:multiLevelType w:val="multilevel"/><w:numStyleLink w:val="Clauses"/></w:abstractNum>
    <w:abstractNum w:abstractNumId="8"><w:styleLink w:val="Clauses"/>
    <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="Clause %1:"/></w:lvl></w:abstractNum>
    <w:abstractNum w:abstractNumId="9"><w:numStyleLink w:val="Nowhere"/></w:abstractNum>
    """
    numbers = "".join(f'<w:num w:numId="{n}"><w:abstractNumId w:val="{n}"/></w:num>' for n in (7, 8, 9))
    body = item("a", number=7) + item("b", number=7) + item("c", number=8) + item("d", number=9)
    text = extract_bytes(make_docx(body, numbering=linked + numbers), "a.docx").text
    assert text.split() == ["Clause", "I:", "a", "Clause", "II:", "b", "Clause", "I:", "c", "d"]


def test_deeper_items_lie_in_the_item_above():
    assert blocks(item("a") + item("b", 1) + item("c") + p("after")) == [
        ("list", 0, "1. a\n1.a) b\n2. c"),
        ("item", 0, "1. a\n1.a) b"),
        ("list", 0, "1.a) b"),
        ("item", 0, "1.a) b"),
        ("item", 0, "2. c"),
        ("paragraph", 0, "after"),
    ]


def test_a_numbered_heading_has_its_number_in_text_and_title():
    heading = p("Scope", "berschrift1", '<w:numPr><w:numId w:val="1"/></w:numPr>')
    document = read(heading + heading)
    assert [block.title for block in document.blocks] == ["1. Scope", "2. Scope"]


def test_tracked_insertions_are_in_and_deletions_are_out_with_a_note():
    body = p(
        run("The price is ")
        + f"<w:del>{run('four').replace('w:t', 'w:delText')}</w:del><w:ins>{run('five')}</w:ins>"
        + f"<w:moveFrom>{run('gone')}</w:moveFrom><w:moveTo>{run(' euro')}</w:moveTo>"
    )
    assert read(body).text == "The price is five euro"
    assert notes(body) == [("deleted", "four gone"), ("tracked-changes", "")]


def test_a_deleted_paragraph_mark_joins_two_paragraphs():
    body = p("one ", extra="<w:rPr><w:del/></w:rPr>") + p("two") + p("three")
    assert blocks(body) == [("paragraph", 0, "one two"), ("paragraph", 0, "three")]


def test_a_deleted_row_is_out():
    body = f"<w:tbl>{row(cell(p('a')), cell(p('b')))}{row(cell(p('c')), cell(p('d')), properties='<w:del/>')}</w:tbl>"
    assert read(body).text == "a\tb"
    assert notes(body) == [("deleted", "c d")]


def test_content_controls_are_read_and_their_prompts_are_not():
    body = f"<w:sdt><w:sdtContent>{p('in a control')}</w:sdtContent></w:sdt>"
    body += p(
        f"<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>{run('Click here')}</w:sdtContent></w:sdt>{run('x')}"
    )
    assert read(body).text == "in a control\n\nx"
    assert notes(body) == [("placeholder", "Click here")]


def test_a_text_box_is_read_once_and_below_its_paragraph():
    box = f"<w:txbxContent>{p('boxed')}</w:txbxContent>"
    body = p(
        run("before ")
        + '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>'
        + f"{box}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>{box}</v:textbox></w:pict></mc:Fallback>"
        + "</mc:AlternateContent></w:r>"
        + run("after")
    )
    assert read(body).text == "before after\n\nboxed"


def test_what_needs_an_unknown_extension_is_read_from_its_fallback():
    body = p(
        '<w:r><mc:AlternateContent><mc:Choice Requires="zzz"><w:t>new</w:t></mc:Choice>'
        "<mc:Fallback><w:t>old</w:t></mc:Fallback></mc:AlternateContent></w:r>"
    )
    assert read(body).text == "old"


def test_footnotes_and_endnotes_stand_below_with_their_mark():
    def note(kind, number, text):
        return f'<w:{kind} w:id="{number}">{p(f"<w:r><w:{kind}Ref/></w:r>{run(text)}")}</w:{kind}>'

    body = p(
        f'{run("Said")}<w:r><w:footnoteReference w:id="5"/></w:r>{run(" and done")}<w:r><w:endnoteReference w:id="2"/></w:r>'
    )
    separator = f'<w:footnote w:type="separator" w:id="0">{p("----")}</w:footnote>'
    found = blocks(
        body + p("next"), footnotes=separator + note("footnote", 5, "By whom?"), endnotes=note("endnote", 2, "When?")
    )
    assert found == [
        ("paragraph", 0, "Said(1) and done(i)"),
        ("note", 0, "(1) By whom?"),
        ("paragraph", 0, "(1) By whom?"),
        ("note", 0, "(i) When?"),
        ("paragraph", 0, "(i) When?"),
        ("paragraph", 0, "next"),
    ]


def test_a_footnote_of_a_table_stands_below_the_table():
    reference = p(run("a") + '<w:r><w:footnoteReference w:id="1"/></w:r>')
    body = f"<w:tbl>{row(cell(reference), cell(p('b')))}{row(cell(p('c')), cell(p('d')))}</w:tbl>"
    assert read(body, footnotes=f'<w:footnote w:id="1">{p("note")}</w:footnote>').text == "a(1)\tb\nc\td\n\n(1) note"


def test_comments_are_out_with_a_note_at_their_place():
    body = p(
        f'{run("one ")}<w:commentRangeStart w:id="1"/>{run("two")}<w:commentRangeEnd w:id="1"/>'
        f'<w:r><w:commentReference w:id="1"/></w:r>{run(" three")}'
    )
    document = read(body, comments=f'<w:comment w:id="1" w:author="Ana">{p("Really?")}</w:comment>')
    (note,) = document.notes
    assert document.text == "one two three"
    assert (note.code, note.text, document.text[note.start : note.end].strip()) == ("comment", "Really?", "two")
    assert "Ana" in note.message


@pytest.mark.parametrize("properties", ["<w:vanish/>", '<w:vanish w:val="true"/>', '<w:rStyle w:val="Secret"/>'])
def test_hidden_text_is_out_with_a_note(properties):
    body = p(run("seen ") + run("secret", properties) + run("too", '<w:vanish w:val="0"/>'))
    assert read(body).text == "seen too"
    assert notes(body) == [("hidden", "secret")]


def test_of_a_field_the_result_is_shown_and_the_code_is_not():
    body = p(run("See ") + field(" REF x ", run("section ") + field("PAGE", run("4"))) + run("."))
    assert read(body).text == "See section 4."
    assert notes(body) == [("field-code", "REF x PAGE")]


def test_a_hyperlink_is_its_text():
    assert read(p(f"<w:hyperlink>{run('here')}</w:hyperlink>{run(' now')}")).text == "here now"


def test_hyphens_tabs_line_ends_and_symbols_are_characters():
    body = p(
        "<w:r><w:t>a</w:t><w:noBreakHyphen/><w:t>b</w:t><w:softHyphen/><w:t>c</w:t><w:tab/><w:t>d</w:t><w:br/><w:t>e</w:t>"
        '<w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Arial" w:char="00A9"/></w:r>'
    )
    assert read(body).text == "a\u2011b\u00adc\td\neα©"


def test_formulas_are_read_in_one_line():
    fraction = "<m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f>"
    power = "<m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>"
    assert read(p(f"<m:oMath>{fraction}<m:d><m:e>{power}</m:e></m:d></m:oMath>")).text == "a/b(x^2)"


def test_a_table_keeps_rows_cells_and_merged_cells():
    body = (
        "<w:tbl>"
        + row(cell(p("Region")), cell(p("Catch"), '<w:gridSpan w:val="2"/>'), cell(p("n")), properties="<w:tblHeader/>")
        + row(cell(p("North"), '<w:vMerge w:val="restart"/>'), cell(p("1") + p("ton")), cell(p("2")), cell(p()))
        + row(cell(p(), "<w:vMerge/>"), cell(p()), cell(p("4")), cell(p("5")))
        + "</w:tbl>"
    )
    assert blocks(body) == [
        ("table", 0, "Region\tCatch\t\tn\nNorth\t1 ton\t2\n\t\t4\t5"),
        ("row", 1, "Region\tCatch\t\tn"),
        ("row", 0, "North\t1 ton\t2"),
        ("row", 0, "\t\t4\t5"),
    ]


def test_a_table_in_a_cell_stays_in_its_row():
    inner = f"<w:tbl>{row(cell(p('x')), cell(p('y')))}{row(cell(p('z')), cell(p('w')))}</w:tbl>"
    assert read(
        f"<w:tbl>{row(cell(p('a') + inner + p()), cell(p('b')))}{row(cell(p('c')), cell(p('d')))}</w:tbl>"
    ).text == ("a x | y; z | w\tb\nc\td")


def test_a_table_that_holds_headings_or_is_one_box_is_no_table():
    body = f"<w:tbl>{row(cell(p('Head', 'berschrift1')), cell(p('text')))}</w:tbl><w:tbl>{row(cell(p('box')))}</w:tbl>"
    assert [kind for kind, _, _ in blocks(body)] == ["heading", "paragraph", "paragraph"]


def test_captions_quotes_and_code_are_marked():
    assert blocks(p("Fig. 1", "Cap") + p("words", "Cite") + p("if x:", "Pre") + p("    y()", "Pre") + p("z")) == [
        ("caption", 0, "Fig. 1"),
        ("quote", 0, "words"),
        ("paragraph", 0, "words"),
        ("code", 0, "if x:\n    y()"),
        ("paragraph", 0, "z"),
    ]


def test_the_table_of_contents_and_the_furniture_are_out_with_notes():
    body = p("Scope 3", "TOC1") + p("text")
    assert read(body).text == "text"
    assert notes(body, header1=p("ACME"), footer1=p("Page 1")) == [
        ("contents", "Scope 3"),
        ("furniture", "ACME"),
        ("furniture", "Page 1"),
    ]


def test_title_author_date_tags_and_language_are_what_the_document_says():
    core = (
        "<dc:title>Report</dc:title><dc:creator>Jo</dc:creator><cp:keywords>x; y</cp:keywords><dc:language>en</dc:language>"
        "<dcterms:created>2019-01-01T00:00:00Z</dcterms:created><dcterms:modified>2024-01-31T10:00:00Z</dcterms:modified>"
    )
    document = extract_bytes(make_docx(p("text"), core=core), "a.docx")
    assert document.title == "Report"
    assert dict(document.metadata) == {"author": "Jo", "date": "2024-01-31", "tags": "x,y", "language": "en"}
    assert read(p("The real title", "Titel") + p("x"), core=core).title == "The real title"


def test_a_strict_document_is_read_like_any_other():
    styles = STYLES
    data = make_docx(p("One", "berschrift1") + p("text"), namespace=STRICT_W, styles=styles)
    assert [block.kind for block in extract_bytes(data, "a.docx").blocks] == ["heading", "paragraph"]


def test_a_file_of_no_words_is_empty_and_never_gets_pages():
    assert read(p("<w:r><w:lastRenderedPageBreak/><w:t>x</w:t></w:r>")).locate(0, 1).pages == ()


def math(inside):
    return read(p(f"<m:oMath>{inside}</m:oMath>")).text


def m(text):
    return f"<m:r><m:t>{text}</m:t></m:r>"


def test_a_formula_in_one_line_has_the_brackets_that_it_needs():
    root = f"<m:rad><m:deg/><m:e>{m('b')}<m:sSup><m:e/><m:sup>{m('2')}</m:sup></m:sSup>{m('-4ac')}</m:e></m:rad>"
    solved = f"<m:f><m:num>{m('-b±')}{root}</m:num><m:den>{m('2a')}</m:den></m:f>"
    assert math(m("x=") + solved) == "x=(-b±√(b^2-4ac))/(2a)"


def test_sums_integrals_functions_and_accents_keep_their_signs():
    limits = f"<m:sub>{m('i=1')}</m:sub><m:sup>{m('n')}</m:sup><m:e>{m('i')}</m:e>"
    assert math(f'<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>{limits}</m:nary>') == "∑_(i=1)^n i"
    assert math(f"<m:nary>{limits}</m:nary>") == "∫_(i=1)^n i"
    assert math(f"{m('r')}<m:func><m:fName>{m('sin')}</m:fName><m:e>{m('x')}</m:e></m:func>") == "r sin x"
    assert math(f"<m:acc><m:e>{m('p')}</m:e></m:acc>") == "p\u0302"


def test_the_cells_of_a_matrix_are_apart():
    rows = "".join(f"<m:mr><m:e>{m(a)}</m:e><m:e>{m(b)}</m:e></m:mr>" for a, b in ("12", "34"))
    assert math(f"<m:d><m:e><m:m>{rows}</m:m></m:e></m:d>") == "(1, 2; 3, 4)"


def test_a_name_that_a_program_has_cut_into_runs_is_whole_and_what_was_deleted_is_noted():
    body = p(f"<m:oMath>{m('velo')}{m('city')}<w:del>{m('old')}</w:del></m:oMath>")
    assert read(body).text == "velocity"
    assert notes(body) == [("deleted", "old")]


def test_a_formula_that_nests_too_deep_for_one_line_keeps_its_words():
    deep = "<m:sSup><m:e>" * 110 + m("x") + f"</m:e><m:sup>{m('2')}</m:sup></m:sSup>" * 110
    assert math(deep).count("2") == 110


def mark(kind):
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def test_a_field_that_nothing_ends_hides_nothing():
    assert read(p(run("a") + mark("begin")) + p("b") + p("c")).text == "a\n\nb\n\nc"


def test_a_field_whose_end_is_hidden_or_deleted_ends_there():
    code = mark("begin") + "<w:r><w:instrText>X</w:instrText></w:r>"
    hidden = '<w:r><w:rPr><w:vanish/></w:rPr><w:fldChar w:fldCharType="end"/></w:r>'
    assert read(p(code + hidden) + p("b")).text == "b"
    assert read(p(code + f"<w:del>{mark('end')}</w:del>") + p("b")).text == "b"


def test_a_field_around_a_text_box_does_not_reach_into_it():
    box = f"<w:r><w:pict><w:txbxContent>{p('boxed')}</w:txbxContent></w:pict></w:r>"
    assert read(p(mark("begin") + box + mark("end") + run("after"))).text == "after\n\nboxed"


def test_a_note_that_begins_with_a_table_has_its_mark():
    note = f'<w:footnote w:id="2"><w:tbl>{row(cell(p("a")), cell(p("b")))}</w:tbl></w:footnote>'
    reference = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    assert read(p(run("x") + reference), footnotes=note).text == "x(1)\n\n(1) a\tb"


def test_a_note_that_is_referred_to_twice_is_written_once():
    note = f'<w:footnote w:id="2">{p("said")}</w:footnote>'
    reference = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    assert read(p(run("x") + reference) + p(run("y") + reference), footnotes=note).text == "x(1)\n\n(1) said\n\ny(1)"


def test_a_tick_of_a_font_of_pictures_is_a_tick():
    body = p(
        '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/><w:t> open, </w:t><w:sym w:font="Wingdings" w:char="F0FB"/></w:r>'
    )
    assert read(body).text == "✓ open, ✗"


CHUNK = '<w:altChunk r:id="chunk"/>'
PAGE = "<html><head><title>x</title></head><body><h1>Fees</h1><ol><li>a</li><li>b</li></ol><p>Größe</p></body></html>"


def test_a_web_page_that_the_document_takes_over_is_read_where_it_stands():
    document = read(p("before") + CHUNK + p("after"), foreign=PAGE.encode())
    assert document.text == "before\n\nFees\n\n1. a\n2. b\n\nGröße\n\nafter"
    assert (document.notes, document.title, document.heading_path(len(document.text) - 1)) == ((), "Fees", ("Fees",))


def test_a_web_page_in_an_archive_of_mime_is_read():
    quoted = PAGE.replace("ö", "=C3=B6").replace("ß", "=C3=9F")
    archive = f'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="b"\n\n--b\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n{quoted}\n--b--\n'
    assert read(CHUNK, foreign=archive.encode()).text == "Fees\n\n1. a\n2. b\n\nGröße"


@pytest.mark.parametrize("foreign", [None, b"", b"PK\3\4 a document in a document", b"{\\rtf1 rich}"])
def test_another_format_that_the_document_takes_over_is_noted(foreign):
    assert notes(p("before") + CHUNK, foreign=foreign) == [("embedded", "")]


def test_a_web_page_built_to_hang_a_parser_is_refused_in_a_document_too():
    with pytest.raises(ExtractError) as found:
        read(CHUNK, foreign=b"<p>" + b"<div>" * 5000)
    assert found.value.code == "too_deep"
