"""The door with a small embedder: adding, replacing, syncing, removing, refusing."""

from dataclasses import replace

import pytest

from fakes import FakeEmbedder
from pincite.config import Config
from pincite.errors import EmbedderError, ExtractError, NotAKnowledgeBase, NotReady, SealError, UsageError
from pincite.ingest.build import build
from pincite.knowledge_base.door import KnowledgeBase


@pytest.fixture
def docs(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "tea.md").write_text("# Tea\n\nGreen tea is grown in Uji.", "utf-8")
    (folder / "rent.md").write_text("# Rent\n\nRent is due on the first day.", "utf-8")
    return folder


def door(tmp_path, **fake) -> KnowledgeBase:
    return KnowledgeBase(tmp_path / "kb", config=Config(), embedder=FakeEmbedder(**{"projection": None, **fake}))


def names(kb: KnowledgeBase, query: str) -> list[str]:
    return [hit.document_name for hit in kb.search(query, mode="lexical", rerank="none").hits]


def test_a_second_add_leaves_unchanged_files_alone(docs, tmp_path):
    with door(tmp_path) as kb:
        assert (kb.add(docs).added, kb.add(docs).unchanged) == (2, 2)


def test_a_changed_file_is_replaced_and_its_old_words_are_gone(docs, tmp_path):
    with door(tmp_path) as kb:
        kb.add(docs)
        (docs / "tea.md").write_text("# Tea\n\nBlack tea is grown in Assam.", "utf-8")
        report = kb.add(docs)
        assert (report.replaced, report.unchanged) == (1, 1)
        assert names(kb, "Uji") == []
        assert names(kb, "Assam") == ["tea.md"]
        assert kb.status().documents == 2


def test_a_changed_file_that_fails_leaves_the_old_version_searchable_and_says_so(docs, tmp_path):
    with door(tmp_path) as kb:
        kb.add(docs)
        (docs / "tea.md").write_bytes(b"\x7fELF\x02\x01\x01" + bytes(2000))
        assert [failure.code for failure in kb.add(docs).failed] == ["unsupported"]
        assert names(kb, "Uji") == ["tea.md"]
        assert kb.status().states == {"indexed": 2, "failed": 1}
        (docs / "tea.md").write_text("# Tea\n\nGreen tea is grown in Uji.", "utf-8")
        kb.add(docs)
        assert kb.status().states == {"indexed": 2}


def test_sync_removes_what_vanished_from_the_folder_and_nothing_else(docs, tmp_path):
    other = tmp_path / "other.md"
    other.write_text("# Other\n\nA lone page.", "utf-8")
    with door(tmp_path) as kb:
        kb.add(docs, other)
        (docs / "rent.md").unlink()
        other.unlink()
        assert kb.add(docs).removed == 0
        assert kb.add(docs, sync=True).removed == 1
        assert sorted(record.name for record in kb.documents()) == ["other.md", "tea.md"]


def test_tags_come_from_the_call_and_a_new_tag_does_not_lose_an_old_one(docs, tmp_path):
    with door(tmp_path) as kb:
        kb.add(docs / "tea.md", tags=["drink"])
        kb.add(docs / "tea.md", tags=["garden"])
        assert kb.documents()[0].tags == ("drink", "garden")
        assert [hit.document_name for hit in kb.search("tea", filters=["tag:drink", "tag:garden"]).hits] == ["tea.md"]


def test_remove_takes_files_folders_and_ids_and_refuses_what_is_not_there(docs, tmp_path):
    with door(tmp_path) as kb:
        kb.add(docs)
        first = kb.documents()[0]
        assert kb.remove(first.document_id).removed == 1
        with pytest.raises(UsageError, match="no document is"):
            kb.remove(docs / "gone.md")
        assert kb.remove(docs).removed == 1
        assert (kb.status().documents, kb.status().chunks) == (0, 0)


def test_the_same_bytes_twice_are_two_documents_one_hit_and_a_clear_word(docs, tmp_path):
    (docs / "zcopy.md").write_bytes((docs / "tea.md").read_bytes())
    with door(tmp_path) as kb:
        report = kb.add(docs)
        assert [(a.rsplit("/", 1)[1], b.rsplit("/", 1)[1]) for a, b in report.same] == [("zcopy.md", "tea.md")]
        (hit,) = kb.search("Uji", mode="lexical", rerank="none").hits
        assert {hit.document_name, *(place.document_name for place in hit.places)} == {"tea.md", "zcopy.md"}


def test_a_document_that_the_embedder_fails_on_fails_alone_and_a_retry_mends_it(docs, tmp_path):
    class FailsOnce(FakeEmbedder):
        broken = True

        def passages(self, texts):
            if any("Rent" in text for text in texts) and self.broken:
                raise EmbedderError("the model did not answer")
            return super().passages(texts)

    embedder = FailsOnce(projection=None)
    with KnowledgeBase(tmp_path / "kb", config=Config(), embedder=embedder) as kb:
        (failure,) = kb.add(docs).failed
        assert (failure.code, failure.retryable) == ("embedder", True)
        assert names(kb, "Uji") == ["tea.md"]
        embedder.broken = False
        assert kb.retry().added == 1
        assert names(kb, "rent") == ["rent.md"]


def test_another_embedder_may_neither_add_nor_search_until_the_index_is_built_anew(docs, tmp_path):
    with door(tmp_path) as kb:
        kb.add(docs)
    with door(tmp_path, fingerprint="other") as kb:
        with pytest.raises(SealError, match="fake-words"):
            kb.search("tea")
        with pytest.raises(SealError, match="reindex"):
            kb.add(docs)
        assert kb.doctor()[0].check == "seal"
        assert kb.reindex().replaced == 2
        assert kb.search("tea").hits
        assert kb.doctor() == []


def test_reindex_builds_from_the_kept_text_where_the_file_is_gone(docs, tmp_path):
    with door(tmp_path) as kb:
        kb.add(docs)
        (docs / "tea.md").unlink()
        report = kb.reindex()
        assert report.replaced == 2
        assert "1 documents were built from the kept text" in report.notes[0]
        assert names(kb, "Uji") == ["tea.md"]


def test_searching_before_anything_is_indexed_says_not_ready(docs, tmp_path):
    with door(tmp_path) as kb:
        with pytest.raises(NotAKnowledgeBase, match="pincite add"):
            kb.search("tea")
        kb.add(docs)
        kb.remove(docs)
        with pytest.raises(NotReady, match="nothing is indexed"):
            kb.search("tea")


def test_an_embedder_without_a_threshold_cannot_ask_until_one_is_given(docs, tmp_path):
    with door(tmp_path, threshold=None) as kb:
        kb.add(docs)
        with pytest.raises(UsageError, match="threshold"):
            kb.ask("Where is tea grown?")
        kb.config = replace(kb.config, threshold=1.9)
        assert kb.ask("Where is tea grown?").answered


def test_a_refusal_calls_no_model_that_writes(docs, tmp_path, monkeypatch):
    def never(*_):
        raise AssertionError("a model was asked")

    monkeypatch.setattr("pincite.knowledge_base.door.load_generator", never)
    with door(tmp_path) as kb:
        kb.add(docs)
        kb.config = replace(kb.config, threshold=0.0001)
        assert not kb.ask("Where is tea grown?").answered
        assert not kb.ask("Where is tea grown?", filters=["name:none"]).answered


def test_canaries_tell_a_runtime_that_gives_other_vectors(docs, tmp_path):
    class Drifted(FakeEmbedder):
        def passages(self, texts):
            return [replace(one, vector=one.vector[::-1].copy()) for one in super().passages(texts)]

    with door(tmp_path) as kb:
        kb.add(docs)
    with KnowledgeBase(tmp_path / "kb", config=Config(), embedder=Drifted(projection=None)) as kb:
        assert [problem.check for problem in kb.doctor()] == ["canary"] * 3


def test_a_document_of_nothing_but_front_matter_fails_as_empty_and_leaves_the_others_searchable(docs, tmp_path):
    (docs / "about.md").write_text("---\ntitle: About tea\ntags: [drink]\n---\n", "utf-8")
    with door(tmp_path) as kb:
        report = kb.add(docs)
        assert (report.added, [failure.code for failure in report.failed]) == (2, ["empty"])
        assert names(kb, "Uji") == ["tea.md"]


def test_an_answer_is_of_one_commit_though_its_document_is_replaced_and_another_removed_meanwhile(docs, tmp_path):
    class WritesWhileItIsAsked(FakeEmbedder):
        busy = False

        def query(self, text):
            if self.busy:
                self.busy = False
                (docs / "tea.md").write_text("# Tea\n\nBlack tea is grown in Assam.", "utf-8")
                with door(tmp_path) as other:
                    other.add(docs)
                    other.remove(docs / "rent.md")
            return super().query(text)

    embedder = WritesWhileItIsAsked(projection=None)
    with KnowledgeBase(tmp_path / "kb", config=Config(threshold=1.9), embedder=embedder) as kb:
        kb.add(docs)
        embedder.busy = True
        answer = kb.ask("Where is green tea grown?")
        assert {citation.quote for citation in answer.citations} >= {"Green tea is grown in Uji."}
        assert kb.ask("Where is tea grown?").citations[0].quote == "Black tea is grown in Assam."


def test_another_target_makes_documents_stale_and_the_next_add_cuts_them_anew(docs, tmp_path):
    with door(tmp_path) as kb:
        kb.add(docs)
        kb.config = replace(kb.config, target=200)
        assert kb.status().stale == 2
        assert {problem.check for problem in kb.doctor()} == {"stale"}
        assert kb.add(docs / "tea.md").replaced == 1
        assert kb.reindex().replaced == 2
        assert (kb.status().stale, kb.doctor()) == (0, [])


def test_a_path_that_is_not_there_makes_no_knowledge_base(tmp_path):
    with door(tmp_path) as kb, pytest.raises(UsageError, match="no file or folder"):
        kb.add(tmp_path / "nothere")
    assert not (tmp_path / "kb").exists()


def test_a_knowledge_base_is_not_made_inside_what_it_is_to_hold(docs, tmp_path):
    kb = KnowledgeBase(docs, config=Config(), embedder=FakeEmbedder(projection=None))
    with kb, pytest.raises(UsageError, match="name another folder"):
        kb.add(docs)


def test_other_knowledge_bases_in_the_folder_are_passed_over(docs, tmp_path):
    with KnowledgeBase(docs / "inner", config=Config(), embedder=FakeEmbedder(projection=None)) as kb:
        kb.add(docs / "tea.md")
    with door(tmp_path) as kb:
        report = kb.add(docs)
        assert (report.added, report.failed) == (2, ())


def test_a_document_is_removed_by_the_beginning_of_its_id_that_is_shown(docs, tmp_path):
    with door(tmp_path) as kb:
        kb.add(docs)
        id_ = kb.documents()[0].document_id
        with pytest.raises(UsageError):
            kb.remove(id_[:11])
        assert kb.remove(id_[:12]).removed == 1


def test_a_document_that_a_reindex_can_no_longer_build_fails_alone(docs, tmp_path, monkeypatch):
    def build_all_but_tea(document, *rest, **more):
        if document.title == "Tea":
            raise ExtractError("empty", "found no text")
        return build(document, *rest, **more)

    with door(tmp_path) as kb:
        kb.add(docs)
        monkeypatch.setattr("pincite.ingest.add.build", build_all_but_tea)
        report = kb.reindex()
        assert (report.replaced, [failure.code for failure in report.failed]) == (1, ["empty"])
        assert kb.status().states == {"failed": 1, "indexed": 1}
        assert names(kb, "rent") == ["rent.md"]
        assert kb.doctor() == []


def test_a_changed_document_keeps_the_tags_it_was_given_and_drops_those_that_it_no_longer_names(docs, tmp_path):
    with door(tmp_path) as kb:
        (docs / "tea.md").write_text("---\ntags: [draft]\n---\n# Tea\n\nGreen tea.", "utf-8")
        kb.add(docs / "tea.md", tags=["garden"])
        assert kb.documents()[0].tags == ("draft", "garden")
        (docs / "tea.md").write_text("---\ntags: [final]\n---\n# Tea\n\nGreen tea.", "utf-8")
        kb.add(docs / "tea.md")
        assert kb.documents()[0].tags == ("final", "garden")
