from time import process_time

import pytest

from pincite.chunk.default import chunk_document
from pincite.extract.extract import extract_bytes


def rows(document):
    return [
        (block.kind, block.level, document.text[block.start : block.end])
        for block in document.blocks
        if block.kind != "table"
    ]


def cells(document):
    return [(document.text[p.start : p.end], document.locate(p.start, p.end).label) for p in document.places]


def words(texts):
    return [len(text.split()) + 2 for text in texts]


def test_the_text_is_the_file_and_each_cell_has_its_place():
    document = extract_bytes(b"name,share\r\nAda,12\r\n", "a.csv")
    assert document.text == "name,share\nAda,12\n"
    assert rows(document) == [("row", 1, "name,share"), ("row", 0, "Ada,12")]
    assert cells(document) == [("name", "A1"), ("share", "B1"), ("Ada", "A2"), ("12", "B2")]


def test_a_cell_in_quotes_holds_delimiters_line_ends_and_quotes_and_rows_count_by_record():
    document = extract_bytes(b'name,note\nAda,"one, two\nand ""three"""\n\nBob,x\n', "a.csv")
    assert rows(document)[1] == ("row", 0, 'Ada,"one, two\nand ""three"""')
    assert cells(document)[2:] == [("Ada", "A2"), ('one, two\nand ""three""', "B2"), ("Bob", "A4"), ("x", "B4")]


@pytest.mark.parametrize(
    ("text", "delimiter", "second"),
    [
        ("name;share\nAda;1,5\nBob;2,5", "semicolon", ["Ada", "1,5"]),
        ("name\tshare\nAda, the first\t1\nBob, too\t2", "tab", ["Ada, the first", "1"]),
        ("name|share\nAda|1\nBob|2", "bar", ["Ada", "1"]),
        ("name,share\n'Ada, B.',1\n'Bob',2", "comma", ["Ada, B.", "1"]),
        ("sep=;\nname;share\nAda;1", "semicolon", ["Ada", "1"]),
    ],
)
def test_the_dialect_is_the_one_in_which_the_records_agree(text, delimiter, second):
    document = extract_bytes(text.encode(), "a.csv")
    assert document.metadata["delimiter"] == delimiter
    row = [block for block in document.blocks if block.kind == "row"][1]
    assert [document.text[p.start : p.end] for p in document.places.between(row.start, row.end)] == second


def test_a_list_of_lines_is_a_table_of_one_column_whatever_commas_it_holds():
    document = extract_bytes(b"apple\npear, ripe\nplum\n", "a.csv")
    assert cells(document) == [("apple", "A1"), ("pear, ripe", "A2"), ("plum", "A3")]


def test_titles_above_the_table_are_paragraphs_and_the_header_is_the_first_row_of_its_width():
    document = extract_bytes(b"Sales of 2024\n\nRegion,2023,2024\nNorth,1,2\nSouth,3,4\n", "a.csv")
    assert rows(document)[:2] == [("paragraph", 0, "Sales of 2024"), ("row", 1, "Region,2023,2024")]
    assert ("North", "A4") in cells(document)


def test_a_table_of_values_has_no_header():
    document = extract_bytes(b"1,2024-01-01\n2,2024-01-02\n", "a.csv")
    assert [level for _, level, _ in rows(document)] == [0, 0]


def test_a_quote_without_a_fellow_is_a_letter_and_noted():
    document = extract_bytes(b'id\tq\n1\t"open\n2\t5" pipe\n', "a.tsv")
    assert cells(document)[3:] == [('"open', "B2"), ("2", "A3"), ('5" pipe', "B3")]
    assert [note.code for note in document.notes] == ["quotes-unmatched"]


def test_utf_16_as_a_spreadsheet_saves_it_is_read():
    document = extract_bytes("Größe\tPreis\n1\t2\n".encode("utf-16"), "a.csv")
    assert cells(document)[0] == ("Größe", "A1")


def test_the_header_row_is_embedded_with_every_chunk_and_quoted_with_none_but_the_first():
    table = "region,tonnes\n" + "".join(f"district number {n},{n * 7}\n" for n in range(200))
    document = extract_bytes(table.encode(), "landings.csv")
    chunks = chunk_document(document, words, window=128)
    assert len(chunks) > 5
    assert all(chunk.text.startswith("[landings.csv]\nregion,tonnes\n") for chunk in chunks)
    assert all(chunk.content == document.text[chunk.start : chunk.end] for chunk in chunks)
    assert all("region,tonnes" not in chunk.content for chunk in chunks[1:])


def test_a_range_of_cells_has_the_fragment_of_rfc_7111():
    document = extract_bytes(b"a,b\nc,d\ne,f\n", "a.csv")
    start = document.text.index("c,d")
    assert document.locate(start, start + 7).fragment == "#cell=2,1-3,2"
    assert document.locate(start, start + 1).fragment == "#cell=2,1"


@pytest.mark.parametrize("hostile", ['"a,', '"a,""b,', '"a"b,', '""",', "'a',\"", ",\n"])
def test_no_pattern_of_quotes_makes_a_table_slow(hostile):
    start = process_time()
    extract_bytes(b"a,b\n" + hostile.encode() * 50_000, "a.csv")
    assert process_time() - start < 20
