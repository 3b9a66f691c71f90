"""What users of such systems complain about, one kind of fault a test: the smallest input that shows it, and what is right.

The kinds were gathered from public trackers of other readers and of services built on them; inputs and words are ours. Each
stands here once and concretely; the finer points are tested beside the format that they belong to.
"""

import random
import re

import pytest

from media_maker import silence
from office_maker import make_docx, make_pptx, slide_xml
from pdf_corpus import broken, columns, prose, right_to_left, set_lines, table
from pdf_maker import Sheet, column, make_pdf
from pdf_press import Press
from pdf_reread import reread
from pincite.chunk.default import chunk_document
from pincite.errors import ExtractError
from pincite.extract.extract import extract_bytes
from sheet_maker import Formula, Styled, make_xlsx
from sheet_maker import Sheet as Cells


def pdf(*pages, **options):
    return extract_bytes(make_pdf(list(pages), **options), "a.pdf")


def refused(data, name):
    with pytest.raises(ExtractError) as caught:
        extract_bytes(data, name)
    return caught.value


def rows(document):
    return [document.text[one.start : one.end].split("\t") for one in document.blocks if one.kind == "row"]


def word_paragraph(inside):
    return f"<w:p>{inside if inside.startswith('<') else f'<w:r><w:t>{inside}</w:t></w:r>'}</w:p>"


def counted(texts):
    return [len(text.split()) + 2 for text in texts]


# 1 and 2. Two columns read across the gutter, or by one output only.
def test_two_columns_are_not_read_across_the_gutter():
    left, right = (
        ["The committee reviewed the annual", "report and"],
        ["approved the budget for the", "coming fiscal year."],
    )
    lines = [line for row in zip(column(left), column(right, x=320), strict=True) for line in row]
    assert " ".join(pdf(Sheet(lines)).text.split()) == (
        "The committee reviewed the annual report and approved the budget for the coming fiscal year."
    )


def test_text_blocks_and_places_have_one_order():
    document = extract_bytes(columns(random.Random(2), "columns", by_rows=True).data, "a.pdf")
    starts = [block.start for block in document.blocks]
    assert starts == sorted(starts)
    assert "".join(document.text[place.start : place.end] for place in document.places) == "".join(
        document.text.split()
    )


# 3. The order is wrong while coverage and offsets look fine.
def test_columns_a_table_and_words_from_right_to_left_keep_their_order():
    for sample in (
        columns(random.Random(3), "columns"),
        table(random.Random(3), "table"),
        right_to_left(random.Random(3)),
    ):
        assert extract_bytes(sample.data, "a.pdf").text.split() == sample.words


# 4. A number in the margin comes after its paragraph.
def test_a_hanging_number_stands_before_its_paragraph():
    lines = []
    for number, top in ((1, 740), (2, 690)):
        lines += [
            (40, top, 11, f"({number})"),
            *column([f"Clause {number} begins here", "and ends there."], x=70, top=top),
        ]
    assert pdf(Sheet(lines)).text.split("\n\n") == [
        "(1) Clause 1 begins here\nand ends there.",
        "(2) Clause 2 begins here\nand ends there.",
    ]


# 5. Bold by drawing twice gives every letter twice.
def test_glyphs_drawn_twice_are_read_once_and_double_letters_stay():
    press = Press(style="doubled")
    press.line(60, 90, "still a little balloon")
    assert pdf(press.sheet()).text == "still a little balloon"


# 6. Words that are moved to lose the spaces between them.
def test_words_without_a_space_between_them_are_words():
    press = Press(style="by gaps")
    press.line(60, 90, "no space is drawn here")
    assert pdf(press.sheet()).text == "no space is drawn here"


# 7. Kerning and letter-spacing put spaces into words.
@pytest.mark.parametrize("style", ["kerned", "letter-spaced"])
def test_letters_set_apart_are_one_word(style):
    press = Press(style=style)
    press.line(60, 90, "Considerably wider letters")
    assert pdf(press.sheet()).text == "Considerably wider letters"


# 8. The last chunk says another page than the one that it is from.
def test_the_page_of_a_chunk_is_that_of_its_characters():
    document = pdf(
        *(Sheet(column([f"Page {number} says the same", "as every other page."])) for number in range(1, 382))
    )
    for chunk in chunk_document(document, counted, window=128):
        pages = [page.number for page in document.locate(chunk.start, chunk.end).pages]
        said = [int(number) for number in re.findall(r"Page (\d+) says", chunk.content)]
        assert set(said) <= set(pages)
        assert max(pages) - min(pages) == len(pages) - 1
    assert pages[-1] == 381


# 9. Chunks without a page; a prefix that belongs to the range.
def test_every_chunk_has_its_pages_and_no_header_is_part_of_its_quote():
    pages = [
        Sheet([(60, 780, 20, f"Part {number}"), *column(["Its only sentence stands", "here."])]) for number in (1, 2, 3)
    ]
    document = pdf(*pages)
    for chunk in chunk_document(document, counted, window=64):
        assert document.locate(chunk.start, chunk.end).pages
        assert chunk.content == document.text[chunk.start : chunk.end]
        assert not chunk.content.startswith("[")


# 10. A page borrowed from another document.
def test_a_file_without_pages_never_gets_one():
    pdf(Sheet(column(["A file with a page, read before."])))
    for data, name in ((b"Page 7\n\nwords", "a.txt"), (make_docx(word_paragraph("words")), "a.docx")):
        document = extract_bytes(data, name)
        assert document.locate(0, len(document.text)).fragment.startswith("#char=")


# 11. The highlight is off by the origin of a box, or on a turned page.
@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_the_box_of_a_word_is_where_the_page_shows_it(rotate):
    press = Press(size=(600, 400), rotate=rotate, margin=50, origin=(100, -70))
    press.line(150, 200, "Needle", 20)
    data = make_pdf([press.sheet()])
    document = extract_bytes(data, "a.pdf")
    assert [found for _, found in reread(document, data)] == ["Needle"]
    box = document.places[0].where.box
    assert box.left == pytest.approx(150 / 600, abs=0.01)
    assert box.top < 200 / 400 - 0.02 < box.bottom


# 12. Headers dropped without a trace; a heading taken for one.
def test_only_lines_that_come_back_are_left_out_and_they_stay_listed():
    body = ["Text of its own stands here,", "in two lines."]
    pages = [
        Sheet([(60, 810, 9, "Annual report"), *column([*body, f"It ends with {word}."], top=700)]) for word in "abcd"
    ]
    pages[0] = Sheet([(60, 780, 9, "A line that stands here only"), *pages[0].lines])
    document = pdf(*pages)
    assert "A line that stands here only" in document.text
    assert [note.text for note in document.notes if note.code == "furniture"] == ["Annual report"] * 4


# 13. A table as a soup of words; no pages.
def test_a_table_over_two_pages_keeps_rows_and_pages():
    sheets = []
    for first in (1, 4):
        cells = [
            (f"Name {n}", f"{n}00 t", "") if n == 2 else (f"Name {n}", f"{n}00 t", f"p. {n}")
            for n in range(first, first + 3)
        ]
        sheets.append(
            Sheet(
                [
                    (60 + 150 * at, 700 - 20 * n, 11, cell)
                    for n, row in enumerate(cells)
                    for at, cell in enumerate(row)
                    if cell
                ]
            )
        )
    document = pdf(*sheets)
    assert rows(document)[0] == ["Name 1", "100 t", "p. 1"]
    assert rows(document)[1] == ["Name 2", "200 t"]
    assert document.locate(document.text.index("Name 5"), len(document.text)).pages[0].number == 2


# 14. A font that does not say which letters it draws: garbage, indexed; a second try gives the same.
def test_a_font_without_a_map_to_letters_is_garbled_and_never_indexed():
    error = refused(make_pdf([Sheet(column(["These letters have no names"]), font="F2")]), "a.pdf")
    assert (error.code, error.retryable) == ("garbled", False)


# 15. Formulas instead of their values.
def test_a_formula_is_its_value_and_one_that_has_none_is_noted():
    data = make_xlsx([Cells("S", {"A1": 2, "A2": 3, "A3": Formula("SUM(A1:A2)", 5), "A4": Formula("A3*2")})])
    document = extract_bytes(data, "a.xlsx")
    assert document.text == "S\n\n2\n3\n5"
    assert [(note.code, note.text) for note in document.notes] == [("formula-without-value", "A4 =A3*2")]


def test_a_merged_cell_is_read_once_with_its_range_and_a_date_is_no_serial_number():
    cells = {"A1": "Landings of the year", "A2": "Port", "B2": "Day", "A3": "Cove", "B3": Styled(45322, "yyyy-mm-dd")}
    document = extract_bytes(make_xlsx([Cells("S", cells, merged=["A1:B1"])]), "a.xlsx")
    assert document.text.count("Landings of the year") == 1
    assert document.locate(document.text.index("Landings"), document.text.index("Landings") + 8).fragment == "#S!A1:B1"
    assert "2024-01-31" in document.text


def test_a_hidden_sheet_is_read_and_says_that_it_is_hidden():
    document = extract_bytes(
        make_xlsx([Cells("Shown", {"A1": "a"}), Cells("Kept", {"A1": "b"}, state="hidden")]), "a.xlsx"
    )
    assert document.text == "Shown\n\na\n\nKept\n\nb"
    assert [note.code for note in document.notes] == ["sheet-hidden"]


def test_of_tracked_changes_the_insertion_is_read_and_the_deletion_is_not():
    deleted, inserted = "<w:r><w:delText>four</w:delText></w:r>", "<w:r><w:t>five</w:t></w:r>"
    document = extract_bytes(make_docx(word_paragraph(f"<w:del>{deleted}</w:del><w:ins>{inserted}</w:ins>")), "a.docx")
    assert document.text == "five"
    assert ("deleted", "four") in [(note.code, note.text) for note in document.notes]


def test_a_text_box_with_its_fallback_is_read_once():
    box = f"<w:txbxContent>{word_paragraph('boxed')}</w:txbxContent>"
    both = (
        f'<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>{box}</wps:txbx></w:drawing></mc:Choice>'
        f"<mc:Fallback><w:pict><v:textbox>{box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )
    assert extract_bytes(make_docx(word_paragraph(both)), "a.docx").text.split() == ["boxed"]


def test_the_cells_of_a_word_table_are_apart_and_it_stays_between_its_paragraphs():
    cells = [[f"<w:tc>{word_paragraph(f'{letter}{number}')}</w:tc>" for letter in "AB"] for number in (1, 2)]
    tables = "".join(f"<w:tr>{''.join(row)}</w:tr>" for row in cells)
    body = f"{word_paragraph('before')}<w:tbl>{tables}</w:tbl>{word_paragraph('after')}"
    assert extract_bytes(make_docx(body), "a.docx").text == "before\n\nA1\tB1\nA2\tB2\n\nafter"


def test_slides_with_the_same_words_are_both_there_with_their_own_place():
    shape = "<p:sp><p:nvSpPr><p:cNvPr id='2' name='x'/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:p><a:r><a:t>Same</a:t></a:r></a:p></p:txBody></p:sp>"
    document = extract_bytes(make_pptx([slide_xml(shape), slide_xml(shape)]), "a.pptx")
    assert [place.where.number for place in document.places] == [1, 2]


def test_a_ligature_is_its_letters():
    press = Press()
    press.drawing(60, 90, "OF\1CE", [("OFfiCE", 60, 90)])
    assert pdf(press.sheet()).text == "OFfiCE"


def test_a_word_divided_at_the_end_of_a_line_is_whole_and_a_hyphen_that_belongs_stays():
    lines = ["A dual-encoder is no encoder. The inter-", "national one is a dual-", "encoder."]
    assert pdf(Sheet(column(lines))).text == "A dual-encoder is no encoder. The international one is a dual-encoder."


def test_a_sentence_over_a_page_break_holds_no_header_and_no_page_number():
    rng = random.Random(4)
    presses = []
    for number in range(1, 6):
        press = Press(number)
        press.line(60, 40, "Minutes of the council", 9)
        set_lines(press, broken(["and", *prose(rng, 3)[:-1], "goes"], 475, 11), 60, 110)
        press.line(280, 815, f"Page {number} of 5", 9)
        presses.append(press.sheet())
    document = pdf(*presses)
    assert document.text.count("goes\nand") == 4
    assert "council" not in document.text.partition("\n")[0]
    assert "of 5" not in document.text


def test_a_scan_is_no_empty_document_but_needs_a_recogniser_and_can_be_tried_again():
    error = refused(make_pdf([Sheet(image=True)]), "a.pdf")
    assert (error.code, error.retryable) == ("needs_ocr", True)
    assert refused(make_pdf([Sheet([(200, 400, 40, "DRAFT")], image=True)]), "a.pdf").code == "needs_ocr"


def test_of_a_file_that_is_scanned_in_part_the_missing_pages_are_listed():
    document = pdf(Sheet(column(["Words that can be read."])), Sheet(image=True), Sheet(column(["More of them."])))
    (note,) = [note for note in document.notes if note.code == "needs-ocr"]
    assert "pages 2 of 3" in note.message


def test_a_locked_file_says_that_it_is_locked():
    assert refused(make_pdf([Sheet(column(["x"]))], password="secret"), "a.pdf").code == "encrypted"


def test_what_only_calls_itself_a_pdf_is_read_for_what_it_is():
    assert extract_bytes(b"<html><body><p>A page of the web</p></body></html>", "a.pdf").type == "html"
    assert refused(b"\x7fELF\x02\x01\x01" + bytes(64), "a.pdf").code == "unsupported"


def test_a_cut_off_file_is_truncated_and_not_half_a_document_without_a_word_about_it():
    data = make_pdf([Sheet(column(["Words of a page."]))] * 3)
    assert refused(data[:150], "a.pdf").code == "truncated"


def test_no_character_is_dropped_where_the_encoding_is_old_or_one_byte_is_stray():
    data = "Größe;Prüfung €\r\n".encode("cp1252") + b"\x81"
    document = extract_bytes(data, "a.csv")
    assert document.text == "Größe;Prüfung €\n\x81"
    assert document.metadata["encoding"] == "cp1252"
    assert "encoding-guessed" in [note.code for note in document.notes]


def test_line_ends_of_any_kind_shift_no_offset():
    document = extract_bytes(b"one\r\ntwo\rthree\nfour", "a.txt")
    assert document.text == "one\ntwo\nthree\nfour"
    assert document.text[8:13] == "three"


def test_a_rule_at_the_top_of_a_file_swallows_nothing():
    assert extract_bytes(b"---\r\nThe first words\r\n", "a.md").text == "---\nThe first words\n"


def test_navigation_is_no_text_and_leaves_a_trace():
    document = extract_bytes(b"<nav>Home | Shop</nav><main><p>The words</p></main>", "a.html")
    assert document.text == "The words"
    assert [note.text for note in document.notes] == ["Home | Shop"]


def test_silence_gives_no_words():
    assert refused(silence(1), "a.wav").code in {"empty", "unsupported"}


def test_cue_numbers_and_settings_of_subtitles_are_no_words():
    vtt = b"WEBVTT\n\nintro-1\n00:00:01.000 --> 00:00:02.000 align:left\n<v Ann>Good day</v>\n"
    assert "intro" not in extract_bytes(vtt, "a.vtt").text
    assert "align" not in extract_bytes(vtt, "a.vtt").text
