"""The walk through a store: open, put, read, replace, remove."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from pincite.errors import NotAKnowledgeBase, NotReady, SealError, StoreDamaged
from pincite.store.open import Store


def test_a_folder_without_a_knowledge_base_is_refused_by_name(tmp_path):
    with pytest.raises(NotAKnowledgeBase, match=r"knowledge_base\.db"):
        Store.open(tmp_path)


def test_one_that_is_deleted_while_it_is_in_use_is_named_as_gone(tmp_path):
    store = Store.open(tmp_path / "kb", create=True)
    shutil.rmtree(tmp_path / "kb")
    store.close()
    with pytest.raises(NotAKnowledgeBase, match="is gone"):
        store.documents()


def test_an_empty_knowledge_base_has_no_seal_and_no_view(tmp_path):
    with Store.open(tmp_path, create=True) as store:
        assert store.seal() is None
        assert store.documents() == []
        with pytest.raises(NotReady):
            store.view()


def test_what_was_put_is_there_after_opening_again(tmp_path, made, seal):
    notes = made("/kb/docs/n.txt", ["first line", "second line"], header="Notes")
    with Store.open(tmp_path, create=True) as store:
        store.start(seal)
        notes.into(store)
    with Store.open(tmp_path) as store:
        assert store.seal() == seal
        assert store.text(notes.document_id) == notes.document
        view = store.view()
        assert [view.chunk(row).content for row in range(2)] == ["first line", "second line"]
        assert [view.embedded_text(row) for row in range(2)] == ["[Notes]\nfirst line", "[Notes]\nsecond line"]
        assert view.chunk(1).section == "Notes"
        assert view.chunk(1).locator.characters == "#char=11,22"
        assert np.array_equal(view.vectors, notes.vectors)
        assert view.token_codes([1, 0]) == [b"second line", b"first line"]
        assert [part.tolist() for part in view.postings("line")] == [[0, 1], [1.0, 1.0]]
        assert view.piece_frequency(np.array([4, 5, 6, 99, -1], np.int32)).tolist() == [2.0, 1.0, 1.0, 0.0, 0.0]
        assert view.lengths.tolist() == [3.0, 3.0]


def test_another_version_of_a_path_takes_the_place_of_the_first(store, made):
    made("/kb/docs/n.txt", ["old words", "more old words"]).into(store)
    made("/kb/docs/n.txt", ["new words"]).into(store)
    view = store.view()
    assert [view.chunk(row).content for row in range(len(view.lengths))] == ["new words"]
    assert len(view.postings("old")[0]) == 0
    assert store.counters() == {
        "documents": 1,
        "chunks": 1,
        "characters": 9,
        "tokens": 4,
        "header_tokens": 0,
        "over_window": 0,
    }


def test_a_view_keeps_its_commit_while_the_document_is_removed(store, made):
    gone = made("/kb/docs/n.txt", ["to be removed"]).into(store)
    before = store.view()
    store.remove([gone])
    assert before.chunk(0).content == "to be removed"
    assert before.token_codes([0]) == [b"to be removed"]
    assert before.postings("removed")[0].tolist() == [0]
    assert len(store.view().lengths) == 0


def test_views_share_their_arrays_until_something_is_written(store, made):
    made("/kb/docs/a.txt", ["one"]).into(store)
    first, second = store.view(), store.view()
    assert first.vectors is second.vectors
    made("/kb/docs/b.txt", ["two"]).into(store)
    assert store.view().vectors.shape == (2, 4)


def test_equal_contents_share_a_number_and_others_do_not(store, made):
    made("/kb/docs/a.txt", ["same", "other"]).into(store)
    made("/kb/docs/b.txt", ["same"]).into(store)
    view = store.view()
    groups = {}
    for row in range(3):
        groups.setdefault(view.chunk(row).content, set()).add(int(view.content_of[row]))
    assert len(groups["same"]) == 1
    assert groups["same"] != groups["other"]


def test_a_quote_that_is_no_slice_is_refused_and_nothing_is_written(store, made):
    good = made("/kb/docs/a.txt", ["one", "two"])
    moved = made("/kb/docs/a.txt", ["two", "one"])
    with pytest.raises(StoreDamaged, match="nothing was written"):
        store.put(good.record, good.document, moved.chunks, good.vectors, [None] * 2, [None] * 2, [["a"]] * 2)
    assert store.documents() == []


def test_a_vector_that_is_not_of_length_one_is_refused(store, made):
    one = made("/kb/docs/a.txt", ["one"])
    with pytest.raises(StoreDamaged, match="length 2"):
        store.put(one.record, one.document, one.chunks, one.vectors * 2, [None], [None], [["one"]])


def test_vectors_of_another_size_are_refused_by_both_names(store, made):
    one = made("/kb/docs/a.txt", ["one"])
    wide = np.eye(1, 8, dtype=np.float32)
    with pytest.raises(SealError, match="4 dimensions, these vectors have 8"):
        store.put(one.record, one.document, one.chunks, wide, [None], [None], [["one"]])


def test_a_document_waits_beside_the_indexed_one_of_its_path(store, made):
    old, new = made("/kb/docs/a.txt", ["old"]), made("/kb/docs/a.txt", ["new"])
    old.into(store)
    store.queue(new.record)
    assert [record.state for record in store.at_path(b"/kb/docs/a.txt")] == ["indexed", "embedding"]
    store.set_state(new.document_id, "failed", "timeout", "too slow", retryable=True)
    failed = store.documents({"failed"})[0]
    assert (failed.error_code, failed.error, failed.retryable) == ("timeout", "too slow", True)
    new.into(store)
    assert [record.document_id for record in store.documents()] == [new.document_id]
    assert store.states() == {"indexed": 1}


def test_a_document_with_the_same_bytes_is_found_under_its_other_name(store, made):
    one = made("/kb/docs/a.txt", ["same"])
    one.into(store)
    assert [twin.path for twin in store.twins(source_sha256=one.document.source_sha256)] == ["/kb/docs/a.txt"]
    assert store.twins() == []


def test_a_file_name_that_is_not_text_is_kept_byte_for_byte(store, made):
    record = made("/kb/docs/a.txt", []).record
    import dataclasses

    odd = dataclasses.replace(record, path="/kb/docs/caf\udce9.txt", path_bytes=b"/kb/docs/caf\xe9.txt", state="queued")
    store.queue(odd)
    assert store.documents()[0].path == "/kb/docs/caf\\udce9.txt"
    assert store.at_path(b"/kb/docs/caf\xe9.txt")[0].path_bytes == b"/kb/docs/caf\xe9.txt"


def test_a_document_without_chunks_leaves_the_others_readable(store, made):
    made("/kb/docs/a.txt", ["one", "two"]).into(store)
    made("/kb/docs/b.txt", []).into(store)
    assert store.view().vectors.shape[0] == 2
