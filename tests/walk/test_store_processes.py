"""One knowledge base, several processes: they write in turns, read meanwhile, and may be killed at any moment."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from pincite.errors import StoreBusy
from pincite.lexical.terms import terms
from pincite.store.open import Store
from store_documents import SEAL, Made

WRITE = """
import sys
from pathlib import Path
from store_documents import Made
from pincite.store.open import Store
with Store.open(Path(sys.argv[1])) as store:
    print("open", flush=True)
    for number in range(int(sys.argv[3])):
        Made(f"/kb/docs/{sys.argv[2]}-{number}.txt", [f"line {number} {i} of some words" for i in range(20)]).into(store)
        print(number, flush=True)
"""
HOLD = """
import sys, time
from pathlib import Path
from pincite.store.open import Store
with Store.open(Path(sys.argv[1])) as store, store.writing():
    print("held", flush=True)
    time.sleep(60)
"""


def start(script: str, *arguments: object) -> subprocess.Popen[str]:
    tests = str(Path(__file__).parents[1])
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": tests, "OPENBLAS_NUM_THREADS": "1"},
    )


@pytest.fixture
def folder(tmp_path):
    with Store.open(tmp_path, create=True) as store:
        store.start(SEAL)
    return tmp_path


def test_four_processes_write_and_this_one_reads_whole_documents_meanwhile(folder):
    writers = [start(WRITE, folder, name, 15) for name in "abcd"]
    seen = set()
    with Store.open(folder) as store:
        while any(writer.poll() is None for writer in writers):
            view = store.view()
            assert len(view.lengths) % 20 == 0
            if len(view.lengths):
                assert view.chunk(len(view.lengths) - 1).content.startswith("line ")
                assert len(view.postings("line")[0]) == len(view.lengths)
            seen.add(len(view.lengths))
            view.close()
        assert [writer.communicate() and writer.returncode for writer in writers] == [0] * 4
        assert store.counters()["documents"] == 60
        assert len(store.view().lengths) == 1200
        assert store.check(terms) == []
    assert len(seen) > 3


def test_ten_threads_that_write_at_once_lose_nothing(folder):
    errors = []
    with Store.open(folder) as store:

        def write(name):
            try:
                for number in range(5):
                    Made(f"/kb/docs/{name}-{number}.txt", [f"{name} {number}"]).into(store)
                    store.view().close()
            except Exception as error:  # noqa: BLE001 -- whatever it is, the test shall show it
                errors.append(error)

        threads = [threading.Thread(target=write, args=(name,)) for name in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert errors == []
        assert store.counters()["documents"] == 50
        assert store.check(terms) == []


@pytest.mark.parametrize("seed", range(6))
def test_a_writer_that_is_killed_leaves_each_document_whole_or_absent(folder, seed):
    writer = start(WRITE, folder, "a", 10_000)
    assert writer.stdout.readline() == "open\n"
    time.sleep(random.Random(seed).uniform(0.0, 0.3))
    writer.send_signal(signal.SIGKILL)
    acknowledged = len(writer.communicate()[0].split())
    with Store.open(folder, busy_seconds=5) as store:
        assert store.check(terms) == []
        assert store.counters()["documents"] in {acknowledged, acknowledged + 1}
        assert store.counters()["chunks"] == 20 * store.counters()["documents"]
        Made("/kb/docs/next.txt", ["goes on"]).into(store)


def test_a_long_piece_of_work_keeps_other_writers_out_by_name_and_ends_with_its_process(folder):
    holder = start(HOLD, folder)
    assert holder.stdout.readline() == "held\n"
    with Store.open(folder, busy_seconds=0.2) as store:
        with pytest.raises(StoreBusy, match="long piece of work"):
            Made("/kb/docs/a.txt", ["one"]).into(store)
        assert store.documents() == []
        holder.send_signal(signal.SIGKILL)
        holder.communicate()
        Made("/kb/docs/a.txt", ["one"]).into(store)
        assert len(store.view().lengths) == 1


def test_the_holder_of_the_lease_writes_from_any_of_its_threads(folder):
    with Store.open(folder, busy_seconds=0.5) as store, store.writing(), store.writing():
        thread = threading.Thread(target=Made("/kb/docs/a.txt", ["one"]).into, args=(store,))
        thread.start()
        thread.join()
        assert store.counters()["documents"] == 1
