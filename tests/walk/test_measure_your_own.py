"""The chapter on measuring one's own documents, walked: its commands in its order, and what a person does between them."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

CHAPTER = Path(__file__).parents[2] / "docs" / "handbook" / "21-measure-your-own.md"
NOTES = {
    "bees.md": """# Bees

## Winter

A colony of honey bees eats about twelve kilos of stored honey between October and March.
The keeper narrows the entrance of the hive in autumn so that mice stay outside.

## Summer

Swarms leave an old hive on a warm morning, usually between ten and two o'clock.
""",
    "boiler.md": """# Boiler

The boiler in building C is serviced by an outside firm every second October.
A red lamp above the pump means that the water pressure has fallen under one bar.
""",
    "library.md": """# Library

Readers may keep six borrowed books at home for four weeks without a fee.
Lost library cards are replaced at the desk by the entrance for three euros.

## Hall

Guests may use the reading hall on Sundays when they show a passport at the desk.
""",
}
PHRASINGS = {
    "twelve kilos": ("How much honey does a colony eat from October to March?", "What does a hive need to get by in the cold?"),
    "narrows the entrance": ("Why does a keeper make the entrance narrow in autumn?", "Rodents got in among my insects. What now?"),
    "Swarms leave": ("At what time of day do swarms leave a hive?", "When is it likely that they all fly off?"),
    "serviced": ("How often is the boiler serviced?", "Who looks after the heating, and when do they come?"),
    "red lamp": ("What does the red lamp over the pump mean?", "Something glows in the cellar. Is it urgent?"),
    "six borrowed": ("How many books may a reader keep for four weeks?", "Can I take a whole pile of novels on holiday?"),
    "Lost library": ("What does it cost to replace a lost card?", "My purse is gone and my pass with it. What do I owe?"),
    "Guests": ("What do guests have to show to use the hall on Sundays?", "May my cousin study there at the weekend?"),
}  # fmt: skip
UNANSWERABLE = {
    "How many eggs does a queen lay in a day?": "near",
    "Which wood is a hive made of?": "near",
    "How long may a guest stay in building C?": "near-miss",
    "How do I bake a cheesecake?": "far",
    "Who won the last election in Norway?": "far",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory, minilm_folder):
    folder = tmp_path_factory.mktemp("own")
    (folder / "notes").mkdir()
    for name, text in NOTES.items():
        (folder / "notes" / name).write_text(text, encoding="utf-8")
    return folder


def chapter_commands() -> list[list[str]]:
    fences = re.findall(r"^```(\w*)\n(.*?)^```", CHAPTER.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [shlex.split(line) for kind, body in fences if not kind for line in body.splitlines()]


def run(folder: Path, words: list[str]) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "pincite.cli.main", *words[1:]]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


def write_the_questions(gold: Path) -> None:
    """What the chapter leaves to a person: both phrasings of each needle, and the questions without an answer."""
    drafts = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines()]
    written = []
    for draft in drafts:
        pair = next(pair for words, pair in PHRASINGS.items() if words in draft["needle"])
        assert (draft.pop("draft"), draft["question"]) == (True, "")
        written.append({**draft, "question": pair[draft["style"] == "ticket"]})
    written += [
        {"id": f"u{number}", "question": question, "answerable": False, "distance": distance}
        for number, (question, distance) in enumerate(UNANSWERABLE.items())
    ]
    gold.write_text("".join(json.dumps(row) + "\n" for row in written), encoding="utf-8")


def test_the_commands_of_the_chapter_lead_from_a_folder_to_a_gate(folder):
    printed = {}
    for words in chapter_commands():
        done = run(folder, words)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        printed[words[2]] = done.stdout
        if words[2] == "draft":
            write_the_questions(folder / "gold.jsonl")
    assert list(printed) == ["draft", "check", "run", "compare", "sweep", "gate"]
    assert "5 unanswerable" in printed["check"]
    assert "R@1" in printed["run"]
    assert "bluff" in printed["sweep"]


def test_the_gate_of_the_chapter_stops_what_is_not_what_was_measured(folder):
    with (folder / "notes" / "bees.md").open("a", encoding="utf-8") as file:
        file.write("\nNobody asked for this sentence.\n")
    gate = chapter_commands()[-1]
    assert run(folder, gate).returncode == 5
