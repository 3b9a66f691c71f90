import pytest

from pincite.chunk.default import chunk_document
from pincite.errors import UsageError
from pincite.types.document import Block, Document


def words(texts):
    return [len(text.split()) + 2 for text in texts]


def document(text, *marked, title="Doc"):
    """Blocks are given as (kind, their own text) or (kind, text, level, title), outer first, in order."""
    blocks, at = [], 0
    for kind, own, *rest in marked:
        at = text.index(own, at)
        blocks.append(Block(kind, at, at + len(own), *rest))
    return Document(text, tuple(blocks), "md", "hand 1", "", "", title)


def chunks(doc, window=64, target=512):
    return chunk_document(doc, words, window=window, target=target)


def test_the_header_is_the_title_and_the_headings_of_all_levels():
    doc = document(
        "# Tea\n\n### Green\n\nIt is old.",
        ("heading", "# Tea", 1, "Tea"),
        ("heading", "### Green", 3, "Green"),
        ("paragraph", "It is old."),
    )
    [chunk] = chunks(doc)
    assert (chunk.text, chunk.section) == ("[Doc > Tea > Green]\nIt is old.", "Tea > Green")
    assert (chunk.tokens, chunk.header_tokens) == (10, 5)


def test_a_chunk_does_not_cross_a_heading():
    doc = document("a\n\n## B\n\nb", ("paragraph", "a"), ("heading", "## B", 2, "B"), ("paragraph", "b"))
    assert [(chunk.content, chunk.section) for chunk in chunks(doc)] == [("a", ""), ("b", "B")]


def test_a_heading_with_nothing_under_it_is_its_own_chunk_and_one_with_a_lower_heading_is_not():
    text = "# A\n\n## B\n\n## C\n\nc\n\n# D"
    marks = [("heading", "# A", 1, "A"), ("heading", "## B", 2, "B"), ("heading", "## C", 2, "C"), ("paragraph", "c")]
    doc = document(text, *marks, ("heading", "# D", 1, "D"))
    assert [(chunk.content, chunk.section) for chunk in chunks(doc)] == [
        ("## B", "A > B"),
        ("c", "A > C"),
        ("# D", "D"),
    ]


def test_a_heading_as_long_as_a_paragraph_is_content_too_and_shortened_in_the_path():
    long = "word " * 60
    doc = document(f"{long}\n\nbody", ("heading", long.strip(), 1, long), ("paragraph", "body"))
    [chunk] = chunks(doc, window=512)
    assert chunk.content == doc.text
    assert 190 < len(chunk.section) <= 200


def test_metadata_is_not_content():
    doc = document("---\na: b\n---\n\nbody", ("metadata", "---\na: b\n---"), ("paragraph", "body"))
    assert [chunk.content for chunk in chunks(doc)] == ["body"]


def test_what_lies_in_no_block_is_chunked_all_the_same():
    assert [chunk.content for chunk in chunks(document("one\n\ntwo", ("paragraph", "one")))] == ["one\n\ntwo"]


def test_paragraphs_are_packed_up_to_the_target():
    paragraphs = ["a" * 40, "b" * 40, "c" * 40, "d" * 40]
    doc = document("\n\n".join(paragraphs), *(("paragraph", words) for words in paragraphs))
    assert [len(chunk.content) for chunk in chunks(doc, target=80)] == [82, 82]


def test_a_paragraph_that_fits_is_not_cut_for_the_sake_of_the_target():
    sentences = "Aa bb cc dd. " * 10
    doc = document(sentences, ("paragraph", sentences.strip()))
    assert len(chunks(doc, target=70)) == 1


def test_a_paragraph_over_the_window_is_cut_between_sentences():
    sentences = ["Aa bb cc dd.", "Ee ff gg hh.", "Ii jj kk ll."]
    doc = document(" ".join(sentences), ("paragraph", " ".join(sentences)))
    assert [chunk.content.strip() for chunk in chunks(doc, window=8, target=40)] == sentences


def test_a_long_sentence_pushes_the_header_aside_before_it_is_cut():
    sentence = "one two three four five six."
    doc = document(sentence, ("paragraph", sentence), title="Tea")
    assert [chunk.text for chunk in chunks(doc, window=8)] == [sentence]


def test_a_sentence_over_the_window_is_cut_after_a_comma():
    sentence = "one two three four, five six seven eight"
    doc = document(sentence, ("paragraph", sentence), title="")
    assert [chunk.content.strip() for chunk in chunks(doc, window=7)] == ["one two three four,", "five six seven eight"]


def test_a_line_that_announces_a_list_stays_with_it():
    text = f"{'a' * 60}\n\nThree teas:\n\n- green\n- black"
    doc = document(
        text,
        ("paragraph", "a" * 60),
        ("paragraph", "Three teas:"),
        ("list", "- green\n- black"),
        ("item", "- green"),
        ("item", "- black"),
    )
    assert [chunk.content for chunk in chunks(doc, target=40)] == ["a" * 60, "Three teas:\n\n- green\n- black"]


def test_a_question_stays_with_its_answer():
    text = f"{'a' * 60}\n\nWhat is it?\n\n{'b' * 60}"
    doc = document(text, ("paragraph", "a" * 60), ("paragraph", "What is it?"), ("paragraph", "b" * 60))
    assert chunks(doc, target=72)[-1].content.endswith("b" * 60)
    assert "What is it?\n\n" + "b" * 60 in chunks(doc, target=72)[-1].content


def table_document(rows):
    table = "| tea | year |\n|---|---|\n" + "\n".join(rows)
    marks = [("table", table), ("row", "| tea | year |", 1), *(("row", row) for row in rows)]
    return document(table, *marks, title="")


def test_a_table_is_cut_between_rows_and_its_header_row_is_repeated_in_the_embedded_text_only():
    rows = [f"| tea {number} | {1900 + number} |" for number in range(6)]
    found = chunks(table_document(rows), window=24, target=40)
    assert len(found) > 1
    assert found[0].content.startswith("| tea | year |\n|---|---|\n| tea 0")
    assert found[1].text == "| tea | year |\n" + found[1].content
    assert found[1].header_tokens == 5
    assert found[1].content.startswith("| tea ")
    assert "year" not in found[1].content


def test_header_rows_that_would_fill_the_window_are_not_repeated():
    rows = [f"| tea {number} | {1900 + number} |" for number in range(6)]
    found = chunks(table_document(rows), window=16, target=30)
    assert [chunk.text for chunk in found] == [chunk.content for chunk in found]


def test_code_is_cut_between_lines_and_keeps_its_indent():
    code = "```\ndef a():\n    return one\n\ndef b():\n    return two\n```"
    doc = document(code, ("code", code), title="")
    found = [chunk.content for chunk in chunks(doc, target=28)]
    assert found == ["```\ndef a():\n    return one", "def b():\n    return two\n```"]


def test_a_chunk_that_starts_inside_a_function_starts_with_its_indent():
    code = "def a():\n    one = 1\n    two = 2"
    found = chunks(document(code, ("code", code), title=""), window=6, target=12)
    assert found[-1].content == "    two = 2"


def test_a_list_is_cut_between_items():
    items = [f"- {name * 20}" for name in "abcd"]
    doc = document("\n".join(items), ("list", "\n".join(items)), *(("item", item) for item in items))
    assert [chunk.content for chunk in chunks(doc, target=45)] == ["\n".join(items[:2]), "\n".join(items[2:])]


def test_a_megabyte_without_blanks_that_counts_as_one_token_is_cut_all_the_same():
    doc = document("x" * 100_000, ("paragraph", "x" * 100_000))
    assert max(len(chunk.content) for chunk in chunks(doc)) <= 4 * 512


def test_a_document_of_white_space_has_no_chunks():
    assert chunks(document(" \n ")) == []


def test_a_window_without_room_for_a_character_is_refused():
    with pytest.raises(UsageError, match="window of 2 tokens has no room for one character, which takes 3"):
        chunks(document("a", ("paragraph", "a")), window=2)


def test_a_target_of_nothing_is_refused():
    with pytest.raises(UsageError, match="target 0"):
        chunks(document("a"), target=0)


def test_signs_in_lines_above_a_heading_are_no_mark_of_it():
    doc = document("☺\n☺ # Tea\n\nold", ("paragraph", "☺\n☺"), ("heading", "# Tea", 1, "Tea"), ("paragraph", "old"))
    assert [chunk.content for chunk in chunks(doc)] == ["☺\n☺ ", "old"]
