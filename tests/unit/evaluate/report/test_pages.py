import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser

import markdown_it
import pytest

from pincite.errors import BaselineError, GoldenError
from pincite.evaluate.report.gather import gather
from pincite.evaluate.report.html import to_html
from pincite.evaluate.report.markdown import to_markdown
from pincite.evaluate.report.worst import worst_misses
from pincite.types.document import Document
from pincite.types.golden import Corpus, CorpusCounts, CorpusDocument, GoldenSet, Question, Span
from pincite.types.run import Found, QueryResult
from runs import run_of

EVIL = "<script>alert(1)</script>\"'&|`x`\n# H\n[a](http://evil.example) ![i](http://evil.example/i.png)\x1b[31m\u202e</style>"
TEXT = EVIL + " The needle stands here. " + EVIL
START = TEXT.index("The needle")
NEEDLE = Span(EVIL, START, START + 24, "The needle stands here.")
COUNTS = CorpusCounts(1, len(TEXT), 0, "c" * 64)


def corpus():
    document = Document(TEXT, (), "txt", "text 1", "", "")
    return Corpus((CorpusDocument(EVIL, document),), COUNTS)


def golden():
    asked = [
        Question("q1a" + EVIL, "Where? " + EVIL, "q1", answerable=True, spans=(NEEDLE,), style=EVIL),
        Question("q2a", "Gone?", "q2", answerable=True, spans=(NEEDLE,)),
        Question("u1", "Who? " + EVIL, "u1", answerable=False, distance=EVIL),
    ]
    return GoldenSet(EVIL, tuple(asked), "9" * 64)


def results(first_rank):
    hits = tuple(
        Found(EVIL, at, at + 9, 1.0 / (at + 1), 0.3 + at / 100, (0,) if at + 1 == first_rank else ()) for at in range(6)
    )
    common = {"unit": "q1", "answerable": True, "judged": True, "style": EVIL, "hits": hits}
    return [
        QueryResult("q1a" + EVIL, rank=first_rank, **common),
        QueryResult("q2a", "q2", answerable=True, judged=True, rank=None, destroyed=True, hits=hits),
        QueryResult("u1", "u1", answerable=False, judged=False, rank=None, distance=EVIL, hits=hits),
    ]


def runs():
    more = {"threshold": 0.5, "settings": {EVIL: EVIL}}
    return [run_of(EVIL, results(6), **more), run_of("other", results(1), **more)]


@pytest.fixture(scope="module")
def report():
    return gather(runs(), golden(), corpus(), date="2026-12-02" + EVIL, version="1.2")


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.attributes, self.open = set(), set(), []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {(tag, name, value) for name, value in attrs}
        if tag not in {"meta", "br"}:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def parsed(page):
    found = Tags()
    found.feed(page)
    assert not found.open
    return found


def test_nothing_from_outside_becomes_an_element_or_an_address(report):
    page = parsed(to_html(report))
    assert not page.tags & {"script", "img", "iframe", "object", "link", "base", "form", "embed", "video", "audio"}
    assert {value for _, name, value in page.attributes if name in {"href", "src", "action"}} <= {
        "#found", "#lost", "#compared", "#refusing", "#missed", "#bluffs", "#measured",
    }  # fmt: skip
    assert not [name for _, name, _ in page.attributes if name.startswith("on") or name == "style"]


def test_the_page_allows_its_own_style_and_nothing_else(report):
    text = to_html(report)
    style = re.search("<style>(.*?)</style>", text, re.DOTALL)[1]
    policy = re.search('http-equiv="Content-Security-Policy" content="([^"]*)"', text)[1]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert b64encode(sha256(style.encode()).digest()).decode() in policy
    assert "url(" not in style
    assert "@import" not in style


def test_every_plot_can_be_read_aloud_and_ids_come_once(report):
    text = to_html(report)
    ids = re.findall(r'\bid="([^"]*)"', text)
    assert len(ids) == len(set(ids))
    for named in re.findall(r'aria-labelledby="([^"]*)"', text):
        assert set(named.split()) <= set(ids)
    for patch in re.findall(r"url\(#([^)]*)\)", text):
        assert patch in ids


def test_the_page_shows_bluffs_beside_answers_given_up(report):
    text = to_html(report)
    assert '<th scope="col">bluffs</th><th scope="col">given up</th>' in text
    assert "unanswerable questions would be answered, and" in text


def test_markdown_reads_nothing_into_words_from_outside(report):
    text = to_markdown(report)
    rendered = markdown_it.MarkdownIt("gfm-like", {"linkify": False}).render(text)
    page = parsed(rendered)
    assert not page.tags & {"script", "a", "img", "style"}
    assert "\x1b" not in text
    assert "\u202e" not in text
    headings = re.findall("<h1>(.*?)</h1>", rendered, re.DOTALL)
    assert len(headings) == 1


def test_markdown_tables_keep_their_columns_whatever_a_name_holds(report):
    text = to_markdown(report)
    rows = [line for line in text.split("\n") if line.startswith("|")]
    rendered = markdown_it.MarkdownIt("gfm-like", {"linkify": False}).render(text)
    assert rendered.count("<tr>") == len(rows) - sum(set(row) <= set("| -") for row in rows)


def test_a_report_needs_runs_of_its_own_golden_set_and_corpus():
    one = runs()[0]
    with pytest.raises(GoldenError, match="golden set 888888888888"):
        gather([replace(one, golden="8" * 64)], golden(), corpus(), date="", version="1")
    with pytest.raises(GoldenError, match="corpus dddddddddddd"):
        gather([replace(one, corpus=replace(COUNTS, sha256="d" * 64))], golden(), corpus(), date="", version="1")
    with pytest.raises(GoldenError, match="further questions"):
        gather([replace(one, results=one.results[:2])], golden(), corpus(), date="", version="1")
    with pytest.raises(BaselineError, match="two runs called"):
        gather([one, one], golden(), corpus(), date="", version="1")
    with pytest.raises(BaselineError, match="no run"):
        gather([], golden(), corpus(), date="", version="1")


def test_the_worst_misses_come_first_with_the_words_that_stand_there(report):
    destroyed, low = report.misses
    assert (destroyed.fate, low.fate) == ("destroyed", "ranked low")
    assert low.needles[0].text == TEXT[START : START + 24]
    assert [passage.rank for passage in low.returned] == [1, 2]
    assert low.returned[0].text == TEXT[0:9]


def test_a_place_that_the_corpus_does_not_have_is_an_error():
    short = Corpus((CorpusDocument(EVIL, Document("short", (), "txt", "text 1", "", "")),), COUNTS)
    with pytest.raises(GoldenError, match="give the corpus that the run was made with"):
        worst_misses(runs()[0], golden(), short)


def test_a_report_without_unanswerable_questions_says_so_and_has_no_refusals():
    one = run_of("one", results(1)[:2], threshold=0.5)
    asked = replace(golden(), questions=golden().questions[:2])
    report = gather([one], asked, corpus(), date="2026-12-02", version="1")
    assert report.refusal is None
    assert "nothing is known of bluffs" in to_html(report)
    assert "Refusing" not in to_markdown(report)


def test_a_report_of_nothing_but_unanswerable_questions_tells_their_bluffs_in_numbers():
    one = run_of("one", results(1)[2:], threshold=0.5)
    asked = replace(golden(), questions=golden().questions[2:])
    report = gather([one], asked, corpus(), date="2026-12-02", version="1")
    for page in (to_html(report), to_markdown(report)):
        assert "1 of 1" in page
        assert "nothing is known of answers given up" in page
        assert not re.search(r"\bnan\b", page)


def test_only_what_came_before_the_needle_came_instead_of_it():
    more = {"threshold": 0.2, "settings": {}}
    page = to_markdown(gather([run_of("first", results(2), **more)], golden(), corpus(), date="d", version="1.2"))
    assert page.count("Instead, rank 1:") == 2
    assert page.count("Below it, rank 3:") == 1
