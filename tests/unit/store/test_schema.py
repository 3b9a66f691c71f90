"""Files of other versions and of other programs."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import apsw
import pytest

from pincite.errors import NotAKnowledgeBase, StoreDamaged, StoreError
from pincite.store import schema
from pincite.store.connections import DATABASE, LOCK
from pincite.store.founding import NEW
from pincite.store.open import Store


def test_a_file_written_by_a_newer_version_is_refused_by_both_numbers(store):
    raw = apsw.Connection(str(store.path))
    raw.pragma("user_version", 99)
    raw.close()
    with pytest.raises(StoreError, match=rf"version 99.*up to {schema.VERSION}"):
        Store.open(store.path.parent)


def test_a_database_of_another_program_is_refused(tmp_path):
    raw = apsw.Connection(str(tmp_path / DATABASE))
    raw.execute("CREATE TABLE theirs (x)")
    raw.close()
    with pytest.raises(NotAKnowledgeBase, match="another program"):
        Store.open(tmp_path, create=True)


def test_a_file_that_is_no_database_is_named_as_damaged(tmp_path):
    (tmp_path / DATABASE).write_bytes(b"not a database at all, " * 200)
    with pytest.raises(StoreDamaged, match="restore a backup"):
        Store.open(tmp_path)


@pytest.mark.parametrize("create", [False, True])
def test_an_empty_file_is_damaged_and_nothing_is_written_into_it(tmp_path, create):
    (tmp_path / DATABASE).touch()
    with pytest.raises(
        StoreDamaged, match=r"found a file of 0 bytes, expected a database of Pincite; restore a backup"
    ):
        Store.open(tmp_path, create=create)
    assert [(file.name, file.stat().st_size) for file in tmp_path.iterdir()] == [(DATABASE, 0)]


def test_a_database_without_tables_is_damaged_and_stays_as_it_is(tmp_path):
    raw = apsw.Connection(str(tmp_path / DATABASE))
    raw.execute("VACUUM")
    raw.pragma("journal_mode", "wal")
    raw.close()
    before = (tmp_path / DATABASE).read_bytes()
    with pytest.raises(StoreDamaged, match="found a database without tables"):
        Store.open(tmp_path)
    assert before
    assert (tmp_path / DATABASE).read_bytes() == before


def test_what_was_left_of_a_file_that_was_never_finished_does_not_hinder_the_next(tmp_path):
    (tmp_path / (DATABASE + NEW)).write_bytes(b"half a database")
    Store.open(tmp_path, create=True).close()
    assert sorted(file.name for file in tmp_path.iterdir()) == [DATABASE, LOCK]


def test_eight_threads_that_make_one_at_once_find_the_same(tmp_path):
    def opened(_: int) -> int:
        with Store.open(tmp_path, create=True) as store:
            return store.path.stat().st_ino

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(opened, range(8)))) == 1


def test_a_later_migration_is_applied_once_and_a_failing_one_leaves_the_file_as_it_was(store, made):
    made("/kb/docs/a.txt", ["kept"]).into(store)
    raw = apsw.Connection(str(store.path))
    broken = (*schema.MIGRATIONS, "CREATE TABLE later (x); CREATE TABLE later (x);")
    with pytest.raises(apsw.SQLError):
        schema.migrate(raw, store.path, broken)
    assert raw.pragma("user_version") == schema.VERSION
    assert not raw.table_exists("main", "later")
    schema.migrate(raw, store.path, (*schema.MIGRATIONS, "CREATE TABLE later (x)"))
    assert raw.pragma("user_version") == schema.VERSION + 1
    assert raw.execute("SELECT count(*) FROM documents").get == 1
    raw.close()


def test_the_file_is_set_for_what_it_promises(store):
    assert store._writer.pragma("journal_mode") == "wal"
    assert store._writer.pragma("synchronous") == 2
    assert store._writer.pragma("secure_delete") == 1
    assert store._writer.pragma("foreign_keys") == 1


def test_a_file_of_version_2_is_brought_up_and_is_not_calibrated(tmp_path):
    raw = apsw.Connection(str(tmp_path / DATABASE))
    schema.migrate(raw, tmp_path / DATABASE, schema.MIGRATIONS[:2])
    seal = (
        '{"embedder":"e","fingerprint":"f","dimensions":2,"window":9,"pooling":"mean","projection":null,"pipeline":"1"}'
    )
    raw.execute("INSERT INTO generations (seal, state, canaries) VALUES (?, 'current', x'')", (seal,))
    raw.close()
    with Store.open(tmp_path) as store:
        assert store.calibration() is None
        assert store.seal().fingerprint == "f"
        assert store._writer.pragma("user_version") == schema.VERSION
