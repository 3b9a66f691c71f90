from time import process_time

from pincite.extract.extract import extract_bytes


def blocks(document):
    return [(block.kind, document.text[block.start : block.end]) for block in document.blocks]


def test_paragraphs_are_what_blank_lines_separate():
    document = extract_bytes(b"  one\nstill one  \n \n\ntwo\n\n\n", "a.txt")
    assert document.text == "  one\nstill one  \n \n\ntwo\n\n\n"
    assert blocks(document) == [("paragraph", "one\nstill one"), ("paragraph", "two")]


def test_windows_and_mixed_line_ends_are_one_line_feed_each():
    lines = [f"line {number}" for number in range(60)]
    document = extract_bytes("\r\n".join(lines).encode() + b"\rlone\nlast", "a.txt")
    assert document.text == "\n".join([*lines, "lone", "last"])
    start = document.text.index("line 50")
    assert document.text[start : start + 7] == "line 50"


def test_a_nul_stays_visible():
    assert extract_bytes(b"a\0b and enough words for this to be a text", "a.txt").text.startswith("a\ufffdb")


def test_a_text_has_characters_and_no_invented_page():
    document = extract_bytes(b"some words", "a.txt")
    assert document.locate(5, 10).fragment == "#char=5,10"
    assert document.locate(5, 10).pages == ()


def test_twenty_megabytes_are_read_in_seconds():
    data = b"A sentence of some length, as they stand in books and reports. \n\n" * 300_000
    start = process_time()
    assert len(extract_bytes(data, "a.txt").text) == len(data)
    assert process_time() - start < 60
