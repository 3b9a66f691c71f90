"""A reindex: beside, then in one step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pincite.errors import SealError, StoreError


def test_readers_see_all_of_the_old_until_the_switch_and_all_of_the_new_after(store, made, seal):
    one, two = made("/kb/docs/a.txt", ["one"]), made("/kb/docs/b.txt", ["two"])
    one.into(store)
    two.into(store)
    newer = replace(seal, pipeline="2")
    number = store.begin_generation(newer)
    one.into(store, number)
    assert store.view().seal == seal
    assert store.missing(number) == [(two.document_id, "/kb/docs/b.txt")]
    with pytest.raises(StoreError, match="1 documents are not built yet"):
        store.switch(number)
    two.into(store, number)
    held = store.view()
    store.switch(number)
    assert (held.seal, held.chunk(0).content in {"one", "two"}) == (seal, True)
    view = store.view()
    assert view.seal == store.seal() == newer
    assert sorted(view.chunk(row).content for row in range(2)) == ["one", "two"]
    assert store.building() is None
    held.close()
    assert store.check(None) == []


def test_a_reindex_goes_on_where_it_stopped_and_starts_over_under_another_seal(store, made, seal):
    made("/kb/docs/a.txt", ["one"]).into(store)
    newer = replace(seal, pipeline="2")
    number = store.begin_generation(newer)
    made("/kb/docs/a.txt", ["one"]).into(store, number)
    assert store.begin_generation(newer) == number
    assert [record.path for record in store.documents(generation=number)] == ["/kb/docs/a.txt"]
    other = store.begin_generation(replace(seal, pipeline="3"))
    assert other != number
    assert store.documents(generation=number) == store.documents(generation=other) == []


def test_what_changed_meanwhile_is_not_lost_and_what_was_removed_does_not_return(store, made, seal):
    kept, gone, bad = (made(f"/kb/docs/{name}.txt", [name]) for name in ("kept", "gone", "bad"))
    kept.into(store)
    gone.into(store)
    store.queue(replace(bad.record, state="failed", error_code="timeout"))
    number = store.begin_generation(replace(seal, pipeline="2"))
    kept.into(store, number)
    gone.into(store, number)
    store.remove([gone.document_id])
    store.switch(number)
    assert [(record.path, record.state) for record in store.documents()] == [
        ("/kb/docs/bad.txt", "failed"),
        ("/kb/docs/kept.txt", "indexed"),
    ]


def test_a_version_that_failed_beside_the_indexed_one_of_its_path_is_still_told_after_the_switch(store, made, seal):
    good, broken = made("/kb/docs/a.txt", ["one"]), made("/kb/docs/a.txt", ["two"])
    good.into(store)
    store.queue(replace(broken.record, state="failed", error_code="malformed"))
    number = store.begin_generation(replace(seal, pipeline="2"))
    good.into(store, number)
    store.switch(number)
    assert [(record.document_id, record.state) for record in store.documents()] == [
        (good.document_id, "indexed"),
        (broken.document_id, "failed"),
    ]


def test_a_document_that_fails_under_the_new_seal_does_not_stop_the_switch(store, made, seal):
    one = made("/kb/docs/a.txt", ["one"])
    one.into(store)
    number = store.begin_generation(replace(seal, pipeline="2"))
    store.queue(replace(one.record, state="failed", error_code="crashed"), generation=number)
    store.switch(number)
    assert [record.state for record in store.documents()] == ["failed"]


def test_starting_under_another_seal_names_both(store, seal):
    with pytest.raises(SealError, match=r"toy .*other"):
        store.start(replace(seal, embedder="other"))


def test_what_an_interrupted_switch_left_of_the_old_index_goes_with_the_next_removal(store, made, seal, monkeypatch):
    one, two = made("/kb/docs/a.txt", ["quetzal one"]), made("/kb/docs/b.txt", ["two"])
    one.into(store)
    two.into(store)
    number = store.begin_generation(replace(seal, pipeline="2"))
    one.into(store, number)
    two.into(store, number)
    with monkeypatch.context() as stopped:
        stopped.setattr(store, "_delete_retired", lambda: None)
        store.switch(number)
    assert any(b"quetzal" in file.read_bytes() for file in store.folder.iterdir())
    store.remove([one.document_id])
    assert not any(b"quetzal" in file.read_bytes() for file in store.folder.iterdir())


def test_a_document_made_under_another_seal_is_refused_whole(store, made, seal):
    one = made("/kb/docs/a.txt", ["one"])
    with pytest.raises(SealError, match="nothing of this document was written"):
        store.put(one.record, one.document, [], one.vectors[:0], [], [], [], seal=replace(seal, fingerprint="0" * 64))
    assert store.documents() == []
