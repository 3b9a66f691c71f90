"""An answer as a message for a client that renders Markdown."""

import re

import pytest
from markdown_it import MarkdownIt

from pincite.service.openai.message import as_message
from pincite.types.answer import Abstention, Answer, Citation, Claim, GateReading, Marker, Violation
from pincite.types.locator import Locator, PageRegion

GATE = GateReading("distance", 0.5, 0.1, 1, 4)
PLACE = Locator(12, 40, (PageRegion(3),))
CITED = Citation(1, "d1", "hours 2024.pdf", "hours 2024.pdf", "", "page 3", "q" * 28, 0.1, 1.0, PLACE)


def answer(text, *, violations=(), claims=()):
    at = text.index("[1]")
    return Answer("q", text, (CITED,), (1,), violations, GATE, "m", (), (Marker(1, at, at + 3),), claims)


def test_an_annotation_stands_where_the_marker_is_and_leads_to_the_characters():
    shown = as_message(answer("🏦 At seven [1]."), "my.bank", "http://127.0.0.1:1")
    assert shown.annotations == [
        {
            "type": "url_citation",
            "url_citation": {
                "start_index": 11,
                "end_index": 14,
                "title": "hours 2024.pdf - page 3",
                "url": "http://127.0.0.1:1/b/my.bank/d/d1#char=12,40",
            },
        }
    ]


def test_an_invented_address_is_no_link_and_the_marker_behind_it_keeps_its_place():
    text = "See https://evil.test/a for it [1]."
    shown = as_message(answer(text, violations=(Violation("url", "https://evil.test/a", 4, 23),)), "b", "http://h")
    assert shown.text == "See `https://evil.test/a` for it [1]."
    place = shown.annotations[0]["url_citation"]
    assert shown.text[place["start_index"] : place["end_index"]] == "[1]"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (r"A \[lamp](http://evil.test/) [1]", "A \\\u200b`[lamp](http://evil.test/)` [1]"),
        ("One ` here http://evil.test/a [1]", "One ` here ``http://evil.test/a`` [1]"),
        ("One `http://evil.test/a [1]", "One `\u200b``http://evil.test/a`` [1]"),
        ("[a](http://b.test)[c](http://c.test) [1]", "`[a](http://b.test)`\u200b\u200b`[c](http://c.test)` [1]"),
    ],
)
def test_no_sign_beside_it_makes_an_address_a_link_again(said, shown):
    assert as_message(answer(said), "b", "http://h").text == shown


def test_a_picture_that_a_document_names_is_not_fetched():
    shown = as_message(answer("A ![lamp](http://evil.test/x.png) [1]"), "b", "http://h")
    assert shown.text == "A `![lamp](http://evil.test/x.png)` [1]"
    place = shown.annotations[0]["url_citation"]
    assert shown.text[place["start_index"] : place["end_index"]] == "[1]"


@pytest.mark.parametrize("before", ["", "\\", "\\\\", "`", "    ~~~\n", "- ", "> "])
@pytest.mark.parametrize(
    "tag", ["<script>", "</b>", "<!-- a -->", "<?php", "<img src=x onerror=alert(1)>", "![lamp](x)"]
)
def test_no_tag_and_no_picture_reaches_a_client_whatever_stands_before_it(before, tag):
    found = as_message(answer(f"{before}{tag} 3 < 5 [1]"), "b", "http://h")
    html = MarkdownIt("commonmark", {"html": True}).render(found.text)
    assert not {"<script", "</b", "<!--", "<?", "<img"} & set(re.findall(r"<[/!?]?[a-z-]*", html))
    assert "3 &lt; 5" in html
    place = found.annotations[0]["url_citation"]
    assert found.text[place["start_index"] : place["end_index"]] == "[1]"


def test_sentences_that_do_not_stand_up_are_counted_at_the_end():
    claims = (Claim(0, 9, (1,), "supported"), Claim(10, 14, (1,), "unsupported"))
    shown = as_message(answer("Seven [1]. Yes.", claims=claims), "b", "http://h")
    assert shown.text.endswith("\n\n> 1 of 2 sentences did not pass the checks: 1 unsupported.")


def test_a_refusal_is_its_reason():
    refusal = Abstention("q", "nothing under 0.5", GATE)
    assert as_message(refusal, "b", "http://h") == ("No answer: nothing under 0.5", [])
