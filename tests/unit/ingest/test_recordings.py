"""A recording and the subtitles beside it are one document, and it follows both."""

import pytest

from fakes import FakeEmbedder
from media_maker import silence
from pincite.config import Config
from pincite.ingest.walk import find_files
from pincite.knowledge_base.door import KnowledgeBase

FERRY = "WEBVTT\n\n00:01.000 --> 00:03.500\nThe ferry leaves at nine.\n"
TRAIN = "WEBVTT\n\n00:02.000 --> 00:04.000\nThe train leaves at ten.\n"


@pytest.fixture
def talks(tmp_path):
    folder = tmp_path / "talks"
    folder.mkdir()
    (folder / "talk.wav").write_bytes(silence(1))
    (folder / "talk.vtt").write_text(FERRY, "utf-8")
    return folder


def door(tmp_path, **settings) -> KnowledgeBase:
    return KnowledgeBase(tmp_path / "kb", config=Config(**settings), embedder=FakeEmbedder(projection=None))


def documents(kb):
    return {record.name: (record.state, record.type) for record in kb.documents()}


def test_subtitles_beside_a_recording_are_its_words_and_no_document_of_their_own(talks, tmp_path):
    with door(tmp_path) as kb:
        report = kb.add(talks)
        assert (report.added, report.same) == (1, ())
        assert documents(kb) == {"talk.wav": ("indexed", "audio")}
        hit = kb.search("ferry").hits[0]
        assert (hit.document_name, hit.locator.fragment) == ("talk.wav", "#t=1,3.5")
        assert kb.doctor() == []


def test_other_subtitles_stay_documents_of_their_own(talks, tmp_path):
    (talks / "talk.es.vtt").write_text(FERRY.replace("The ferry leaves at nine", "El ferry sale a las nueve"), "utf-8")
    (talks / "alone.vtt").write_text(TRAIN, "utf-8")
    with door(tmp_path) as kb:
        kb.add(talks)
        assert set(documents(kb)) == {"talk.wav", "talk.es.vtt", "alone.vtt"}


def test_changed_subtitles_make_the_recording_be_read_again(talks, tmp_path):
    with door(tmp_path) as kb:
        kb.add(talks)
        assert kb.add(talks).unchanged == 1
        (talks / "talk.vtt").write_text(TRAIN, "utf-8")
        assert kb.add(talks).replaced == 1
        assert "train" in kb.search("train").hits[0].quote
        assert kb.doctor() == []


def test_a_reindex_keeps_the_words_that_a_recording_had(talks, tmp_path, monkeypatch):
    with door(tmp_path) as kb:
        kb.add(talks)
        monkeypatch.setattr("pincite.extract.sandbox.Extractor.extract", None)  # nobody listens again
        report = kb.reindex()
        assert (report.replaced, report.failed, report.notes) == (1, (), ())
        assert kb.search("ferry").hits[0].locator.fragment == "#t=1,3.5"


def test_subtitles_named_by_themselves_are_a_document_until_their_recording_takes_them(talks, tmp_path):
    with door(tmp_path) as kb:
        kb.add(talks / "talk.vtt")
        assert documents(kb) == {"talk.vtt": ("indexed", "vtt")}
        assert kb.add(talks).removed == 1
        assert set(documents(kb)) == {"talk.wav"}


def test_a_recording_named_by_itself_takes_its_subtitles(talks, tmp_path):
    with door(tmp_path) as kb:
        kb.add(talks / "talk.wav")
        assert kb.search("ferry").hits[0].locator.fragment == "#t=1,3.5"


def test_a_recording_larger_than_a_file_may_be_is_found_by_its_subtitles(talks, tmp_path):
    (talks / "talk.wav").write_bytes(silence(60))
    with door(tmp_path, max_bytes=10_000) as kb:
        assert kb.add(talks).failed == ()
        assert documents(kb) == {"talk.wav": ("indexed", "audio")}
        assert kb.add(talks).unchanged == 1
        assert kb.reindex().replaced == 1


def test_a_recording_without_words_fails_alone_and_is_retried_once_it_has_some(talks, tmp_path):
    (talks / "talk.vtt").unlink()
    (talks / "note.md").write_text("# Note\n\nBring a coat.", "utf-8")
    with door(tmp_path, speech="off") as kb:
        (failure,) = kb.add(talks).failed
        assert (failure.code, failure.retryable) == ("unsupported", True)
        assert "put some beside it" in failure.reason
        assert kb.status().states == {"failed": 1, "indexed": 1}
        (talks / "talk.vtt").write_text(FERRY, "utf-8")
        kb.retry()
        assert documents(kb)["talk.wav"] == ("indexed", "audio")
        assert kb.add(talks).unchanged == 2


def test_subtitles_that_cannot_be_read_fail_with_their_name(talks, tmp_path):
    (talks / "talk.vtt").write_text("no cues here", "utf-8")
    with door(tmp_path) as kb:
        (failure,) = kb.add(talks).failed
    assert (failure.code, "talk.vtt" in failure.reason) == ("malformed", True)


def test_a_walk_names_the_subtitles_of_each_recording(talks):
    (found,) = find_files([talks])
    assert (found.name, found.subtitles) == ("talk.wav", bytes(talks / "talk.vtt"))
    assert len(find_files([talks, talks / "talk.vtt"])) == 2
