"""`chunk_seed` against the printed rule in JavaScript, run by node, chunk by chunk."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.chunk.seed import chunk_seed

NODE = shutil.which("node")
ORACLE = Path(__file__).with_name("seed_chunker.mjs")

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.skipif(NODE is None, reason="node is not installed: the rule in JavaScript cannot be run"),
]

ADVERSARIAL = {
    "empty": "",
    "white space only": " \n\t\n\u3000\ufeff\n",
    "no heading": "One. Two.\n\nThree.",
    "text before the first heading": "Lost words.\n\n## Kept\n\nThese stay.",
    "heading in a code fence": "## One\n\n```md\n## Two\ncode\n```\n\nafter",
    "heading at the end without line end": "## One\nbody\n## Last",
    "heading without title": "##\n## \n##  \n## x\nbody",
    "heading of white space": "##   \nbody\n\n## \u3000\nmore",
    "heading cut by a line separator": "## \u2028title\n## a\u2028## b\nbody\n",
    "carriage returns": "## One\r\nbody one\r\n\r\n## Two\r\nbody two\r\n",
    "lone carriage returns": "intro\r## One\rbody\r## Two\rmore",
    "paragraph separator": "intro\u2029## One\u2029body",
    "byte order mark": "\ufeff## One\n\n\ufeffbody\ufeff\n",
    "control characters that Python takes for white space": "## \x1cOne\x85\n\x1d\x1e\x1fbody\x85\n\n\x85\n\n\x1c\n",
    "white space that only JavaScript trims": "## \ufeffOne\ufeff\n\ufeffbody\ufeff\n\n\ufeff\n",
    "emoji at the limit": "## 😀\n" + "😀" * 32 + "\n\n" + "🇪🇸" * 17 + "\n\nmore.",
    "emoji sentences": "## A\n" + "😀😀😀😀. " * 30,
    "huge paragraph without punctuation": "## A\n" + "word " * 300,
    "huge paragraph of punctuation": "## A\n" + "?!." * 200,
    "many blank lines": "## A\n\n\n\na\n\n\n\n\nb\n\n## B\n\n\n",
    "line feed at the end of a section": "## A\nx\n## B\ny\n",
    "third level": "## A\n### B\n#### C\ntext\n# D\n",
    "vertical tab and form feed": "## A\x0b\x0c\n\x0b\x0cbody\x0b\x0c\n",
}

PARTS = ["## ", "##", "# ", "\n", "\n\n", "\r\n", "\r", "\u2028", "\u2029", "\ufeff", "\x85", "\x1c", "\x1f", "\u00a0"]
PARTS += [
    "\u3000",
    "\u180e",
    "\u200b",
    "```",
    "a",
    "word",
    ". ",
    "!",
    "?",
    "…",
    "😀",
    "é",
    "中文。",
    " ",
    "\t",
    "lorem ipsum " * 4,
]

documents = st.lists(st.one_of(st.sampled_from(PARTS), st.text(st.characters(exclude_categories=["Cs"]), max_size=3)))


def by_the_printed_rule(texts, title, target):
    lines = "".join(json.dumps({"text": text, "title": title, "target": target}) + "\n" for text in texts)
    done = subprocess.run([NODE, ORACLE], input=lines, capture_output=True, text=True, check=True, encoding="utf-8")
    return [json.loads(line) for line in done.stdout.split("\n") if line]


def by_ours(text, title, target):
    return [[c.text, c.content, c.section, c.start, c.end] for c in chunk_seed(text, title, target)]


@pytest.mark.parametrize("target", [1, 32, 512])
def test_adversarial_documents_are_chunked_as_the_printed_rule_does(target):
    theirs = by_the_printed_rule(ADVERSARIAL.values(), "Doc", target)
    ours = [by_ours(text, "Doc", target) for text in ADVERSARIAL.values()]
    assert dict(zip(ADVERSARIAL, ours, strict=True)) == dict(zip(ADVERSARIAL, theirs, strict=True))


def test_every_chunk_is_a_slice_counted_in_code_points():
    for text in ADVERSARIAL.values():
        assert [c.content for c in chunk_seed(text, "Doc", 32)] == [
            text[c.start : c.end] for c in chunk_seed(text, "Doc", 32)
        ]


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.lists(documents.map("".join), min_size=30, max_size=60), st.integers(1, 80))
def test_random_documents_are_chunked_as_the_printed_rule_does(texts, target):
    assert [by_ours(text, "Doc", target) for text in texts] == by_the_printed_rule(texts, "Doc", target)
