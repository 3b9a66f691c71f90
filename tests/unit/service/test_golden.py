import json

import pytest

from pincite.cli.main import main
from pincite.evaluate.corpus import corpus_of
from pincite.evaluate.golden.read import read_golden
from tenants import application, client_of

TEXT = "\ufeffمرحبا 👩‍🚀 at the door.\r\n\r\nThe vault opens at seven.\r\n\r\nNobody has the second key.\r\n"
CANONICAL = "مرحبا 👩‍🚀 at the door.\n\nThe vault opens at seven.\n\nNobody has the second key.\n"
NEEDLE = "The vault opens at seven."
AT = CANONICAL.index(NEEDLE)
END = AT + len(NEEDLE)


@pytest.fixture
def app(tmp_path):
    made = application(tmp_path / "root")
    with client_of(made):
        client_of(made).post("/api/v1/bases", json={"name": "bank"})
        upload(made, "notes/vault.md", TEXT)
        yield made


def upload(app, path, text):
    """What a worker would do with an upload."""
    client_of(app).post("/api/v1/bases/bank/documents", files=[("files", (path, text.encode()))])
    kb = app.state.bases.get("bank")
    kb.add(kb.folder / "files" / path)
    return next(one.document_id for one in kb.documents() if one.path.endswith(path))


@pytest.fixture
def client(app):
    client = client_of(app)
    client.base_url = f"{client.base_url}/api/v1/bases/bank"
    return client


@pytest.fixture
def vault(app):
    return next(one.document_id for one in app.state.bases.get("bank").documents())


def asked(*questions):
    return [{"question": question} for question in questions]


def add_vault(client, vault, start=AT, end=END):
    phrasings = [{"question": "When does it open?", "style": "course"}, {"question": "Vault hours?", "style": "ticket"}]
    return client.post("/golden", json={"document_id": vault, "from": start, "to": end, "questions": phrasings})


def test_the_needle_is_cut_out_of_the_canonical_text_without_the_white_space_around_it(client, vault):
    answer = add_vault(client, vault, AT - 2, END + 1)
    assert answer.status_code == 201
    (span,) = answer.json()["spans"]
    assert (span["from"], span["to"], span["needle"]) == (AT, END, NEEDLE)
    assert (span["path"], span["document_id"]) == ("notes/vault.md", vault)
    assert [one["id"] for one in answer.json()["questions"]] == ["n0001a", "n0001b"]


def test_the_file_is_one_that_eval_reads_with_its_needles_where_they_were(app, client, vault, tmp_path):
    add_vault(client, vault)
    client.post("/golden", json={"answerable": False, "distance": "near", "questions": asked("Who has the third key?")})
    exported = tmp_path / "mine.jsonl"
    exported.write_bytes(client.get("/golden.jsonl").content)
    golden = read_golden(exported, corpus_of(app.state.bases.get("bank")))
    assert [(one.id, one.unit, one.answerable, one.distance) for one in golden.questions] == [
        ("n0001a", "n0001", True, ""),
        ("n0001b", "n0001", True, ""),
        ("u0001a", "u0001", False, "near"),
    ]
    assert golden.questions[0].spans[0].needle == NEEDLE
    assert golden.sha256 == client.get("/golden").json()["sha256"]


def test_a_check_finds_what_the_command_finds(app, client, vault, capsys):
    add_vault(client, vault)
    upload(app, "copy.md", NEEDLE)
    found = client.get("/golden/check").json()
    assert [fault["code"] for fault in found["faults"]] == ["repeated", "repeated"]
    folder = app.state.bases.get("bank").folder
    assert main(["eval", "check", str(folder / "golden.jsonl"), "--kb", str(folder), "--json"]) == 5
    printed = json.loads(capsys.readouterr().out)
    for fault in found["faults"] + found["warnings"]:
        assert fault.pop("item") == client.get("/golden").json()["items"][0]["id"]
    assert printed == found


def test_a_further_document_in_another_folder_renames_no_document_of_the_set(app, client, vault):
    add_vault(client, vault)
    upload(app, "other/place.md", "Something else stands here.")
    assert client.get("/golden").json()["items"][0]["spans"][0]["document_id"] == vault
    assert client.get("/golden/check").json()["clean"]


def test_a_document_that_is_gone_is_said_to_be(client, vault):
    add_vault(client, vault)
    client.post("/golden", json={"answerable": False, "questions": asked("Why?")})
    assert client.delete(f"/documents/{vault}").status_code == 204
    assert client.get("/golden").json()["items"][0]["spans"][0]["document_id"] is None


def test_other_phrasings_leave_the_place_and_the_order_as_they_were(client, vault):
    item = add_vault(client, vault).json()["id"]
    client.post("/golden", json={"answerable": False, "questions": asked("Why?")})
    changed = client.put(f"/golden/{item}", json={"questions": asked("At what hour?")}).json()
    assert (changed["id"], changed["spans"][0]["needle"]) == (item, NEEDLE)
    found = client.get("/golden").json()["items"]
    assert [[one["question"] for one in item["questions"]] for item in found] == [["At what hour?"], ["Why?"]]
    moved = {"document_id": vault, "from": AT, "to": AT + 9, "questions": asked("What opens?")}
    assert client.put(f"/golden/{item}", json=moved).json()["spans"][0]["needle"] == "The vault"
    assert client.put(f"/golden/{item}", json={"answerable": False, "questions": asked("Why?")}).json()["spans"] == []
    assert client.put(f"/golden/{item}", json={"questions": asked("Where?")}).status_code == 422


def test_an_item_can_be_taken_out_and_its_name_is_not_given_to_another_by_mistake(client, vault):
    first = add_vault(client, vault).json()
    second = add_vault(client, vault, AT, AT + 9).json()
    assert client.delete(f"/golden/{first['id']}").status_code == 204
    assert client.delete(f"/golden/{first['id']}").status_code == 404
    assert [item["unit"] for item in client.get("/golden").json()["items"]] == [second["unit"]]
    assert add_vault(client, vault).json()["unit"] == "n0003"


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"from": 10**9, "to": 10**9 + 1}, 422),
        ({"from": AT - 2, "to": AT}, 422),
        ({"from": 5, "to": 5}, 422),
        ({"from": None}, 422),
        ({"answerable": False}, 422),
        ({"document_id": ""}, 422),
        ({"document_id": "0" * 32}, 404),
        ({"questions": [{"question": "  "}]}, 422),
        ({"questions": []}, 422),
        ({"distance": "nearly"}, 422),
    ],
)
def test_what_is_no_needle_is_refused_and_nothing_is_kept(client, vault, changes, status):
    good = {"document_id": vault, "from": AT, "to": AT + 9, "questions": asked("When?")}
    assert client.post("/golden", json=good | changes).status_code == status
    assert client.get("/golden").json()["items"] == []


def test_a_set_goes_out_and_comes_in_again_and_another_one_takes_its_place(client, vault):
    add_vault(client, vault)
    exported = client.get("/golden.jsonl").content
    assert client.post("/golden/import", content=exported).json() == {"added": 0, "questions": 2}
    assert client.get("/golden.jsonl").content == exported
    other = exported.replace(b"Vault hours?", b"Hours of the vault?")
    clash = client.post("/golden/import", content=other)
    assert (clash.status_code, "'n0001b'" in clash.json()["detail"]) == (409, True)
    assert client.post("/golden/import?replace=true", content=other).json() == {"added": 2, "questions": 2}
    assert client.get("/golden").json()["items"][0]["questions"][1]["question"] == "Hours of the vault?"


def test_a_set_that_counts_in_the_source_gets_the_places_of_the_canonical_text_and_keeps_its_drafts(client):
    at = TEXT.index(NEEDLE)
    rows = [
        {"id": "q1", "question": "When?", "doc": "vault.md", "from": at, "to": at + len(NEEDLE), "needle": NEEDLE},
        {"id": "q2", "question": "Why?", "answerable": False, "draft": True},
    ]
    body = "".join(json.dumps(row) + "\n" for row in rows).encode()
    assert client.post("/golden/import", content=body).json() == {"added": 2, "questions": 2}
    found = client.get("/golden").json()
    assert (found["questions"], found["drafts"]) == (1, 1)
    assert found["items"][0]["spans"][0]["from"] == AT


def test_a_file_that_is_no_golden_set_is_refused_without_a_path_of_this_machine(client):
    for body in (b"", b"123", b'{"id": "x"}', b"\xff\xfe{}"):
        answer = client.post("/golden/import", content=body)
        assert answer.status_code == 422
        assert "/tmp" not in answer.json()["detail"]
    assert client.get("/golden.jsonl").content == b""
