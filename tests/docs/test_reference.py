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
from pincite.types import golden, measured, run
from pincite.types.answer import Abstention, Answer, Citation, GateReading, Marker, Violation
from pincite.types.golden import CorpusCounts, Question, Span
from pincite.types.index import Seal
from pincite.types.ingest import AddReport, Failure, Problem, Status
from pincite.types.locator import Locator, PageRegion
from pincite.types.measured import Comparison, Interval, Row
from pincite.types.places import Cells, Chapter, Times
from pincite.types.run import ChunkCosts, Found, QueryResult, Run
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


def subparsers(parser: argparse.ArgumentParser | None = None) -> dict[str, argparse.ArgumentParser]:
    actions = (parser or build_parser())._actions
    return next(dict(action.choices) for action in actions if isinstance(action, argparse._SubParsersAction))


def measurements() -> dict[str, argparse.ArgumentParser]:
    return subparsers(subparsers()["eval"])


def section(text: str, heading: str) -> str:
    """What stands under the first heading that begins so, up to the next one of its level or above."""
    level = heading.split(maxsplit=1)[0]
    _, _, rest = f"\n{text}".partition(f"\n{heading}")
    return re.split(rf"^#{{1,{len(level)}}} ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def described(text: str) -> set[str]:
    """The options and arguments that a piece of the reference names in backticks."""
    return set(re.findall(r"`(--?[\w-]+|[A-Z]+)", text))


def before_the_commands(reference: str) -> str:
    return reference.split("\n## pincite ", 1)[0]


def shared_by_measurements() -> dict[str, set[str]]:
    """The table of options that measurements share, each with the measurements that it names."""
    table = section(read("commands.md"), "### Options that measurements share\n")
    every = set(measurements())
    return {
        option: every if cells[-1] == "all" else set(re.findall(r"`(\w+)`", cells[-1]))
        for option, cells in rows(table).items()
    }


def names_of(text: str) -> set[str]:
    """The fields that a page names in backticks; `R@k` stands for every cut-off."""
    return set(re.findall(r"`([\w@ ]+)`", text))


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
    named = described(before_the_commands(reference) + section(reference, f"## pincite {command}\n"))
    assert [name for name in options(subparsers()[command]) if name not in named] == []
    assert f"`pincite {command}" in (HANDBOOK / "19-commands.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("what", sorted(measurements()))
def test_every_option_of_every_measurement_is_described_under_its_own_heading_or_as_shared_by_it(what):
    reference = read("commands.md")
    shared = {option for option, cells in shared_by_measurements().items() if what in cells}
    named = (
        described(before_the_commands(reference)) | shared | described(section(reference, f"### pincite eval {what}\n"))
    )
    assert [name for name in options(measurements()[what]) if name not in named] == []


@pytest.mark.parametrize("option", sorted(shared_by_measurements()))
def test_an_option_that_measurements_share_is_said_to_be_of_those_that_have_it(option):
    having = {what for what, parser in measurements().items() if option in options(parser)}
    assert shared_by_measurements()[option] == having


def test_no_command_is_described_that_does_not_exist():
    reference = read("commands.md")
    assert set(re.findall(r"^## pincite (\w+)$", reference, re.MULTILINE)) == set(subparsers())
    assert set(re.findall(r"^### pincite eval (\w+)$", reference, re.MULTILINE)) == set(measurements())


@pytest.mark.parametrize("member", [name for name in vars(KnowledgeBase) if not name.startswith("_")])
def test_every_public_member_of_a_knowledge_base_is_described(member):
    assert member in re.findall(r"`(\w+)", read("python.md"))


PLACE = Locator(
    0, 4, (PageRegion(1),), Times(0, 1), Cells("S", 1, 1, 1, 1), (1,), (1,), (Chapter(1, "a"),), (1, 2), 0.5
)
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
    assert keys(record.to_json()) - names_of(read("outputs.md")) - {"indexed"} == set()


COUNTS = CorpusCounts(1, 9, 0, "hash")
ONE = Span("doc", 0, 4, "text")
BETWEEN = Interval(0.5, 0.4, 0.6)
MEASURED = [
    (Question("q1a", "q", "q1", answerable=True, spans=(ONE,), style="s", kind="k", distance="far", draft=True), "golden-sets"),
    (Question("q1a", "q", "q1", answerable=True, spans=(ONE, ONE), relevant=(("indexed", 1),)), "golden-sets"),
    (QueryResult("q1a", "q1", answerable=True, judged=True, rank=None), "golden-sets"),
    (COUNTS, "outputs"),
    (BETWEEN, "outputs"),
    (Comparison("MRR", 2, 1, 1, 0, 1.0, 1, 0, 1.0, BETWEEN, None, None, "text"), "outputs"),
    (Row("A", "dense", "all", 1, 1, 0, 0, 0, {4: BETWEEN}, {4: BETWEEN}, BETWEEN, 0, 0), "outputs"),
]  # fmt: skip


@pytest.mark.parametrize(("record", "page"), MEASURED, ids=lambda value: type(value).__name__)
def test_every_field_of_every_measured_record_is_described(record, page):
    written = {re.sub(r"R@\d+", "R@k", key) for key in keys(record.to_json())}
    assert written - names_of(read(f"{page}.md")) - {"indexed"} == set()


def test_every_field_of_the_head_of_a_run_file_is_described():
    head = Run("name", "A", "dense", "hash", COUNTS, ChunkCosts(1), 100, 0.6, 4, ()).header_json()
    assert keys(head) - names_of(read("golden-sets.md")) == set()


def test_no_measured_record_is_left_out():
    kinds = {kind for module in (golden, measured, run) for kind in vars(module).values() if hasattr(kind, "to_json")}
    assert kinds - {type(record) for record, _ in MEASURED} == {Found}  # a list in the file, without names


def test_every_command_that_can_find_something_unclean_is_named_beside_exit_code_5():
    line = next(line for line in read("errors.md").splitlines() if line.startswith("| 5 |"))
    epilogs = {what for what, parser in measurements().items() if "5" in (parser.epilog or "")}
    assert set(re.findall(r"`([\w ]+)`", line)) == {"doctor", *(f"eval {what}" for what in epilogs)}


@pytest.mark.parametrize("schema", sorted(SCHEMAS.glob("*.json")), ids=lambda schema: schema.stem)
def test_every_property_of_every_schema_is_described(schema):
    found = properties(json.loads(schema.read_text(encoding="utf-8")))
    assert found - names_of(read("outputs.md")) == set()


def properties(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = value.get("properties", {})
        return (set(own) if isinstance(own, dict) else set()).union(*(properties(part) for part in value.values()))
    return set().union(*(properties(part) for part in value)) if isinstance(value, list) else set()


def keys(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*(keys(part) for part in value.values()))
    return set().union(*(keys(part) for part in value)) if isinstance(value, list) else set()
