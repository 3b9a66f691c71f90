"""Streams that are closed or full end a command with its exit code, not with a traceback."""

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
