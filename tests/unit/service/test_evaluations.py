import json
import threading

import pytest

from bank import NEEDLES, UNANSWERABLE, evaluate, work
from fakes import FakeEmbedder
from pincite.cli.main import main
from pincite.knowledge_base.door import KnowledgeBase
from pincite.service.jobs.worker import LeaseLost


@pytest.mark.usefixtures("golden")
def test_an_evaluation_gives_recall_with_intervals_and_bluffs_beside_answers_given_up(app, client, kb):
    found = evaluate(app, client, kb)
    result = found["result"]
    assert (found["state"], found["done"], found["total"]) == ("done", 4, 4)
    assert (result["n"], result["destroyed"], result["R@1"]["value"]) == (2, 0, 1.0)
    assert result["R@1"]["low"] < 1.0
    gate = result["gate"]
    assert (gate["method"], gate["cut"]) == ("distance", 0.5)
    assert [gate["bluffs"][name]["n"] for name in ("all", "near", "far")] == [2, 1, 1]
    answered = [
        kb.ask(question).answered for question in (*(one[4:-1] for one in NEEDLES), *dict(UNANSWERABLE).values())
    ]
    assert gate["given_up"]["count"] == answered[:2].count(False)
    assert gate["bluffs"]["all"]["count"] == answered[2:].count(True)
    assert found["stale"] == ""


@pytest.mark.usefixtures("golden")
def test_the_figures_are_those_of_the_command(app, client, kb, capsys):
    result = evaluate(app, client, kb)["result"]
    folder = str(kb.folder)
    made = pytest.MonkeyPatch()
    made.setattr("pincite.knowledge_base.models.load_embedder", lambda *_, **__: FakeEmbedder(projection=None))
    with made.context():
        assert main(["eval", "run", f"{folder}/golden.jsonl", "--kb", folder, "--rerank", "none", "--json"]) == 0
    made.undo()
    printed = json.loads(capsys.readouterr().out)
    for name in ("n", "units", "destroyed", "R@1", "R@4", "MRR", "golden", "corpus", "costs", "lost"):
        assert result[name] == printed[name], name


@pytest.mark.usefixtures("golden")
def test_the_report_is_a_page_that_can_run_nothing(app, client, kb):
    id_ = evaluate(app, client, kb)["id"]
    page = client.get(f"/evaluations/{id_}/report.html")
    policy = page.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert policy.endswith("sandbox")
    assert "<script" not in page.text
    assert page.headers["content-type"].startswith("text/html")
    assert client.get(f"/evaluations/{id_}/report.json").json()["golden"]["needles"] == 2


@pytest.mark.usefixtures("golden")
def test_what_is_removed_lives_on_in_no_report_and_the_figures_stay(app, client, kb):
    id_ = evaluate(app, client, kb)["id"]
    assert client.delete(f"/documents/{kb.documents()[0].document_id}").status_code == 204
    found = client.get(f"/evaluations/{id_}").json()
    assert (found["result"]["report"], found["result"]["n"], found["stale"]) == (
        False,
        2,
        "the index has changed since",
    )
    assert client.get(f"/evaluations/{id_}/report.html").status_code == 404
    files = [path.read_text() for path in (kb.folder / "evaluations").rglob("*") if path.is_file()]
    assert [text for text in files if "brass" in text] == []


@pytest.mark.usefixtures("golden")
def test_another_golden_set_makes_an_evaluation_stale(app, client, kb):
    id_ = evaluate(app, client, kb)["id"]
    client.post("/golden", json={"answerable": False, "questions": [{"question": "Why?"}]})
    assert client.get(f"/evaluations/{id_}").json()["stale"] == "the golden set has changed since"


@pytest.mark.usefixtures("golden")
def test_evaluations_are_listed_newest_first_and_only_twenty_are_kept(app, client, kb):
    ids = [evaluate(app, client, kb)["id"] for _ in range(22)]
    listed = client.get("/evaluations").json()["evaluations"]
    assert [one["id"] for one in listed] == ids[::-1]
    assert [one["result"] is None for one in listed] == [False] * 20 + [True] * 2
    assert "parts" not in listed[0]["result"]
    assert client.delete(f"/evaluations/{ids[5]}").status_code == 204
    assert client.get(f"/evaluations/{ids[5]}").status_code == 404


def test_without_questions_there_is_nothing_to_ask(client):
    assert client.post("/evaluations").status_code == 422
    client.post("/golden", json={"answerable": False, "questions": [{"question": "Why?", "draft": True}]})
    assert client.post("/evaluations").status_code == 422
    assert client.get("/evaluations").json() == {"evaluations": []}


@pytest.mark.usefixtures("golden")
def test_a_golden_set_that_does_not_fit_the_documents_fails_with_a_reason(app, client, kb):
    (kb.folder / "files" / "bank.md").write_text("Something else stands here now.")
    kb.add(kb.folder / "files" / "bank.md")
    (job,) = client.post("/evaluations").json()["jobs"]
    assert work(app, kb).state == "failed"
    found = client.get(f"/evaluations/{job['id']}").json()
    assert (found["code"], found["result"]) == ("GoldenError", None)
    assert "eval check" in found["reason"]


@pytest.mark.usefixtures("golden")
def test_a_job_that_waits_is_cancelled_and_one_that_is_over_or_indexes_is_not(app, client, kb):
    (job,) = client.post("/evaluations").json()["jobs"]
    answer = client.post(f"/jobs/{job['id']}/cancel")
    assert (answer.json()["state"], answer.json()["code"]) == ("failed", "cancelled")
    assert client.post(f"/jobs/{job['id']}/cancel").status_code == 409
    assert client.post(f"/jobs/{'0' * 24}/cancel").status_code == 404
    (add,) = client.post("/documents", files=[("files", ("b.txt", b"lamp"))]).json()["jobs"]
    assert client.post(f"/jobs/{add['id']}/cancel").status_code == 409
    assert app.state.queue.lease("worker").id == add["id"]


@pytest.mark.usefixtures("golden")
def test_one_that_goes_on_stops_when_it_is_cancelled_and_leaves_nothing(app, client, kb, monkeypatch):
    (job,) = client.post("/evaluations").json()["jobs"]
    search, asked = KnowledgeBase.search, threading.Event()

    def search_and_cancel(self, *arguments, **options):
        if not asked.is_set():
            asked.set()
            assert client.post(f"/jobs/{job['id']}/cancel").status_code == 200
        return search(self, *arguments, **options)

    monkeypatch.setattr(KnowledgeBase, "search", search_and_cancel)
    with pytest.raises(LeaseLost):
        work(app, kb)
    assert client.get(f"/jobs/{job['id']}").json()["code"] == "cancelled"
    assert not (kb.folder / "evaluations").exists()


@pytest.mark.usefixtures("golden")
def test_nothing_is_indexed_while_the_questions_are_asked(app, client):
    client.post("/evaluations")
    client.post("/documents", files=[("files", ("b.txt", b"lamp"))])
    queue = app.state.queue
    first = queue.lease("one")
    assert first.kind == "evaluate"
    assert queue.lease("two") is None
    queue.cancel("bank", first.id)
    assert queue.lease("two").kind == "add"


@pytest.mark.usefixtures("golden")
def test_asked_for_twice_while_it_waits_it_is_one_evaluation_with_the_later_wish(app, client):
    first, second = (client.post("/evaluations", json={"out_of_domain": yes}).json()["jobs"] for yes in (False, True))
    assert [job["id"] for job in first] == [job["id"] for job in second]
    assert app.state.queue.lease("worker").options == {"out_of_domain": True}
