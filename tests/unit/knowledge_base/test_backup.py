"""A backup is a folder that opens."""

import pytest

from fakes import FakeEmbedder
from pincite.config import Config
from pincite.errors import NotAKnowledgeBase, UsageError
from pincite.knowledge_base.backup import backup
from pincite.knowledge_base.door import KnowledgeBase


def door(folder):
    return KnowledgeBase(folder, config=Config(), embedder=FakeEmbedder(projection=None))


@pytest.fixture
def kb(tmp_path):
    (tmp_path / "tea.md").write_text("# Tea\n\nGreen tea is grown in Uji.", "utf-8")
    with door(tmp_path / "kb") as opened:
        opened.add(tmp_path / "tea.md")
        (tmp_path / "kb" / "pincite.toml").write_text("evidence = 2\n", "utf-8")
        (tmp_path / "kb" / "golden.jsonl").write_text("{}\n", "utf-8")
        yield opened


def test_a_backup_is_opened_like_any_knowledge_base_and_has_its_settings(kb, tmp_path):
    made = backup(kb, tmp_path / "saved" / "kb")
    assert (made.documents, made.chunks, made.beside) == (1, 1, ("pincite.toml", "golden.jsonl"))
    with door(tmp_path / "saved" / "kb") as copy:
        assert copy.search("Uji", rerank="none").hits == kb.search("Uji", rerank="none").hits
        assert copy.doctor() == []
    assert (tmp_path / "saved" / "kb" / "pincite.toml").read_text("utf-8") == "evidence = 2\n"


def test_a_backup_replaces_another_only_when_it_is_told_to(kb, tmp_path):
    backup(kb, tmp_path / "saved")
    with pytest.raises(UsageError, match="--force"):
        backup(kb, tmp_path / "saved")
    (kb.folder / "pincite.toml").unlink()
    assert backup(kb, tmp_path / "saved", force=True).beside == ("golden.jsonl",)
    assert not (tmp_path / "saved" / "pincite.toml").exists()


def test_a_backup_never_goes_over_the_knowledge_base_itself_or_a_file(kb, tmp_path):
    with pytest.raises(UsageError, match="itself"):
        backup(kb, tmp_path / "kb" / ".." / "kb", force=True)
    with pytest.raises(UsageError, match="expected a folder"):
        backup(kb, tmp_path / "tea.md", force=True)
    with pytest.raises(NotAKnowledgeBase):
        backup(door(tmp_path / "none"), tmp_path / "saved")
    assert not (tmp_path / "saved").exists()
