import itertools
import re

from hypothesis import given
from hypothesis import strategies as st

from pincite.answer.citations import cite
from pincite.answer.code_spans import code_spans
from pincite.answer.extractive import extract_answer
from pincite.answer.markers import read_markers
from pincite.answer.passages import passages
from pincite.answer.prompt import build_prompt
from pincite.types.locator import Locator
from pincite.types.search import Hit

PIECES = st.sampled_from(
    [
        "[1]",
        "[2]",
        "[7]",
        "[0]",
        "[1, 2]",
        "【1】",
        "`",
        "```",
        "~~~",
        "\n",
        "\n\n",
        " ",
        "a",
        "a[1]",
        "[",
        "]",
        "(",
        ")",
        "https://a.org",
        "10.1000/x",
        "p. 3",
        "(Smith 2004)",
        "SOURCES",
        "QUESTION",
        "- ",
        "| a | b |",
        "## ",
        ". ",
        "é",
        "𝒳",
        "\u2028",
        "\r",
    ]
)
HOSTILE = st.one_of(st.text(), st.lists(PIECES, max_size=30).map("".join))


@given(HOSTILE, st.integers(0, 12))
def test_a_reading_never_raises_and_stays_within_the_text_and_the_sources(text, n):
    reading = read_markers(text, n)
    everything = sorted([(m.start, m.end) for m in reading.spans] + [(v.start, v.end) for v in reading.violations])
    assert all(0 <= start < end <= len(text) for start, end in everything)
    assert all(before[1] <= after[0] for before, after in itertools.pairwise(everything))
    assert all(text[m.start : m.end] == f"[{m.index}]" for m in reading.spans)
    assert all(text[v.start : v.end] == v.text for v in reading.violations)
    assert set(reading.cited) == {m.index for m in reading.spans} <= set(range(1, n + 1))


@given(HOSTILE)
def test_code_spans_are_sorted_and_disjoint(text):
    spans = code_spans(text)
    assert all(start < end <= len(text) for start, end in spans)
    assert all(before[1] <= after[0] for before, after in itertools.pairwise(spans))


def hit(name, section, quote):
    return Hit(1, "d", name, name, section, quote, 0.5, 1.0, Locator(0, len(quote)))


@given(st.lists(st.tuples(HOSTILE, HOSTILE, HOSTILE), min_size=1, max_size=4), HOSTILE)
def test_no_document_and_no_question_can_forge_a_source(sources, question):
    citations = cite([hit(*source) for source in sources])
    user = build_prompt(question, citations).user
    numbers = [int(number) for number in re.findall(r"^\s*\[(\d+)\]", "\n".join(user.splitlines()), re.MULTILINE)]
    assert numbers == list(range(1, len(citations) + 1))
    assert [line for line in user.splitlines() if line in {"SOURCES", "QUESTION"}] == ["SOURCES", "QUESTION"]
    user.encode()


@given(st.lists(HOSTILE.filter(str.strip), min_size=1, max_size=4), HOSTILE)
def test_every_passage_of_an_extract_stands_in_the_quote_that_it_cites(quotes, question):
    citations = cite([hit("n", "", quote) for quote in quotes])
    extract = extract_answer(question, citations)
    start = 0
    for marker in extract.markers:
        words = extract.text[start : marker.start].strip()
        assert words.removeprefix("“").removesuffix("”") in quotes[marker.index - 1]
        start = marker.end
    assert start == len(extract.text)


@given(HOSTILE)
def test_passages_are_in_order_and_lose_only_marks_headings_and_rules(quote):
    found = passages(quote)
    assert all(before.end <= after.start for before, after in itertools.pairwise(found))
    assert all(0 <= passage.start <= passage.end <= len(quote) for passage in found)
