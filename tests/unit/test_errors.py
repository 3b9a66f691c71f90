import pytest

from pincite.errors import ExtractError


@pytest.mark.parametrize(
    ("message", "where", "told"),
    [
        ("'word/document.xml' inflates to 3 bytes", "word/document.xml", "'word/document.xml' inflates to 3 bytes"),
        ("no text on any of 12 pages", "page 1", "no text on any of 12 pages (page 1)"),
        ("pages 2 and page 12 are pictures", "page 1", "pages 2 and page 12 are pictures (page 1)"),
        ("the file has 0 bytes", "", "the file has 0 bytes"),
    ],
)
def test_a_message_names_its_place_once(message, where, told):
    assert ExtractError("malformed", message, where).told == told
