"""A process killed anywhere leaves no half document and no lie in a counter, and the next run goes on."""

import json
import os
import random
import signal
import subprocess
import sys
import time

ROUNDS = 20


def test_add_killed_at_twenty_random_moments_ends_in_the_same_index_as_an_undisturbed_run(tmp_path, minilm_folder):
    folder = tmp_path / "papers"
    folder.mkdir()
    for number in range(24):
        (folder / f"{number:02}.md").write_text(paper(number), encoding="utf-8")
    started = time.monotonic()
    pincite("add", folder, "--kb", tmp_path / "calm")
    seconds = time.monotonic() - started
    chance = random.Random(7)
    for _ in range(ROUNDS):
        kill_add(folder, tmp_path / "killed", chance.uniform(0.02, seconds))
    pincite("add", folder, "--kb", tmp_path / "killed")
    assert contents(tmp_path / "killed") == contents(tmp_path / "calm")
    assert json.loads(pincite("doctor", "--kb", tmp_path / "killed", "--json"))["clean"]


def paper(number: int) -> str:
    chance = random.Random(number)
    words = [f"word{chance.randrange(900)}" for _ in range(500)]
    sections = [" ".join(words[start : start + 100]).capitalize() + "." for start in range(0, 500, 100)]
    return f"# Paper {number}\n\n" + "\n\n".join(f"## Part {i}\n\n{text}" for i, text in enumerate(sections))


def kill_add(folder, kb, after: float) -> None:
    process = subprocess.Popen(
        command("add", folder, "--kb", kb), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()


def contents(kb) -> dict:
    """Everything that a reader could see: counters, states, seal, and every chunk with its place and distance."""
    status = json.loads(pincite("status", "--kb", kb, "--json"))
    status.pop("bytes")
    hits = json.loads(pincite("search", "word1 word2 paper part", "-k", "1000", "--kb", kb, "--json"))["hits"]
    return {"status": status, "hits": hits}


def pincite(*words) -> str:
    return subprocess.run(command(*words), capture_output=True, text=True, check=True).stdout


def command(*words) -> list[str]:
    return [sys.executable, "-m", "pincite.cli.main", *map(str, words)]
