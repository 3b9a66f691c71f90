import tracemalloc
from contextlib import suppress
from io import BytesIO

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


def words(count):
    """So many words, ten on a line, forty lines on a page."""
    for index in range(count):
        page, line = divmod(index // 10, 40)
        left, top = 100 + 80 * (index % 10), 100 + 20 * line  # thousandths of the page
        box = Box(left / 1000, top / 1000, (left + 70) / 1000, (top + 15) / 1000)
        yield Place(6 * index, 6 * index + 5, Page(page + 1, box))


@pytest.mark.parametrize("count", [2047, 2048, 2049, 5000])
def test_places_of_several_blocks_are_the_same_as_they_went_in(count):
    given = list(words(count))
    data = Places(given).to_bytes()
    for places in (
        Places(given),
        *(Places.read(BytesIO(data).read, len(data), packed=packed) for packed in (True, False)),
    ):
        assert (len(places), list(places), places[-1], places[2000]) == (count, given, given[-1], given[2000])
        assert places.to_bytes() == data
        assert places.between(6 * 2040, 6 * 2060) == given[2040:2060]
        with pytest.raises(IndexError):
            places[count]


def test_places_go_on_after_they_were_read():
    data = Places(words(2049)).to_bytes()
    for places in (Places.read(BytesIO(data).read, len(data), packed=packed) for packed in (True, False)):
        with pytest.raises(ValueError, match="sorted and disjoint"):
            places.append(6 * 2048, 6 * 2048 + 5, Page(1))
        places.append(6 * 2049, 6 * 2049 + 5, Page(1))
        assert (len(places), places[-1].start) == (2050, 6 * 2049)


def test_a_million_words_take_few_bytes_each_in_memory():
    given = list(words(20_480))
    places = Places()
    tracemalloc.start()
    for one in given:
        places.append(one.start, one.end, one.where)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 8 * len(given)


def test_a_million_words_take_thirty_bytes_each_where_they_are_handed_over():
    assert len(Places(words(1000)).to_bytes()) < 31_000
