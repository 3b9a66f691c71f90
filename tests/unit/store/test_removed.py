"""Removed words are gone from the bytes on disk."""

from __future__ import annotations

import contextlib
import random
import re
import zlib

from pincite.lexical.terms import terms

SECRET = "zyxwhistleblower"
OTHERS = [f"word{i}" for i in range(3000)]


def everything(folder) -> bytes:
    """All bytes of all files, and what every zlib stream in them unpacks to, also cut or without its end."""
    raw = b"".join(file.read_bytes() for file in folder.iterdir())
    found = [raw]
    for start in re.finditer(b"\x78[\x01\x5e\x9c\xda]", raw):
        with contextlib.suppress(zlib.error):
            found.append(zlib.decompressobj().decompress(raw[start.start() : start.start() + 200_000]))
    return b"\n".join(found)


def lines(number: int) -> list[str]:
    chance = random.Random(number)
    return [" ".join(chance.choices(OTHERS, k=40)) for _ in range(20)]


def test_no_byte_tells_of_a_removed_document(store, made):
    for number in range(12):
        made(f"/kb/docs/{number}.txt", lines(number)).into(store)
    secret = made(f"/kb/docs/{SECRET}-name.txt", [*lines(99), f"the {SECRET} spoke"], header=f"About {SECRET}")
    secret.into(store)
    for number in range(12, 20):
        made(f"/kb/docs/{number}.txt", lines(number)).into(store)
    store.checkpoint()
    assert SECRET.encode() in everything(store.path.parent)
    store.remove([secret.document_id])
    left = everything(store.path.parent)
    assert SECRET.encode() not in left
    assert secret.document_id.encode() not in left
    assert b"word17" in left
    assert store.check(terms) == []


def test_the_log_is_emptied_as_soon_as_the_last_old_reader_is_gone(store, made):
    secret = made("/kb/docs/a.txt", [f"the {SECRET} spoke"])
    secret.into(store)
    held = store.view()
    store.remove([secret.document_id])
    assert SECRET.encode() in everything(store.path.parent)
    held.close()
    made("/kb/docs/b.txt", ["something else"]).into(store)
    assert SECRET.encode() not in everything(store.path.parent)
