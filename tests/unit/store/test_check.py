"""Damage of every kind is found and named."""

from __future__ import annotations

from contextlib import suppress

import apsw
import numpy as np
import pytest

from pincite.errors import StoreError
from pincite.lexical.terms import terms
from pincite.store.open import Store

COLUMNS = ("spans", "lengths", "content_hashes", "vectors", "words", "pieces")
DAMAGE = {
    "counters": "UPDATE counters SET value = value + 1 WHERE name = 'chunks'",
    "text": "UPDATE texts SET body = x'00'",
    "chunks": "UPDATE chunks SET lengths = x''",
    "orphans": "INSERT INTO segments (generation, chunks, pieces) SELECT generation, 0, pieces FROM segments LIMIT 1",
    "segments": "UPDATE segments SET dead = dead + 1",
    "seal": "UPDATE generations SET seal = 'no seal'",
    "checksum": "UPDATE codes SET code = x'00' WHERE ordinal = 0",
    "postings": "UPDATE posting_blocks SET body = x'00'",
    "pieces": "UPDATE chunks SET pieces = (SELECT pieces FROM chunks ORDER BY document DESC LIMIT 1)",
}


@pytest.fixture
def two(store, made):
    made("/kb/docs/a.txt", ["one two", "three"], header="H").into(store)
    made("/kb/docs/b.txt", ["seventeen"]).into(store)
    assert store.check(terms) == []
    return store


def damage(store, statement, values=()):
    raw = apsw.Connection(str(store.path))
    raw.execute(statement, values)
    raw.close()


@pytest.mark.parametrize(("name", "statement"), DAMAGE.items())
def test_damage_is_found_by_its_check(two, name, statement):
    damage(two, statement)
    assert name in {problem.check for problem in two.check(terms)}


def test_a_moved_quote_is_found(two):
    spans = np.array([[1, 8, 0, 0], [8, 13, 0, 0]], np.int32).tobytes()
    damage(two, "UPDATE chunks SET spans = ? WHERE length(spans) = 32", (spans,))
    assert ("quotes", "/kb/docs/a.txt") in [(p.check, p.where) for p in two.check(None)]


def test_a_vector_of_another_length_is_found(two):
    damage(two, "UPDATE chunks SET vectors = ? WHERE length(vectors) = 16", (np.full(4, 3, np.float32).tobytes(),))
    assert ("vectors", "/kb/docs/b.txt") in [(p.check, p.where) for p in two.check(None)]


def test_postings_of_other_terms_are_found(two):
    assert {p.check for p in two.check(lambda text: ["other"])} == {"postings"}


SILENT = (
    "UPDATE chunks SET words = (SELECT words FROM chunks ORDER BY length(spans) DESC LIMIT 1)",
    "UPDATE chunks SET lengths = zeroblob(length(lengths))",
    "DELETE FROM codes",
    "INSERT INTO codes SELECT document, 99, x'00' FROM chunks",
    "UPDATE documents SET tokens = tokens + 1",
    "UPDATE documents SET over_window = 1",
    "UPDATE documents SET source_sha256 = 'other'",
    "UPDATE posting_blocks SET first_term = 'zz'",
    "DELETE FROM commits",
)


@pytest.mark.parametrize("statement", SILENT)
def test_damage_that_breaks_no_search_is_found_too(two, statement):
    damage(two, statement)
    assert two.check(terms) != []


BROKEN = (
    *(f"UPDATE chunks SET {column} = {value}" for column in COLUMNS for value in ("x'0102'", "x''", "'text'")),
    "UPDATE documents SET first_chunk = 1000000",
    "UPDATE documents SET first_chunk = NULL",
    "UPDATE generations SET next_chunk = 1",
    "UPDATE documents SET tags = 'no list'",
    "UPDATE generations SET seal = '{}'",
    "UPDATE posting_blocks SET body = x'00'",
    "UPDATE segments SET pieces = x'00'",
    "DELETE FROM texts",
    "DELETE FROM chunks",
    "DROP TABLE codes",
)


@pytest.mark.parametrize("statement", BROKEN)
def test_a_search_in_a_damaged_file_says_so_and_raises_nothing_else(two, statement):
    damage(two, "PRAGMA foreign_keys = 0; " + statement)
    for use in (
        read_all,
        lambda store: store.check(terms),
        lambda store: store.remove([store.documents()[0].document_id]),
    ):
        with Store.open(two.folder) as again, suppress(StoreError):
            use(again)


def read_all(store):
    view = store.view()
    for row in range(len(view.lengths)):
        view.chunk(row)
        view.embedded_text(row)
    view.postings("three")
    view.token_codes([0])
