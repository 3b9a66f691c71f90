"""Which words of a question the index does not know."""

import pytest

from fakes import FakeEmbedder, FakeIndex, Passage
from pincite.retrieve.unseen import unseen_words

INDEX = FakeIndex(
    [Passage("a", "cats sleep all day in Zürich", "RULE-A002 of C", 0), Passage("b", "東京の天気", "", 0)],
    FakeEmbedder(),
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How do cats sleep?", ()),
        ("Which parrot sleeps, and which Parrot wakes?", ("parrot", "wakes")),
        ("Is a cat in Zurich?", ()),
        ("Which rule does RULE-A002 extend?", ("extend",)),
        ("What does RULE-A002 say of parrots, and how long does it last?", ("parrots",)),
        ("And RULE-A009?", ("RULE-A009",)),
        ("«¿gatos?»", ("gatos",)),
        ("C or C++?", ("C++",)),
        ("東京の電車", ("の電", "電車")),
        ("Don't cats sleep, won’t they, and isn't it so?", ()),
        ("", ()),
        ("?! --", ()),
    ],
)
def test_the_words_that_stand_nowhere_are_named_as_they_were_written(question, expected):
    assert unseen_words(INDEX, question) == expected
