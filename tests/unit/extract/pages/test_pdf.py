import ctypes
import random
from io import BytesIO
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
import pytest

from pdf_corpus import columns, right_to_left
from pdf_maker import Sheet, column, make_pdf
from pincite.errors import ExtractError
from pincite.extract.extract import extract_bytes
from pincite.extract.sandbox import Extractor
from pincite.extract.source import Source


def read(*pages, **options):
    return extract_bytes(make_pdf(list(pages), **options), "a.pdf")


def blocks(document):
    return [(block.kind, block.level, document.text[block.start : block.end]) for block in document.blocks]


def two_columns(left, right, top=740):
    rows = zip(column(left, top=top), column(right, x=320, top=top), strict=True)
    return Sheet([line for row in rows for line in row])


BODY = [
    "A line of the text that goes on and on,",
    "and another one of the same size, and then",
    "a third one which ends the paragraph here.",
]


def test_every_word_has_its_page_and_its_box():
    document = read(Sheet(column(["first page"])), Sheet(column(["Second page"])))
    assert document.text == "first page\n\nSecond page"
    assert [(document.text[p.start : p.end], p.where.number) for p in document.places] == [
        ("first", 1),
        ("page", 1),
        ("Second", 2),
        ("page", 2),
    ]
    box = document.locate(0, 10).pages[0].boxes[0]
    assert box.left == pytest.approx(60 / 595, abs=0.002)
    assert box.top < 1 - 740 / 842 < box.bottom


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [None, (40, 100, 500, 800)])
def test_boxes_stand_where_the_page_shows_the_words(rotate, crop):
    data = make_pdf([Sheet([(150, 600, 12, "Needle")], rotate=rotate, crop=crop)])
    document = extract_bytes(data, "a.pdf")
    box = document.places[0].where.box
    page = pdfium.PdfDocument(data)[0]
    x, y = ctypes.c_int(), ctypes.c_int()
    pdfium_c.FPDF_PageToDevice(page, 0, 0, 10_000, 10_000, 0, 152, 604, x, y)  # a point inside the word
    assert box.left < x.value / 10_000 < box.right
    assert box.top < y.value / 10_000 < box.bottom
    assert all(0 <= edge <= 1 for edge in box)


def test_the_words_read_back_from_their_boxes_are_the_words():
    data = make_pdf([Sheet(column(BODY))])
    document = extract_bytes(data, "a.pdf")
    text_page = pdfium.PdfDocument(data)[0].get_textpage()
    for place in document.places:
        left, top, right, bottom = place.where.box
        found = text_page.get_text_bounded(left * 595, 842 * (1 - bottom), right * 595, 842 * (1 - top))
        assert found.strip() == document.text[place.start : place.end]


def test_pages_have_the_labels_that_a_reader_sees():
    document = read(Sheet(column(["one"])), Sheet(column(["two"])), labels="0 << /S /r >> 1 << /S /D >>")
    assert [place.where.label for place in document.places] == ["i", "1"]


def test_no_page_number_is_above_the_number_of_pages():
    document = read(*(Sheet(column(BODY)) for _ in range(3)))
    assert {place.where.number for place in document.places} == {1, 2, 3}
    assert document.metadata["pages"] == "3"


def test_lines_of_a_paragraph_and_paragraphs_are_kept_apart():
    document = read(Sheet(column(BODY) + column(BODY, top=640)))
    assert document.text == "\n".join(BODY) + "\n\n" + "\n".join(BODY)
    assert [kind for kind, _, _ in blocks(document)] == ["paragraph", "paragraph"]


def test_an_indented_line_after_a_full_stop_begins_a_paragraph():
    lines = [*column(BODY), *column(["Now an indented one", ""], x=80, top=698)[:1]]
    assert read(Sheet(lines)).text == "\n".join(BODY) + "\n\nNow an indented one"


def test_a_sentence_goes_on_over_a_page_break_and_pages_share_no_line():
    document = read(Sheet(column(["It begins on the first page and"])), Sheet(column(["ends on the second."])))
    assert document.text == "It begins on the first page and\nends on the second."
    assert len(document.blocks) == 1
    assert [page.number for page in document.locate(0, len(document.text)).pages] == [1, 2]


def test_two_columns_drawn_row_by_row_are_read_column_by_column():
    left = ["The committee reviewed the annual", "report and"]
    right = ["approved the budget for the", "coming fiscal year."]
    document = read(two_columns(left, right))
    expected = "The committee reviewed the annual report and approved the budget for the coming fiscal year."
    assert " ".join(document.text.split()) == expected
    assert [note.code for note in document.notes] == ["columns"]


def test_two_long_columns_with_a_title_across_them_are_read_column_by_column():
    left = [f"left column number {word} and so on with" for word in ["one", "two", "three", "four", "five", "six"]]
    right = [f"right column number {word} and so on with" for word in ["one", "two", "three", "four", "five", "six"]]
    title = (60, 780, 16, "A title that stands across both of the columns")
    page = two_columns(left, right)
    document = read(Sheet([title, *page.lines]))
    assert document.text.split("\n\n", 1)[1].split("\n") == left + right


def test_columns_drawn_one_after_the_other_are_left_as_they_are():
    left, right = ["left one goes on to", "left two goes on to"], ["right one goes on to", "right two goes on to"]
    document = read(Sheet(column(left) + column(right, x=320)))
    assert document.text.split("\n") == left + right


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (["Name", "Apple"], ["Price", "3 euro"]),
        (
            ["Region of the whole country", "North of the great river"],
            ["Catch in the year before", "1,204 tonnes of cod"],
        ),
        (["Name", "Apple", "Pear", "Plum", "Fig"], ["Price", "3", "4", "5", "6"]),
    ],
)
def test_a_table_is_not_turned_and_keeps_its_rows(left, right):
    document = read(two_columns(left, right))
    rows = [f"{a}\t{b}" for a, b in zip(left, right, strict=True)]
    assert document.text == "\n".join(rows)
    assert [kind for kind, _, _ in blocks(document)] == ["table"] + ["row"] * len(rows)


def five_pages():
    sentence = ["The sentence that we are looking for begins here and", "goes on"]
    rest = ["over the page break to its end.", "Another line of text stands below it."]
    return [
        Sheet(
            [
                (60, 800, 9, "ANNUAL REPORT OF THE COUNCIL"),
                (280, 30, 9, f"Page {number} of 5"),
                *column([*rest, f"Text of page {word}.", *sentence], top=720),
            ]
        )
        for number, word in enumerate(["one", "two", "three", "four", "five"], 1)
    ]


def test_running_headers_and_page_numbers_are_left_out_and_noted():
    document = read(*five_pages())
    assert "ANNUAL" not in document.text
    assert "of 5" not in document.text
    assert "begins here and\ngoes on\nover the page break to its end." in document.text
    furniture = [(note.page, note.text) for note in document.notes if note.code == "furniture"]
    assert len(furniture) == 10
    assert (3, "Page 3 of 5") in furniture


def test_a_repeated_line_of_content_stays():
    pages = [Sheet([(60, 800, 9, "HEADER OF ALL"), *column(["This clause is on every page.", *BODY], top=700)])] * 5
    document = read(*pages)
    assert document.text.count("This clause is on every page.") == 5
    assert "HEADER" not in document.text


def test_identical_pages_lose_none_of_their_lines():
    document = read(*[Sheet(column(BODY, top=800))] * 5)
    assert document.text.count("A line of the text") == 5


def test_a_unique_line_at_the_top_is_no_running_header():
    pages = five_pages()
    first = Sheet([(60, 780, 9, "A remark that stands only here"), *pages[0].lines])
    assert "A remark that stands only here" in read(first, *pages[1:]).text


def test_titles_of_slides_stay_though_they_repeat():
    pages = [
        Sheet([(60, 790, 24, "Results"), *column([f"point {word} of the talk", "and more", "and more"], top=600)])
        for word in ("one", "two", "three", "four")
    ]
    assert read(*pages).text.count("Results") == 4


def test_a_word_divided_at_the_end_of_a_line_is_put_together():
    document = read(Sheet(column(["The quota of the inter-", "national fleet was exceeded."])))
    assert document.text == "The quota of the international fleet was exceeded."
    assert document.locate(17, 30).pages[0].boxes[0].left > 0.1


def test_a_hyphen_that_the_document_writes_elsewhere_stays():
    lines = ["A dual-encoder is not one encoder. We trained a dual-", "encoder and a dual-encoder."]
    assert "trained a dual-encoder and" in read(Sheet(column(lines))).text


def test_a_hyphen_between_two_words_of_the_document_stays():
    lines = ["We had known it well. The well-", "known fact."]
    assert read(Sheet(column(lines))).text == "We had known it well. The well-known fact."


def test_clearly_larger_lines_are_headings():
    lines = [(60, 780, 20, "Main title"), (60, 740, 15, "First part"), *column(BODY, top=700)]
    document = read(Sheet(lines + column(BODY, top=640)))
    assert blocks(document)[:2] == [("heading", 1, "Main title"), ("heading", 2, "First part")]
    assert document.heading_path(document.text.index("A line")) == ("Main title", "First part")


def test_a_superscript_is_no_line_of_its_own():
    assert read(Sheet([(60, 700, 11, "area in m"), (106, 705, 7, "2"), (120, 700, 11, "and more")])).text.startswith(
        "area in m2"
    )


def test_the_title_is_the_one_in_the_file_unless_a_program_put_it_there():
    assert read(Sheet(column(["x"])), title="On fisheries").title == "On fisheries"
    assert read(Sheet(column(["x"])), title="Microsoft Word - draft.doc").title == ""


def test_a_locked_file_is_encrypted():
    with pytest.raises(ExtractError, match="password") as caught:
        read(Sheet(column(["x"])), password="secret")
    assert (caught.value.code, caught.value.retryable) == ("encrypted", True)


@pytest.mark.parametrize("right", ["secret", "pássword"])
def test_a_locked_file_is_read_with_the_first_password_that_opens_it(right, monkeypatch):
    pikepdf = pytest.importorskip("pikepdf", reason="the extra `repair` is not installed")
    monkeypatch.setattr("pincite.extract.pages.pdf._PAGES_AT_ONCE", 1)
    out = BytesIO()
    with pikepdf.open(BytesIO(make_pdf([Sheet(column(["One"])), Sheet(column(["Two"]))]))) as file:
        file.save(out, encryption=pikepdf.Encryption(user=right, owner="another", R=6))
    data = out.getvalue()
    assert extract_bytes(data, "a.pdf", passwords=("wrong", right)).text == "One\n\nTwo"
    with Extractor(passwords=["wrong", right]) as extractor:
        assert extractor.extract_bytes(data, "a.pdf").text == "One\n\nTwo"
        command = Path(f"/proc/{extractor._child._process.pid}/cmdline")
        assert not command.exists() or right.encode() not in command.read_bytes()
    with pytest.raises(ExtractError, match="none of 1 in `password_file`") as caught:
        extract_bytes(data, "a.pdf", passwords=("wrong",))
    assert (caught.value.code, "wrong" in str(caught.value)) == ("encrypted", False)


def test_passwords_are_not_shown_with_what_was_read():
    assert "secret" not in repr(Source(b"", "a.pdf", passwords=("secret",)))


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7, 0.9, 0.97])
def test_a_cut_off_file_is_truncated_without_the_extra_that_repairs(share, monkeypatch):
    monkeypatch.setattr("pincite.extract.pages.pdf.can_repair", lambda: False)
    data = make_pdf([Sheet(column(BODY))] * 3)
    with pytest.raises(ExtractError, match="ends without") as caught:
        extract_bytes(data[: int(share * len(data))], "a.pdf")
    assert caught.value.code == "truncated"


def test_the_pages_in_front_of_a_cut_are_read_with_the_extra_and_a_note_says_so():
    data = make_pdf([Sheet(column(BODY))] * 3)
    whole = extract_bytes(data, "a.pdf").text
    document = extract_bytes(data[: int(0.9 * len(data))], "a.pdf")
    (note,) = [note for note in document.notes if note.code == "repaired"]
    assert "ends without" in note.message
    assert document.text
    assert whole.startswith(document.text)


def test_a_file_cut_in_its_first_page_is_truncated_with_the_extra_too():
    with pytest.raises(ExtractError, match="ends without") as caught:
        extract_bytes(make_pdf([Sheet(column(BODY))])[:120], "a.pdf")
    assert caught.value.code == "truncated"


def test_a_broken_file_is_malformed():
    with pytest.raises(ExtractError, match="cannot be opened") as caught:
        extract_bytes(b"%PDF-1.4\nnothing\nstartxref\n9\n%%EOF", "a.pdf")
    assert caught.value.code == "malformed"


def test_pages_that_are_pictures_need_a_text_recogniser():
    with pytest.raises(ExtractError, match="pages 1-2 are pictures") as caught:
        read(Sheet(image=True), Sheet(image=True))
    assert caught.value.code == "needs_ocr"


def test_a_watermark_is_no_text():
    with pytest.raises(ExtractError, match="pictures") as caught:
        read(*[Sheet([(200, 400, 40, "DRAFT")], image=True)] * 2)
    assert caught.value.code == "needs_ocr"


def test_a_file_with_one_scanned_page_is_read_and_names_it():
    document = read(Sheet(column(BODY)), Sheet(image=True), Sheet(column(BODY)))
    assert [note.message for note in document.notes if note.code == "needs-ocr"] == [
        "pages 2 of 3 are pictures without text, and cannot be found or quoted"
    ]


def test_blank_pages_are_empty():
    with pytest.raises(ExtractError) as caught:
        read(Sheet(), Sheet())
    assert caught.value.code == "empty"


def test_a_font_that_does_not_name_its_letters_is_garbled_and_not_indexed():
    with pytest.raises(ExtractError, match="cannot be read") as caught:
        read(Sheet(column(BODY), font="F2"))
    assert caught.value.code == "garbled"


def rows(document):
    return [text.split("\t") for kind, _, text in blocks(document) if kind == "row"]


def test_a_cell_of_two_lines_stays_in_its_row():
    first = [(60, 700, 11, "Format"), (180, 700, 11, "Script"), (300, 700, 11, "Example of its use")]
    second = [(60, 680, 11, "Text files"), (180, 680, 11, "text"), (300, 680, 11, "load_dataset(text,")]
    document = read(Sheet([*first, *second, (300, 666, 11, "data_files=names)"), *column(BODY, top=630)]))
    assert rows(document) == [
        ["Format", "Script", "Example of its use"],
        ["Text files", "text", "load_dataset(text, data_files=names)"],
    ]
    assert document.text.endswith("\n\n" + "\n".join(BODY))


def test_cells_of_several_lines_drawn_one_after_the_other_are_rows():
    cells = [("Word", ["goes on", "below"], "1"), ("Other", ["stands", "alone"], "2")]
    lines = []
    for number, (name, texts, figure) in enumerate(cells):
        top = 700 - 44 * number
        lines += [(60, top, 11, name), *column(texts, x=200, top=top), (400, top, 11, figure)]
    assert rows(read(Sheet(lines))) == [["Word", "goes on below", "1"], ["Other", "stands alone", "2"]]


def test_a_divided_word_in_a_cell_is_put_together():
    lines = [(60, 700, 11, "Fleet"), *column(["the inter-", "national one"], x=200, top=700)]
    lines += [(60, 658, 11, "Boats"), (200, 658, 11, "all of them")]
    assert rows(read(Sheet(lines))) == [["Fleet", "the international one"], ["Boats", "all of them"]]


def test_an_empty_cell_moves_no_other_one():
    lines = []
    for number, cells in enumerate(
        [("Port", "Cod", "Eel"), ("East", "", "n/a"), ("West", "45", "7"), ("Bay", "3", "")]
    ):
        lines += [(60 + 120 * at, 700 - 18 * number, 11, cell) for at, cell in enumerate(cells) if cell]
    assert rows(read(Sheet(lines))) == [
        ["Port", "Cod", "Eel"],
        ["East", "", "n/a"],
        ["West", "45", "7"],
        ["Bay", "3"],
    ]


def test_cells_as_close_as_words_are_parted_where_the_other_rows_have_their_columns():
    table = [
        ("Data format", "Script", "Example"),
        ("Text files", "text", "a.txt"),
        ("JSON and JSON Lines", "json", "b"),
    ]
    lines = [
        (x, 700 - 18 * at, 11, cell)
        for at, row in enumerate(table)
        for x, cell in zip((60, 180, 300), row, strict=True)
    ]
    assert rows(read(Sheet(lines))) == [list(row) for row in table]


def test_a_stretched_line_of_a_justified_column_is_text_and_no_table():
    full = "A line as wide as all of the column, which goes"
    stretched = [(60, 726, 11, "using"), (160, 726, 11, "often"), (258, 726, 11, "unlike")]
    document = read(Sheet([(60, 740, 11, full), *stretched, (60, 712, 11, "on and on to its end.")]))
    assert document.text == f"{full}\nusing often unlike\non and on to its end."


def test_a_word_in_another_font_makes_no_paragraph_of_its_line():
    larger = [(60, 726, 11, "a word in a"), (116, 726, 13, "larger"), (158, 726, 11, "font stands in this line")]
    lines = [(60, 740, 11, "A line of text that goes on with"), *larger, (60, 712, 11, "and goes on below it.")]
    assert [kind for kind, _, _ in blocks(read(Sheet(lines)))] == ["paragraph"]


def test_a_line_from_right_to_left_is_one_line():
    document = extract_bytes(right_to_left(random.Random(1)).data, "a.pdf")
    assert [len(line.split()) for line in document.text.splitlines()] == [5] * 12


def test_three_columns_drawn_line_by_line_are_read_column_by_column():
    sample = columns(random.Random(1), "columns", 3, by_rows=True)
    assert extract_bytes(sample.data, "a.pdf").text.split() == sample.words


def test_columns_so_near_that_their_lines_look_like_one_are_read_column_by_column():
    left = [
        "the first column goes on and on and",
        "so on, as wide as a column can be,",
        "until it ends in the fourth line of",
        "its text",
    ]
    right = [
        "and then the second one, which is",
        "also as wide as it can be and ends",
        "as well in a fourth line, down at",
        "its foot.",
    ]
    lines = [line for row in zip(column(left), column(right, x=250), strict=True) for line in row]
    assert read(Sheet(lines)).text.split("\n") == left + right


def test_a_page_that_cannot_be_read_is_noted_and_the_others_are_read():
    data = make_pdf([Sheet(column(["One"])), Sheet(column(["Two"])), Sheet(column(["Three"]))])
    kids = data[data.index(b"/Kids [") :].split(b"]")[0]
    second = kids.split(b" 0 R")[1]
    broken = data.replace(kids, kids.replace(second + b" 0 R", b" 99 0 R"))
    document = extract_bytes(broken, "a.pdf")
    assert document.text == "One\n\nThree"
    assert [(note.code, note.page) for note in document.notes] == [("page-failed", 2)]


def test_a_blank_page_is_noted():
    document = extract_bytes(make_pdf([Sheet(column(["One"])), Sheet(), Sheet(column(["Three"]))]), "a.pdf")
    (note,) = document.notes
    assert (note.code, note.message.split(" say")[0]) == ("pages-without-words", "pages 2 of 3")


def test_a_file_that_is_opened_anew_for_its_later_pages_reads_the_same(monkeypatch):
    lines = ["A heading of it", "Text that goes on over the", "end of a page until it"]
    data = make_pdf([Sheet(column([*lines, f"ends at {number}."])) for number in range(7)])
    whole = extract_bytes(data, "a.pdf")
    monkeypatch.setattr("pincite.extract.pages.pdf._PAGES_AT_ONCE", 2)
    assert extract_bytes(data, "a.pdf") == whole
