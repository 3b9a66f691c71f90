"""Mails with attachments in a knowledge base: each file a document of its own, which comes, changes and goes with its mail."""

import apsw
import pytest

from fakes import FakeEmbedder
from mail_maker import make_mail, make_mbox
from pdf_maker import Sheet, column, make_pdf
from pincite.config import Config
from pincite.evaluate.corpus import names_of, read_corpus
from pincite.ingest import add
from pincite.knowledge_base.door import KnowledgeBase
from pincite.store.open import Store
from sheet_maker import Sheet as Grid
from sheet_maker import make_xlsx

PRICES = make_pdf([Sheet(column(["First page."])), Sheet(column(["Saffron costs nine euros a gram."]))])
BOOK = make_xlsx([Grid("Landings", {"A1": "Port", "B1": "Tons", "A2": "Vigo", "B2": 412})])
BROKEN = b"\x7fELF\x02\x01\x01" + bytes(2000)


@pytest.fixture
def inbox(tmp_path):
    folder = tmp_path / "inbox"
    folder.mkdir()
    (folder / "offer.eml").write_bytes(
        make_mail(
            "Our offer", "The prices are attached.", [("prices.pdf", PRICES), ("book.xlsx", BOOK), ("x.bin", BROKEN)]
        )
    )
    (folder / "plain.md").write_text("# Tea\n\nGreen tea is grown in Uji.", "utf-8")
    return folder


def door(tmp_path, **settings) -> KnowledgeBase:
    return KnowledgeBase(tmp_path / "kb", config=Config(**settings), embedder=FakeEmbedder(projection=None))


def states(kb, tmp_path):
    top = f"{tmp_path}/inbox/"
    return {record.path.removeprefix(top): record.state for record in kb.documents()}


def names(kb, word):
    return [hit.document_name for hit in kb.search(word, mode="lexical", rerank="none").hits]


def test_each_attachment_is_a_document_with_its_own_type_title_and_places_and_a_broken_one_fails_alone(inbox, tmp_path):
    with door(tmp_path) as kb:
        report = kb.add(inbox)
        assert (report.added, [(one.path.rpartition("/")[2], one.code, one.retryable) for one in report.failed]) == (
            4,
            [("x.bin", "unsupported", False)],
        )
        assert states(kb, tmp_path) == {
            "offer.eml": "indexed",
            "offer.eml/book.xlsx": "indexed",
            "offer.eml/prices.pdf": "indexed",
            "offer.eml/x.bin": "failed",
            "plain.md": "indexed",
        }
        hit = kb.search("saffron").hits[0]
        assert (hit.document_name, [page.number for page in hit.locator.pages]) == ("prices.pdf", [1, 2])
        assert all(page.boxes for page in hit.locator.pages)
        assert kb.search("Vigo").hits[0].locator.fragment.startswith("#Landings!A")
        (mail,) = [record for record in kb.documents() if record.name == "offer.eml"]
        assert [note.message.partition(" ")[0] for note in kb.document(mail.document_id).notes] == [
            "prices.pdf",
            "book.xlsx",
            "x.bin",
        ]
        status = kb.status()
        assert (status.documents, status.states, status.stale) == (4, {"indexed": 4, "failed": 1}, 0)
        assert kb.doctor() == []


def test_the_date_is_the_mails_and_the_tags_are_those_given_to_the_mail(inbox, tmp_path):
    with door(tmp_path) as kb:
        kb.add(inbox / "offer.eml", tags=["sales"])
        (book,) = [record for record in kb.documents() if record.name == "book.xlsx"]
        assert (book.date, book.tags, book.type) == ("2024-05-10", ("sales",), "xlsx")
        assert names(kb, "Vigo") == ["book.xlsx"]
        assert [hit.document_name for hit in kb.search("Vigo", filters=["folder:offer.eml"]).hits][:1] == ["book.xlsx"]


def test_a_second_add_finds_everything_unchanged_and_tries_the_broken_one_again(inbox, tmp_path):
    with door(tmp_path) as kb:
        kb.add(inbox)
        report = kb.add(inbox)
        assert (report.unchanged, report.added, len(report.failed)) == (4, 0, 1)


def test_a_changed_mail_replaces_changed_attachments_keeps_equal_ones_and_drops_those_it_no_longer_has(inbox, tmp_path):
    with door(tmp_path) as kb:
        kb.add(inbox)
        (inbox / "offer.eml").write_bytes(
            make_mail("Our offer", "A new offer.", [("prices.pdf", PRICES), ("book.xlsx", make_xlsx([Grid("L", {"A1": "Cadiz"})])), ("new.txt", b"Fresh words.")])
        )  # fmt: skip
        report = kb.add(inbox)
        assert (report.added, report.replaced, report.unchanged, report.failed) == (1, 2, 2, ())
        assert set(states(kb, tmp_path)) == {
            "offer.eml",
            "offer.eml/prices.pdf",
            "offer.eml/book.xlsx",
            "offer.eml/new.txt",
            "plain.md",
        }
        assert (names(kb, "Vigo"), names(kb, "Cadiz"), names(kb, "Fresh")) == ([], ["book.xlsx"], ["new.txt"])
        assert (kb.status().documents, kb.doctor()) == (5, [])


def test_a_mail_that_no_longer_reads_leaves_its_old_version_and_what_is_attached_to_that(inbox, tmp_path):
    with door(tmp_path) as kb:
        kb.add(inbox)
        (inbox / "offer.eml").write_bytes(b"From: a@b.org\n" + b"Content-Type: message/rfc822\n\n" * 3000)
        assert [failure.code for failure in kb.add(inbox).failed] == ["too_deep"]
        assert (names(kb, "Vigo"), names(kb, "attached")) == (["book.xlsx"], ["offer.eml"])
        assert kb.doctor() == []


def test_a_mail_takes_its_attachments_with_it_by_path_by_id_and_by_sync(inbox, tmp_path):
    with door(tmp_path) as kb:
        for way in ("path", "id", "sync"):
            kb.add(inbox)
            (mail,) = [record for record in kb.documents() if record.name == "offer.eml"]
            if way == "sync":
                (inbox / "offer.eml").unlink()
                removed = kb.add(inbox, sync=True).removed
            else:
                removed = kb.remove(inbox / "offer.eml" if way == "path" else mail.document_id).removed
            assert (way, removed, set(states(kb, tmp_path))) == (way, 4, {"plain.md"})
            assert (names(kb, "Vigo"), kb.status().documents, kb.doctor()) == ([], 1, [])


def test_sync_leaves_what_is_attached_to_a_mail_that_is_there(inbox, tmp_path):
    with door(tmp_path) as kb:
        kb.add(inbox)
        assert kb.add(inbox, sync=True).removed == 0
        assert len(states(kb, tmp_path)) == 5


def test_a_single_attachment_is_removed_and_tried_again_by_its_path(inbox, tmp_path):
    with door(tmp_path) as kb:
        kb.add(inbox)
        assert [failure.code for failure in kb.retry(inbox / "offer.eml" / "x.bin").failed] == ["unsupported"]
        assert kb.remove(inbox / "offer.eml" / "x.bin").removed == 1
        assert kb.status().states == {"indexed": 4}


def test_a_limit_that_stopped_an_attachment_is_no_longer_in_the_way_of_a_retry(inbox, tmp_path, monkeypatch):
    def late(_extractor, file):
        raise add.ExtractError("timeout", f"{file.name} took too long")

    read = add._read
    with door(tmp_path) as kb:
        monkeypatch.setattr(add, "_read", lambda *given: (late if given[1].name == "book.xlsx" else read)(*given))
        kb.add(inbox)
        assert states(kb, tmp_path)["offer.eml/book.xlsx"] == "failed"
        monkeypatch.undo()
        report = kb.retry()
        assert (report.added, report.failed) == (1, ())
        assert (names(kb, "Vigo"), kb.doctor()) == (["book.xlsx"], [])


def test_an_interruption_between_a_mail_and_its_attachments_loses_none_of_them(inbox, tmp_path):
    def stop(step):
        if step.stage == "extracting" and step.path.endswith("prices.pdf"):
            raise KeyboardInterrupt

    for again in (lambda kb: kb.add(inbox), lambda kb: kb.retry()):
        with door(tmp_path) as kb:
            with pytest.raises(KeyboardInterrupt):
                kb.add(inbox / "offer.eml", watch=stop)
            again(kb)
            assert {path: state for path, state in states(kb, tmp_path).items() if state != "indexed"} == {
                "offer.eml/x.bin": "failed"
            }
            assert {"offer.eml/prices.pdf", "offer.eml/book.xlsx"} <= set(states(kb, tmp_path))
            assert kb.doctor() == []
            kb.remove(inbox)


@pytest.mark.parametrize("is_there", [True, False])
def test_reindex_reads_attachments_from_their_mail_or_where_it_is_gone_from_the_store(is_there, inbox, tmp_path):
    with door(tmp_path) as kb:
        kb.add(inbox)
        before = states(kb, tmp_path)
        if not is_there:
            (inbox / "offer.eml").unlink()
    with door(tmp_path, target=100) as kb:
        assert kb.status().stale == 4
        report = kb.reindex()
        assert any("kept text" in note and note.startswith("3 ") for note in report.notes) is not is_there
        assert (states(kb, tmp_path), kb.status().stale, names(kb, "Vigo")) == (before, 0, ["book.xlsx"])
        assert kb.doctor() == []


def test_reindex_gives_documents_to_what_is_attached_to_mails_that_an_older_version_read(inbox, tmp_path, monkeypatch):
    with door(tmp_path) as kb:
        monkeypatch.setattr(add, "attached_files", lambda *_: [])
        kb.add(inbox)
        monkeypatch.undo()
        assert len(states(kb, tmp_path)) == 2
    apsw.Connection(str(tmp_path / "kb" / "knowledge_base.db")).execute(
        "UPDATE documents SET extractor = 'mail 1' WHERE type = 'eml'"
    )
    with door(tmp_path) as kb:
        assert kb.status().stale == 1
        report = kb.reindex()
        assert (report.added, [failure.code for failure in report.failed]) == (2, ["unsupported"])
        assert (kb.status().documents, kb.status().stale, names(kb, "Vigo")) == (4, 0, ["book.xlsx"])
        assert kb.doctor() == []


def test_a_mailbox_is_one_document_and_its_attachments_have_the_number_of_their_message(inbox, tmp_path):
    one, two = (
        make_mail("One", "Words of one.", [("a.txt", b"Alpha words.")]),
        make_mail("Two", "Words of two.", [("a.txt", b"Beta words.")]),
    )
    (inbox / "box.mbox").write_bytes(make_mbox([one, two]))
    with door(tmp_path) as kb:
        kb.add(inbox / "box.mbox")
        assert set(states(kb, tmp_path)) == {"box.mbox", "box.mbox/1/a.txt", "box.mbox/2/a.txt"}
        assert (names(kb, "Beta"), kb.doctor()) == (["a.txt"], [])
        (inbox / "box.mbox").write_bytes(make_mbox([two]))
        kb.add(inbox / "box.mbox")
        assert set(states(kb, tmp_path)) == {"box.mbox", "box.mbox/1/a.txt"}
        assert (names(kb, "Alpha"), names(kb, "Beta")) == ([], ["a.txt"])


def test_mails_in_mails_are_followed_and_what_is_too_deep_fails_visibly(tmp_path):
    data = make_mail("Mail 0", "innermost", [("x.txt", b"the core")])
    for depth in range(1, 6):
        data = make_mail(f"Mail {depth}", "words", [("in.eml", data)])
    (tmp_path / "top.eml").write_bytes(data)
    with door(tmp_path) as kb:
        assert [failure.code for failure in kb.add(tmp_path / "top.eml").failed] == ["too_deep"]
        assert (kb.status().states, kb.doctor()) == ({"indexed": 6, "failed": 1}, [])
        assert kb.add(tmp_path / "top.eml").unchanged == 6
        assert kb.remove(tmp_path / "top.eml").removed == 7


def test_a_file_that_is_no_mail_any_more_has_nothing_attached(inbox, tmp_path):
    with door(tmp_path) as kb:
        kb.add(inbox)
        (inbox / "offer.eml").write_bytes(b"Only words now, and no header of a mail.\n")
        kb.add(inbox)
        assert set(states(kb, tmp_path)) == {"offer.eml", "plain.md"}


def test_a_folder_as_a_corpus_names_and_reads_attachments_as_a_knowledge_base_does(inbox, tmp_path):
    corpus = read_corpus(inbox)
    assert [name for name, _ in corpus.failed] == ["offer.eml/x.bin"]
    with door(tmp_path) as kb:
        kb.add(inbox)
        texts = {
            names_of(kb)[record.document_id]: kb.document(record.document_id)
            for record in kb.documents()
            if record.state == "indexed"
        }
    assert {document.name: document.document for document in corpus.documents} == texts


def test_only_paths_below_a_file_count_as_attached_to_it(inbox, tmp_path):
    (inbox / "offer.eml.txt").write_text("A neighbour by name.", "utf-8")
    (inbox / "offer.eml0").write_text("Another neighbour.", "utf-8")
    with door(tmp_path) as kb:
        kb.add(inbox)
        with Store.open(tmp_path / "kb") as store:
            below = [record.name for record in store.below(bytes(inbox / "offer.eml"))]
        assert below == ["book.xlsx", "prices.pdf", "x.bin"]
