"""What status says of a knowledge base that can't be asked, or that is not finished."""

import pytest

from fakes import FakeEmbedder
from pincite.config import Config
from pincite.knowledge_base.door import KnowledgeBase
from pincite.knowledge_base.inspect import blocked, unfinished
from pincite.store.open import Store
from pincite.types.index import Seal


def seal(embedder="all-minilm-l6-v2", pipeline="1"):
    return Seal(embedder, "f" * 64, 384, 256, "mean", None, pipeline)


@pytest.mark.parametrize(
    ("built_by", "settings", "said"),
    [
        (
            "all-minilm-l6-v2",
            {"embedder": "multilingual"},
            "embedder multilingual: set `embedder` back, or run `pincite reindex`",
        ),
        ("multilingual", {}, "embedder all-minilm-l6-v2: set `embedder` back"),
        ("multilingual", {"embedder": "models/mine"}, "embedder models/mine: set `embedder` back"),
        (
            "a",
            {"embedder": "endpoint", "embedder_url": "http://127.0.0.1/v1", "embedder_model": "b"},
            "embedder b: set",
        ),
    ],
)
def test_an_index_of_another_embedder_is_blocked_and_both_are_named(built_by, settings, said):
    (why,) = blocked(seal(built_by), Config(**settings), 0.6, "distance", given=False)
    assert f"the index was built by {built_by}" in why
    assert said in why


@pytest.mark.parametrize(
    ("built_by", "settings"),
    [
        ("all-minilm-l6-v2", {}),
        ("models/mine", {"embedder": "/srv/models/mine"}),
        ("b", {"embedder": "endpoint", "embedder_url": "http://127.0.0.1/v1", "embedder_model": "b"}),
    ],
)
def test_an_index_whose_embedder_may_be_that_of_the_settings_is_not_blocked(built_by, settings):
    assert blocked(seal(built_by), Config(**settings), 0.6, "distance", given=False) == ()


def test_without_a_threshold_questions_are_blocked_unless_the_gate_is_calibrated():
    (why,) = blocked(seal(), Config(), None, "distance", given=False)
    assert "set `threshold`, or run `pincite calibrate GOLD`; until then every `ask` fails" in why
    assert blocked(seal(), Config(), None, "calibrated", given=False) == ()


def test_an_index_of_another_pipeline_is_blocked():
    assert "pipeline 0, this Pincite has 1" in blocked(seal(pipeline="0"), Config(), 0.6, "distance", given=False)[0]


def test_nothing_is_blocked_before_the_first_document():
    assert blocked(None, Config(embedder="multilingual"), None, "distance", given=False) == ()


def test_interrupted_documents_and_a_reindex_that_was_begun_are_said_with_their_commands(tmp_path):
    (tmp_path / "a.md").write_text("The deposit is 900 euros.", "utf-8")
    with KnowledgeBase(tmp_path / "kb", embedder=FakeEmbedder(projection=None)) as kb:
        kb.add(tmp_path / "a.md")
        assert kb.status().unfinished == ()
        with Store.open(tmp_path / "kb") as store:
            store.begin_generation(seal("another"))
        assert "run `pincite reindex` to go on" in kb.status().unfinished[-1]
    assert (
        "6 documents are on the way: run `pincite retry`"
        in unfinished({"embedding": 1, "queued": 5, "indexed": 11}, building=False)[0]
    )
    assert unfinished({"indexed": 11, "failed": 2}, building=False) == ()
