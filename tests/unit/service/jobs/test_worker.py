import os
import threading

import pytest
from tests.fakes import FakeEmbedder

from pincite.access.home import Home
from pincite.errors import ConfigError
from pincite.knowledge_base.door import KnowledgeBase
from pincite.service.jobs.sqlite_queue import SqliteQueue, new_job
from pincite.service.jobs.worker import Work, do, work_until


@pytest.fixture
def queue(tmp_path):
    home = Home(tmp_path)
    yield SqliteQueue(home)
    home.close()


def leased(queue, file, kind="add"):
    queue.put([new_job("papers", kind, file.name, os.fsencode(file))])
    return Work(queue, "worker", queue.lease("worker"))


class Passing:
    """A knowledge base that does `meanwhile` once a document was read."""

    def __init__(self, kb, meanwhile):
        self._kb, self._meanwhile = kb, meanwhile
        self.at_path, self.remove, self.folder = kb.at_path, kb.remove, kb.folder

    def add(self, target, *, tags, watch, within):
        def seen(progress):
            if progress.stage == "embedding":
                self._meanwhile()
            watch(progress)

        return self._kb.add(target, tags=tags, watch=seen, within=within)


def test_a_file_that_is_removed_while_a_worker_is_at_it_is_not_in_the_index_afterwards(tmp_path, queue):
    file = tmp_path / "a.md"
    file.write_text("# Vault\n\nThe vault opens at nine.\n")
    with KnowledgeBase(tmp_path / "papers", embedder=FakeEmbedder(projection=None)) as kb:
        work = leased(queue, file)
        do(work, Passing(kb, lambda: file.unlink(missing_ok=True)))
        assert kb.documents() == []
    job = queue.job("papers", work.job.id)
    assert (job.state, job.stage, job.reason) == ("done", "indexed", "")


def test_what_nobody_expected_fails_the_job_and_not_the_worker(tmp_path, queue, caplog):
    class Full:
        def add(self, target, *, tags, watch, within):
            raise OSError(28, "No space left on device")

    work = leased(queue, tmp_path / "a.md")
    do(work, Full())
    job = queue.job("papers", work.job.id)
    assert (job.state, job.code, job.retryable) == ("failed", "Fault", True)
    assert "No space left" in caplog.text


@pytest.mark.parametrize("error", [ConfigError("unknown setting"), FileNotFoundError("gone"), PermissionError("no")])
def test_a_knowledge_base_that_cannot_be_opened_fails_its_job_alone(tmp_path, queue, error):
    stop = threading.Event()

    class Bases:
        root = tmp_path

        def get(self, name):
            if name == "papers":
                raise error
            stop.set()
            raise ConfigError("the last one")

    first = queue.put([new_job("papers", "add", "a.md", b"/a.md")])[0]
    second = queue.put([new_job("letters", "add", "b.md", b"/b.md")])[0]
    work_until(stop, Bases(), queue, "worker", 60)
    assert [queue.job(job.base, job.id).state for job in (first, second)] == ["failed", "failed"]
    assert queue.job("papers", first.id).code == type(error).__name__
