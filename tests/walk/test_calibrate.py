"""A knowledge base calibrated on its own questions with the real model, by commands alone: measured, kept, used, stale."""

import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

ROOT = Path(__file__).parents[2]
HANDBOOK = ROOT / "docs" / "handbook"
GOLD = [ROOT / "benchmarks" / "handbook" / name for name in ("gold.jsonl", "hard.jsonl")]
THREAD = ("--set", "threads=1")


def run(*words, **environment) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "pincite.cli.main", *map(str, words)]
    env = {**os.environ, **environment}
    return subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, env=env)


def read(schema, printed):
    found = json.loads(printed)
    jsonschema.validate(found, json.loads((files("pincite.cli") / "schemas" / f"{schema}.json").read_text("utf-8")))
    return found


@pytest.fixture(scope="module")
def gold(tmp_path_factory):
    path = tmp_path_factory.mktemp("gold") / "gold.jsonl"
    path.write_text("".join(one.read_text("utf-8") for one in GOLD), "utf-8")
    return path


@pytest.fixture
def kb(tmp_path_factory, minilm_folder):
    folder = tmp_path_factory.mktemp("kb") / "kb"
    assert run("add", HANDBOOK, "--kb", folder, *THREAD).returncode == 0
    return folder


def test_calibrate_certifies_near_and_far_and_ask_refuses_by_it(kb, gold):
    assert "not calibrated on questions of yours" in run("status", "--kb", kb).stdout
    done = run("calibrate", gold, "--kb", kb, "--signals", "--max-bluff", "0.1", *THREAD, "--json")
    found = read("calibrate", done.stdout)
    made = found["calibration"]
    assert (found["written"], made["method"], made["weights"]) == (True, "calibrated", "refitted")
    assert {one["group"]: one["certified"] for one in made["certificates"]} == {"near": True, "far": True}
    assert all(one["bound"] <= 0.1 for one in made["certificates"])
    assert made["given_up"]["n"] >= 50
    status = read("status", run("status", "--kb", kb, "--json").stdout)
    assert (status["gate"], status["calibration"], status["calibration_stale"]) == ("calibrated", made, "")
    shown = run("status", "--kb", kb).stdout
    assert "bluffs: near" in shown
    assert "| given up:" in shown
    refused = run("ask", "How do I renew my zeppelin licence?", "--kb", kb, *THREAD, "--json")
    gate = read("ask", refused.stdout)
    assert refused.returncode == 3
    assert (gate["gate"]["mode"], gate["gate"]["cut"]) == ("calibrated", made["cut"])
    assert gate["gate"]["probability"] < made["cut"]
    assert gate["decided_by"] in gate["gate"]["signals"]
    assert "zeppelin" in gate["unseen"]


def test_by_the_distance_the_same_promise_is_kept_and_a_changed_index_is_stale(kb, gold, tmp_path):
    made = read("calibrate", run("calibrate", gold, "--kb", kb, "--distance", *THREAD, "--json").stdout)["calibration"]
    asked = read("ask", run("ask", "What is a needle?", "--kb", kb, *THREAD, "--json").stdout)
    assert asked["gate"]["threshold"] == made["cut"] < 0.6
    (tmp_path / "new.md").write_text("# Ferns\n\nFerns have no flowers.\n", "utf-8")
    assert run("add", tmp_path / "new.md", "--kb", kb, *THREAD).returncode == 0
    assert "stale: the index has changed since" in run("status", "--kb", kb).stdout
    assert "is stale: the index has changed" in run("ask", "What is a needle?", "--kb", kb, *THREAD).stdout


def test_few_questions_are_not_certified_and_the_number_that_it_takes_is_said(kb, gold, tmp_path):
    rows = [json.loads(line) for line in gold.read_text("utf-8").splitlines()]
    near = [row for row in rows if not row.get("answerable", True) and row["distance"] != "far"][:10]
    few = tmp_path / "few.jsonl"
    few.write_text("".join(json.dumps(row) + "\n" for row in [*rows[:20], *near]), "utf-8")
    words = ("--no-out-of-domain", "--dry-run", *THREAD)
    printed = run("calibrate", few, "--kb", kb, *words).stdout
    assert "takes 59 without one" in printed
    assert "nothing was kept" in printed
    kept = run("calibrate", few, "--kb", kb, "--signals", *words, "--max-bluff", "0.01", "--json")
    found = read("calibrate", kept.stdout)
    assert found["calibration"]["weights"] == "shipped"
    assert any("the weights that ship are kept" in note for note in found["notes"])
    assert {one["needed"] for one in found["calibration"]["certificates"]} == {299}
    assert read("status", run("status", "--kb", kb, "--json").stdout)["calibration"] is None


def test_wrong_rates_are_wrong_usage(kb, gold):
    done = run("calibrate", gold, "--kb", kb, "--max-bluff", "2")
    assert done.returncode == 2
    assert "from 1e-06 to under 1" in done.stderr
