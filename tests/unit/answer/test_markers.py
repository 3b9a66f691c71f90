import time

import pytest

from pincite.answer.markers import read_markers


def found(text, n=4):
    reading = read_markers(text, n)
    return reading.cited, [(violation.kind, violation.text) for violation in reading.violations]


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("Paid monthly [2].", (2,)),
        ("Paid monthly [2][1], and [2] again.", (2, 1)),
        ("A claim.[3]", (3,)),
        ("**[4]**", (4,)),
        ("At most 5%[1].", (1,)),
        ("In 2004[1] it was", (1,)),
        ("(in the annex)[1] it says", (1,)),
        ("天空是蓝色的[1]，海[2]。", (1, 2)),
        ("El plazo es de dos días[1].", (1,)),
        ("Vitamin C[1].", (1,)),
    ],
)
def test_a_number_of_a_source_in_brackets_cites(text, cited):
    assert found(text) == (cited, [])


def test_every_place_that_cites_is_given_exactly():
    text = "é [1] and 𝒳 [1][3]"
    assert [(m.index, text[m.start : m.end]) for m in read_markers(text, 3).spans] == [
        (1, "[1]"),
        (1, "[1]"),
        (3, "[3]"),
    ]


@pytest.mark.parametrize("marker", ["[7]", "[5]", "[0]", "[99999]", "[" + "9" * 6000 + "]"])
def test_a_number_of_no_source_is_out_of_range(marker):
    assert found(f"X {marker}.") == ((), [("out_of_range", marker)])


@pytest.mark.parametrize(
    "marker",
    [
        "[1, 2]",
        "[1,2]",
        "[1-3]",
        "[1–3]",
        "[1; 2]",
        "[1 and 2]",
        "【1】",
        "［1］",
        "[ 2 ]",
        "[2 ]",
        "[^3]",
        "[^note]",
        "[-1]",
        "[+1]",
        "[01]",
        "[１]",
        "[٣]",
        "[1\u200b]",
        "[[1]]",
        "[#1]",
        "[source 1]",
        "[Source 1, 2]",
        "[Fuente 2]",
        "[1\n, 2]",
        "【1†source】",
        "[1.]",
        "[²]",
        "[①]",
        "(source 1)",
        "(see sources 1 and 2)",
        "(fuente 2)",
        "<sup>1</sup>",
    ],
)
def test_any_other_form_of_marker_is_malformed_and_cites_nothing(marker):
    assert found(f"X {marker}.") == ((), [("malformed_marker", marker)])


def test_small_digits_after_a_word_are_a_malformed_marker_and_units_are_not():
    assert found("Paid monthly¹². On 30 km² or 12 cm³, E = mc².") == ((), [("malformed_marker", "¹²")])


def test_a_marker_cut_off_at_the_end_is_malformed():
    assert found("Paid monthly [1") == ((), [("malformed_marker", "[1")])


@pytest.mark.parametrize(
    ("text", "kind", "shown"),
    [
        ("See https://a.org/x?y=1.", "url", "https://a.org/x?y=1"),
        ("See <http://a.org>", "url", "http://a.org"),
        ("See www.a.org/x, please", "url", "www.a.org/x"),
        ("See example.com for more", "url", "example.com"),
        ("See [the guide](guide.html).", "url", "[the guide](guide.html)"),
        ("See [1](https://a.org/b_(c)).", "url", "[1](https://a.org/b_(c))"),
        ("See [1](https://doi.org/10.1000/x).", "url", "[1](https://doi.org/10.1000/x)"),
        ("![x](http://a.org/p.png)", "url", "![x](http://a.org/p.png)"),
        ("[1]: https://a.org", "url", "[1]: https://a.org"),
        ('<a href="/x">', "url", '<a href="/x">'),
        ("javascript:alert(1", "url", "javascript:alert(1"),
        ("at #char=12,20", "url", "#char=12,20"),
        ("doi:10.1000/xyz123.", "doi", "doi:10.1000/xyz123"),
        ("10.1234/abc.def (2)", "doi", "10.1234/abc.def"),
        ("https://doi.org/10.1000/182", "doi", "https://doi.org/10.1000/182"),
        ("arXiv:2004.12345v2", "arxiv", "arXiv:2004.12345v2"),
        ("[arXiv:2004.12345]", "arxiv", "arXiv:2004.12345"),
        ("arXiv preprint hep-th/9901001", "arxiv", "arXiv preprint hep-th/9901001"),
        ("https://arxiv.org/abs/2004.12345", "arxiv", "https://arxiv.org/abs/2004.12345"),
        ("as p. 3 says", "page", "p. 3"),
        ("on page 12.", "page", "page 12"),
        ("pp. 3-4", "page", "pp. 3-4"),
        ("en la pág. 3.", "page", "pág. 3"),
        ("en la página 31", "page", "página 31"),
        ("at #page=3", "page", "#page=3"),
        ("so (Smith 2004, p. 3).", "author_year", "(Smith 2004, p. 3)"),
        ("so (Smith & Jones, 2004; Lee, 2010a).", "author_year", "(Smith & Jones, 2004; Lee, 2010a)"),
        ("so [Núñez et al., 2020].", "author_year", "[Núñez et al., 2020]"),
        ("Smith et al. (2004) say", "author_year", "Smith et al. (2004)"),
        ("Smith and Jones (2004a) say", "author_year", "Smith and Jones (2004a)"),
        ("Álvarez y Ruiz (2004) dicen", "author_year", "Álvarez y Ruiz (2004)"),
    ],
)
def test_what_points_otherwise_is_named(text, kind, shown):
    assert found(text) == ((), [(kind, shown)])


@pytest.mark.parametrize(
    "text",
    [
        "Write to help@example.com.",
        "Between 0.5 and 0.7 [0.5, 0.7], on [2004-05-01].",
        "In May (May 2004) and since then (since 2004).",
        "Use ASP.NET, README.md and node.js [sic] [...].",
        "- [x] done\n- [ ] open",
        "It is 10.5/2 at 5 p.m. or p = 0.3.",
        "The pages are 12.",
        "",
    ],
)
def test_plain_words_point_nowhere(text):
    assert found(text) == ((), [])


@pytest.mark.parametrize(
    "text",
    [
        "Use `a[1]` here.",
        "Use `` x = [7] ` `` here.",
        "```python\nprint(a[1], [7], [1, 2])\n```",
        "~~~\n[1]\n~~~",
        "   ```\n   [1]\n   ```",
        "```\nnever closed [1]",
        "Then a[1] is the second.",
        "Then a[1][2] is a cell.",
        "row_ids[1], x1[2] and self.rows[3].",
    ],
)
def test_brackets_of_code_are_neither_citation_nor_violation(text):
    assert found(text) == ((), [])


def test_code_ends_where_its_backticks_end():
    assert found("`a[1]` is two [2]; ` alone [3].\n\n```\n[4]\n```\n[1]") == ((2, 3, 1), [])


def test_backticks_do_not_pair_across_paragraphs():
    assert found("A ` here [1].\n\nA ` there.") == ((1,), [])


def test_an_address_within_code_still_points():
    assert found("`https://a.org`") == ((), [("url", "https://a.org")])


def test_glued_to_a_word_within_a_clause_it_is_uncited_and_reported():
    assert found("items[1] holds the second") == ((), [("malformed_marker", "[1]")])


def test_a_marker_beside_a_violation_still_cites():
    assert found("As (Smith 2004) says on page 12 [2], see https://a.org [3].")[0] == (2, 3)


@pytest.mark.parametrize("text", ["[1]", "[0]", "[-1]"])
def test_without_sources_nothing_cites(text):
    reading = read_markers(text, 0)
    assert (reading.cited, reading.spans, len(reading.violations)) == ((), (), 1)


@pytest.mark.parametrize(
    "unit",
    ["[", "`", "[1](", "a.", "van de ", "(Smith, ", "\\`", "\n```\n", "10.1234/", "[ ", "[1", "(source 1", "<sup>1"],
)
def test_reading_takes_time_linear_in_the_text(unit):
    started = time.process_time()
    read_markers(unit * (100_000 // len(unit)), 4)
    assert time.process_time() - started < 5
