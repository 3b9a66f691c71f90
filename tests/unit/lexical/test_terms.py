"""Terms in many scripts, and identifiers in parts."""

from __future__ import annotations

import pytest

from pincite.lexical.terms import LONGEST, terms

FOUND_BY = [
    ("초과근무 승인 규칙을 확인하세요", "초과근무 승인 규칙"),
    ("Возник кассовый разрыв.", "кассовый разрыв"),
    ("Ёлка стоит", "елка"),
    ("We met in Zürich", "zurich"),
    ("We met in Zu\u0308rich", "Zürich"),
    ("a cafe, a facade", "café façade"),
    ("Größe und Straße", "grosse STRASSE"),
    ("İSTANBUL", "istanbul"),
    ("ΤΈΛΟΣ", "τέλος"),
    ("العَرَبِيَّة", "العربية"),
    ("شَلוֹם שָׁלוֹם", "שלום"),
    ("東京都に住む", "東京"),
    ("北京是首都", "首都"),
    ("ｶﾞｲﾄﾞ", "ガイド"),
    ("ＡＢＣ１２３", "abc123"),
    ("हिन्दी में लिखा", "हिन्दी"),
    ("ประเทศไทยสวยงาม", "ไทย"),
    ("The model is Qwen.", "Qwen"),
    ("see RULE-A002, please", "A002"),
    ("call snake_case_name()", "snake_case_name"),
    ("call snake_case_name()", "case"),
    ("new HttpServerFactory", "server"),
    ("HTTPServer", "http"),
    ("open src/pincite/main.py", "main.py"),
    ("open C:\\docs\\plan.docx", "plan.docx"),
    ("a.b.c", "b"),
    ("written in C++ and C#", "c++"),
    ("co\xadoperate", "cooperate"),
    ("well\u2010known", "well-known"),
    ("Python入门", "python"),
    ("l\u2019eau", "eau"),
    ("x² is ½", "x2"),
    ("several LLMs", "LLM"),
    ("the cache of a query", "queries caches"),
]


@pytest.mark.parametrize(("text", "query"), FOUND_BY)
def test_every_term_of_the_query_is_a_term_of_the_text(text, query):
    assert set(terms(query)) <= set(terms(text))
    assert terms(query)


NOT_FOUND_BY = [("हिन्दी", "हन्द"), ("がく", "かく"), ("catalogue", "cat"), ("the news", "new")]


@pytest.mark.parametrize(("text", "query"), NOT_FOUND_BY)
def test_signs_that_carry_meaning_are_kept_apart(text, query):
    assert not set(terms(query)) & set(terms(text))


def test_an_identifier_stands_whole_and_in_parts():
    assert terms("RULE-A002") == ["rule-a002", "rule", "a002"]
    assert terms("docs/a-b.md") == ["docs/a-b.md", "doc", "a-b.md", "a", "b", "md"]
    assert terms("getHTTPCode") == ["gethttpcode", "get", "http", "code"]


def test_plain_words_stand_once():
    assert terms("It's 12 LLMs, the IDs: NATO.") == ["it", "s", "12", "llm", "the", "ids", "nato"]


def test_nothing_but_marks_and_blanks_gives_nothing():
    assert terms(" \n\t-- … ！？ \u200b \ud800") == []


def test_a_stretch_without_end_is_cut():
    assert [len(term) for term in terms("a" * 10_000)] == [LONGEST]


def test_no_term_holds_white_space():
    assert not [term for term in terms("".join(map(chr, range(0x3000)))) if term.split() != [term]]
