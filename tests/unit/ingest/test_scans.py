"""Scans from the file to the citation: without an engine, with one that comes later, with one that is too slow."""

import json

import pytest

from fakes import FakeEmbedder
from pdf_maker import Sheet, column, make_pdf
from pincite.cli.main import main
from pincite.config import Config
from pincite.knowledge_base import door as door_module
from pincite.knowledge_base.door import KnowledgeBase
from scan_maker import fake_tesseract

BODY = ["The ferry leaves the harbour at nine in the", "morning and comes back in the evening of the", "same day."]
PICTURE = Sheet(image=True)
WORDS = [("Saffron", 0.96), ("is", 0.6), ("dried", 0.9), ("over", 0.9), ("charcoal.", 0.9)]


@pytest.fixture
def docs(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "scan.pdf").write_bytes(make_pdf([PICTURE] * 3))
    (folder / "mixed.pdf").write_bytes(make_pdf([Sheet(column(BODY)), PICTURE, PICTURE]))
    (folder / "text.pdf").write_bytes(make_pdf([Sheet(column(BODY[::-1]))]))
    return folder


@pytest.fixture
def program(tmp_path, monkeypatch):
    """A tesseract on the PATH that reads the same words off every picture."""
    fake_tesseract(tmp_path / "bin", WORDS)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return tmp_path / "bin"


def door(tmp_path, ocr, **settings) -> KnowledgeBase:
    return KnowledgeBase(tmp_path / "kb", config=Config(ocr=ocr, **settings), embedder=FakeEmbedder(projection=None))


def names(kb, word) -> set[str]:
    return {hit.document_name for hit in kb.search(word, mode="lexical", rerank="none").hits}


def test_without_an_engine_a_scan_fails_with_the_list_of_its_pages_and_the_rest_is_indexed(docs, tmp_path):
    with door(tmp_path, "off") as kb:
        (failure,) = kb.add(docs).failed
        assert (failure.code, failure.retryable) == ("needs_ocr", True)
        assert failure.reason == "no text on any of 3 pages; pages 1-3 are pictures (page 1)"
        assert "pincite retry" in failure.hint
        assert kb.status().states == {"indexed": 2, "failed": 1}
        (mixed,) = [record for record in kb.documents() if record.name == "mixed.pdf"]
        assert [note.message for note in kb.document(mixed.document_id).notes if note.code == "needs-ocr"] == [
            "pages 2-3 of 3 are pictures without text, and cannot be found or quoted"
        ]
        assert (kb.status().stale, kb.doctor()) == (0, [])


def test_once_an_engine_is_there_retry_reads_the_scan_and_reindex_what_was_read_in_part(docs, tmp_path, program):
    with door(tmp_path, "off") as kb:
        kb.add(docs)
    with door(tmp_path, "tesseract") as kb:
        assert [path.rpartition("/")[2] for path, _ in kb.status().stale_why] == ["mixed.pdf"]
        report = kb.retry()
        assert (report.added, report.failed) == (1, ())
        assert kb.status().states == {"indexed": 3}
        kb.reindex()
        assert kb.status().stale == 0
        assert names(kb, "saffron") == {"scan.pdf", "mixed.pdf"}
        assert names(kb, "harbour") == {"text.pdf", "mixed.pdf"}
        (mixed,) = [record for record in kb.documents() if record.name == "mixed.pdf"]
        text = kb.document(mixed.document_id).text
        assert text.index("ferry") < text.index("Saffron") < text.rindex("Saffron")
        assert kb.doctor() == []


def test_when_the_engine_goes_again_what_it_read_stays_and_is_not_stale(docs, tmp_path, program):
    with door(tmp_path, "tesseract") as kb:
        assert kb.add(docs).failed == ()
        chunks = kb.status().chunks
    with door(tmp_path, "off") as kb:
        assert kb.status().stale == 0
        kb.reindex()
        assert kb.status().chunks == chunks
        assert "Saffron" in kb.search("saffron", mode="lexical", rerank="none").hits[0].quote


def mean_of(words) -> float:
    return sum(len(word) * sure for word, sure in words) / sum(len(word) for word, _ in words)


def test_a_hit_and_a_citation_carry_the_mean_confidence_of_their_words_by_their_letters(docs, tmp_path, program):
    with door(tmp_path, "tesseract", gate="distance", threshold=1.5) as kb:
        kb.add(docs / "scan.pdf")
        hit = kb.search("saffron").hits[0]
        assert hit.locator.confidence == pytest.approx(mean_of(WORDS), abs=1e-3)
        citation = kb.ask("What is saffron dried over?").citations[0].to_json()
        assert citation["quote"].startswith("Saffron is dried over charcoal.")
        assert citation["locator"]["confidence"] == pytest.approx(mean_of(WORDS), abs=1e-3)


def test_on_the_screen_a_quotation_of_doubtful_words_says_so(docs, tmp_path, program, capsys, monkeypatch):
    unsure = [(word, 0.62) for word, _ in WORDS]
    fake_tesseract(program, unsure)
    with door(tmp_path, "tesseract", gate="distance", threshold=1.5) as kb:
        kb.add(docs / "scan.pdf")
        monkeypatch.setattr(door_module, "load_embedder", lambda *_: FakeEmbedder(projection=None))
        monkeypatch.setenv("PINCITE_GATE", "distance")
        monkeypatch.setenv("PINCITE_THRESHOLD", "1.5")
        assert main(["search", "saffron", "--kb", str(tmp_path / "kb")]) == 0
        assert "read by OCR, confidence 0.62" in capsys.readouterr().out
        assert main(["ask", "What is saffron dried over?", "--kb", str(tmp_path / "kb")]) == 0
        assert "read by OCR, confidence 0.62" in capsys.readouterr().out


def test_the_words_that_extract_shows_have_a_confidence_each(docs, program, monkeypatch, capsys):
    monkeypatch.setenv("PINCITE_OCR", "tesseract")
    assert main(["extract", str(docs / "scan.pdf"), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert [round(place["confidence"], 2) for place in shown["places"][:5]] == [sure for _, sure in WORDS]
    assert {place["locator"]["pages"][0]["page"] for place in shown["places"]} == {1, 2, 3}


def test_a_picture_that_takes_too_long_fails_its_file_alone_and_the_next_is_read(docs, tmp_path, program):
    fake_tesseract(program, WORDS, seconds=30)
    with door(tmp_path, "tesseract", ocr_seconds=1, extract_seconds=20) as kb:
        report = kb.add(docs)
        assert {failure.path.rpartition("/")[2]: failure.code for failure in report.failed} == {
            "scan.pdf": "timeout",
            "mixed.pdf": "timeout",
        }
        assert "reading one picture took longer than 1 seconds" in report.failed[0].reason
        assert kb.status().states == {"indexed": 1, "failed": 2}


def test_each_picture_has_its_own_time_so_that_a_long_scan_is_read(tmp_path, program):
    fake_tesseract(program, WORDS, seconds=1)
    (tmp_path / "long.pdf").write_bytes(make_pdf([PICTURE] * 4))
    with door(tmp_path, "tesseract", ocr_seconds=3, extract_seconds=3) as kb:
        assert kb.add(tmp_path / "long.pdf").failed == ()
        assert {hit.locator.pages[0].number for hit in kb.search("saffron", k=8).hits} <= {1, 2, 3, 4}
