from contextlib import suppress

import pytest

from pincite.types.places import Box, Cells, Chapter, Line, NotebookCell, Page, Place, Places, Slide, Times

EVERY_KIND = [
    Place(0, 3, Page(1)),
    Place(4, 9, Page(2, Box(0.1, 0.25, 0.33, 1.0), "ii"), 0.75),
    Place(9, 12, Times(132.4, 158.925)),
    Place(20, 21, Cells("Sheet1", 1, 2, 3, 70_000)),
    Place(21, 400_000, Slide(7)),
    Place(400_000, 400_001, NotebookCell(3)),
    Place(400_001, 400_009, Chapter(12, "OPS/two.xhtml")),
    Place(400_010, 400_011, Line(70_000)),
]


def test_what_goes_in_comes_out():
    assert list(Places(EVERY_KIND)) == EVERY_KIND


def test_the_bytes_give_equal_places_back():
    places = Places(EVERY_KIND)
    assert Places.from_bytes(places.to_bytes()) == places
    assert hash(Places.from_bytes(places.to_bytes())) == hash(places)


def test_a_place_counts_when_it_shares_a_character_with_the_span():
    places = Places([Place(0, 4, Page(1)), Place(5, 9, Page(2)), Place(9, 12, Page(3))])
    found = {
        (start, end): [place.where.number for place in places.between(start, end)]
        for start, end in [(0, 4), (4, 5), (3, 6), (9, 10), (0, 12), (12, 20)]
    }
    assert found == {(0, 4): [1], (4, 5): [], (3, 6): [1, 2], (9, 10): [3], (0, 12): [1, 2, 3], (12, 20): []}


@pytest.mark.parametrize("second", [Place(2, 5, Page(1)), Place(4, 4, Page(1))])
def test_places_that_overlap_or_are_empty_are_refused(second):
    with pytest.raises(ValueError, match="sorted and disjoint"):
        Places([Place(0, 4, Page(1)), second])


def test_a_box_beyond_the_page_is_cut_at_its_edge():
    assert Places([Place(0, 1, Page(1, Box(-0.2, 0, 1.5, 1)))])[0].where.box == Box(0, 0, 1, 1)


@pytest.mark.parametrize("at", range(0, 200, 3))
def test_bytes_that_were_changed_or_cut_give_a_clear_error_or_other_places(at):
    data = Places(EVERY_KIND).to_bytes()
    for hostile in (data[:at], data[:at] + b"\xff" + data[at + 1 :]):
        with suppress(ValueError):  # nothing else may come out of it
            list(Places.from_bytes(hostile))


def test_a_million_words_take_thirty_bytes_each():
    places = Places()
    for index in range(1000):
        places.append(2 * index, 2 * index + 1, Page(1, Box(0.1, 0.2, 0.3, 0.4)))
    assert len(places.to_bytes()) < 31_000
