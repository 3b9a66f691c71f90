import subprocess
import sys

import numpy as np
import pytest

from pincite.embed.bert import BertShape, bert_graph
from pincite.embed.runtime import Runner, thread_count
from pincite.errors import EmbedderError
from small_model import random_tensors


def test_loading_the_engine_reports_nothing_and_writes_nothing_at_home(tmp_path):
    script = (
        "import sys, pincite.embed.runtime as runtime, pincite.embed.encoder\n"
        "import openvino\n"
        "print([name for name in sys.modules if 'telemetry' in name], 'openvino.tools.ovc' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={"HOME": str(tmp_path), "PATH": "", "USERPROFILE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[] False\n"
    assert list(tmp_path.iterdir()) == []


def test_results_are_the_same_to_the_bit_on_any_number_of_threads():
    graph = bert_graph(random_tensors(12, 2), BertShape("bert", 2, 3))
    many = [(np.array([[2, *range(4, 4 + n), 3]]), np.ones((1, n + 2), np.int64)) for n in (5, 1, 8, 3, 3, 2)]
    one, three = (Runner(graph, threads=threads).run_all(many) for threads in (1, 3))
    assert all(np.array_equal(a, b) for a, b in zip(one, three, strict=True))


def test_a_graph_that_was_kept_gives_the_same_result(tmp_path):
    tensors = random_tensors(12, 2)
    inputs = (np.array([[2, 5, 3]]), np.ones((1, 3), np.int64))
    first, second = (
        Runner(bert_graph(tensors, BertShape("bert", 2, 3)), threads=1, cache=tmp_path).run(inputs) for _ in range(2)
    )
    assert np.array_equal(first, second)
    assert list(tmp_path.iterdir())


def test_a_result_is_not_overwritten_by_the_next_run():
    runner = Runner(bert_graph(random_tensors(12, 2), BertShape("bert", 2, 3)), threads=1)
    first = runner.run((np.array([[2, 5, 3]]), np.ones((1, 3), np.int64)))
    before = first.copy()
    runner.run((np.array([[2, 6, 3]]), np.ones((1, 3), np.int64)))
    assert np.array_equal(first, before)


def test_negative_threads_are_refused():
    with pytest.raises(EmbedderError, match="-1 threads"):
        thread_count(-1)
