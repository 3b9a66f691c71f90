import pytest

from pincite.extract.builder import Builder, canonical
from pincite.types.places import Page


def built(builder):
    return builder.build("txt", "test 1", source_sha256="")


def test_line_ends_mark_and_nul_are_made_canonical_and_nothing_else():
    assert canonical("\ufeffa\r\nb\rc\n\0\ufeff e\u0301") == "a\nb\nc\n\ufffd\ufeff e\u0301"


def test_a_carriage_return_and_a_line_feed_in_two_calls_are_one_line_end():
    builder = Builder()
    builder.put("a\r")
    builder.put("\nb")
    assert built(builder).text == "a\nb"


def test_half_a_surrogate_pair_becomes_a_replacement_character():
    builder = Builder()
    builder.put("a\ud800b")
    assert built(builder).text == "a\ufffdb"


def test_only_what_was_read_has_a_place():
    builder = Builder()
    builder.put("one", Page(1))
    builder.put("\n")
    builder.put("two", Page(2))
    assert [(place.start, place.end, place.where.number) for place in built(builder).places] == [(0, 3, 1), (4, 7, 2)]


def test_text_in_no_block_becomes_paragraphs():
    builder = Builder()
    text = builder.put_whole("  loose\n\nhead\n\n tail ")
    builder.mark("heading", 9, 13, 1, "head")
    document = built(builder)
    assert [(block.kind, text[block.start : block.end]) for block in document.blocks] == [
        ("paragraph", "loose"),
        ("heading", "head"),
        ("paragraph", "tail"),
    ]


def test_blocks_come_in_the_order_of_their_starts_outer_first():
    builder = Builder()
    builder.put_whole("abcdef")
    builder.mark("list", 0, 6)
    builder.mark("item", 0, 6)
    builder.mark("paragraph", 3, 6)
    assert [block.kind for block in built(builder).blocks] == ["list", "item", "paragraph"]


def test_blocks_that_cross_are_refused():
    builder = Builder()
    builder.put_whole("abcdef")
    builder.mark("quote", 0, 4)
    builder.mark("paragraph", 2, 6)
    with pytest.raises(ValueError, match="blocks nest"):
        built(builder)


def test_a_block_left_open_is_refused():
    builder = Builder()
    builder.open("paragraph")
    with pytest.raises(ValueError, match="still open"):
        built(builder)


def test_a_close_without_an_open_is_refused():
    with pytest.raises(ValueError, match="without an open block"):
        Builder().close()
