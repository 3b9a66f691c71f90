"""The reference names everything that the code has: a new option, setting, error or field fails here until it is written."""

from __future__ import annotations

import argparse
import dataclasses
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pincite import errors
from pincite.cli.main import build_parser
from pincite.config import NOT_SETTINGS, Config
from pincite.knowledge_base.door import KnowledgeBase
from pincite.types.answer import Abstention, Answer, Citation, GateReading, Marker, Violation
from pincite.types.index import Seal
from pincite.types.ingest import AddReport, Failure, Problem, Status
from pincite.types.locator import Locator, PageRegion
from pincite.types.places import Cells, Times
from pincite.types.search import Elsewhere, Hit, SearchResult

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
SCHEMAS = Path(__file__).parents[2] / "src" / "pincite" / "cli" / "schemas"
HANDBOOK = Path(__file__).parents[2] / "docs" / "handbook"


def read(name: str) -> str:
    return (REFERENCE / name).read_text(encoding="utf-8")


def rows(text: str) -> dict[str, list[str]]:
    """The cells of every table row that begins with a name in backticks, by that name."""
    found = {}
    for line in text.splitlines():
        if match := re.match(r"\| `([^`]+)`", line):
            found[match.group(1).split()[0]] = [cell.strip() for cell in line.strip("|").split("|")]
    return found


def subparsers() -> dict[str, argparse.ArgumentParser]:
    actions = build_parser()._actions
    return next(dict(action.choices) for action in actions if isinstance(action, argparse._SubParsersAction))


def options(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        if not isinstance(action, argparse._HelpAction):
            yield from action.option_strings or [str(action.metavar)]


def subclasses(root: type) -> Iterator[type]:
    for kind in root.__subclasses__():
        yield kind
        yield from subclasses(kind)


@pytest.mark.parametrize("code", errors.EXTRACT_CODES)
def test_every_error_code_says_what_to_do_and_whether_a_retry_helps(code):
    expected = "yes" if errors.RETRY_HELPS[code] else "no"
    assert rows(read("errors.md"))[code][-1] == expected
    assert rows((HANDBOOK / "13-files-that-fail.md").read_text(encoding="utf-8"))[code][-1] == expected


@pytest.mark.parametrize("kind", list(subclasses(errors.PinciteError)), ids=lambda kind: kind.__name__)
def test_every_error_class_has_its_exit_code(kind):
    if kind.__module__ == errors.__name__:
        expected = "2" if issubclass(kind, errors.UsageError) else "1"
        assert rows(read("errors.md"))[kind.__name__][-1] == expected


@pytest.mark.parametrize("field", dataclasses.fields(Config), ids=lambda field: field.name)
def test_every_setting_is_listed_with_its_default(field):
    default = rows(read("settings.md"))[field.name][2].strip("`")
    shown = "none" if field.default is None else format(field.default, "g" if isinstance(field.default, float) else "")
    assert default == shown
    assert f"`{field.name}`" in (HANDBOOK / "20-settings.md").read_text(encoding="utf-8")


def test_no_setting_is_listed_that_does_not_exist():
    assert set(rows(read("settings.md"))) == {*(field.name for field in dataclasses.fields(Config)), *NOT_SETTINGS}


@pytest.mark.parametrize("command", sorted(subparsers()))
def test_every_option_of_every_command_is_described(command):
    reference = read("commands.md")
    shared, *sections = re.split(r"^## pincite ", reference, flags=re.MULTILINE)
    section = next(text for text in sections if text.split(maxsplit=1)[0] == command)
    named = re.findall(r"`(--?[\w-]+|[A-Z]+)", shared + section)
    assert [name for name in options(subparsers()[command]) if name not in named] == []
    assert f"`pincite {command}" in (HANDBOOK / "19-commands.md").read_text(encoding="utf-8")


def test_no_command_is_described_that_does_not_exist():
    assert set(re.findall(r"^## pincite (\w+)", read("commands.md"), re.MULTILINE)) == set(subparsers())


@pytest.mark.parametrize("member", [name for name in vars(KnowledgeBase) if not name.startswith("_")])
def test_every_public_member_of_a_knowledge_base_is_described(member):
    assert member in re.findall(r"`(\w+)", read("python.md"))


PLACE = Locator(0, 4, (PageRegion(1),), Times(0, 1), Cells("S", 1, 1, 1, 1), (1,), 0.5)
ELSEWHERE = Elsewhere("id", "name", "path", "section", PLACE)
HIT = Hit(1, "id", "name", "path", "section", "text", 0.1, 1.0, PLACE, (ELSEWHERE,))
CITATION = Citation(1, "id", "name", "path", "section", "label", "text", 0.1, 1.0, PLACE, (ELSEWHERE,))
GATE = GateReading("distance", 0.5, 0.1, 1, 4)
FAILURE = Failure("path", "empty", "reason", retryable=False)


@pytest.mark.parametrize(
    "record",
    [
        SearchResult("query", (HIT,)),
        Answer(
            "question",
            "text",
            (CITATION,),
            (1,),
            (Violation("url", "text", 0, 4),),
            GATE,
            "extractive",
            (),
            (Marker(1, 0, 3),),
        ),
        Abstention("question", "reason", GATE, (HIT,)),
        AddReport(failed=(FAILURE,), same=(("path", "other"),)),
        Status(1, 1, 1, 1, 1, 0, {"indexed": 1}, (FAILURE,), None, 1, (("path", "why"),), 0.5, (), 1),
        Seal("embedder", "fingerprint", 384, 256, "mean", None, "1"),
        Problem("check", "where", "message"),
    ],
    ids=lambda record: type(record).__name__,
)
def test_every_field_of_every_output_is_described(record):
    named = set(re.findall(r"`(\w+)`", read("outputs.md")))
    assert keys(record.to_json()) - named - {"indexed"} == set()


@pytest.mark.parametrize("schema", sorted(SCHEMAS.glob("*.json")), ids=lambda schema: schema.stem)
def test_every_property_of_every_schema_is_described(schema):
    named = set(re.findall(r"`(\w+)`", read("outputs.md")))
    assert properties(json.loads(schema.read_text(encoding="utf-8"))) - named == set()


def properties(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = value.get("properties", {})
        return (set(own) if isinstance(own, dict) else set()).union(*(properties(part) for part in value.values()))
    return set().union(*(properties(part) for part in value)) if isinstance(value, list) else set()


def keys(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*(keys(part) for part in value.values()))
    return set().union(*(keys(part) for part in value)) if isinstance(value, list) else set()
