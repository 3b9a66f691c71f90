import threading
import time
from concurrent.futures import ThreadPoolExecutor

from fakes import FakeEmbedder
from pincite.knowledge_base import door
from pincite.knowledge_base.door import KnowledgeBase

TOGETHER = 8


def together(work):
    """What `work` gives to each of several threads that begin at once."""
    ready = threading.Barrier(TOGETHER)

    def begin(_):
        ready.wait()
        return work()

    with ThreadPoolExecutor(TOGETHER) as pool:
        return list(pool.map(begin, range(TOGETHER)))


def test_threads_that_come_at_once_share_one_embedder_and_one_open_file(tmp_path, monkeypatch):
    (tmp_path / "lamps.txt").write_text("The lamp in the cellar is red.")
    KnowledgeBase(tmp_path / "kb", embedder=FakeEmbedder(projection=None)).add(tmp_path / "lamps.txt")
    loads, opens = [], []

    def slowly(config, say):
        time.sleep(0.05)
        loads.append(1)
        return FakeEmbedder(projection=None)

    opened = door.Store.open

    def open_once(folder, **options):
        opens.append(folder)
        return opened(folder, **options)

    monkeypatch.setattr(door, "load_embedder", slowly)
    monkeypatch.setattr(door.Store, "open", open_once)
    kb = KnowledgeBase(tmp_path / "kb")
    found = together(lambda: kb.search("red lamp").hits[0].quote)
    kb.close()
    assert set(found) == {"The lamp in the cellar is red."}
    assert (len(loads), len(opens)) == (1, 1)


def test_threads_that_come_at_once_share_one_generator(tmp_path, monkeypatch):
    made = []

    def slowly(config):
        time.sleep(0.05)
        made.append(object())
        return made[-1]

    monkeypatch.setattr(door, "load_generator", slowly)
    kb = KnowledgeBase(tmp_path)
    assert len(set(map(id, together(lambda: kb.generator)))) == 1


def test_the_states_are_those_of_the_status(tmp_path):
    (tmp_path / "lamps.txt").write_text("The lamp in the cellar is red.")
    (tmp_path / "empty.txt").write_text("")
    with KnowledgeBase(tmp_path / "kb", embedder=FakeEmbedder(projection=None)) as kb:
        kb.add(tmp_path / "lamps.txt", tmp_path / "empty.txt")
        assert kb.states() == kb.status().states == {"indexed": 1, "failed": 1}
