"""Which documents each filter lets through."""

from __future__ import annotations

import pytest

from pincite.errors import FilterError
from pincite.store.filters import Filterable, read_filter

NOTE = Filterable("/home/me/docs/a/b/Plan [1].md", "Plan [1].md", "md", "2024-03-15", ("Draft", "é"))


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("folder:docs", True),
        ("folder:docs/", True),
        ("folder:docs/a", True),
        ("folder: docs/a/b ", True),
        ("folder:doc", False),
        ("folder:a", True),
        ("folder:a/b", True),
        ("folder:b/a", False),
        ("folder:docs/a/b/c", False),
        ("folder:/home/me/docs/a", True),
        ("folder:/home/m", False),
        ("name:*.md", True),
        ("name:plan*", True),
        ("name:*.txt", False),
        ("name:plan [[]1].md", True),
        ("type:MD", True),
        ("type:.md", True),
        ("type:pdf", False),
        ("tag:draft", True),
        ("tag:e\u0301", True),
        ("tag:dra", False),
        ("date>=2024-03-15", True),
        ("date > 2024-03-15", False),
        ("date>2024-03", False),
        ("date>=2024", True),
        ("date>2023", True),
        ("date<2024", False),
        ("date<=2024", True),
        ("date<2024-04", True),
        ("date=2024-03", True),
        ("date:2024", True),
    ],
)
def test_a_filter_lets_through_what_it_says(text, passes):
    assert read_filter(text)(NOTE) is passes


@pytest.mark.parametrize(
    "text",
    ["", "docs", "path:a", "folder:", "type>pdf", "date>=yesterday", "date>=2024-13", "date=2024-02-30", "date=24"],
)
def test_a_filter_that_cannot_be_read_is_refused_with_the_forms(text):
    with pytest.raises(FilterError, match=r"folder:|2024-01-31|write type:pdf"):
        read_filter(text)


def test_a_file_added_by_itself_lies_in_its_own_folder():
    alone = Filterable("/home/me/docs/n.md", "n.md", "md", "", ())
    assert read_filter("folder:docs")(alone)
    assert not read_filter("date<2030")(alone)


def test_all_filters_must_hold_and_none_means_all_rows(store, made):
    made("/kb/docs/a/x.txt", ["one", "two"], extra={"tags": ("t",), "date": "2024-01-01"}).into(store)
    made("/kb/docs/b/y.txt", ["three"]).into(store)
    view = store.view()
    assert view.select([]) is None
    assert view.select(["folder:docs/a", "tag:t"]).sum() == 2
    assert view.select(["folder:docs/b", "tag:t"]).sum() == 0
