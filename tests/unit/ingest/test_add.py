"""Files that change, fail or are removed while they are being indexed: the records say what happened, no more."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from fakes import FakeEmbedder
from pincite.config import Config
from pincite.errors import SealError, UsageError
from pincite.knowledge_base.door import KnowledgeBase
from pincite.store.open import Store


@pytest.fixture
def docs(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "rent.md").write_text("# Rent\n\nRent is due on the first day.", "utf-8")
    (folder / "tea.md").write_text("# Tea\n\nGreen tea is grown in Uji.", "utf-8")
    return folder


def door(tmp_path, embedder=None, config=None, **fake) -> KnowledgeBase:
    embedder = embedder or FakeEmbedder(**{"projection": None, **fake})
    return KnowledgeBase(tmp_path / "kb", config=config or Config(), embedder=embedder)


def test_a_file_that_changes_between_hashing_and_reading_leaves_no_record_of_its_old_bytes(docs, tmp_path):
    def change(step):
        if step.stage == "extracting" and step.path.endswith("tea.md"):
            (docs / "tea.md").write_text("# Tea\n\nBlack tea is grown in Assam.", "utf-8")

    with door(tmp_path) as kb:
        kb.add(docs, watch=change)
        assert kb.status().states == {"indexed": 2}
        assert kb.add(docs).unchanged == 2


def test_a_file_that_was_too_large_is_only_indexed_after_a_retry_with_a_higher_limit(docs, tmp_path):
    with door(tmp_path, config=Config(max_bytes=10)) as kb:
        kb.add(docs)
        assert kb.status().states == {"failed": 2}
    with door(tmp_path) as kb:
        kb.retry(docs)
        assert kb.status().states == {"indexed": 2}


def test_a_record_left_waiting_beside_its_own_indexed_version_goes_without_taking_that_along(docs, tmp_path):
    with door(tmp_path) as kb:
        kb.add(docs)
        with Store.open(tmp_path / "kb") as store:
            store.queue(*(replace(record, state="queued") for record in store.documents()))
        assert kb.add(docs).unchanged == 2
        assert (kb.status().states, kb.doctor()) == ({"indexed": 2}, [])


def test_vectors_of_an_embedder_that_a_reindex_has_replaced_meanwhile_are_not_written(docs, tmp_path):
    with door(tmp_path, fingerprint="old") as kb, door(tmp_path, fingerprint="new") as other:
        kb.add(docs / "rent.md")

        def reindex(step):
            if step.stage == "embedding" and not step.chunks:
                other.reindex()

        with pytest.raises(SealError, match="while fake-words"):
            kb.add(docs / "tea.md", watch=reindex)
        assert [record.name for record in other.documents() if record.state == "indexed"] == ["rent.md"]


def test_a_tag_given_between_a_stopped_reindex_and_the_next_is_kept(docs, tmp_path):
    def stop(step):
        if step.stage == "indexed":
            raise KeyboardInterrupt

    with door(tmp_path, fingerprint="old") as kb:
        kb.add(docs)
        with door(tmp_path, fingerprint="new") as other, pytest.raises(KeyboardInterrupt):
            other.reindex(watch=stop)
        kb.add(docs, tags=["draft"])
    with door(tmp_path, fingerprint="new") as other:
        other.reindex()
        assert [record.tags for record in other.documents()] == [("draft",), ("draft",)]


class Odd(FakeEmbedder):
    """Gives no vector for texts about rent."""

    def __init__(self, failure):
        super().__init__(projection=None)
        self.failure = failure

    def passages(self, texts):
        return [
            self.failure(one) if "Rent" in text else one
            for text, one in zip(texts, super().passages(texts), strict=True)
        ]


def nan(encoded):
    return replace(encoded, vector=encoded.vector * float("nan"))


def fault(_):
    raise ZeroDivisionError("one by nothing")


@pytest.mark.parametrize(("failure", "code"), [(nan, "embedder"), (fault, "crashed")])
def test_whatever_one_document_brings_up_it_fails_alone_and_can_be_retried(docs, tmp_path, failure, code):
    with door(tmp_path, Odd(failure)) as kb:
        report = kb.add(docs)
        assert (report.added, [(f.code, f.retryable) for f in report.failed]) == (1, [(code, True)])
    with door(tmp_path) as kb:
        assert kb.retry().added == 1
        assert kb.status().states == {"indexed": 2}


def test_sync_keeps_what_is_still_there_though_the_walk_did_not_see_it(docs, tmp_path):
    (docs / ".hidden.md").write_text("Words in a hidden file.", "utf-8")
    with door(tmp_path) as kb, door(tmp_path) as other:
        kb.add(docs, docs / ".hidden.md")

        def add_one_more(step):
            if step.stage == "unchanged" and step.done == 1:
                (docs / "new.md").write_text("New words.", "utf-8")
                other.add(docs / "new.md")

        assert kb.add(docs, sync=True, watch=add_one_more).removed == 0
        assert kb.status().states == {"indexed": 4}
        (docs / "new.md").unlink()
        assert kb.add(docs, sync=True).removed == 1


def test_sync_removes_nothing_below_a_folder_that_cannot_be_read_now(docs, tmp_path, monkeypatch):
    (docs / "shut").mkdir()
    (docs / "shut" / "in.md").write_text("Words behind a door.", "utf-8")

    def refusing(real):
        def look(path):
            if os.fsencode(path).startswith(os.fsencode(docs / "shut")):
                raise PermissionError(13, "Permission denied", path)
            return real(path)

        return look

    with door(tmp_path) as kb:
        kb.add(docs)
        with monkeypatch.context() as shut:
            shut.setattr("pincite.ingest.walk.os.listdir", refusing(os.listdir))
            shut.setattr("pincite.ingest.walk.os.lstat", refusing(os.lstat))
            report = kb.add(docs, sync=True)
        assert [f.reason for f in report.failed] == ["the folder cannot be read: Permission denied"]
        assert (report.removed, kb.status().states["indexed"]) == (0, 3)


@pytest.mark.parametrize("verb", ["add", "remove", "retry"])
def test_an_empty_path_is_wrong_usage_and_not_the_present_folder(docs, tmp_path, monkeypatch, verb):
    monkeypatch.chdir(docs)
    with door(tmp_path) as kb:
        kb.add(docs)
        (docs / "tea.md").write_bytes(b"")
        kb.add(docs)
        with pytest.raises(UsageError, match="an empty path"):
            getattr(kb, verb)("")
        assert kb.status().documents == 2


def test_the_words_of_a_replaced_version_are_gone_from_the_bytes_on_disk(docs, tmp_path):
    (docs / "tea.md").write_text("# Tea\n\nQuetzalcoatl drinks.", "utf-8")
    with door(tmp_path) as kb:
        kb.add(docs)
        (docs / "tea.md").write_text("# Tea\n\nNobody drinks.", "utf-8")
        kb.add(docs)
        assert not any(b"quetzalcoatl" in file.read_bytes().lower() for file in (tmp_path / "kb").iterdir())
        assert kb.doctor() == []


def test_a_stopped_reindex_under_another_target_is_not_taken_over(docs, tmp_path):
    def stop(step):
        if step.stage == "indexed":
            raise KeyboardInterrupt

    with door(tmp_path) as kb:
        kb.add(docs)
    with door(tmp_path, config=Config(target=300)) as kb, pytest.raises(KeyboardInterrupt):
        kb.reindex(watch=stop)
    with door(tmp_path) as kb:
        assert kb.reindex().replaced == 2
        assert (kb.status().stale, kb.doctor()) == (0, [])


def test_a_retry_under_another_target_is_recorded_with_that_target(docs, tmp_path):
    with door(tmp_path, config=Config(max_bytes=10)) as kb:
        kb.add(docs)
    with door(tmp_path, config=Config(target=300)) as kb:
        kb.retry(docs)
        assert kb.status().stale == 0


def test_what_another_process_has_indexed_meanwhile_is_not_indexed_again(docs, tmp_path):
    with door(tmp_path) as kb, door(tmp_path) as other:

        def be_faster(step):
            if step.stage == "indexed" and step.done == 1:
                other.add(docs)

        report = kb.add(docs, watch=be_faster)
        assert (report.added, report.replaced, report.unchanged) == (1, 0, 1)
        assert kb.status().states == {"indexed": 2}


@pytest.mark.skipif(not Path("/proc/kmsg").exists(), reason="only Linux has this file")
def test_a_file_of_no_bytes_is_never_opened_for_some_keep_a_reader_waiting(docs, tmp_path):
    (docs / "log.md").symlink_to("/proc/kmsg")
    with door(tmp_path) as kb:
        report = kb.add(docs, docs / "log.md")
        assert (report.added, [failure.code for failure in report.failed]) == (2, ["empty"])


def test_a_link_out_of_the_folder_is_not_read_fails_with_what_to_do_and_a_retry_does_not_read_it_either(docs, tmp_path):
    (tmp_path / "secret.txt").write_text("The password is swordfish.", "utf-8")
    (docs / "note.txt").symlink_to(tmp_path / "secret.txt")
    with door(tmp_path) as kb:
        (failed,) = kb.add(docs).failed
        assert (failed.code, failed.retryable) == ("unreadable", False)
        assert "a link that leads out of the folder that was added" in failed.reason
        assert "add that by its own name" in failed.reason
        assert kb.retry(docs).failed[0].reason == failed.reason
        assert kb.status().states == {"failed": 1, "indexed": 2}
        assert kb.add(tmp_path / "secret.txt").added == 1
