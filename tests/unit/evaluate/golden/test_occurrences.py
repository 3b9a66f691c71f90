"""Every place of every needle, counted in one walk."""

from hypothesis import given
from hypothesis import strategies as st

from pincite.evaluate.golden.occurrences import occurrences
from pincite.types.document import Document
from pincite.types.golden import Corpus, CorpusCounts, CorpusDocument


def corpus(*texts):
    documents = [CorpusDocument(str(n), Document(text, (), "txt", "text 1", "", "")) for n, text in enumerate(texts)]
    return Corpus(tuple(documents), CorpusCounts(len(texts), 0, 0, ""))


def test_overlapping_places_count():
    assert occurrences(corpus("aaaa", "baa"), ["aa", "b", "c", ""]).keys() == {"aa", "b", "c"}
    found = occurrences(corpus("aaaa", "baa"), ["aa"])["aa"]
    assert (found.count, found.first) == (4, [("0", 0), ("0", 1), ("0", 2)])


def test_needles_with_one_beginning_are_told_apart():
    long = "a beginning of more than twenty-four letters"
    found = occurrences(corpus(f"{long} one. {long} two."), [f"{long} one", f"{long} two", f"{long} three", long])
    assert [places.count for places in found.values()] == [1, 1, 0, 2]


@given(st.lists(st.text("ab", max_size=40), max_size=3), st.lists(st.text("ab", min_size=1, max_size=30), max_size=5))
def test_the_count_is_that_of_looking_everywhere(texts, needles):
    for needle, places in occurrences(corpus(*texts), needles).items():
        assert places.count == sum(text.startswith(needle, at) for text in texts for at in range(len(text)))
