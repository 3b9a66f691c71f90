"""Every operation of the OpenAPI, tried by schemathesis with what it makes up, against a real service and real ids."""

import random
import time

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from served import serving

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = 25
SECONDS_EACH = 1.0
ELSEWHERE = {"follow", "mcp"}
"""A stream that does not end, and a protocol with a client of its own: each has a walk to itself."""

BODIES = {"complete": {"model": "lab"}}
"""What a made-up body can't know."""


@pytest.fixture(scope="module")
def service(tmp_path_factory, minilm_folder):
    with serving(tmp_path_factory.mktemp("openapi"), minilm_folder) as found:
        found.make(
            "lab", notes__md="# Notes\n\nThe lamp in the cellar is red.\n", lamps__csv="lamp,colour\nhall,green\n"
        )
        yield found


@pytest.fixture(scope="module")
def real(service):
    """An id of each kind that is really there."""
    documents = service.http.get("/api/v1/bases/lab/documents").json()["documents"]
    upload = service.http.post("/api/v1/bases/lab/uploads", json={"path": "talk.txt", "size": 10}).json()
    job = service.http.get("/api/v1/bases/lab/jobs").json()["jobs"][0]
    unknown = {"answerable": False, "distance": "near", "questions": [{"question": "Which lamp is blue?"}]}
    items = [service.http.post("/api/v1/bases/lab/golden", json=unknown).json()["id"] for _ in range(9)]
    (evaluation,) = service.http.post("/api/v1/bases/lab/evaluations").json()["jobs"]
    service.settled("lab", [evaluation["id"]])
    return {
        "base": ["lab"],
        "document": [document["document_id"] for document in documents],
        "upload": [upload["id"]],
        "job": [job["id"]],
        "page": [1],
        "user": ["ana"],
        "key": ["4f1c9a02b7de"],
        "item": items,
        "evaluation": [evaluation["id"]],
    }


def operations(service):
    """Those that only look first, those that delete last."""
    schema = schemathesis.openapi.from_url(f"{service.url}openapi.json")
    found = [result.ok() for result in schema.get_all_operations()]
    ranked = sorted(
        found, key=lambda operation: (operation.method.upper() == "DELETE", operation.method, operation.path)
    )
    return [one for one in ranked if one.definition.raw["operationId"] not in ELSEWHERE]


def try_out(operation, real, chance):
    """Send what schemathesis makes of an operation, three times of four with ids that are there."""
    name, end = operation.definition.raw["operationId"], time.monotonic() + SECONDS_EACH
    statuses = []

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def attempt(case):
        if statuses and time.monotonic() > end:
            return
        if chance.random() < 0.75:
            for parameter in case.path_parameters or {}:
                case.path_parameters[parameter] = chance.choice(real[parameter])
            if isinstance(case.body, dict) and name in BODIES:
                case.body.update(BODIES[name])
        answer = case.call(timeout=30)
        statuses.append(answer.status_code)
        case.validate_response(answer, checks=CHECKS)

    attempt()
    return statuses


def test_no_operation_answers_with_a_fault_or_in_a_way_that_it_does_not_document(service, real):
    chance, seen, faults = random.Random(7), {}, []
    for operation in operations(service):
        name = operation.definition.raw["operationId"]
        try:
            seen[name] = try_out(operation, real, chance)
        except (Exception, BaseExceptionGroup) as error:  # noqa: BLE001 - every operation is tried before anything is told
            faults.append(f"{name}: {error}")
    assert faults == []
    assert all(seen.values())
    good = [name for name, statuses in seen.items() if any(status < 300 for status in statuses)]
    assert len(good) > len(seen) / 2, sorted(set(seen) - set(good))


def test_the_events_are_a_stream_as_documented(service):
    with service.http.stream("GET", "/api/v1/bases/lab/events") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        first = next(answer.iter_text())
    assert first.startswith(": ")
