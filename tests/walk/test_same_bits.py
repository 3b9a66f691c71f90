"""The same files give the same hits to the bit, in whatever order they came and on however many threads."""

import json
import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.walk

QUERIES = ["When is the rent of the garden due?", "who keeps the keys of part 7", "RULE-A007", "deposit"]
WORDS = "rent garden deposit key tenant wall water light floor door roof window month notice letter owner".split()  # noqa: SIM905


@pytest.fixture(scope="module")
def docs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("docs")
    for number in range(12):
        lines = [
            f"The {WORDS[(number + line) % 16]} of part {number} belongs to the {WORDS[(number * line + 3) % 16]}, "
            f"as RULE-A{number:03} says of the {WORDS[(line * 5) % 16]}."
            for line in range(20)
        ]
        (folder / f"part{number}.md").write_text(f"# Part {number}\n\n" + "\n\n".join(lines), "utf-8")
    (folder / "twin.md").write_bytes((folder / "part3.md").read_bytes())
    return folder


def pincite(*arguments, blas, seed, threads):
    more = {"OPENBLAS_NUM_THREADS": str(blas), "PYTHONHASHSEED": str(seed), "PINCITE_THREADS": str(threads)}
    command = [sys.executable, "-m", "pincite.cli.main", *map(str, arguments)]
    done = subprocess.run(command, env=os.environ | more, capture_output=True, text=True, timeout=120, check=True)
    return done.stdout


def test_the_order_of_adding_removing_threads_and_the_hash_seed_change_no_bit_of_any_hit(docs, tmp_path, minilm_folder):
    questions = tmp_path / "questions.jsonl"
    questions.write_text("".join(json.dumps({"id": n, "question": q}) + "\n" for n, q in enumerate(QUERIES)), "utf-8")
    files = sorted(docs.iterdir())
    one, other = {"blas": 1, "seed": 1, "threads": 1}, {"blas": 4, "seed": 2, "threads": 3}
    pincite("add", *files, "--kb", tmp_path / "one", **one)
    pincite("add", *reversed(files[3:]), "--kb", tmp_path / "other", **other)
    pincite("remove", files[5], "--kb", tmp_path / "other", **other)
    pincite("add", docs, "--kb", tmp_path / "other", **other)
    for command in (("search", "--queries", questions, "-k", 60), ("ask", "--questions", questions)):
        found = [
            pincite(*command, "--kb", tmp_path / name, **how)
            for name, how in (("one", one), ("one", other), ("other", one))
        ]
        assert '"score"' in found[0]
        assert found[0] == found[1] == found[2]
