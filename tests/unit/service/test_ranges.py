import pytest
from starlette.testclient import TestClient

from pincite.service.ranges import WholeOrPart, sent

DATA = b"0123456789"


def answer(asked):
    found = sent(DATA, asked, media_type="audio/wav", headers={"X-Content-Type-Options": "nosniff"})
    return found.status_code, found.body, found.headers.get("content-range")


@pytest.mark.parametrize(
    "asked", [None, "", "bytes=-", "lines=1-2", "bytes=0-1,3-4", "bytes=x-y", "bytes=" + "9" * 40 + "-"]
)
def test_what_asks_for_no_one_range_gets_all_of_it(asked):
    assert answer(asked) == (200, DATA, None)


def test_a_part_is_cut_out_and_says_where_it_stands():
    assert answer("bytes=0-3") == (206, b"0123", "bytes 0-3/10")
    assert answer("bytes=8-") == (206, b"89", "bytes 8-9/10")
    assert answer("bytes=8-99") == (206, b"89", "bytes 8-9/10")
    assert answer("bytes=-3") == (206, b"789", "bytes 7-9/10")


def test_a_part_that_is_not_there_is_refused():
    assert answer("bytes=10-") == (416, b"", "bytes */10")


def test_a_part_that_ends_before_it_begins_is_malformed_and_ignored():
    assert answer("bytes=5-4") == (200, DATA, None)


def test_what_keeps_a_browser_from_running_it_is_sent_with_every_part():
    assert sent(DATA, "bytes=0-1", media_type="audio/wav", headers={"X-A": "b"}).headers["x-a"] == "b"


def from_file(tmp_path, asked):
    (tmp_path / "talk.wav").write_bytes(DATA)
    found = TestClient(WholeOrPart(tmp_path / "talk.wav", media_type="audio/wav")).get("/", headers={"Range": asked})
    return found.status_code, found.content, found.headers.get("content-range")


@pytest.mark.parametrize(
    "asked", ["", "bytes=", "bytes=-", "bytes=5-4", "bytes=x-y", "bytes=0-1,x", "lines=1-2", "nonsense"]
)
def test_a_malformed_range_of_a_file_gets_all_of_it(tmp_path, asked):
    assert from_file(tmp_path, asked) == (200, DATA, None)


def test_a_well_formed_range_of_a_file_gets_its_part_or_is_refused(tmp_path):
    assert from_file(tmp_path, "bytes=2-4") == (206, b"234", "bytes 2-4/10")
    assert from_file(tmp_path, "Bytes=-3") == (206, b"789", "bytes 7-9/10")
    assert from_file(tmp_path, "bytes=10-")[::2] == (416, "bytes */10")
    assert from_file(tmp_path, "bytes=0-1, 4-5")[0] == 206
