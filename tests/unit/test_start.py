"""Ctrl+C while a program loads ends it in one line, and with the exit code of what a signal ended."""

import subprocess
import sys

import pytest

LOADS = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n"
RUNS = "def main():\n    import os, signal\n    os.kill(os.getpid(), signal.SIGINT)\n"


def ended(tmp_path, module, before=""):
    (tmp_path / "program.py").write_text(module, encoding="utf-8")
    code = f"import sys; {before}from pincite.start import start; sys.path.insert(0, {str(tmp_path)!r}); sys.exit(start('program'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


@pytest.mark.parametrize("module", [LOADS, f"try:\n    raise KeyError\nexcept BaseException:\n    pass\n{LOADS}", RUNS])
def test_ctrl_c_while_it_loads_or_runs_is_one_line_and_130(tmp_path, module):
    assert ended(tmp_path, module) == (130, "pincite: stopped\n")


def test_what_main_gives_back_is_the_exit_code(tmp_path):
    assert ended(tmp_path, "def main():\n    return 3\n") == (3, "")


def test_a_program_that_was_started_to_ignore_ctrl_c_goes_on(tmp_path):
    before = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); "
    assert ended(tmp_path, f"{LOADS}def main():\n    return 0\n", before) == (0, "")


def test_the_command_line_is_begun_this_way(tmp_path):
    code = "import sys; from pincite.start import command_line; sys.argv = ['pincite', '--version']; sys.exit(command_line())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout[:8]) == (0, "pincite ")
