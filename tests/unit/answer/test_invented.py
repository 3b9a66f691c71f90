"""What points in an answer and stands in the cited quote is the document's; anything else was made up."""

import pytest

from pincite.answer.invented import stands_in
from pincite.answer.markers import read_markers

QUOTE = (
    "Terms: https://www.farview.example/terms. Write to Privacy@farview.example; see doi:10.5555/Soil.22 (arXiv:2005.11401), "
    "page 62, and Smith (2021)."
)


def found_in(said):
    (found,) = read_markers(said, 0).violations
    return stands_in(found, [QUOTE])


@pytest.mark.parametrize(
    "said",
    [
        "www.farview.example/terms",
        "http://farview.example/Terms/",
        "[www.farview.example/terms](https://www.farview.example/terms)",
        "[privacy@farview.example](mailto:privacy@farview.example)",
        "https://doi.org/10.5555/soil.22",
        "10.5555/soil.22",
        "[10.5555/soil.22](https://doi.org/10.5555/soil.22)",
        "arXiv 2005.11401",
        "https://arxiv.org/abs/2005.11401",
        "Page 62",
        "Smith (2021)",
    ],
)
def test_what_the_quote_holds_is_the_documents(said):
    assert found_in(said)


@pytest.mark.parametrize(
    "said",
    [
        "www.farview.example/term",
        "www.farview.example/terms2",
        "www.farview.example/terms/now",
        "https://farview.examples/terms",
        "https://view.example/terms",
        "https://evil.example/?www.farview.example/terms",
        "[the terms](https://www.farview.example/terms)",
        "[www.farview.example/terms](https://evil.example/terms)",
        "![www.farview.example/terms](https://www.farview.example/terms)",
        "[acy@farview.example](mailto:acy@farview.example)",
        "doi:10.5555/soil.2",
        "doi:10.5555/soil.221",
        "arXiv:2005.1140",
        "page 6",
        "page 621",
        "Smith (2012)",
        "Smithe (2021)",
        "[7]",
    ],
)
def test_what_differs_in_one_sign_was_made_up(said):
    assert not found_in(said)


@pytest.mark.parametrize(
    "said", ["It melts (m.p. 62 to 64 °C).", "b.p. 118 °C", "Population (2021): 5", "Ventas (2021): 5"]
)
def test_a_melting_point_is_no_page_and_what_is_counted_no_author(said):
    assert read_markers(said, 0).violations == ()


def test_a_year_in_brackets_behind_a_word_is_no_author_where_a_sentence_of_the_quote_has_both():
    (found,) = read_markers("Restoration (1961): 118,000 pounds", 0).violations
    assert stands_in(found, ["The fort fell in 1779. Restoration in 1961 cost £118,000."])
    assert not stands_in(found, ["The fort fell in 1961. Restoration in 1779 cost £118,000."])
