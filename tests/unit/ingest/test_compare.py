import os

import pytest

from fakes import FakeEmbedder
from pincite.config import Config
from pincite.knowledge_base.door import KnowledgeBase


@pytest.fixture
def docs(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "tea.md").write_text("# Tea\n\nGreen tea is grown in Uji.")
    (folder / "rent.md").write_text("# Rent\n\nRent is due on the first day.")
    return folder


@pytest.fixture
def kb(tmp_path):
    with KnowledgeBase(tmp_path / "kb", config=Config(), embedder=FakeEmbedder(projection=None)) as found:
        yield found


def names(paths):
    return [os.path.basename(path).decode() for path in paths]


def test_what_was_added_is_in_step(kb, docs):
    kb.add(docs)
    assert kb.compare(docs) == ((), ())


def test_new_changed_and_vanished_files_are_told_apart(kb, docs):
    kb.add(docs)
    (docs / "new.md").write_text("A new page.")
    (docs / "tea.md").write_text("# Tea\n\nBlack tea is grown in Assam.")
    (docs / "rent.md").unlink()
    found = kb.compare(docs)
    assert (names(found.changed), names(found.gone)) == (["new.md", "tea.md"], ["rent.md"])


def test_a_file_that_was_only_touched_is_in_step(kb, docs):
    kb.add(docs)
    os.utime(docs / "tea.md", (1, 1))
    assert kb.compare(docs) == ((), ())


def test_hidden_files_and_other_knowledge_bases_are_no_difference(kb, docs, tmp_path):
    kb.add(docs)
    (docs / ".draft.md").write_text("Not yet.")
    (docs / ".git").mkdir()
    (docs / ".git" / "config").write_text("x")
    with KnowledgeBase(docs / "other.kb", config=Config(), embedder=FakeEmbedder(projection=None)) as other:
        other.add(docs / "tea.md")
    assert kb.compare(docs) == ((), ())


def test_a_file_that_failed_is_looked_at_again_only_with_other_bytes(kb, docs):
    (docs / "empty.txt").write_text("")
    kb.add(docs)
    assert kb.compare(docs) == ((), ())
    (docs / "empty.txt").write_text("Words at last.")
    assert names(kb.compare(docs).changed) == ["empty.txt"]


def test_among_paths_only_what_lies_at_or_below_them_is_read(kb, docs):
    (docs / "a").mkdir()
    (docs / "a" / "one.md").write_text("One.")
    (docs / "ab.md").write_text("Another.")
    kb.add(docs / "tea.md", docs / "rent.md")
    assert names(kb.compare(docs, among=[docs / "a"]).changed) == ["one.md"]
    assert kb.compare(docs, among=[docs / "elsewhere.md"]).changed == ()


def test_among_paths_nothing_that_is_there_counts_as_gone(kb, docs):
    kb.add(docs)
    (docs / "rent.md").unlink()
    assert names(kb.compare(docs, among=[docs / "rent.md"]).gone) == ["rent.md"]


def test_subtitles_that_change_change_their_recording(kb, docs):
    kb.add(docs)
    (docs / "talk.mp3").write_bytes(b"sound")
    (docs / "talk.srt").write_text("1\n00:00:00,000 --> 00:00:01,000\nHello.\n")
    assert names(kb.compare(docs, among=[docs / "talk.srt"]).changed) == ["talk.mp3"]
