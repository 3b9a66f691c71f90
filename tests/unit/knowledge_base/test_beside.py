"""What lies beside an index: a report quotes documents, so it goes with what it may quote."""

import pytest

from fakes import FakeEmbedder
from pincite.config import Config
from pincite.knowledge_base.beside import EVALUATIONS, PAGE, REPORT
from pincite.knowledge_base.door import KnowledgeBase

FIGURES = "result.json"


@pytest.fixture
def kb(tmp_path):
    (tmp_path / "docs").mkdir()
    for name, text in (("tea.txt", "green tea grows in uji\n"), ("rent.txt", "rent is due on the first\n")):
        (tmp_path / "docs" / name).write_text(text, "utf-8")
    with KnowledgeBase(tmp_path / "kb", config=Config(), embedder=FakeEmbedder(projection=None)) as found:
        found.add(tmp_path / "docs")
        kept = found.folder / EVALUATIONS / "0a1b"
        kept.mkdir(parents=True)
        for name in (PAGE, REPORT, FIGURES):
            (kept / name).write_text("green tea grows in uji", "utf-8")
        yield found


def left(kb):
    return sorted(path.name for path in (kb.folder / EVALUATIONS / "0a1b").iterdir())


def test_what_is_removed_does_not_live_on_in_a_report_whoever_removes_it(kb, tmp_path):
    kb.remove(tmp_path / "docs" / "tea.txt")
    assert left(kb) == [FIGURES]


def test_what_is_replaced_does_not_live_on_in_a_report(kb, tmp_path):
    (tmp_path / "docs" / "tea.txt").write_text("black tea grows in assam\n", "utf-8")
    kb.add(tmp_path / "docs")
    assert left(kb) == [FIGURES]


def test_what_is_gone_from_a_folder_that_is_kept_in_step_does_not_live_on_in_a_report(kb, tmp_path):
    (tmp_path / "docs" / "tea.txt").unlink()
    kb.add(tmp_path / "docs", sync=True)
    assert left(kb) == [FIGURES]


def test_a_report_stays_while_nothing_that_it_may_quote_is_taken_out(kb, tmp_path):
    (tmp_path / "docs" / "new.txt").write_text("the dog is brown\n", "utf-8")
    kb.add(tmp_path / "docs")
    assert left(kb) == [PAGE, REPORT, FIGURES]
