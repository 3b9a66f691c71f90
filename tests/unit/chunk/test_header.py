from pincite.chunk.header import header_parts, headers, shortened


def test_the_title_comes_first():
    assert header_parts("Drinks", ["Tea", "Green"]) == ("Drinks", "Tea", "Green")


def test_a_first_heading_that_repeats_the_title_is_not_said_twice():
    assert header_parts(" drinks ", ["Drinks", "Tea"]) == ("Drinks", "Tea")


def test_a_title_over_several_lines_becomes_one():
    assert header_parts("All\nabout  tea", []) == ("All about tea",)


def test_without_title_and_headings_there_is_no_header():
    assert headers(header_parts("", [])) == [""]


def test_what_is_too_long_loses_its_middle_first():
    assert headers(["Book", "Part", "Chapter", "Section"])[:3] == [
        "[Book > Part > Chapter > Section]\n",
        "[Book > … > Chapter > Section]\n",
        "[Book > … > Section]\n",
    ]


def test_the_nearest_heading_is_kept_longest():
    assert headers(["T" * 100, "S" * 100])[-4:] == [
        f"[{'S' * 100}]\n",
        f"[{'S' * 31}…{'S' * 31}]\n",
        f"[{'S' * 11}…{'S' * 11}]\n",
        "",
    ]


def test_a_short_title_is_not_shortened():
    assert shortened("Tea", 3) == "Tea"
