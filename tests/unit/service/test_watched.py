import queue as queues
import threading

import pytest

from fakes import FakeEmbedder
from pincite.access.home import Home
from pincite.errors import UsageError
from pincite.service.bases import Bases
from pincite.service.jobs.sqlite_queue import SqliteQueue
from pincite.service.jobs.worker import Work, do
from pincite.service.watched import Watch, Watcher, check_watch, read_watch


class FakeChanges:
    """Events of a folder as a test tells them."""

    def __init__(self):
        self.told = queues.Queue()

    def __call__(self, folder, over):
        while not over.is_set():
            try:
                yield self.told.get(timeout=0.02)
            except queues.Empty:
                continue


@pytest.fixture
def folder(tmp_path):
    found = tmp_path / "letters"
    found.mkdir()
    (found / "one.txt").write_text("The first letter praises the harbour.")
    return found


@pytest.fixture
def service(tmp_path, folder):
    root = tmp_path / "root"
    root.mkdir()
    home, bases = Home(root), Bases(root, load=lambda _: FakeEmbedder(projection=None))
    queue, changes = SqliteQueue(home), FakeChanges()
    watcher = Watcher(Watch("post", folder), bases, queue, changes)
    yield bases, queue, changes, watcher
    watcher.stop() if watcher._thread.is_alive() else None
    bases.close()
    home.close()


def work_off(bases, queue):
    """Do what waits; what was done, as (kind, name, state)."""
    done = []
    while job := queue.lease("w"):
        work = Work(queue, "w", job)
        do(work, bases.get(job.base))
        done.append((job.kind, job.path.rpartition("/")[2], work.job.state))
    return done


def settled(bases, queue, expected):
    """Work until what was done is `expected`."""
    done = []
    for _ in range(200):
        done += work_off(bases, queue)
        if len(done) >= len(expected):
            break
        threading.Event().wait(0.02)
    assert done == expected


def test_what_is_there_at_the_start_is_added_to_a_knowledge_base_that_is_made(service):
    bases, queue, _, watcher = service
    watcher.start()
    settled(bases, queue, [("add", "one.txt", "done")])
    assert bases.get("post").states() == {"indexed": 1}


def test_a_second_start_finds_nothing_to_do(service, folder):
    bases, queue, _, watcher = service
    bases.create("post")
    watcher.look()
    work_off(bases, queue)
    assert watcher.look() == 0


def test_files_that_come_change_and_go_become_jobs(service, folder):
    bases, queue, changes, watcher = service
    watcher.start()
    settled(bases, queue, [("add", "one.txt", "done")])
    (folder / "two.txt").write_text("The second letter complains of the rain.")
    changes.told.put({str(folder / "two.txt")})
    settled(bases, queue, [("add", "two.txt", "done")])
    (folder / "two.txt").write_text("The second letter was written anew.")
    changes.told.put({str(folder / "two.txt")})
    settled(bases, queue, [("add", "two.txt", "done")])
    (folder / "one.txt").unlink()
    changes.told.put({str(folder / "one.txt")})
    settled(bases, queue, [("remove", "one.txt", "done")])
    (record,) = bases.get("post").documents()
    assert record.name == "two.txt"


def test_a_link_out_of_the_folder_fails_once_and_is_not_read_though_it_was_a_file_when_its_job_was_put(service, folder):
    bases, queue, _, watcher = service
    bases.create("post")
    secret = folder.with_name("secret.txt")
    secret.write_text("The password is swordfish.")
    (folder / "sub").mkdir()
    (folder / "sub" / "again.txt").symlink_to(folder / "one.txt")
    (folder / "late.txt").write_text("words")
    (folder / "out.txt").symlink_to(secret)
    assert watcher.look() == 4
    (folder / "late.txt").unlink()
    (folder / "late.txt").symlink_to(secret)
    done = [
        ("add", "late.txt", "failed"),
        ("add", "one.txt", "done"),
        ("add", "out.txt", "failed"),
        ("add", "again.txt", "done"),
    ]
    assert work_off(bases, queue) == done
    assert watcher.look() == 0


def test_hidden_files_are_skipped_as_add_does(service, folder):
    bases, _, _, watcher = service
    bases.create("post")
    (folder / ".hidden.txt").write_text("x")
    (folder / "node_modules").mkdir()
    (folder / "node_modules" / "a.txt").write_text("x")
    assert watcher.look({str(folder / ".hidden.txt"), str(folder / "node_modules" / "a.txt")}) == 0


def test_a_folder_that_is_moved_in_or_out_brings_or_takes_all_its_files(service, folder, tmp_path):
    bases, queue, _, watcher = service
    bases.create("post")
    watcher.look()
    work_off(bases, queue)
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "three.txt").write_text("The third letter is about lamps.")
    (tmp_path / "old").rename(folder / "old")
    watcher.look({str(folder / "old")})
    assert work_off(bases, queue) == [("add", "three.txt", "done")]
    (folder / "old").rename(tmp_path / "away")
    watcher.look({str(folder / "old")})
    assert work_off(bases, queue) == [("remove", "three.txt", "done")]


def test_a_file_that_is_back_before_its_removal_stays(service, folder):
    bases, queue, _, watcher = service
    bases.create("post")
    watcher.look()
    work_off(bases, queue)
    text = (folder / "one.txt").read_text()
    (folder / "one.txt").unlink()
    watcher.look()
    (folder / "one.txt").write_text(text)
    assert work_off(bases, queue) == [("remove", "one.txt", "done")]
    assert bases.get("post").states() == {"indexed": 1}


def test_trouble_with_the_folder_ends_nothing(service, folder, caplog):
    bases, queue, changes, watcher = service
    watcher.start()
    settled(bases, queue, [("add", "one.txt", "done")])
    bases.delete("post")
    changes.told.put({str(folder / "one.txt")})
    for _ in range(100):
        if "not in step" in caplog.text:
            break
        threading.Event().wait(0.02)
    assert "not in step" in caplog.text
    assert watcher._thread.is_alive()


@pytest.mark.parametrize("text", ["papers", "=x", "papers=", ""])
def test_a_watch_without_base_or_folder_says_what_was_expected(text):
    with pytest.raises(UsageError, match="expected BASE=FOLDER"):
        read_watch(text)


def test_the_services_own_files_are_not_watched(tmp_path):
    (tmp_path / "root" / "papers").mkdir(parents=True)
    (tmp_path / "docs").mkdir()
    for folder in (tmp_path, tmp_path / "root", tmp_path / "root" / "papers"):
        with pytest.raises(UsageError, match="must not lie in each other"):
            check_watch(Watch("x", folder), tmp_path / "root")
    with pytest.raises(UsageError, match="there is no folder"):
        check_watch(Watch("x", tmp_path / "none"), tmp_path / "root")
    check_watch(Watch("x", tmp_path / "docs"), tmp_path / "root")
