"""Which files a walk finds, and how it names them."""

import os
from pathlib import Path

import pytest

from pincite.errors import UsageError
from pincite.ingest.walk import LEADS_OUT, find_files, look, shown


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


def test_links_in_a_circle_are_not_links_to_nothing(tmp_path):
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "there").symlink_to(tmp_path / "back")
    (tmp_path / "back").symlink_to(tmp_path / "there")
    assert {f.problem for f in find_files([tmp_path])} == {"a link that leads in a circle"}


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


def test_folders_a_thousand_deep_are_walked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for _ in range(1200):  # step by step, and back: the whole path is longer than tidying up can take
        os.mkdir("d")
        os.chdir("d")
    Path("a.md").write_text("x", "utf-8")
    try:
        assert [f.name for f in find_files([tmp_path])] == ["a.md"]
    finally:
        Path("a.md").unlink()
        for _ in range(1200):
            os.chdir("..")
            os.rmdir("d")


def test_a_date_that_no_calendar_has_is_left_out(tmp_path, monkeypatch):
    (tmp_path / "a.md").write_text("x")
    info = os.stat(tmp_path / "a.md")
    far = os.stat_result([*info[:7], 10**15, 10**15, 10**15])
    with monkeypatch.context() as patched:
        patched.setattr("pincite.ingest.walk.os.stat", lambda path: far)
        found = look(os.fsencode(tmp_path / "a.md"), os.fsencode(tmp_path))
    assert (found.size, found.modified, found.problem) == (1, "", "")


def test_a_folder_that_many_links_lead_to_is_walked_once_under_its_own_name(tmp_path):
    for number in range(40):
        (tmp_path / f"{number}").mkdir()
        (tmp_path / f"{number}" / "one").symlink_to(tmp_path / f"{number + 1}")
        (tmp_path / f"{number}" / "two").symlink_to(tmp_path / f"{number + 1}")
    (tmp_path / "39" / "a.md").write_text("x")
    found = [f for f in find_files([tmp_path]) if not f.problem]
    assert [os.path.relpath(os.fsdecode(f.path), tmp_path) for f in found] == ["39/a.md"]


def test_links_to_a_file_and_a_folder_outside_of_the_folder_come_with_a_problem_and_links_within_it_are_followed(
    tmp_path,
):
    docs, outside = tmp_path / "docs", tmp_path / "docs-of-others"
    for folder in (docs / "sub", outside):
        folder.mkdir(parents=True)
    (outside / "secret.txt").write_text("x")
    (docs / "a.md").write_text("x")
    (docs / "secret.txt").symlink_to(outside / "secret.txt")
    (docs / "others").symlink_to(outside)
    (docs / "sub" / "again.md").symlink_to(docs / "a.md")
    assert {f.name: f.problem for f in find_files([docs])} == {
        "a.md": "",
        "again.md": "",
        "secret.txt": LEADS_OUT,
        "others": LEADS_OUT,
    }


def test_a_link_that_is_named_itself_is_followed_unless_it_leads_out_of_what_it_is_to_lie_in(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    (tmp_path / "target.md").write_text("x")
    (docs / "link.md").symlink_to(tmp_path / "target.md")
    assert [f.problem for f in find_files([docs / "link.md"])] == [""]
    assert [f.problem for f in find_files([docs, docs / "link.md", docs])] == [""]
    assert [f.problem for f in find_files([docs / "link.md"], within=os.fsencode(docs))] == [LEADS_OUT]
    assert [f.problem for f in find_files([docs / "link.md"], within=os.fsencode(tmp_path))] == [""]


def test_a_folder_that_is_named_by_a_link_holds_its_own_files(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.md").write_text("x")
    (tmp_path / "real" / "b.md").symlink_to("a.md")
    (tmp_path / "named").symlink_to(tmp_path / "real")
    assert [(f.name, f.problem) for f in find_files([tmp_path / "named"])] == [("a.md", ""), ("b.md", "")]
