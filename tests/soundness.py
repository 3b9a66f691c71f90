"""What holds for every document, whatever it was made of."""

from __future__ import annotations

from pincite.errors import EXTRACT_CODES, ExtractError
from pincite.extract.extract import extract_bytes
from pincite.types.document_codec import decode_document, encode_document


def assert_sound(document):
    text = document.text
    assert "\r" not in text
    assert "\0" not in text
    text.encode()
    ends = []
    last_start = 0
    covered = bytearray(len(text))
    for block in document.blocks:
        assert last_start <= block.start < block.end <= len(text)
        last_start = block.start
        while ends and ends[-1] <= block.start:
            ends.pop()
        assert not ends or block.end <= ends[-1]
        ends.append(block.end)
        covered[block.start : block.end] = b"\1" * (block.end - block.start)
    assert all(covered[offset] for offset, char in enumerate(text) if not char.isspace())
    assert all(place.end <= len(text) for place in document.places)
    assert decode_document(encode_document(document)) == document


def outcome(data, name):
    """The document in `data`; None where it is refused with a code and a message."""
    try:
        return extract_bytes(data, name)
    except ExtractError as error:
        return _explained(error)


def _explained(error):
    assert error.code in EXTRACT_CODES
    assert error.message
