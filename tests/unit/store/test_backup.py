"""A copy of the file while others write to it."""

import apsw
import pytest

from pincite.errors import StoreDamaged
from pincite.lexical.terms import terms
from pincite.store.backup import back_up
from pincite.store.connections import DATABASE
from pincite.store.open import Store


def copied(store, folder, on_page=None):
    folder.mkdir(exist_ok=True)
    back_up(store.path, folder, 1.0, terms=None, copied=on_page)
    return folder


def test_a_copy_is_one_commit_though_documents_are_written_while_it_is_made(store, made, tmp_path):
    for number in range(40):
        made(f"/d/{number}.txt", [f"word{number} " * 200] * 4).into(store)
    written, steps = [], []

    def write_one(done, pages):
        steps.append(done)
        if len(written) < 3:
            written.append(made(f"/d/late{len(written)}.txt", ["late words"]).into(store))

    copy = copied(store, tmp_path / "copy", write_one)
    with Store.open(copy) as opened:
        assert opened.counters()["documents"] == 40
        assert opened.check() == []
    assert steps == sorted(steps)
    assert len(written) == len([one for one in store.documents() if "late" in one.path])


def test_a_damaged_knowledge_base_makes_no_backup_and_leaves_the_old_one(store, made, tmp_path):
    made("/d/a.txt", ["sound words"]).into(store)
    copy = copied(store, tmp_path / "copy")
    connection = apsw.Connection(str(store.path))
    connection.execute("UPDATE counters SET value = value + 1 WHERE name = 'chunks'")
    connection.close()
    with pytest.raises(StoreDamaged, match="counters, chunks"):
        copied(store, copy)
    assert sorted(one.name for one in copy.iterdir()) == [DATABASE, "writer.lock"]
    with Store.open(copy) as opened:
        assert opened.check(terms) == []


def test_the_log_that_an_older_backup_left_is_never_read_as_part_of_the_new_one(store, made, tmp_path):
    made("/d/a.txt", ["first words"]).into(store)
    copy = copied(store, tmp_path / "copy")
    (copy / f"{DATABASE}-wal").write_bytes(b"\x37\x7f\x06\x82" + bytes(4092))
    made("/d/b.txt", ["second words"]).into(store)
    copied(store, copy)
    with Store.open(copy) as opened:
        assert opened.counters()["documents"] == 2
