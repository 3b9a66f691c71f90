import io
import zipfile

import pytest

from pincite.chunk.default import chunk_document
from pincite.errors import ExtractError
from pincite.extract.extract import extract_bytes
from sheet_maker import STRICT, Formula, Sheet, Styled, make_ods, make_xls, make_xlsb, make_xlsx, zipped


def shape(document):
    return [
        (block.kind, block.level, document.text[block.start : block.end])
        for block in document.blocks
        if block.kind != "table"
    ]


def cells(document):
    return [(document.text[p.start : p.end], document.locate(p.start, p.end).label) for p in document.places]


def notes(document):
    return [note.code for note in document.notes]


def words(texts):
    return [len(text.split()) + 2 for text in texts]


def sheet(name, *rows, **more):
    filled = {f"{chr(65 + c)}{r}": v for r, row in enumerate(rows, 1) for c, v in enumerate(row) if v is not None}
    return Sheet(name, filled, **more)


def test_a_sheet_is_a_heading_a_row_is_a_line_and_each_cell_has_its_place():
    document = extract_bytes(make_xlsx([sheet("Landings", ("Region", "Tonnes"), ("North", 12))]), "a.xlsx")
    assert document.text == "Landings\n\nRegion\tTonnes\nNorth\t12"
    assert shape(document) == [("heading", 1, "Landings"), ("row", 1, "Region\tTonnes"), ("row", 0, "North\t12")]
    assert cells(document)[2:] == [("North", "Landings!A2"), ("12", "Landings!B2")]
    assert document.locate(10, len(document.text)).fragment == "#Landings!A1:B2"


def test_values_are_what_the_sheet_shows():
    row = (Styled(0.125, "0.0%"), Styled(45322, "dd/mm/yyyy"), Styled(9.5, '"$"0.00'), True, 3.0, 0.1 + 0.2)
    document = extract_bytes(make_xlsx([sheet("S", row)]), "a.xlsx")
    assert [text for text, _ in cells(document)] == ["12.5%", "31/01/2024", "$9.50", "TRUE", "3", "0.3"]


def test_a_formula_is_the_value_that_was_saved_and_one_without_is_noted():
    document = extract_bytes(make_xlsx([sheet("S", ("a", Formula("SUM(B2:B9)", 5)), (Formula("A9&B9"),))]), "a.xlsx")
    assert cells(document) == [("a", "S!A1"), ("5", "S!B1")]
    (note,) = document.notes
    assert (note.code, note.text) == ("formula-without-value", "A2 =A9&B9")


def test_a_merged_range_is_there_once_and_its_place_is_the_range():
    document = extract_bytes(make_xlsx([sheet("S", ("Title", None), ("a", "b"), merged=["A1:B1"])]), "a.xlsx")
    assert cells(document)[0] == ("Title", "S!A1:B1")
    assert shape(document)[1] == ("paragraph", 0, "Title")


def test_hidden_sheets_rows_and_columns_are_read_and_noted():
    data = make_xlsx(
        [
            sheet("Shown", ("a", "b"), ("c", "d"), hidden_rows=[2], hidden_columns=[2]),
            sheet("Secret", ("key",), state="veryHidden"),
        ]
    )
    document = extract_bytes(data, "a.xlsx")
    assert [text for text, _ in cells(document)] == ["a", "b", "c", "d", "key"]
    assert [(note.code, note.message) for note in document.notes] == [
        ("cells-hidden", "1 rows and 1 columns of 'Shown' are hidden in the sheet; they are read too"),
        ("sheet-hidden", "the sheet 'Secret' is hidden in its workbook"),
    ]
    assert [label for _, label in cells(document)] == [
        "Shown!A1",
        "Shown!B1, hidden",
        "Shown!A2, hidden",
        "Shown!B2, hidden",
        "Secret!A1, hidden",
    ]
    whole = document.locate(0, document.text.index("Secret"))
    assert (whole.label, whole.to_json()["hidden"]) == ("Shown!A1:B2, partly hidden", "partly hidden")
    hidden = document.notes[1]
    assert document.text[hidden.start : hidden.end] == "Secret\n\nkey"


def test_a_cell_stays_in_its_column_and_far_away_cells_cost_nothing():
    data = make_xlsx([Sheet("S", {"A1": "Region", "B1": "x", "C1": "y", "A2": "North", "C2": 5, "XFD1048576": "far"})])
    document = extract_bytes(data, "a.xlsx")
    assert "Region\tx\ty\nNorth\t\t5\n\nfar" in document.text
    assert cells(document)[-1] == ("far", "S!XFD1048576")


def test_a_blank_row_ends_a_table_only_if_another_one_with_a_header_follows():
    data = make_xlsx(
        [sheet("S", ("Region", "Tonnes"), ("North", 1), (), ("Total", 1), (), ("Port", "Ships"), ("Vigo", 7))]
    )
    document = extract_bytes(data, "a.xlsx")
    tables = [document.text[b.start : b.end] for b in document.blocks if b.kind == "table"]
    assert tables == ["Region\tTonnes\nNorth\t1\nTotal\t1", "Port\tShips\nVigo\t7"]


def test_two_rows_are_the_header_where_the_upper_one_spans_columns_of_the_lower():
    data = make_xlsx(
        [
            sheet(
                "S",
                ("Region", "Landings", None),
                (None, "May", "June"),
                ("North", 1, 2),
                ("South", 3, 4),
                merged=["B1:C1"],
            )
        ]
    )
    levels = [level for kind, level, _ in shape(extract_bytes(data, "a.xlsx")) if kind == "row"]
    assert levels == [1, 1, 0, 0]


def test_the_header_row_is_embedded_with_every_chunk_and_the_path_names_file_and_sheet():
    rows = [("Region", "Tonnes"), *((f"district number {n}", n * 7) for n in range(200))]
    document = extract_bytes(make_xlsx([sheet("Landings", *rows)]), "data.xlsx")
    chunks = chunk_document(document, words, window=128)
    assert len(chunks) > 5
    assert all(chunk.text.startswith("[data.xlsx > Landings]\nRegion\tTonnes\n") for chunk in chunks)
    assert all("Tonnes" not in chunk.content for chunk in chunks[1:])


def test_rows_out_of_order_and_a_cell_that_is_there_twice_stand_in_their_places():
    part = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        '<row r="3"><c r="B3" t="inlineStr"><is><t>third</t></is></c></row>'
        '<row r="1"><c r="C1"><v>2</v></c><c r="A1"><v>1</v></c><c r="A1"><v>9</v></c></row>'
        "<row><c><v>4</v></c></row></sheetData></worksheet>"
    )
    document = extract_bytes(make_xlsx([sheet("S")], parts={"xl/worksheets/sheet1.xml": part}), "a.xlsx")
    assert cells(document) == [("1", "S!A1"), ("2", "S!C1"), ("4", "S!A2"), ("third", "S!B3")]


def test_strict_workbooks_escapes_phonetics_and_rich_strings_are_read():
    strings = (
        f'<sst xmlns="{STRICT}"><si><r><t>rich </t></r><r><t>text</t></r><rPh><t>aloud</t></rPh></si>'
        "<si><t>a_x000D_b</t></si></sst>"
    )
    data = make_xlsx([sheet("S", ("0", "1"))], parts={"xl/sharedStrings.xml": strings}, main=STRICT)
    assert [text for text, _ in cells(extract_bytes(data, "a.xlsx"))] == ["rich text", "a\nb"]


def test_what_is_beside_the_cells_is_noted():
    data = make_xlsx([sheet("S", ("a",))], parts={"xl/comments1.xml": "<c/>", "xl/drawings/drawing1.xml": "<d/>"})
    assert [note.message for note in extract_bytes(data, "a.xlsx").notes] == [
        "1 parts with drawings and charts are not read",
        "1 parts with comments are not read",
    ]


def test_a_sheet_whose_part_is_missing_is_malformed_and_one_without_words_is_empty():
    with pytest.raises(ExtractError, match=r"sheet1\.xml") as caught:
        extract_bytes(make_xlsx([sheet("S", ("a",))]).replace(b"worksheets/sheet1", b"worksheets/other1"), "a.xlsx")
    assert caught.value.code == "malformed"
    with pytest.raises(ExtractError) as caught:
        extract_bytes(make_xlsx([sheet("S")]), "a.xlsx")
    assert caught.value.code == "empty"


def test_a_zip_bomb_and_a_string_that_is_shown_too_often_are_too_large():
    bomb = b"<worksheet>" + b" " * 60_000_000
    with pytest.raises(ExtractError, match="zip bomb") as caught:
        extract_bytes(make_xlsx([sheet("S", ("a",))], parts={"xl/worksheets/sheet1.xml": bomb}), "a.xlsx")
    assert caught.value.code == "too_large"
    cell = '<c t="s"><v>0</v></c>'
    rows = f"<row>{cell * 200}</row>" * 20
    part = f'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{rows}</worksheet>'
    data = make_xlsx([sheet("S", ("x" * 32_000,))], parts={"xl/worksheets/sheet1.xml": part})
    with pytest.raises(ExtractError, match="100000000 characters") as caught:
        extract_bytes(data, "a.xlsx")
    assert caught.value.code == "too_large"


@pytest.mark.parametrize(("make", "name"), [(make_xls, "a.xls"), (make_xlsb, "a.xlsb")])
def test_binary_workbooks_have_the_same_form(make, name):
    document = extract_bytes(make("Data", {(0, 0): "Region", (0, 1): "Tonnes", (1, 0): "North", (1, 1): 12.5}), name)
    assert document.text == "Data\n\nRegion\tTonnes\nNorth\t12.5"
    assert cells(document)[3] == ("12.5", "Data!B2")
    assert document.type == name.removeprefix("a.")
    assert notes(document) == []


@pytest.mark.parametrize(("make", "name"), [(make_xls, "a.xls"), (make_xlsb, "a.xlsb")])
def test_values_of_binary_workbooks_are_what_the_sheet_shows(make, name):
    row = (Styled(0.125, "0.0%"), Styled(45322, "dd/mm/yyyy"), Styled(9.5, '"$"0.00'), Styled(1.5, "[h]:mm"), 3.0)
    document = extract_bytes(make("S", {(4, column): value for column, value in enumerate(row)}), name)
    assert [text for text, _ in cells(document)] == ["12.5%", "31/01/2024", "$9.50", "36:00", "3"]


def test_a_binary_workbook_whose_formats_cannot_be_told_says_so(monkeypatch):
    def broken(_):
        raise ValueError("no stream Workbook")

    monkeypatch.setattr("pincite.extract.sheets.xls.codes_of_xls", broken)
    document = extract_bytes(make_xls("S", {(0, 0): Styled(0.125, "0.0%")}), "a.xls")
    assert ([text for text, _ in cells(document)], notes(document)) == (["0.125"], ["formats-not-read"])


def test_a_binary_workbook_with_a_far_away_cell_is_refused_before_it_takes_memory():
    with pytest.raises(ExtractError, match="1048576 x 16384 cells") as caught:
        extract_bytes(make_xlsb("S", {(0, 0): "a", (1048575, 16383): 1.0}), "a.xlsb")
    assert caught.value.code == "too_large"


def test_the_name_of_a_workbook_says_nothing():
    data = make_xls("S", {(0, 0): "a"})
    assert extract_bytes(data, "a.doc").type == "xls"
    assert extract_bytes(make_xlsx([sheet("S", ("a",))]), "a.csv").type == "xlsx"
    assert extract_bytes(b"a\tb\n1\t2\n", "a.xls").type == "csv"


def cell(text, attributes=""):
    return f"<table:table-cell {attributes}><text:p>{text}</text:p></table:table-cell>"


def row(*some, attributes=""):
    return f"<table:table-row {attributes}>{''.join(some)}</table:table-row>"


def test_an_opendocument_sheet_shows_its_own_words():
    blank = "<table:table-cell table:number-columns-repeated='1000'/>"
    tables = (
        "<table:table table:name='Caja'>"
        + row(
            cell("Año <text:span>2024</text:span>", "table:number-columns-spanned='2'"), "<table:covered-table-cell/>"
        )
        + row(cell("Mes"), cell("Cuota"))
        + row(cell("mayo"), cell("50 %", "office:value='0.5'"), blank)
        + row(cell("junio"), cell("1<text:s text:c='2'/>€"), attributes="table:visibility='collapse'")
        + row(blank, attributes="table:number-rows-repeated='1048000'")
        + "</table:table>"
    )
    document = extract_bytes(make_ods(tables), "caja.ods")
    assert document.text == "Caja\n\nAño 2024\n\nMes\tCuota\nmayo\t50 %\njunio\t1  €"
    assert cells(document)[0] == ("Año 2024", "Caja!A1:B1")
    assert cells(document)[-1] == ("1  €", "Caja!B4, hidden")
    assert notes(document) == ["cells-hidden"]


def test_rows_and_cells_that_repeat_are_bounded():
    rows = row(cell("x", "table:number-columns-repeated='16384'"), attributes="table:number-rows-repeated='1048576'")
    with pytest.raises(ExtractError) as caught:
        extract_bytes(make_ods(f"<table:table table:name='T'>{rows}</table:table>"), "a.ods")
    assert caught.value.code == "too_large"


def test_workbooks_with_a_password_say_so():
    old = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "EncryptedPackage".encode("utf-16-le")
    manifest = '<manifest><file-entry><encryption-data checksum="x"/></file-entry></manifest>'
    for data, name in ((old, "a.xlsx"), (make_ods("", manifest=manifest), "a.ods")):
        with pytest.raises(ExtractError, match="password") as caught:
            extract_bytes(data, name)
        assert caught.value.code == "encrypted"


def test_a_record_of_a_binary_workbook_that_ends_early_is_malformed():
    whole = make_xlsb("S", {(0, 0): "words", (1, 0): 2.0})
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members["xl/worksheets/sheet1.bin"] = members["xl/worksheets/sheet1.bin"][:-12]
    with pytest.raises(ExtractError) as found:
        extract_bytes(zipped(members), "a.xlsb")
    assert (found.value.code, "not a workbook that can be read" in found.value.message) == ("malformed", True)


@pytest.mark.parametrize(("make", "name"), [(make_xls, "a.xls"), (make_xlsb, "a.xlsb")])
def test_hidden_rows_and_columns_of_binary_workbooks_are_read_and_said(make, name):
    table = {(0, 0): "a", (0, 1): "b", (1, 0): "c", (1, 1): "d", (2, 0): "e"}
    document = extract_bytes(make("S", table, hidden=(1, 1)), name)
    assert [label for _, label in cells(document)] == ["S!A1", "S!B1, hidden", "S!A2, hidden", "S!B2, hidden", "S!A3"]
    assert [note.message for note in document.notes] == [
        "1 rows and 1 columns of 'S' are hidden in the sheet; they are read too"
    ]


def test_hidden_columns_of_an_opendocument_sheet_are_read_and_said():
    columns = "<table:table-column/><table:table-column table:visibility='collapse' table:number-columns-repeated='2'/>"
    tables = f"<table:table table:name='S'>{columns}{row(cell('a'), cell('b'), cell('c'), cell('d'))}</table:table>"
    document = extract_bytes(make_ods(tables), "a.ods")
    assert [label for _, label in cells(document)] == ["S!A1", "S!B1, hidden", "S!C1, hidden", "S!D1"]
    assert [note.message for note in document.notes] == [
        "0 rows and 2 columns of 'S' are hidden in the sheet; they are read too"
    ]


@pytest.mark.parametrize("sector", [1, 2])
def test_an_old_workbook_whose_sectors_follow_themselves_is_malformed(sector):
    whole = bytearray(make_xls("S", {(0, 0): "words"}))
    whole[512 + 4 * sector : 516 + 4 * sector] = sector.to_bytes(4, "little")  # of the directory, of the stream
    with pytest.raises(ExtractError) as found:
        extract_bytes(bytes(whole), "a.xls")
    assert (found.value.code, "in a circle" in found.value.message) == ("malformed", True)
