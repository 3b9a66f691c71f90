import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from fakes import FakeEmbedder
from pincite.service.app import create_app
from pincite.service.bases import Bases
from pincite.service.metrics import outcome_of
from pincite.service.settings import ServiceSettings
from pincite.types.answer import Abstention


def serving(root, workers=0):
    app = create_app(ServiceSettings(root, workers=workers), Bases(root, load=lambda _: FakeEmbedder(projection=None)))
    return TestClient(app, base_url="http://127.0.0.1:8765")


@pytest.fixture
def client(tmp_path):
    with serving(tmp_path) as found:
        yield found


def numbers(client):
    families = text_string_to_metric_families(client.get("/metrics").text)
    return {
        (sample.name, *sorted(sample.labels.values())): sample.value for family in families for sample in family.samples
    }


def filled(client, tmp_path):
    """A knowledge base with one document that is indexed and one that failed."""
    client.post("/api/v1/bases", json={"name": "lamps"})
    (tmp_path / "cellar.txt").write_text("The lamp in the cellar is red.")
    (tmp_path / "secret-name.txt").write_text("")
    kb = client.app.state.bases.get("lamps")
    kb.add(tmp_path / "cellar.txt", tmp_path / "secret-name.txt")


def test_requests_are_counted_by_template_method_and_status(client):
    client.get("/api/v1/bases/secret-project")
    client.get("/health")
    client.get("/health")
    found = numbers(client)
    assert found["pincite_requests_total", "/api/v1/bases/{base}", "404", "GET"] == 1
    assert found["pincite_requests_total", "/health", "200", "GET"] == 2
    assert not [key for key in found if "secret-project" in key]


def test_methods_and_paths_that_nobody_knows_make_one_number_not_many(client):
    for number in range(5):
        client.request(f"MAKE{number}", f"/no/such/{number}")
    found = numbers(client)
    assert found["pincite_requests_total", "", "404", "other"] == 5


def test_questions_are_counted_by_how_they_ended_and_timed(client, tmp_path):
    filled(client, tmp_path)
    client.post("/api/v1/bases/lamps/ask", json={"question": "lamp cellar red"})
    client.post("/api/v1/bases/lamps/ask", json={"question": "opera Carmen composer"})
    client.get("/b/lamps", params={"q": "lamp cellar red"})
    client.post("/api/v1/bases/lamps/search", json={"query": "lamp"})
    found = numbers(client)
    assert found["pincite_answers_total", "answered"] == 2
    assert found["pincite_answers_total", "refused"] == 1
    assert found["pincite_answers_total", "withheld"] == 0
    assert found["pincite_question_seconds_count", "ask"] == 3
    assert found["pincite_question_seconds_count", "search"] == 1


def test_documents_and_jobs_are_counted_by_state_and_no_name_of_a_document_is_told(client, tmp_path):
    filled(client, tmp_path)
    client.post("/api/v1/bases/lamps/documents", files=[("files", ("other.txt", "The lamp is green."))])
    found = numbers(client)
    assert found["pincite_documents", "indexed", "lamps"] == 1
    assert found["pincite_documents", "failed", "lamps"] == 1
    assert found["pincite_jobs", "waiting"] == 1
    assert found["pincite_jobs", "working"] == 0
    assert "secret-name" not in client.get("/metrics").text


def test_each_application_has_numbers_of_its_own(tmp_path):
    with serving(tmp_path) as one, serving(tmp_path) as other:
        one.get("/health")
        assert ("pincite_requests_total", "/health", "200", "GET") not in numbers(other)


def test_an_answer_that_was_written_and_withheld_is_not_a_refusal():
    assert outcome_of(Abstention("q", "", None, kind="unsupported")) == "withheld"
    assert outcome_of(Abstention("q", "", None)) == "refused"


def test_ready_says_how_many_workers_live_and_is_a_problem_without_one(client, monkeypatch):
    assert client.get("/ready").json() == {"status": "ready", "bases": 0, "workers": {"wanted": 0, "alive": 0}}
    monkeypatch.setattr(client.app.state.supervisor, "wanted", 2)
    answer = client.get("/ready")
    assert (answer.status_code, answer.json()["code"]) == (503, "NotServing")
