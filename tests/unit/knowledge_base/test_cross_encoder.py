"""The door with a cross-encoder: one that runs, one that cannot be loaded, and none."""

import pytest

from fakes import FakeEmbedder
from pincite.config import Config
from pincite.knowledge_base.door import KnowledgeBase
from random_classifier import write_classifier


@pytest.fixture
def docs(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "one.md").write_text("# One\n\na b c d", "utf-8")
    (folder / "two.md").write_text("# Two\n\ne f a g", "utf-8")
    return folder


def search(tmp_path, docs, cross_encoder, query="a b"):
    config = Config(rerank="cross", cross_encoder=cross_encoder, threshold=1.9, threads=1)
    with KnowledgeBase(tmp_path / "kb", config=config, embedder=FakeEmbedder(projection=None)) as kb:
        kb.add(docs)
        return kb.search(query), kb.ask(query)


@pytest.mark.parametrize("kind", ["bert", "xlm-roberta"])
def test_a_cross_encoder_from_a_folder_orders_the_hits_by_its_own_scores(tmp_path, docs, kind):
    folder = tmp_path / "model"
    folder.mkdir()
    write_classifier(folder, kind, labels=1)
    result, answer = search(tmp_path, docs, str(folder))
    assert (result.rerank, result.notes) == ("cross", ())
    assert [hit.score for hit in result.hits] == sorted((hit.score for hit in result.hits), reverse=True)
    assert len(result.hits) == 2
    assert answer.answered


@pytest.mark.parametrize("broken", ["no such folder", "empty", "weights are no weights", "no name"])
def test_a_cross_encoder_that_cannot_be_loaded_is_skipped_and_the_hits_and_the_answer_say_why(tmp_path, docs, broken):
    folder = tmp_path / "model"
    if broken != "no such folder":
        folder.mkdir()
    if broken == "weights are no weights":
        write_classifier(folder, "bert", labels=1)
        (folder / "model.safetensors").write_bytes(b"\x08\0\0\0\0\0\0\0not json")
    result, answer = search(tmp_path, docs, None if broken == "no name" else str(folder))
    assert result.rerank == "none"
    assert len(result.hits) == 2
    (note,) = result.notes
    assert note.startswith("rerank skipped: ")
    assert ("set `cross_encoder`" if broken == "no name" else str(folder)) in note
    assert answer.notes == result.notes


def test_a_query_too_long_for_the_cross_encoder_is_said_and_not_cut(tmp_path, docs):
    folder = tmp_path / "model"
    folder.mkdir()
    write_classifier(folder, "bert", labels=1)
    result, _ = search(tmp_path, docs, str(folder), query="a b " * 30)
    assert result.rerank == "none"
    assert "leaves no room" in result.notes[-1]
