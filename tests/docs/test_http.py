"""The page on HTTP lists every route of the OpenAPI and no other, and every metric."""

import re
from pathlib import Path

import pytest

from pincite.service.app import create_app
from pincite.service.settings import ServiceSettings
from pincite.service.web import measuring, pages, people

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "http.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return create_app(ServiceSettings(tmp_path_factory.mktemp("root"), workers=0))


def listed():
    """(method, path) -> the row of the page, parameters cut off."""
    return {
        (method, path): row for row, method, path in re.findall(r"^(\| `([A-Z]+) (/[^`?]*).*)$", PAGE, re.MULTILINE)
    }


def test_every_route_is_listed_and_every_listed_one_is_there(app):
    routes = {(method.upper(), path) for path, found in app.openapi()["paths"].items() for method in found}
    listed_pages = {
        (method, path)
        for method, path in listed()
        if not path.startswith(("/api", "/v1", "/mcp", "/health", "/ready", "/metrics"))
    }
    assert set(listed()) - listed_pages == routes
    shown = {route.path for router in (pages.router, people.router, measuring.router) for route in router.routes}
    assert {path for _, path in listed_pages} == shown - {"/static/{of}/{name}"}


def test_every_parameter_of_a_query_is_named_in_the_row_of_its_route(app):
    for path, found in app.openapi()["paths"].items():
        for method, operation in found.items():
            for parameter in operation.get("parameters", []):
                if parameter["in"] == "query":
                    assert f"`{parameter['name']}`" in listed()[method.upper(), path], (path, parameter["name"])


def test_every_metric_is_listed(app):
    told = app.state.metrics.text().decode()
    for name in re.findall(r"^# TYPE (\S+) (?:counter|gauge|histogram)$", told, re.MULTILINE):
        if not name.endswith("_created"):
            assert f"| `{name}` |" in PAGE, name
