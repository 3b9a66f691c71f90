"""Which files a walk finds, and how it names them."""

import os

import pytest

from pincite.errors import UsageError
from pincite.ingest.walk import find_files, shown


def test_every_regular_file_is_found_once_in_the_order_of_its_path(tmp_path):
    (tmp_path / "b").mkdir()
    for name in ("b/2.md", "a.md", "b/1.md"):
        (tmp_path / name).write_text("x")
    found = find_files([tmp_path, tmp_path / "a.md"])
    assert [os.path.relpath(os.fsdecode(f.path), tmp_path) for f in found] == ["a.md", "b/1.md", "b/2.md"]


def test_hidden_names_and_left_out_folders_are_passed_over(tmp_path):
    for name in (".git", "kb", "kept"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.md").write_text("x")
    found = find_files([tmp_path], leave_out=[tmp_path / "kb"])
    assert [os.fsdecode(f.path) for f in found] == [str(tmp_path / "kept" / "a.md")]


def test_a_link_back_to_a_folder_above_is_found_with_its_problem_and_the_walk_ends(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.md").write_text("x")
    (tmp_path / "in" / "loop").symlink_to(tmp_path)
    problems = {f.name: f.problem for f in find_files([tmp_path])}
    assert problems == {"a.md": "", "loop": "a link that leads back to a folder above it"}


def test_a_broken_link_and_a_pipe_are_found_with_their_problem(tmp_path):
    (tmp_path / "broken.md").symlink_to(tmp_path / "gone")
    os.mkfifo(tmp_path / "pipe.md")
    assert [f.problem for f in find_files([tmp_path])] == [
        "a link to nothing",
        "not a regular file (a pipe, a socket or a device)",
    ]


def test_names_that_are_not_text_are_shown_escaped(tmp_path):
    path = os.path.join(os.fsencode(tmp_path), b"a\n\xff.txt")
    with open(path, "wb") as file:
        file.write(b"x")
    (found,) = find_files([tmp_path])
    assert found.path == path
    assert found.name == r"a\n\xff.txt"


def test_a_terminal_cannot_be_steered_by_a_name():
    assert shown("\x1b[31mred\u202e.txt".encode()) == r"\x1b[31mred\u202e.txt"


def test_a_path_that_does_not_exist_is_a_usage_error_that_names_it(tmp_path):
    with pytest.raises(UsageError, match=r"no file or folder .*gone"):
        find_files([tmp_path / "gone"])
