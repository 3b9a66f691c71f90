"""Whatever a model hears, in whatever order: each word stands in the text with its own time, and nothing is lost."""

from hypothesis import given
from hypothesis import strategies as st

from pincite.extract.builder import Builder
from pincite.extract.media.recording import Heard, Word
from pincite.extract.media.speech_writer import write_heard

TIMES = st.floats(0, 100_000, allow_nan=False)
LETTERS = st.text(st.characters(exclude_characters="\ufeff"), max_size=8)  # a byte order mark is no letter
WORDS = st.lists(st.builds(Word, LETTERS, TIMES, TIMES, st.floats(0, 1)), max_size=30)


@given(WORDS)
def test_every_word_has_a_place_with_its_letters_and_times_never_go_back(words):
    builder = Builder()
    write_heard(builder, Heard(tuple(words)))
    document = builder.build("audio", "media 1", source_sha256="")
    spoken = [clean for word in words if (clean := _as_text(word.text))]
    places = list(document.places)
    assert [document.text[place.start : place.end] for place in places] == spoken
    edges = [edge for place in places for edge in (place.where.start, place.where.end)]
    assert edges == sorted(edges)
    covered = [(block.start, block.end) for block in document.blocks]
    assert all(any(start <= place.start and place.end <= end for start, end in covered) for place in places)


def _as_text(word):
    builder = Builder()
    builder.put("x")
    builder.put(word.strip())
    return builder.build("txt", "", source_sha256="").text[1:]
