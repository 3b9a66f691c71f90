"""A run comes back from its file to the bit, and a file that is no run says where it is wrong."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import BaselineError
from pincite.evaluate.runs.run_file import read_run, write_run
from pincite.types.golden import CorpusCounts
from pincite.types.run import ChunkCosts, Found, QueryResult, Run

HITS = (Found("a.md", 0, 7, 0.1 + 0.2, 1 / 3, (0,)), Found("b \ud800.md", 3, 9, -1e-308, 5e-324))


def make(results, threshold=0.6):
    costs = ChunkCosts(940, 100_000, 12_000, 3)
    counts = CorpusCounts(13, 359_067, 127, "c0ffee")
    return Run("product", "default", "hybrid+late", "90d", counts, costs, 100, threshold, 4, results, {"pool": 50})


RUN = make(
    (
        QueryResult("q1a", "q1", True, True, 1, hits=HITS, style="course", kind="cause"),
        QueryResult("q1b", "q1", True, True, None, destroyed=True),
        QueryResult("u1", "u1", False, False, None, spans=0, distance="near"),
    )
)


def lines_of(path):
    return path.read_bytes().split(b"\n")


@pytest.fixture
def written(tmp_path) -> Path:
    path = tmp_path / "one.run.jsonl"
    write_run(RUN, path)
    return path


def test_a_run_comes_back_as_it_was(written):
    assert read_run(written) == RUN
    assert repr(read_run(written)) == repr(RUN)


def test_the_same_run_gives_the_same_bytes(written, tmp_path):
    write_run(read_run(written), tmp_path / "two")
    assert (tmp_path / "two").read_bytes() == written.read_bytes()


@given(score=st.floats(allow_nan=False, allow_infinity=False), distance=st.floats(0, 2), name=st.text())
def test_every_number_and_name_comes_back_to_the_bit(tmp_path_factory, score, distance, name):
    path = tmp_path_factory.mktemp("runs") / "run"
    run = make((QueryResult("q", "q", True, True, None, hits=(Found(name, 0, 1, score, distance),)),), None)
    write_run(run, path)
    assert repr(read_run(path)) == repr(run)


def test_the_first_line_says_what_the_file_is_and_how_many_questions_follow(written):
    head = json.loads(lines_of(written)[0])
    assert (head["pincite_run"], head["questions"], head["retriever"]) == (1, 3, "hybrid+late")


def test_a_missing_line_is_found(written):
    written.write_bytes(b"\n".join([*lines_of(written)[:3], b""]))
    with pytest.raises(BaselineError, match="line 3: found 2 questions, expected 3: it was cut off"):
        read_run(written)


@pytest.mark.parametrize("length", [1, 40, 400, 700])
def test_a_file_that_was_cut_off_anywhere_is_found(written, length):
    written.write_bytes(written.read_bytes()[:length])
    with pytest.raises(BaselineError, match=r"line .*cut off"):
        read_run(written)


def test_an_empty_file_and_no_file_are_errors(tmp_path):
    (tmp_path / "empty").touch()
    with pytest.raises(BaselineError, match="is empty"):
        read_run(tmp_path / "empty")
    with pytest.raises(BaselineError, match="cannot be read: No such file"):
        read_run(tmp_path / "none")


@pytest.mark.parametrize(
    ("line", "old", "new", "message"),
    [
        (1, '"pincite_run": 1', '"pincite_run": 2', "line 1: found 2 as `pincite_run`, expected 1"),
        (1, '"pincite_run": 1', '"other": 1', "line 1: found None"),
        (1, '"depth": 100', '"depth": "100"', "line 1: found '100' as `depth`"),
        (1, '"documents": 13', '"documents": -1', "line 1: found '-1' as `documents`"),
        (1, '"chunks": 940', '"chonks": 940', "line 1: .*expected an object of chunks"),
        (1, '"threshold": 0.6', '"threshold": NaN', "line 1: it is not JSON"),
        (1, '"threshold": 0.6', '"threshold": 1e999', "line 1: found 'inf' as `threshold`"),
        (2, '"rank": 1', '"rank": true', "line 2: found 'True' as `rank`"),
        (2, '"rank": 1', '"rank": 3', "line 2: found the rank 3, but by what its hits hold it is 1"),
        (2, '"rank": 1', '"rank": ' + "9" * 5000, "line 2: it is not JSON"),
        (2, "[0]]", "[1]]", "line 2: found a hit that holds"),
        (2, "[0]]", "[]]", "line 2: found the rank 1, but by what its hits hold it is None"),
        (2, '"destroyed": false', '"destroyed": true', "line 2: found a needle that no chunk holds in hit 1"),
        (2, '"answerable": true', '"answerable": false', "line 2: found a judged question without an answer"),
        (2, '"judged": true', '"judged": false', "line 2: found the rank 1, but"),
        (1, '"depth": 100', '"depth": 1', "line 2: found more than 1 hits, the depth of the run"),
        (2, '["a.md", 0, 7', '["a.md", 0', "line 2: found the hit"),
        (3, '"id": "q1b"', '"id": "q1a"', "line 3: found 'q1a' after 'q1a'"),
        (3, '"spans": 1', '"spans": ' + "[" * 100_000, "line 3: it is not JSON"),
        (3, '"style": ""', '"style": "", "more": 1', "line 3: found"),
        (4, '{"id"', '["id"', "line 4: it is not JSON"),
    ],
)
def test_a_damaged_line_is_named(written, line, old, new, message):
    lines = lines_of(written)
    changed = lines[line - 1].replace(old.encode(), new.encode())
    assert changed != lines[line - 1]
    written.write_bytes(b"\n".join([*lines[: line - 1], changed, *lines[line:]]))
    with pytest.raises(BaselineError, match=message):
        read_run(written)


def test_bytes_that_are_no_text_are_an_error(tmp_path):
    (tmp_path / "run").write_bytes(b"\xff\xfe\x00\n")
    with pytest.raises(BaselineError, match="line 1: it is not JSON in UTF-8"):
        read_run(tmp_path / "run")
