"""Which engine is there, and what a document says of it."""

import shutil

import pytest

from pincite.errors import ConfigError
from pincite.extract.ocr import ocr
from pincite.extract.ocr.ocr import GreyImage, expected_extractor, find_ocr, was_read, with_ocr
from scan_maker import fake_tesseract


@pytest.fixture
def nothing(monkeypatch, tmp_path):
    """A machine without rapidocr, and an empty PATH."""
    monkeypatch.setattr(ocr, "_rapidocr", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def test_without_an_engine_auto_finds_none_and_a_named_one_is_an_error_that_says_how_to_get_it(nothing):
    assert shutil.which("tesseract") is None
    assert find_ocr("auto") is None
    with pytest.raises(ConfigError, match=r"pincite\[ocr\]"):
        find_ocr("rapidocr")
    with pytest.raises(ConfigError, match="tesseract-ocr"):
        find_ocr("tesseract")
    with pytest.raises(ConfigError, match="must be one of auto, rapidocr, tesseract, off"):
        find_ocr("abbyy")


def test_auto_takes_tesseract_where_rapidocr_is_not_there_and_names_its_version_and_languages(nothing):
    fake_tesseract(nothing, [])
    assert find_ocr("auto").name == "tesseract 5.3.0 eng"
    assert find_ocr("tesseract", "deu+fra").name == "tesseract 5.3.0 deu+fra"
    assert find_ocr("off") is None


def test_auto_prefers_rapidocr(nothing, monkeypatch):
    fake_tesseract(nothing, [])
    monkeypatch.setattr(ocr, "_rapidocr", lambda: "3.10.0")
    assert find_ocr("auto").name == "rapidocr 3.10.0"
    assert find_ocr("tesseract").name == "tesseract 5.3.0 eng"


@pytest.mark.parametrize(
    ("recorded", "engine", "today"),
    [
        ("pdf 2", "rapidocr 3.10.0", "pdf 2"),
        ("pdf 2, ocr none", None, "pdf 2, ocr none"),
        ("pdf 2, ocr none", "rapidocr 3.10.0", "pdf 2, ocr rapidocr 3.10.0"),
        ("pdf 2, ocr tesseract 5.3.0 eng", "rapidocr 3.10.0", "pdf 2, ocr rapidocr 3.10.0"),
        ("pdf 2, ocr rapidocr 3.10.0", None, "pdf 2, ocr rapidocr 3.10.0"),
    ],
)
def test_only_what_had_pictures_is_stale_when_an_engine_comes_and_nothing_when_it_goes(recorded, engine, today):
    assert expected_extractor(recorded, "pdf 2", engine) == today


def test_a_name_says_whether_an_engine_has_read_anything():
    names = ["pdf 2", with_ocr("pdf 2", "none"), with_ocr("pdf 2", "tesseract 5.3.0 eng")]
    assert [was_read(name) for name in names] == [False, False, True]


def test_four_quarters_are_a_whole_turn():
    image = GreyImage(3, 2, b"abcdef")
    assert image.turned(1).turned(1) == image.turned(2)
    assert image.turned(4) == image
    assert (image.turned(1).width, image.turned(1).height) == (2, 3)
