from time import process_time

import pytest

from pincite.extract.extract import extract_bytes


def shape(text):
    document = extract_bytes(text.encode(), "a.rst")
    assert document.text == text
    return [(block.kind, block.level, text[block.start : block.end]) for block in document.blocks]


def headings(text):
    return [
        (block.level, block.title) for block in extract_bytes(text.encode(), "a.rst").blocks if block.kind == "heading"
    ]


def test_levels_follow_the_order_in_which_adornments_come_up():
    text = "=====\nTitle\n=====\n\nOne\n===\n\nTwo\n---\n\nThree\n~~~~~\n\nAgain\n=====\n\nDeep\n----\n"
    assert headings(text) == [(1, "Title"), (2, "One"), (3, "Two"), (4, "Three"), (2, "Again"), (3, "Deep")]


def test_a_title_is_its_words_without_marks():
    assert headings("The ``code`` of :ref:`this <that>` *thing*\n==========================================\n") == [
        (1, "The code of this thing")
    ]


def test_a_rule_between_blank_lines_and_a_line_inside_a_paragraph_are_no_headings():
    assert headings("One line\nand another\n===========\n\n-----\n\nText\n") == []


def test_what_follows_two_colons_is_code_and_so_are_directives_of_code():
    text = "Look::\n\n    a = 1\n\n    b = 2\n\n.. code-block:: python\n\n   c = 3\n\n>>> 1 + 1\n2\n"
    assert shape(text) == [
        ("paragraph", 0, "Look::"),
        ("code", 0, "    a = 1\n\n    b = 2"),
        ("code", 0, ".. code-block:: python\n\n   c = 3"),
        ("code", 0, ">>> 1 + 1\n2"),
    ]


def test_lists_nest_and_terms_stay_with_their_definitions():
    text = "- one\n  more\n\n  - inner\n\n- two\n\nterm\n   what it means\n"
    assert [(kind, words) for kind, _, words in shape(text) if kind == "item"] == [
        ("item", "- one\n  more\n\n  - inner"),
        ("item", "- inner"),
        ("item", "- two"),
        ("item", "term\n   what it means"),
    ]


def test_both_tables_have_rows_and_headers():
    grid = "+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+\n"
    simple = "===  ===\nA    B\n===  ===\n1    2\n     3\n4    5\n===  ===\n"
    rows = [(level, words) for kind, level, words in shape(f"{grid}\n{simple}\nEnd\n") if kind == "row"]
    assert rows == [(1, "| a | b |"), (0, "| 1 | 2 |"), (1, "A    B"), (0, "1    2\n     3"), (0, "4    5")]


def test_fields_at_the_top_say_what_the_document_says_of_itself():
    text = "Title\n=====\n\n:Author: Ann\n:Date: 2024-01-31\n\nText.\n\n:field: later\n"
    document = extract_bytes(text.encode(), "a.rst")
    assert (document.title, document.metadata["author"], document.metadata["date"]) == ("Title", "Ann", "2024-01-31")
    assert [kind for kind, _, _ in shape(text)] == ["heading", "metadata", "paragraph", "list", "item"]


def test_notes_hold_paragraphs_and_nothing_is_included_or_run():
    text = ".. note:: Look.\n\n   Inside.\n\n.. include:: /etc/passwd\n\n.. raw:: html\n   :file: /etc/passwd\n\n.. [1] A foot note.\n"
    assert shape(text) == [
        ("paragraph", 0, ".. note:: Look."),
        ("paragraph", 0, "Inside."),
        ("paragraph", 0, ".. include:: /etc/passwd"),
        ("paragraph", 0, ".. raw:: html\n   :file: /etc/passwd"),
        ("note", 0, ".. [1] A foot note."),
    ]


@pytest.mark.parametrize(
    "hostile",
    [
        "- " * 2000 + "x\n",
        "== ==\nx\n\n" * 20_000,
        "".join(" " * n + "- x\n\n" for n in range(300)),
        "*" * 500_000,
        "::\n\n a\n\n" * 20_000,
        "+-+\n" * 50_000,
    ],
)
def test_no_layout_makes_a_file_slow(hostile):
    start = process_time()
    extract_bytes(f"x\n\n{hostile}".encode(), "a.rst")
    assert process_time() - start < 20
