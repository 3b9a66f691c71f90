import pytest

from pincite.extract.extract import extract_bytes


def read(text):
    return extract_bytes(text.encode(), "a.md")


def blocks(text):
    document = read(text)
    return [(block.kind, block.level, document.text[block.start : block.end]) for block in document.blocks]


def titles(text):
    return [(block.level, block.title) for block in read(text).blocks if block.kind == "heading"]


def test_the_text_is_the_source_itself():
    source = "# A *title*\n\nSome **bold** [link](http://x) text.  \n"
    assert read(source).text == source


def test_headings_of_all_levels_and_both_forms_have_their_rendered_words():
    source = "# One `code` #\n\n###### Six **bold** [link](x) ![picture](y)\n\nTwo\nlines\n===\n\nSub &amp; more\n---\n"
    assert titles(source) == [(1, "One code"), (6, "Six bold link picture"), (1, "Two lines"), (2, "Sub & more")]


def test_a_hash_in_a_code_fence_is_no_heading():
    assert titles("```sh\n# not a heading\n## nor this\n```\n\n## Real\n") == [(2, "Real")]


def test_a_title_can_use_a_link_defined_at_the_end():
    assert titles("# See [the guide][g]\n\n[g]: http://x\n") == [(1, "See the guide")]


def test_lists_hold_items_and_items_hold_lists():
    assert blocks("- a\n- b\n  - c\n\n    d\n") == [
        ("list", 0, "- a\n- b\n  - c\n\n    d"),
        ("item", 0, "- a"),
        ("item", 0, "- b\n  - c\n\n    d"),
        ("list", 0, "- c\n\n    d"),
        ("item", 0, "- c\n\n    d"),
        ("paragraph", 0, "- c"),
        ("paragraph", 0, "d"),
    ]


def test_a_table_has_rows_and_its_header_row_has_level_1():
    assert blocks("| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n") == [
        ("table", 0, "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |"),
        ("row", 1, "| a | b |"),
        ("row", 0, "| 1 | 2 |"),
        ("row", 0, "| 3 | 4 |"),
    ]


def test_a_heading_in_a_quotation_is_none_of_the_document():
    assert titles("# Mine\n\n> # Theirs\n>\n> words\n") == [(1, "Mine")]
    assert blocks("> # Theirs\n> words\n")[1] == ("paragraph", 0, "> # Theirs")


def test_code_keeps_its_indent():
    assert blocks("para\n\n    indented\n      more\n")[1] == ("code", 0, "    indented\n      more")


@pytest.mark.parametrize(
    "hidden", ["<!-- a comment -->", "[ref]: http://x 'title'", "<div>\nraw\n</div>", "---", "***"]
)
def test_what_is_not_shown_lies_in_a_block_all_the_same(hidden):
    document = read(f"before\n\n{hidden}\n\nafter\n")
    covered = {offset for block in document.blocks for offset in range(block.start, block.end)}
    assert all(offset in covered for offset, char in enumerate(document.text) if not char.isspace())


def test_front_matter_is_metadata_and_no_text_of_the_document():
    source = "---\r\ntitle: My notes\r\ndate: 2024-01-31\r\nauthor: A. Writer\r\ntags: [x, y]\r\n---\r\n# Head\r\n"
    document = extract_bytes(source.encode(), "a.md")
    assert document.title == "My notes"
    assert dict(document.metadata) == {"date": "2024-01-31", "author": "A. Writer", "tags": "x,y", "encoding": "utf-8"}
    assert [block.kind for block in document.blocks] == ["metadata", "heading"]
    assert document.text == source.replace("\r\n", "\n")


@pytest.mark.parametrize(
    "source",
    [
        "---\n\nA rule opened this file.\n\n# Head\n\ntext\n",
        "---\nProse between two rules.\n\n---\n\n# Head\n\ntext\n",
        "---\n- a\n- b\n---\n\n# Head\n\ntext\n",
        "---\nkey: [broken\n---\n\n# Head\n\ntext\n",
    ],
)
def test_a_rule_that_opens_a_file_swallows_nothing(source):
    document = read(source)
    assert document.text == source
    assert "metadata" not in [block.kind for block in document.blocks]
    assert "Head" in [block.title for block in document.blocks]


def test_the_first_heading_of_level_1_is_the_title_where_nothing_else_says_it():
    assert read("## Sub\n\n# Main\n").title == "Main"


def test_a_front_matter_that_refers_to_itself_does_no_harm():
    assert read("---\ntitle: &t T\ntags: &a [*a, x]\n---\nwords\n").title == "T"


def test_a_document_that_nests_deeper_than_a_parser_follows_loses_no_words():
    document = read("> " * 5000 + "deep words\n")
    assert document.text.endswith("deep words\n")
    assert document.blocks[0].kind == "quote"


def test_the_heading_path_of_an_offset_is_that_of_the_headings_above_it():
    document = read("# A\n\nx\n\n## B\n\ny\n\n# C\n\nz\n")
    paths = {char: document.heading_path(document.text.index(char)) for char in "xyz"}
    assert paths == {"x": ("A",), "y": ("A", "B"), "z": ("C",)}


def test_front_matter_in_toml_is_metadata():
    document = extract_bytes(
        b"+++\ntitle = 'Tides'\ndate = 2024-01-31\ntags = ['sea', 'moon']\n+++\n# High\n\nwater\n", "a.md"
    )
    assert document.blocks[0].kind == "metadata"
    assert (document.title, document.metadata["date"], document.metadata["tags"]) == ("Tides", "2024-01-31", "sea,moon")


def test_three_plus_signs_that_open_no_mapping_are_text():
    assert extract_bytes(b"+++\njust words\n+++\n", "a.md").blocks[0].kind != "metadata"


@pytest.mark.parametrize(
    ("source", "trouble"),
    [
        ("---\ntitle: [unclosed\ndate: 2024-01-31\n---\nText\n", "no YAML stays text: expected ',' or ']'"),
        ("---\ntitle: A\ndate: 2024-13-45\n---\nText\n", "no YAML stays text: month must be in 1..12"),
        ("---\ntitle: A: B\n---\nText\n", "mapping values are not allowed here (line 2)"),
        ("+++\ntitle = A\n+++\nText\n", "no TOML stays text: Invalid value"),
        ("---\ntitle: A\n\nText that goes on.\n", "no line '---' ends"),
        ("---\ntitle: A\ndate: the day after\n---\nText\n", "date 'the day after' is none: the file's own counts"),
    ],
)
def test_front_matter_that_cannot_be_read_is_noted(source, trouble):
    (note,) = read(source).notes
    assert note.code == "front-matter"
    assert trouble in note.message


@pytest.mark.parametrize(
    "source",
    [
        "---\ntitle: A\ndate: 2024-01-31\n---\nText\n",
        "---\ntitle: A\ndate:\n---\nText\n",
        "---\nJust a rule.\n\n---\nText\n",
        "---\nA sentence with: a colon: in it.\n---\nText\n",
        "---\nRemember: this is prose.\n",
        "Text\n---\ntitle: [A\n---\n",
    ],
)
def test_sound_front_matter_and_a_rule_are_not_noted(source):
    assert read(source).notes == ()
