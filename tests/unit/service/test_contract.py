import json

import jsonschema
import pytest

from pincite.service.app import create_app
from pincite.service.contract import PROBLEMS, examples
from pincite.service.schemas import SCHEMAS
from pincite.service.settings import ServiceSettings

WITHOUT_BODY = {"204"}
BYTES = {"picture", "original", "media"}


@pytest.fixture(scope="module")
def document(tmp_path_factory):
    return create_app(ServiceSettings(tmp_path_factory.mktemp("root"), workers=0)).openapi()


def operations(document):
    return {o["operationId"]: o for path in document["paths"].values() for o in path.values()}


def test_the_document_is_json_and_every_operation_has_a_short_name_of_its_own(document):
    assert json.loads(json.dumps(document)) == document
    count = sum(len(path) for path in document["paths"].values())
    assert len(operations(document)) == count
    assert [name for name in operations(document) if "__" in name or "v1" in name] == []


def test_every_operation_says_what_it_does_in_one_sentence_and_in_full(document):
    for name, operation in operations(document).items():
        assert operation["summary"], name
        assert operation["summary"].lower().replace("_", " ") != name.replace("_", " "), name
        assert operation["summary"] in operation["description"].replace("\n", " "), name
        assert operation["tags"], name


def test_every_parameter_is_described(document):
    bare = {
        (name, parameter["name"])
        for name, operation in operations(document).items()
        for parameter in operation.get("parameters", [])
        if not parameter.get("description") and not parameter["schema"].get("description")
    }
    assert bare == set()


def test_every_request_has_an_example_and_every_answer_that_is_no_file_too(document):
    for name, operation in operations(document).items():
        for media in operation.get("requestBody", {"content": {}})["content"].values():
            assert "example" in media, f"put a request of {name} into service/examples.json"
        for status, answer in operation["responses"].items():
            if status.startswith("2") and status not in WITHOUT_BODY and name not in BYTES | {"mcp"}:
                assert answer["content"], (name, status)
                for media in answer["content"].values():
                    assert media.get("example") is not None, f"put an answer of {name} into service/examples.json"


def test_every_answer_of_json_has_a_shape_and_its_example_has_it(document):
    for name, operation in operations(document).items():
        for status, answer in operation["responses"].items():
            media = answer.get("content", {}).get("application/json")
            if media and status.startswith("2"):
                assert media["schema"].get("required"), f"put the shape of {name} into service/schemas.py"
                jsonschema.validate(media["example"], media["schema"])


def test_every_operation_names_the_problems_it_may_answer_with(document):
    for name, operation in operations(document).items():
        problems = {int(status) for status in operation["responses"] if not status.startswith("2")}
        assert {421, 500} <= problems <= set(PROBLEMS), name
        if "requestBody" in operation:
            assert {400, 413, 422} <= problems, name
        kind = "application/json" if "openai" in operation["tags"] else "application/problem+json"
        for status in problems:
            assert kind in operation["responses"][str(status)]["content"], name


def test_no_example_and_no_shape_is_left_of_a_route_that_is_gone(document):
    known = set(operations(document))
    assert {name.partition(" ")[0] for name in SCHEMAS} <= known
    assert set(examples()["answers"]) | set(examples()["requests"]) <= known
