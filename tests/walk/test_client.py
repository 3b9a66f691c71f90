"""`pincite.client` against a running service."""

import jsonschema
import pytest

import pincite.client
from pincite.client import Client, ServiceError
from pincite.errors import FilterError, NotReady, UsageError
from pincite.service.described import schema
from served import serving

HOURS = "# Vault 🏦\n\nThe vault of the old bank opens at seven each morning.\n\nNobody has the second key.\n"
ASKED = "When does the vault of the old bank open?"


@pytest.fixture(scope="module")
def served(tmp_path_factory, minilm_folder):
    with serving(tmp_path_factory.mktemp("service"), minilm_folder) as found:
        yield found


@pytest.fixture(scope="module")
def client(served):
    with Client(served.url) as found:
        yield found


@pytest.fixture(scope="module")
def bank(client, tmp_path_factory):
    folder = tmp_path_factory.mktemp("files") / "bank files"
    (folder / "new" / ".git").mkdir(parents=True)
    (folder / "new" / "vault ñ.md").write_text(HOURS, "utf-8")
    (folder / "new" / ".git" / "config").write_text("hidden", "utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 cut off")
    assert client.create("bank")["documents"] == 0
    seen = []
    over = client.wait(client.add("bank", folder, tags=["money"]), watch=seen.append)
    assert seen == over
    assert sorted((job["path"], job["state"]) for job in over) == [
        ("bank files/broken.pdf", "failed"),
        ("bank files/new/vault ñ.md", "done"),
    ]
    return "bank"


def test_an_answer_cites_characters_that_the_client_can_read(client, bank):
    answer = client.ask(bank, ASKED, filters=["tag:money"])
    jsonschema.validate(answer, schema("ask"))
    cited = answer["citations"][answer["cited"][0] - 1]
    assert client.text(bank, cited["document_id"], cited["from"], cited["to"]) == cited["quote"]
    assert client.text(bank, cited["document_id"]) == HOURS


def test_a_refusal_is_a_value_and_history_is_taken_along(client, bank):
    before = [{"role": "user", "content": ASKED}]
    assert client.ask(bank, "Who composed the opera Carmen?", history=before)["answered"] is False
    assert client.ask(bank, "And who has it?", history=before)["searched_as"] == f"{ASKED}\nAnd who has it?"


def test_words_come_as_they_are_written_and_the_whole_is_the_same(client, bank):
    words = []
    answer = client.ask(bank, ASKED, on_text=words.append)
    assert "".join(words) == answer["answer"] == client.ask(bank, ASKED)["answer"]


def test_a_search_is_that_of_the_command_line(client, bank):
    found = client.search(bank, "vault", k=1, mode="lexical", rerank="none")
    jsonschema.validate(found, schema("search"))
    assert (found["mode"], len(found["hits"])) == ("lexical", 1)


def test_an_inspection_shows_what_would_be_sent(client, bank):
    seen = client.inspect(bank, ASKED)
    jsonschema.validate(seen, schema("inspect"))
    assert seen["reranked"] == client.search(bank, ASKED, k=50)["hits"][:20]
    assert seen["citations"] == client.ask(bank, ASKED)["citations"]
    assert seen["prompt"]["user"].endswith(f"QUESTION\n{ASKED}")
    refused = client.inspect(bank, "Who composed the opera Carmen?")
    jsonschema.validate(refused, schema("inspect"))
    assert (refused["passed"], refused["prompt"], refused["citations"]) == (False, None, [])


def test_documents_are_listed_page_by_page_with_what_failed(client, bank):
    assert [record["path"] for record in client.documents(bank)] == [
        "bank files/broken.pdf",
        "bank files/new/vault ñ.md",
    ]
    (failed,) = client.documents(bank, state="failed")
    assert failed["failure"]["code"] == "truncated"
    (job,) = client.wait(client.retry(bank, failed["document_id"]))
    assert (job["state"], job["code"]) == ("failed", "truncated")
    assert client.status(bank)["states"] == {"indexed": 1, "failed": 1}


def test_a_large_file_goes_in_parts(client, tmp_path, monkeypatch):
    monkeypatch.setattr(pincite.client, "PART", 40)
    (tmp_path / "talk.txt").write_text("The keynote begins at noon. " * 20, "utf-8")
    client.create("parts")
    (job,) = client.wait(client.add("parts", tmp_path / "talk.txt"))
    assert job["state"] == "done"
    (record,) = client.documents("parts")
    client.remove("parts", record["document_id"])
    assert list(client.documents("parts")) == []
    client.delete("parts")
    assert "parts" not in [base["name"] for base in client.bases()]


def test_errors_are_those_of_the_library_or_say_their_status(client, bank, served, tmp_path):
    client.create("empty")
    with pytest.raises(NotReady, match="nothing is indexed"):
        client.search("empty", "x")
    with pytest.raises(FilterError):
        client.ask(bank, "x", filters=["colour:red"])
    with pytest.raises(NotReady):
        client.ask("empty", "x", on_text=print)
    with pytest.raises(UsageError, match="found nothing at"):
        client.add(bank, tmp_path / "nowhere")
    for ask in (lambda: client.status("nobody"), lambda: client.ask("no body", "x", on_text=print)):
        with pytest.raises(ServiceError, match="there is no knowledge base") as caught:
            ask()
        assert (caught.value.status, caught.value.code) == (404, "NotFound")
    with Client("http://127.0.0.1:9") as nobody, pytest.raises(ServiceError, match="could not be reached") as caught:
        nobody.bases()
    assert caught.value.status is None
