"""The table of tesseract, and a program that fails."""

import pytest

from pincite.errors import ExtractError
from pincite.extract.ocr.ocr import GreyImage
from pincite.extract.ocr.tesseract import Tesseract, lines_of
from scan_maker import fake_tesseract

PAGE = GreyImage(1000, 1000, bytes(1_000_000))
HEAD = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"


def row(line: int, left: int, confidence: float, text: str) -> str:
    return f"5\t1\t1\t1\t{line}\t1\t{left}\t{100 * line}\t80\t20\t{confidence}\t{text}\n"


def test_words_of_one_line_stay_together_with_their_boxes_and_confidences():
    lines = lines_of(HEAD + row(1, 100, 96.5, "Rent") + row(1, 200, 41, "due") + row(2, 100, 90, "now"), 1000, 1000)
    assert [[word.text for word in line] for line in lines] == [["Rent", "due"], ["now"]]
    assert [word.confidence for word in lines[0]] == [0.965, 0.41]
    assert lines[0][1].box == (0.2, 0.1, 0.28, 0.12)


def test_rows_without_a_word_and_rows_that_are_none_are_passed_over():
    blank = "4\t1\t1\t1\t1\t0\t100\t100\t80\t20\t-1\t\n"
    assert lines_of(HEAD + blank + row(1, 100, 95, "  ") + "nonsense\n", 1000, 1000) == []


def test_a_confidence_outside_of_its_range_is_brought_into_it():
    words = [word for line in lines_of(row(1, 100, 130, "a") + row(1, 200, -1, "b"), 1000, 1000) for word in line]
    assert [word.confidence for word in words] == [1.0, 0.0]


def test_it_reads_a_picture_by_the_program(tmp_path):
    fake_tesseract(tmp_path, [("Rent", 0.97), ("due", 0.5)])
    (line,) = Tesseract(str(tmp_path / "tesseract")).read(PAGE)
    assert [(word.text, word.confidence) for word in line] == [("Rent", 0.97), ("due", 0.5)]


def test_a_program_that_fails_is_told_with_its_code_and_its_own_words(tmp_path):
    program = tmp_path / "tesseract"
    program.write_text("#!/bin/sh\necho 'no pack for xyz' >&2\nexit 3\n", "utf-8")
    program.chmod(0o755)
    with pytest.raises(ExtractError, match="code 3: no pack for xyz") as caught:
        Tesseract(str(program), "xyz").read(PAGE)
    assert (caught.value.code, caught.value.retryable) == ("needs_ocr", True)
