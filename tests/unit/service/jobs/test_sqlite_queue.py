from dataclasses import replace

import pytest

from pincite.access.home import Home
from pincite.service.jobs.sqlite_queue import MOST_ATTEMPTS, SqliteQueue, new_job


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def queue(tmp_path, clock):
    home = Home(tmp_path)
    yield SqliteQueue(home, lease_seconds=10, clock=clock)
    home.close()


def job(base="papers", name="a.txt", kind="add"):
    return new_job(base, kind, name, f"/srv/{base}/{name}".encode())


def test_jobs_of_one_knowledge_base_come_in_the_order_they_were_put(queue):
    queue.put([job(name="a.txt"), job(name="b.txt")])
    assert [queue.lease("w").path, queue.lease("w").path, queue.lease("w")] == ["a.txt", "b.txt", None]


def test_knowledge_bases_take_turns(queue):
    queue.put([job("big", f"{number}.txt") for number in range(4)])
    queue.put([job("small", "one.txt"), job("small", "two.txt")])
    served = [queue.lease("w").base for _ in range(6)]
    assert served == ["big", "small", "big", "small", "big", "big"]


def test_a_file_is_never_at_two_workers(queue):
    queue.put([job()])
    first = queue.lease("one")
    queue.put([job()])
    assert queue.lease("two") is None
    assert queue.report("one", replace(first, state="done"))
    assert queue.lease("two").path == "a.txt"


def test_what_waits_for_a_file_already_stays_under_its_id_and_takes_the_tags_of_what_comes_later(queue):
    (first,) = queue.put([job()])
    (second,) = queue.put([replace(job(), id="another", tags=("new",))])
    leased = queue.lease("w")
    assert first.id == second.id == leased.id != "another"
    assert leased.tags == second.tags == ("new",)
    assert queue.lease("w") is None


def test_a_job_of_a_silent_worker_goes_to_another_and_the_first_is_told(queue, clock):
    queue.put([job()])
    held = queue.lease("one")
    clock.now += 9
    assert queue.report("one", held)
    clock.now += 9
    assert queue.lease("two") is None
    clock.now += 2
    taken = queue.lease("two")
    assert (taken.id, taken.attempts) == (held.id, 2)
    assert not queue.report("one", replace(held, state="done"))
    assert queue.job("papers", held.id).state == "working"


def test_a_job_that_kills_its_workers_fails_at_last_and_says_so(queue, clock):
    queue.put([job()])
    for number in range(MOST_ATTEMPTS):
        assert queue.lease(f"worker {number}")
        clock.now += 11
    assert queue.lease("another") is None
    (found,) = queue.jobs("papers")
    assert (found.state, found.code, found.retryable) == ("failed", "crashed", True)
    assert "3 times" in found.reason


def test_a_reindex_waits_until_nobody_is_at_its_knowledge_base_and_lets_nobody_in(queue):
    queue.put([job(), job(name="", kind="reindex"), job(name="b.txt")])
    first = queue.lease("one")
    queue.report("one", replace(first, state="done"))
    rebuild = queue.lease("one")
    assert rebuild.kind == "reindex"
    assert queue.lease("two") is None
    queue.report("one", replace(rebuild, state="done"))
    assert queue.lease("two").path == "b.txt"


def test_changes_after_a_change_are_those_and_no_others(queue):
    queue.put([job(name="a.txt"), job(name="b.txt")])
    seen = queue.change("papers")
    queue.lease("w")
    assert [found.path for found in queue.jobs("papers", after=seen)] == ["a.txt"]
    assert queue.jobs("papers", after=queue.change("papers")) == []


def test_a_forgotten_file_has_no_jobs_but_the_one_at_work(queue):
    queue.put([job(name="a.txt"), job(name="b.txt")])
    queue.lease("w")
    queue.forget("papers", b"/srv/papers/a.txt")
    queue.forget("papers", b"/srv/papers/b.txt")
    assert [(found.path, found.state) for found in queue.jobs("papers")] == [("a.txt", "working")]


def test_what_waits_outlives_the_process(tmp_path):
    home = Home(tmp_path)
    SqliteQueue(home).put([job()])
    home.close()
    again = Home(tmp_path)
    assert SqliteQueue(again).lease("w").path == "a.txt"
    again.close()
