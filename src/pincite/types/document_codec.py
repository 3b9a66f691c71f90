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
from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple
from hashlib import sha256
from typing import Any, get_args

from pincite.types.document import Block, BlockKind, Document, Note
from pincite.types.places import Places

_MAGIC = b"PNC1"
_LENGTH = struct.Struct("<I")
_AT_ONCE = 1 << 16  # zlib copies what it was given and has not used yet
_KINDS: tuple[BlockKind, ...] = get_args(BlockKind)
_TEXT_FIELDS = ("type", "extractor", "source_sha256", "text_sha256", "title")


def encode_document(document: Document) -> bytes:
    """The document as compressed bytes; `decode_document` gives an equal one back.

    >>> document = Document("a b", (Block("paragraph", 0, 3),), "txt", "text 1", "", sha256(b"a b").hexdigest())
    >>> decode_document(encode_document(document)) == document
    True
    """
    return b"".join(encoded_pieces(document))


def encoded_pieces(document: Document) -> list[bytes]:
    """What `encode_document` gives, in pieces: the places of a book are never unpacked all at once."""
    packer = zlib.compressobj(level=3)
    return [_MAGIC, *(packer.compress(piece) for piece in _pieces(document)), packer.flush()]


def _pieces(document: Document) -> Iterator[bytes]:
    header = {name: getattr(document, name) for name in _TEXT_FIELDS}
    header["metadata"] = dict(document.metadata)
    header["notes"] = [astuple(note) for note in document.notes]
    header["titles"] = [block.title for block in document.blocks if _has_title(block.kind, block.level)]
    yield from _part(lambda: [json.dumps(header, separators=(",", ":")).encode()])
    yield from _part(lambda: _slices(document.text))
    yield from _part(lambda: [_encode_blocks(document.blocks)])
    yield from _part(document.places.pieces)


def _part(pieces: Callable[[], Iterable[bytes]]) -> Iterator[bytes]:
    """A part after its length; what is made twice for that is never held whole."""
    yield _LENGTH.pack(sum(map(len, pieces())))
    yield from pieces()


def _slices(text: str) -> Iterator[bytes]:
    return (text[start : start + _AT_ONCE].encode() for start in range(0, len(text), _AT_ONCE))


def decode_document(data: bytes, *, largest: int = 1 << 31, packed: bool = False) -> Document:
    """The document that `encode_document` wrote; `packed` keeps its places in little memory, which takes longer.

    Raises ValueError, with what was found, where the bytes can't be that: another form, cut off, more than `largest`
    bytes when unpacked, offsets outside the text, or a text that doesn't have the hash in the header.
    """
    reader = _Reader(data, largest)
    header = _header(reader.part())
    text = _text(reader.part(), header["text_sha256"])
    blocks = _decode_blocks(reader.part(), header["titles"], len(text))
    places = Places.read(reader.take, reader.length(), packed=packed)
    reader.end()
    if len(places) and places[-1].end > len(text):
        raise ValueError(f"a place ends beyond the {len(text)} characters of the text")
    return Document(
        text=text,
        blocks=blocks,
        places=places,
        notes=tuple(Note(*note) for note in header["notes"]),
        metadata=header["metadata"],
        **{name: header[name] for name in _TEXT_FIELDS},
    )


class _Reader:
    """Unpacks no more than it is asked for."""

    def __init__(self, data: bytes, largest: int) -> None:
        if not data.startswith(_MAGIC):
            raise ValueError(f"a document begins with {_MAGIC!r}, but these bytes with {bytes(data[:4])!r}")
        self._data = memoryview(data)
        self._at = len(_MAGIC)
        self._left = self._largest = largest
        self._unpacker = zlib.decompressobj()

    def take(self, count: int) -> bytearray:
        """The next `count` bytes; raises ValueError where there are fewer."""
        if count > self._left:
            raise ValueError(f"the document's bytes hold more than {self._largest} bytes")
        self._left -= count
        taken = bytearray()
        while len(taken) < count:
            if not (more := self._some(count - len(taken))):
                raise ValueError("the document's bytes are cut off, or end before its four parts do")
            taken += more
        return taken

    def length(self) -> int:
        """The length of the part that follows."""
        return int(_LENGTH.unpack(self.take(_LENGTH.size))[0])

    def part(self) -> bytearray:
        """The next part."""
        return self.take(self.length())

    def end(self) -> None:
        """Raise ValueError unless everything has been taken, and the bytes are whole."""
        if self._some(1):
            raise ValueError("more bytes follow the four parts of the document")
        if not self._unpacker.eof:
            raise ValueError("the document's bytes are cut off")
        if self._unpacker.unused_data or self._at < len(self._data):
            raise ValueError("other bytes follow the document")

    def _some(self, most: int) -> bytes:
        """Between 1 and `most` bytes, none at the end."""
        try:
            while not self._unpacker.eof:
                packed: bytes | memoryview = self._unpacker.unconsumed_tail
                if not packed:
                    packed = self._data[self._at : self._at + _AT_ONCE]
                    self._at += len(packed)
                if some := self._unpacker.decompress(packed, most):
                    return some
                if not packed:
                    break
        except zlib.error as error:
            raise ValueError(f"the document's bytes are damaged: {error}") from None
        return b""


def _text(part: bytearray, expected: str) -> str:
    if (found := sha256(part).hexdigest()) != expected:
        raise ValueError(f"the text of the document has sha256 {found}, but its header says {expected}")
    return part.decode()


def _header(part: bytearray) -> dict[str, Any]:
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


def _decode_blocks(part: bytearray, titles: list[str], length: int) -> tuple[Block, ...]:
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
