"""A book through the process that reads: what it takes grows with the words as they are packed, not as objects."""

import os
import random
import re
from pathlib import Path

import pytest

from pdf_corpus import broken, prose, set_lines
from pdf_maker import make_pdf
from pdf_press import Press
from pincite.extract.sandbox import Extractor

PAGES = 300
MOST = 40  # KB a page over the file's own bytes, the child's beginning included; it was 90, and is 25


def book(pages, different=20):
    """Pages of 500 words in lines over all of their height."""
    rng = random.Random("a long book")
    sheets = []
    for number in range(different):
        press = Press(number + 1)
        set_lines(press, broken(prose(rng, 41), 475, 9), 60, 60, 9)
        sheets.append(press.sheet())
    return make_pdf([sheets[number % different] for number in range(pages)])


def children():
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii").split())


def memory(process, line):
    return int(re.search(rf"{line}:\s+(\d+)", Path(f"/proc/{process}/status").read_text(encoding="utf-8"))[1])


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="the system does not say what a process takes")
def test_a_page_of_a_book_takes_few_bytes_in_the_process_that_reads_it():
    with Extractor() as extractor:
        others = children()
        extractor.extract_bytes(book(20), "short.pdf")
        (child,) = children() - others
        Path(f"/proc/{child}/clear_refs").write_text("5", encoding="ascii")  # its peak begins anew
        before = memory(child, "VmRSS")
        data = book(PAGES)
        document = extractor.extract_bytes(data, "long.pdf")
        grown = memory(child, "VmHWM") - before - len(data) / 1024
    assert len(document.places) > 450 * PAGES
    assert grown < MOST * PAGES
