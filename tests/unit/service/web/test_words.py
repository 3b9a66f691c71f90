import pytest

from pincite.errors import EXTRACT_CODES
from pincite.service.web.words import LANGUAGES, words

SETTLED = ("embedder", "busy", "Fault")
"""Codes that a job may fail with beside those of extraction."""


def test_every_language_has_the_same_words():
    first, *others = (set(words(language)) for language in LANGUAGES)
    assert all(other == first for other in others)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", [*EXTRACT_CODES, *SETTLED])
def test_a_page_says_what_each_failure_is_and_what_to_do(language, code):
    assert words(language)[f"failed_{code}"]
    assert words(language)[f"todo_{code}"].endswith(".")
