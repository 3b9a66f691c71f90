"""Places of every kind go out and come back."""

import json

import pytest

from pincite.knowledge_base.portable.places_form import place_to_json, places_from_json
from pincite.types.places import Box, Cells, Chapter, Line, NotebookCell, Page, Place, Places, Slide, Times

WHERE = [
    Page(3),
    Page(3, None, "iii"),
    Page(1, Box(0.1, 0.2, 0.30002, 1.0), "1"),
    Times(1.234, 5.678),
    Cells("", 1, 1, 9, 2),
    Cells("Q1!", 1, 1, 9, 2),
    Slide(2),
    NotebookCell(4),
    Chapter(5, "OEBPS/a b.xhtml"),
    Line(7),
]


@pytest.mark.parametrize("where", WHERE, ids=repr)
@pytest.mark.parametrize("confidence", [1.0, 0.8125])
def test_a_place_comes_back_as_it_was(where, confidence):
    places = Places([Place(0, 4, where, confidence), Place(5, 9, where)])
    written = json.dumps([place_to_json(place) for place in places])
    assert places_from_json(json.loads(written)) == places
