import json
import struct
import zlib

import pytest

from pincite.extract.extract import extract_bytes
from pincite.types.document import Note
from pincite.types.document_codec import decode_document, encode_document

SOURCE = "---\ntitle: T\ntags: [a]\n---\n# Größe 🙂\n\ntext\n\n| a | b |\n|---|---|\n| 1 | 2 |\n".encode()


def sample():
    return extract_bytes(SOURCE, "a.md")


def test_a_document_comes_back_equal_with_its_notes_and_heading_paths():
    document = extract_bytes(b"<nav>menu</nav><h1>A</h1><p>caf\xe9 text", "a.html")
    again = decode_document(encode_document(document))
    assert again == document
    assert again.notes[-1] == document.notes[-1] == Note("furniture", document.notes[-1].message, 0, 0, None, "menu")
    assert again.heading_path(5) == ("A",)


def test_encoding_twice_gives_the_same_bytes():
    assert encode_document(sample()) == encode_document(sample())


@pytest.mark.parametrize("at", range(0, 400, 7))
def test_bytes_that_were_cut_or_changed_never_give_another_document_in_silence(at):
    data = encode_document(sample())
    for hostile in (data[:at], data[:at] + bytes([data[at % len(data)] ^ 0x55]) + data[at + 1 :]):
        if hostile != data:
            with pytest.raises(ValueError, match=r"."):
                decode_document(hostile)


def test_another_form_is_named():
    with pytest.raises(ValueError, match="begins with b'PNC1', but these bytes with b'%PDF'"):
        decode_document(b"%PDF-1.4")


def test_a_bomb_is_not_unpacked():
    with pytest.raises(ValueError, match="hold more than 1000 bytes"):
        decode_document(packed(bytes(1_000_000), b"", b"", b""), largest=1000)


def packed(*parts):
    return b"PNC1" + zlib.compress(b"".join(struct.pack("<I", len(part)) + part for part in parts))


def test_what_stands_behind_a_document_is_refused():
    data = encode_document(sample())
    for more in (data + b"x", b"PNC1" + zlib.compress(zlib.decompress(data[4:]) + b"x")):
        with pytest.raises(ValueError, match="follow"):
            decode_document(more)


def test_a_header_of_another_shape_is_refused():
    with pytest.raises(ValueError, match="lacks fields"):
        decode_document(packed(json.dumps({"type": 1}).encode(), b"", b"", b""))


def test_a_header_that_nests_without_end_is_refused():
    with pytest.raises(ValueError, match="not JSON"):
        decode_document(packed(b"[" * 200_000, b"", b"", b""))


def test_a_block_outside_the_text_is_refused():
    document = sample()
    plain = zlib.decompress(encode_document(document)[4:])
    hostile = plain.replace(
        struct.pack("<II", *(document.blocks[0].start, document.blocks[0].end)), struct.pack("<II", 0, 10**6)
    )
    with pytest.raises(ValueError, match="a block at 0-1000000"):
        decode_document(b"PNC1" + zlib.compress(hostile))
