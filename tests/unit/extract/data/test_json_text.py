import json

import pytest

from pincite.chunk.default import chunk_document
from pincite.errors import ExtractError
from pincite.extract.extract import extract_bytes

RECORDS = [{"id": n, "name": f"port number {n}", "tags": ["sea", "fish"]} for n in range(20)]


def items(document):
    return [document.text[block.start : block.end] for block in document.blocks if block.kind == "item"]


def words(texts):
    return [len(text.split()) + 2 for text in texts]


def test_the_text_is_the_file_and_each_record_is_an_item():
    source = json.dumps(RECORDS)
    document = extract_bytes(source.encode(), "ports.json")
    assert document.text == source
    assert [json.loads(item.rstrip(",")) for item in items(document)] == RECORDS


def test_chunks_are_cut_between_records():
    document = extract_bytes(json.dumps(RECORDS, indent=1).encode(), "ports.json")
    contents = [chunk.content for chunk in chunk_document(document, words, window=128)]
    assert len(contents) > 2
    assert all(content.rstrip().endswith(("},", "]")) for content in contents)


def test_the_members_of_a_long_object_are_items_and_so_are_the_elements_of_a_long_member():
    document = extract_bytes(json.dumps({"version": 2, "ports": RECORDS}).encode(), "a.json")
    found = items(document)
    assert found[0] == '"version": 2,'
    assert found[1].startswith('"ports": [')
    assert found[2] == json.dumps(RECORDS[0]) + ","


def test_lines_are_records_and_one_that_is_no_json_is_kept_and_noted():
    document = extract_bytes(b'{"a": 1}\n\n{"b": "x"}\nbroken\n', "a.jsonl")
    assert items(document) == ['{"a": 1}', '{"b": "x"}', "broken"]
    assert [(note.code, note.message) for note in document.notes] == [
        ("lines-malformed", "1 lines are no JSON, and kept as they are: 3")
    ]


def test_lines_of_json_under_the_name_of_json_are_lines_of_json():
    assert extract_bytes(b'{"a": 1}\n{"b": 2}\n', "a.json").type == "jsonl"


def test_what_is_no_json_is_plain_text_with_a_note():
    document = extract_bytes(b"{a: 1,}\n\n// more", "a.json")
    assert [block.kind for block in document.blocks] == ["paragraph", "paragraph"]
    assert [note.code for note in document.notes] == ["json-malformed"]


def test_letters_written_as_escapes_are_letters_and_all_else_stays():
    document = extract_bytes(rb'["A\u00f1o \ud83d\ude00", "\\u00f1 \u0000 \n \ud83d"]', "a.json")
    assert document.text == r'["Año 😀", "\\u00f1 \u0000 \n \ud83d"]'
    assert [note.code for note in document.notes] == ["escapes-decoded"]


@pytest.mark.parametrize("data", [b"[" * 100_000, b'{"a":' * 600 + b"1" + b"}" * 600])
def test_deep_nesting_is_refused(data):
    with pytest.raises(ExtractError) as caught:
        extract_bytes(data, "a.json")
    assert caught.value.code == "too_deep"


def test_a_number_of_a_million_digits_is_only_text():
    assert extract_bytes(b"[" + b"9" * 1_000_000 + b"]", "a.json").type == "json"


def test_a_file_without_a_name_is_json_by_its_first_and_last_mark():
    assert extract_bytes(b'{"a": 1}', "data").type == "json"
    assert extract_bytes(b"[1] is a footnote", "data").type == "txt"
