import importlib
import pkgutil

import pytest
from pydantic import BaseModel

from pincite.service import routes
from pincite.service.body import Body


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("ask", {"question": "rent", "filter": ["type:pdf"]}, "`filter`, which is not known: did you mean `filters`?"),
        (
            "search",
            {"query": "rent", "limit": 3},
            "`limit`, which is not known: expected `query`, `k`, `mode`, `rerank` or",
        ),
        ("inspect", {"query": "rent", "Filters": []}, "`Filters`, which is not known: did you mean `filters`?"),
        ("evaluations", {"outofdomain": True}, "did you mean `out_of_domain`?"),
        ("calibration", {"max_bluf": 0.1}, "did you mean `max_bluff`?"),
        ("uploads", {"path": "a.txt", "size": 3, "tag": ["x"]}, "did you mean `tags`?"),
        ("golden", {"questions": [{"question": "Why?"}], "{x}": 3}, "`{x}`, which is not known: expected"),
    ],
)
def test_a_field_that_is_not_known_is_refused_and_named_with_its_neighbours(client, path, body, said):
    answer = client.post(f"/{path}", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "InvalidRequest")
    assert said in answer.json()["detail"]


def test_an_unknown_field_inside_another_says_where_it_stands(client):
    answer = client.post(
        "/ask", json={"question": "rent", "history": [{"role": "user", "content": "a", "name": "Ana"}]}
    )
    assert answer.json()["detail"].startswith("body.history.0: found the field `name`, which is not known")


def test_many_unknown_fields_are_not_all_repeated(client):
    answer = client.post("/ask", json={"question": "rent", **{f"x{number}" * 1000: 1 for number in range(1000)}})
    assert answer.status_code == 422
    assert len(answer.text) < 2000


def test_known_fields_are_taken_under_the_names_of_the_contract(client):
    assert client.post("/ask", json={"question": "rent", "history": [], "filters": ["type:md"]}).status_code == 200


def test_the_contract_says_that_there_are_no_other_fields(app):
    schemas = app.openapi()["components"]["schemas"]
    assert schemas["Ask"]["additionalProperties"] is False
    assert "additionalProperties" not in schemas["Completion"]


def test_every_body_of_a_route_is_one_that_refuses_what_it_does_not_know():
    modules = [
        importlib.import_module(f"{routes.__name__}.{found.name}") for found in pkgutil.iter_modules(routes.__path__)
    ]
    own = {
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, BaseModel) and kind.__module__ == module.__name__
    }
    assert own
    assert [kind for kind in own if not issubclass(kind, Body)] == []


def test_a_client_of_openai_may_send_what_is_not_known_but_not_beside_our_own_filters(client):
    asked = {"model": "bank", "messages": [{"role": "user", "content": "When does the vault open?", "name": "Ana"}]}
    address = "http://127.0.0.1:8765/v1/chat/completions"
    assert client.post(address, json={**asked, "temperature": 0, "store": False, "x": 1}).status_code == 200
    refused = client.post(address, json={**asked, "pincite": {"filter": ["type:pdf"]}})
    assert refused.status_code == 400
    assert "did you mean `filters`?" in refused.json()["error"]["message"]
