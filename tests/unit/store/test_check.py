"""Damage of every kind is found and named."""

from __future__ import annotations

import apsw
import numpy as np
import pytest

from pincite.lexical.terms import terms

DAMAGE = {
    "counters": "UPDATE counters SET value = value + 1 WHERE name = 'chunks'",
    "text": "UPDATE texts SET body = x'00'",
    "chunks": "UPDATE chunks SET lengths = x''",
    "orphans": "INSERT INTO segments (generation, chunks, pieces) SELECT generation, 0, pieces FROM segments LIMIT 1",
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
    assert [(p.check, p.where) for p in two.check(None)] == [("quotes", "/kb/docs/a.txt")]


def test_a_vector_of_another_length_is_found(two):
    damage(two, "UPDATE chunks SET vectors = ? WHERE length(vectors) = 16", (np.full(4, 3, np.float32).tobytes(),))
    assert [(p.check, p.where) for p in two.check(None)] == [("vectors", "/kb/docs/b.txt")]


def test_postings_of_other_terms_are_found(two):
    assert {p.check for p in two.check(lambda text: ["other"])} == {"postings"}
