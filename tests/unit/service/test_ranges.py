import pytest

from pincite.service.ranges import sent

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
    assert answer("bytes=5-4") == (416, b"", "bytes */10")


def test_what_keeps_a_browser_from_running_it_is_sent_with_every_part():
    assert sent(DATA, "bytes=0-1", media_type="audio/wav", headers={"X-A": "b"}).headers["x-a"] == "b"
