"""A file that anybody may have written: it is taken over whole, or nothing of it is."""

import copy
import hashlib
import json
import zipfile

import pytest

from fakes import FakeEmbedder
from pincite.config import Config
from pincite.errors import ExportError
from pincite.ingest.add import document_id
from pincite.knowledge_base.door import KnowledgeBase
from pincite.knowledge_base.portable import lines
from pincite.knowledge_base.portable.export import export
from pincite.knowledge_base.portable.take_in import import_file


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    tmp_path = tmp_path_factory.mktemp("sound")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "tea.md").write_text("# Tea\n\nGreen tea is grown in Uji.", "utf-8")
    with KnowledgeBase(tmp_path / "kb", config=Config(), embedder=FakeEmbedder(projection=None)) as kb:
        kb.add(tmp_path / "docs")
        export(kb, tmp_path / "sound.jsonl", vectors=True)
    return [json.loads(line) for line in (tmp_path / "sound.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture
def rows(sound):
    return copy.deepcopy(sound)


def take(tmp_path, data):
    path = tmp_path / "hostile.jsonl"
    path.write_bytes(data if isinstance(data, bytes) else "".join(json.dumps(row) + "\n" for row in data).encode())
    with KnowledgeBase(tmp_path / "new", config=Config(), embedder=FakeEmbedder(projection=None)) as kb:
        return import_file(kb, path)


def refused(tmp_path, data, message):
    with pytest.raises(ExportError, match=message):
        take(tmp_path, data)
    assert not (tmp_path / "new").exists()


def set_in(name):
    """Put a value into the document of an export."""

    def change(rows, value):
        rows[1]["document"][name] = value

    return change


BLOCK = {"kind": "paragraph", "from": 0, "to": 5}
WRONG = [
    ("text", "# Tea\n\nBlack tea is grown in Uji.", "has not the hash"),
    ("text", "half a character \ud800", "surrogates not allowed"),
    ("text", None, "expected a text"),
    ("blocks", [], "lie in no block"),
    ("blocks", [BLOCK], "lie in no block"),
    ("blocks", [BLOCK | {"to": 4000}], "expected a whole number from 1 to"),
    ("blocks", [BLOCK | {"from": -1}], "expected a whole number"),
    ("blocks", [BLOCK | {"kind": "script"}], "found script"),
    ("blocks", [BLOCK | {"from": True}], "expected a whole number"),
    ("blocks", {"a": 1}, "expected a list"),
    ("places", [{"from": 0, "to": 4000, "slide": 1}], "a place ends beyond"),
    ("places", [{"from": 3, "to": 4, "slide": 1}, {"from": 0, "to": 2, "slide": 1}], "sorted and disjoint"),
    ("places", [{"from": 0, "to": 2, "slide": 1, "line": 1}], "2 of"),
    ("places", [{"from": 0, "to": 2, "slide": 1, "hidden": 1}], "expected true"),
    ("places", [{"from": 0, "to": 2, "line": 1, "hidden": True}], "only of cells and slides"),
    (
        "places",
        [{"from": 0, "to": 2, "chapter": {"number": 1, "file": "a", "element": "/4)](x"}}],
        "steps of an EPUB CFI",
    ),
    ("places", [{"from": 0, "to": 2, "page": {"number": 10**30}}], "whole number"),
    ("places", [{"from": 0, "to": 2, "page": {"number": 1, "box": [0, 0, 9, 9]}}], "expected a number from 0 to 1"),
    ("notes", [{"code": "x", "message": "y", "from": 0, "to": 4000, "page": None, "text": ""}], "whole number"),
    ("chunks", 10**9, "found"),
    ("chunks", 0, "expected a whole number from 1"),
    ("path", "/etc/../etc/passwd", "without `..`"),
    ("path", "docs/tea.md", "from the root on"),
    ("path", "/etc/passwd", "does not belong"),
    ("path", "/a\0b", "from the root on"),
    ("path_base64", "!", "cannot be read"),
    ("name", "other.md", "do not belong together"),
    ("document_id", "0" * 32, "does not belong"),
    ("source_sha256", "zz", "expected a sha256"),
    ("tags", ["a", 1], "expected a text"),
    ("metadata", {"a": 1}, "expected a text"),
    ("date", "yesterday", "isoformat"),
    ("size", -1, "whole number"),
    ("extra", 1, "not known here"),
]


@pytest.mark.parametrize(("name", "value", "message"), WRONG, ids=lambda value: str(value)[:30])
def test_a_document_that_can_be_none_is_refused_with_its_line_and_nothing_is_written(
    tmp_path, rows, name, value, message
):
    set_in(name)(rows, value)
    refused(tmp_path, rows, rf"line [234](.|\n)*{message}")


CHUNK = [
    ("to", 4000, "whole number"),
    ("from", -1, "whole number"),
    ("vector", "AAAA", "vector"),
    ("vector", "AAAAAAAAAAA=", "length is not 1"),
    ("header", None, "expected a text"),
    ("text", "both", "both or none"),
    ("section", 3, "expected a text"),
]


@pytest.mark.parametrize(("name", "value", "message"), CHUNK, ids=lambda value: str(value)[:30])
def test_a_chunk_that_can_be_none_is_refused(tmp_path, rows, name, value, message):
    rows[2]["chunk"][name] = value
    refused(tmp_path, rows, message if name != "vector" or value != "AAAA" else "line 3")


def test_a_file_that_is_cut_off_anywhere_changes_nothing(tmp_path, rows):
    for end in range(len(rows)):
        refused(tmp_path, rows[:end], "ends too early|found")
    whole = "".join(json.dumps(row) + "\n" for row in rows).encode()
    refused(tmp_path, whole[:-1], "it was cut off")


def test_what_is_no_export_is_refused(tmp_path, rows):
    refused(tmp_path, b"", "empty")
    refused(tmp_path, b"%PDF-1.4\n", "not JSON")
    refused(tmp_path, b"[" * 100_000 + b"\n", "not JSON")
    refused(tmp_path, b'{"a": NaN}\n', "not JSON")
    refused(tmp_path, [{"pincite_export": 2}], "another version")
    refused(tmp_path, [rows[0] | {"seal": {"embedder": 1}}, *rows[1:]], "line 1")
    refused(tmp_path, [rows[0] | {"calibration": {"cut": 0}}, *rows[1:]], "line 1")
    refused(tmp_path, [*rows, rows[-1]], "more lines follow")


def test_a_document_that_is_there_twice_is_refused(tmp_path, rows):
    twice = [rows[0], *rows[1:-1], *copy.deepcopy(rows[1:-1]), {"end": {"documents": 2, "chunks": 2}}]
    refused(tmp_path, twice, "there twice")


def test_a_line_without_end_is_not_read_into_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(lines, "LONGEST_LINE", 1000)
    refused(tmp_path, b'"' + b"a" * 5000, "longer than a line may be")


def test_a_bomb_in_a_zip_is_refused_before_it_is_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr(lines, "FREE_OF_RATIO", 1000)
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(lines.MEMBER, b"a" * 5_000_000)
    refused(tmp_path, (tmp_path / "bomb.zip").read_bytes(), "200 times as many at most")


def test_a_zip_without_the_one_member_or_with_damaged_bytes_is_refused(tmp_path, rows):
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as archive:
        archive.writestr("../../evil", b"x")
    refused(tmp_path, (tmp_path / "other.zip").read_bytes(), "holds 0 members")
    with zipfile.ZipFile(tmp_path / "sound.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(lines.MEMBER, "".join(json.dumps(row) + "\n" for row in rows))
    data = bytearray((tmp_path / "sound.zip").read_bytes())
    data[120:140] = bytes(20)
    refused(tmp_path, bytes(data), "cannot be unpacked|not JSON")


def test_chunks_of_an_export_are_never_taken_over_so_none_can_be_missing(tmp_path, rows):
    rows[2]["chunk"].update({"from": 7, "to": 12, "header": "a header that lies "})
    found = take(tmp_path, rows)
    assert [one.outcome for one in found.documents] == ["added"]
    with KnowledgeBase(tmp_path / "new", config=Config(), embedder=FakeEmbedder(projection=None)) as kb:
        assert [hit.quote for hit in kb.search("Uji", mode="lexical", rerank="none").hits] == [
            "Green tea is grown in Uji."
        ]
        assert kb.doctor() == []


def test_a_text_that_is_not_canonical_is_refused_though_its_hash_is_right(tmp_path, rows):
    document = rows[1]["document"]
    document["text"] = "a\rb"
    document["text_sha256"] = hashlib.sha256(b"a\rb").hexdigest()
    document["blocks"] = [{"kind": "paragraph", "from": 0, "to": 3}]
    refused(tmp_path, rows, "not canonical")


def test_a_path_that_is_no_text_comes_back_byte_for_byte(tmp_path, rows):
    document = rows[1]["document"]
    document |= {"path": "/d/caf\\xe9.md", "name": "caf\\xe9.md", "path_base64": "L2QvY2Fm6S5tZA=="}
    document["document_id"] = document_id(b"/d/caf\xe9.md", document["source_sha256"])
    take(tmp_path, [rows[0], {"document": document}, *rows[2:]])
    with KnowledgeBase(tmp_path / "new", config=Config(), embedder=FakeEmbedder(projection=None)) as kb:
        assert [record.path_bytes for record in kb.documents()] == [b"/d/caf\xe9.md"]
