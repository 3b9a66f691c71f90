"""A document as bytes: how a child process hands it over and how a store keeps it.

The form: `PNC1`, then zlib over four parts, each after its length in four bytes (little-endian): a JSON header, the
text in UTF-8, the blocks in columns, the places in columns. Nothing in it is executed when it is read.
"""

from __future__ import annotations

import json
import struct
import sys
import zlib
from array import array
from dataclasses import astuple
from hashlib import sha256
from typing import Any, get_args

from pincite.types.document import Block, BlockKind, Document, Note
from pincite.types.places import Places

_MAGIC = b"PNC1"
_LENGTH = struct.Struct("<I")
_KINDS: tuple[BlockKind, ...] = get_args(BlockKind)
_TEXT_FIELDS = ("type", "extractor", "source_sha256", "text_sha256", "title")


def encode_document(document: Document) -> bytes:
    """The document as compressed bytes; `decode_document` gives an equal one back.

    >>> document = Document("a b", (Block("paragraph", 0, 3),), "txt", "text 1", "", sha256(b"a b").hexdigest())
    >>> decode_document(encode_document(document)) == document
    True
    """
    header = {name: getattr(document, name) for name in _TEXT_FIELDS}
    header["metadata"] = dict(document.metadata)
    header["notes"] = [astuple(note) for note in document.notes]
    header["titles"] = [block.title for block in document.blocks if _has_title(block.kind, block.level)]
    parts = (
        json.dumps(header, separators=(",", ":")).encode(),
        document.text.encode(),
        _encode_blocks(document.blocks),
        document.places.to_bytes(),
    )
    packer = zlib.compressobj(level=3)
    packed = [packer.compress(piece) for part in parts for piece in (_LENGTH.pack(len(part)), part)]
    return b"".join((_MAGIC, *packed, packer.flush()))


def decode_document(data: bytes, *, largest: int = 1 << 31) -> Document:
    """The document that `encode_document` wrote.

    Raises ValueError, with what was found, where the bytes can't be that: another form, cut off, more than `largest`
    bytes when unpacked, offsets outside the text, or a text that doesn't have the hash in the header.
    """
    header_part, text_part, blocks_part, places_part = _parts(_unpack(data, largest))
    header = _header(header_part)
    text = text_part.decode()
    if (found := sha256(text_part).hexdigest()) != header["text_sha256"]:
        raise ValueError(f"the text of the document has sha256 {found}, but its header says {header['text_sha256']}")
    places = Places.from_bytes(places_part)
    if len(places) and places[len(places) - 1].end > len(text):
        raise ValueError(f"a place ends beyond the {len(text)} characters of the text")
    return Document(
        text=text,
        blocks=_decode_blocks(blocks_part, header["titles"], len(text)),
        places=places,
        notes=tuple(Note(*note) for note in header["notes"]),
        metadata=header["metadata"],
        **{name: header[name] for name in _TEXT_FIELDS},
    )


def _unpack(data: bytes, largest: int) -> bytes:
    if not data.startswith(_MAGIC):
        raise ValueError(f"a document begins with {_MAGIC!r}, but these bytes with {bytes(data[:4])!r}")
    unpacker = zlib.decompressobj()
    try:
        plain = unpacker.decompress(memoryview(data)[len(_MAGIC) :], largest)
    except zlib.error as error:
        raise ValueError(f"the document's bytes are damaged: {error}") from None
    if unpacker.unused_data:
        raise ValueError(f"{len(unpacker.unused_data)} bytes follow the document")
    if not unpacker.eof:
        raise ValueError(f"the document's bytes are cut off, or hold more than {largest} bytes")
    return plain


def _parts(plain: bytes) -> list[bytes]:
    parts = []
    position = 0
    for _ in range(4):
        if position + _LENGTH.size > len(plain):
            raise ValueError("the document's bytes end before its four parts do")
        (length,) = _LENGTH.unpack_from(plain, position)
        position += _LENGTH.size
        parts.append(plain[position : position + length])
        position += length
    if position != len(plain):
        raise ValueError(f"the document's four parts speak of {position} bytes, but there are {len(plain)}")
    return parts


def _header(part: bytes) -> dict[str, Any]:
    try:
        header = json.loads(part)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"the document's header is not JSON: {error}") from None
    if not isinstance(header, dict) or set(header) != {*_TEXT_FIELDS, "metadata", "notes", "titles"}:
        raise ValueError("the document's header lacks fields, or has others")
    sound = (
        all(isinstance(header[name], str) for name in _TEXT_FIELDS)
        and isinstance(header["metadata"], dict)
        and all(isinstance(value, str) for value in header["metadata"].values())
        and _is_list(header["titles"], lambda title: isinstance(title, str))
        and _is_list(header["notes"], _is_note)
    )
    if not sound:
        raise ValueError("the document's header has a field of another type")
    return header


def _is_list(raw: Any, holds: Any) -> bool:
    return isinstance(raw, list) and all(holds(item) for item in raw)


def _is_note(raw: Any) -> bool:
    match raw:
        case [str(), str(), None | int(), None | int(), None | int(), str()]:
            return True
        case _:
            return False


def _encode_blocks(blocks: tuple[Block, ...]) -> bytes:
    kinds = {kind: index for index, kind in enumerate(_KINDS)}
    numbers = array("I", [value for block in blocks for value in (block.start, block.end)])
    if sys.byteorder == "big":
        numbers.byteswap()
    small = bytes(value for block in blocks for value in (kinds[block.kind], block.level))
    return numbers.tobytes() + small


def _has_title(kind: BlockKind, level: int) -> bool:
    return kind == "heading" or (kind == "code" and level == 1)


def _decode_blocks(part: bytes, titles: list[str], length: int) -> tuple[Block, ...]:
    count, rest = divmod(len(part), 10)
    if rest:
        raise ValueError(f"the document's blocks take {len(part)} bytes, which is not ten for each")
    numbers = array("I", part[: 8 * count])
    if sys.byteorder == "big":
        numbers.byteswap()
    small = part[8 * count :]
    known = all(kind < len(_KINDS) for kind in small[::2])
    roles = [(_KINDS[kind], level) for kind, level in zip(small[::2], small[1::2], strict=True)] if known else []
    if not known or sum(_has_title(*role) for role in roles) != len(titles):
        raise ValueError("the document's blocks and their titles don't agree")
    title = iter(titles)
    blocks = []
    for start, end, (kind, level) in zip(numbers[::2], numbers[1::2], roles, strict=True):
        if not start <= end <= length:
            raise ValueError(f"a block at {start}-{end} in a text of {length} characters")
        blocks.append(Block(kind, start, end, level, next(title) if _has_title(kind, level) else ""))
    return tuple(blocks)
