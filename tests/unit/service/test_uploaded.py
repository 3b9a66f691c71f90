import os
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import UsageError
from pincite.service.problems import Conflict
from pincite.service.uploaded import clean_path, document_at, forget, receive


@pytest.mark.parametrize(
    "path",
    [
        "",
        ".",
        "/etc/passwd",
        "../x",
        "a/../../x",
        "..\\x",
        "\\\\server\\x",
        "a\0b",
        "a\nb",
        ".uploads/x",
        "x" * 256,
        "a/" * 600,
    ],
)
def test_paths_that_lead_elsewhere_are_refused(path):
    with pytest.raises(UsageError):
        clean_path(path)


@given(st.text(max_size=80))
def test_whatever_the_path_it_stays_below_the_folder(path):
    try:
        clean = clean_path(path)
    except UsageError:
        return
    assert clean
    assert not clean.startswith("/")
    assert not {"..", ".", ""} & set(clean.split("/"))


def test_an_upload_that_is_too_large_leaves_nothing(tmp_path):
    with pytest.raises(UsageError, match="more than 3 bytes"):
        receive(tmp_path, "a.txt", BytesIO(b"four"), 3)
    assert [found for found in tmp_path.rglob("*") if found.is_file()] == []


def test_a_new_upload_replaces_the_old_one_whole(tmp_path):
    receive(tmp_path, "d/a.txt", BytesIO(b"old"), 10)
    assert receive(tmp_path, "d/a.txt", BytesIO(b"new"), 10).read_bytes() == b"new"


def test_a_file_in_the_way_of_a_folder_is_said(tmp_path):
    receive(tmp_path, "a", BytesIO(b"x"), 10)
    with pytest.raises(Conflict, match="same name"):
        receive(tmp_path, "a/b.txt", BytesIO(b"x"), 10)


def test_a_deleted_upload_takes_its_empty_folders_with_it_and_nothing_else(tmp_path):
    gone = receive(tmp_path, "a/b/c.txt", BytesIO(b"x"), 10)
    stays = receive(tmp_path, "a/d.txt", BytesIO(b"x"), 10)
    elsewhere = tmp_path / "elsewhere.txt"
    elsewhere.write_text("x")
    forget(tmp_path, gone)
    forget(tmp_path, elsewhere)
    assert stays.is_file()
    assert elsewhere.is_file()
    assert not gone.parent.exists()


def test_a_recording_takes_the_subtitles_beside_it_along(tmp_path):
    talk = receive(tmp_path, "talks/talk.mp3", BytesIO(b"x"), 10)
    words = receive(tmp_path, "talks/talk.en.vtt", BytesIO(b"x"), 10)
    assert document_at(words) == document_at(talk) == os.fsencode(talk)
    forget(tmp_path, talk)
    assert not words.parent.exists()
