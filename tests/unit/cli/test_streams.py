"""Streams that are closed or full end a command with its exit code, not with a traceback."""

import os
import subprocess
import sys

import pytest

COMMAND = [sys.executable, "-m", "pincite.cli.main", "weights", "--json"]


@pytest.mark.parametrize("shut", ["0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"])
def test_a_closed_stream_is_no_error(shut):
    words = " ".join(f"'{word}'" for word in COMMAND)
    ended = subprocess.run(["sh", "-c", f"{words} {shut}"], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_full_disk_behind_the_output_is_said_and_is_an_error():
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(COMMAND, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (1, "pincite: the output: No space left on device\n")


def ended_without_a_reader(*words, errors_too=False):
    """The exit code and the errors of a command whose output nobody reads."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "pincite.cli.main", *words]
    stderr = writing if errors_too else subprocess.PIPE
    try:
        ended = subprocess.run(command, stdout=writing, stderr=stderr, text=True, check=False)
    finally:
        os.close(writing)
    return ended.returncode, ended.stderr or ""


@pytest.mark.parametrize(
    "words", [["weights"], ["weights", "--json"], ["--help"], ["--version"], ["eval", "run", "-h"]]
)
def test_a_reader_that_leaves_early_is_no_error(words):
    assert ended_without_a_reader(*words) == (0, "")


def test_a_text_and_its_chunks_may_be_read_in_part(tmp_path):
    (tmp_path / "a.txt").write_text("A line of text.\n\n" * 20_000)
    assert ended_without_a_reader("extract", str(tmp_path / "a.txt")) == (0, "")


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_faults_are_told_by_the_exit_code_though_nobody_reads_them(tmp_path, form):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("The boiler is serviced every October.")
    gold = tmp_path / "gold.jsonl"
    gold.write_text('{"id": "q-1", "question": "When?", "doc": "a.txt", "from": 0, "to": 10, "needle": "another"}\n')
    words = ["eval", "check", str(gold), "--corpus", str(tmp_path / "notes"), *form]
    assert ended_without_a_reader(*words) == (5, "")


def test_an_error_that_nobody_reads_is_still_an_error(tmp_path):
    words = ["eval", "check", str(tmp_path / "gone.jsonl"), "--corpus", str(tmp_path)]
    assert ended_without_a_reader(*words, errors_too=True)[0] == 1
