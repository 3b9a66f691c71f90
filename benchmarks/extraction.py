"""How well PDFs are read, and at what price: our own pages with their truth, our reader and others in one run.

    python benchmarks/extraction.py [--seeds 3] [--peers PYTHON] [--json] [--skip-price]
    python benchmarks/extraction.py --memory [--pages 5000] [--words 500]

Quality, on the corpus of `tests/pdf_corpus.py`: *order*, the share of the true words that are found in their order;
*lost* and *doubled* words; *places*, the share of the words as drawn that have one box of their text over their middle,
no higher than 2.2 times the letters; *read again*, the share of our places whose box gives the same text when the file is
asked (`get_text_bounded` of pypdfium2, in the page's own space); *headings*, the share of titles found, and how many were
found that are none; *cells*, the share of cells that stand in their row and column. Headers and page numbers count as
neither lost nor doubled.

Price: seconds of processor time against pypdfium2's own text with a box for every character, in this process, round by
round; and what reading a book of 5,000 pages adds to the resident memory of the child that reads it, and of its parent.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from difflib import SequenceMatcher
from pathlib import Path

import pypdfium2 as pdfium

from encoder import VENV
from pincite.extract.extract import extract_bytes

TESTS = Path(__file__).parents[1] / "tests"
sys.path.insert(0, str(TESTS))

from pdf_corpus import KINDS, Sample, broken, corpus, prose, set_lines  # noqa: E402 - they stand in tests/
from pdf_maker import make_pdf  # noqa: E402 - likewise
from pdf_press import Press  # noqa: E402 - likewise
from pdf_reread import reread  # noqa: E402 - likewise

WORKER = Path(__file__).with_name("pdf_peers_worker.py")
OURS = "Pincite"
ROUNDS = 5
SET_ANEW = 500
"""So many pages of a book differ, then they come again: setting them takes longer than reading them."""


def with_pincite(data):
    document = extract_bytes(data, "a.pdf")
    places = [(document.text[one.start : one.end], one.where.number, tuple(one.where.box)) for one in document.places]
    titles = [document.text[one.start : one.end] for one in document.blocks if one.kind == "heading"]
    rows = [document.text[one.start : one.end].split("\t") for one in document.blocks if one.kind == "row"]
    again = [found == document.text[place.start : place.end] for place, found in reread(document, data)]
    return {"text": document.text, "places": places, "headings": titles, "rows": rows, "again": again}


def scores(sample: Sample, found):
    """Counts, so that files can be added up."""
    words = found["text"].split()
    allowed = Counter(sample.words) + Counter(" ".join(sample.furniture).split())
    counts = Counter(words)
    matched = SequenceMatcher(None, sample.words, words, autojunk=False).get_matching_blocks()
    told = found.get("places")
    titles = [title for _, title in sample.headings]
    return {
        "words": len(sample.words),
        "in order": sum(block.size for block in matched),
        "lost": (Counter(sample.words) - counts).total(),
        "doubled": sum(max(0, counts[word] - allowed[word]) for word in set(sample.words)),
        "drawn": len(sample.places) if told is not None else 0,
        "placed": _placed(sample, told) if told is not None else 0,
        "asked again": len(found.get("again", [])),
        "same again": sum(found.get("again", [])),
        "titles": len(titles),
        "titles found": (Counter(titles) & Counter(found.get("headings", []))).total(),
        "titles invented": (Counter(found.get("headings", [])) - Counter(titles)).total(),
        "cells": sum(bool(cell) for row in sample.rows for cell in row),
        "cells right": sum(_best(row, found.get("rows", [])) for row in sample.rows),
    }


def _placed(sample, told):
    boxes = {}
    for text, page, box in told:
        boxes.setdefault(page, []).append((text, box))
    right = 0
    for word in sample.places:
        left, top, bottom = word.box[0], word.box[1], word.box[3]
        x, y = (left + word.box[2]) / 2, (top + bottom) / 2
        over = [
            (text, box) for text, box in boxes.get(word.page, ()) if box[0] <= x <= box[2] and box[1] <= y <= box[3]
        ]
        if len(over) == 1:
            text, box = over[0]
            same = word.text in {text, f"{text}-"}
            right += same and box[3] - box[1] < 2.2 * (bottom - top)
    return right


def _best(row, rows):
    """How many cells of a row stand in their columns in the found row that is most like it."""
    return max((sum(bool(a) and a == b for a, b in zip(row, one, strict=False)) for one in rows), default=0)


def measure_quality(seeds, python):
    samples = {f"{number:03d}": sample for number, sample in enumerate(corpus(seeds))}
    found = [(OURS, name, with_pincite(sample.data)) for name, sample in samples.items()]
    if python:
        found += list(_peers(samples, python))
    table = {}
    for reader, name, one in found:
        kinds = table.setdefault(reader, {})
        for kind in (samples[name].kind, "all"):
            kinds.setdefault(kind, Counter()).update(scores(samples[name], one))
    return {reader: {kind: _shares(counts) for kind, counts in kinds.items()} for reader, kinds in table.items()}


def _peers(samples, python):
    with tempfile.TemporaryDirectory() as folder:
        for name, sample in samples.items():
            (Path(folder) / f"{name}.pdf").write_bytes(sample.data)
        done = subprocess.run([python, WORKER, folder], check=True, capture_output=True, text=True)
    for line in done.stdout.splitlines():
        one = json.loads(line)
        yield one["peer"], one["file"], one


def _shares(counts):
    def share(part, whole):
        return round(counts[part] / counts[whole], 4) if counts[whole] else None

    return {
        "order": share("in order", "words"),
        "lost": counts["lost"],
        "doubled": counts["doubled"],
        "places": share("placed", "drawn"),
        "read again": share("same again", "asked again"),
        "headings": share("titles found", "titles"),
        "headings invented": counts["titles invented"],
        "cells": share("cells right", "cells"),
    }


def book(pages, words):
    """A PDF of prose: about so many words on each page, in lines over all of its height."""
    rng = random.Random(f"{pages} {words}")
    presses = []
    for number in range(1, min(pages, SET_ANEW) + 1):
        press = Press(number)
        set_lines(press, broken(prose(rng, words // 12), 475, 9), 60, 60, 9)
        press.words.clear()
        presses.append(press.sheet())
    return make_pdf([presses[number % SET_ANEW] for number in range(pages)])


def plain(data):
    """The text of pypdfium2 with a box for every character, as its own documentation reads them."""
    file = pdfium.PdfDocument(data)
    for page in file:
        text_page = page.get_textpage()
        text_page.get_text_range()
        for index in range(text_page.count_chars()):
            text_page.get_charbox(index, loose=True)
        text_page.close()
        page.close()
    file.close()


def measure_speed():
    data = book(200, 400)
    ratios, seconds = [], []
    for _ in range(ROUNDS):
        times = []
        for read in (plain, lambda data: extract_bytes(data, "a.pdf")):
            start = time.process_time()
            read(data)
            times.append(time.process_time() - start)
        ratios.append(times[1] / times[0])
        seconds.append(times[1])
    return {
        "pages a second": round(200 / statistics.median(seconds), 1),
        "times plain": round(statistics.median(ratios), 2),
    }


_GROWTH = """
import json, os, re, sys
from pathlib import Path
from pincite.extract.sandbox import Extractor

def state(process, line):
    return int(re.search(line + r":\\s+(\\d+)", Path(f"/proc/{process}/status").read_text())[1]) / 1024

small, large = (Path(name).read_bytes() for name in sys.argv[1:])
with Extractor(seconds=3600, max_bytes=len(large)) as extractor:
    extractor.extract_bytes(small, "a.pdf")
    processes = {"parent": os.getpid(), "child": int(Path("/proc/thread-self/children").read_text())}
    for process in processes.values():
        Path(f"/proc/{process}/clear_refs").write_text("5")  # the peak begins anew
    before = {name: state(process, "VmRSS") for name, process in processes.items()}
    document = extractor.extract_bytes(large, "a.pdf")
    grown = {f"{name} grown by MB": round(state(process, "VmHWM") - before[name], 1) for name, process in processes.items()}
    grown["document MB"] = round(state(os.getpid(), "VmRSS") - before["parent"], 1)
print(json.dumps({"words": len(document.places), "file MB": round(len(large) / 2**20, 1)} | grown))
"""


def measure_memory(pages, words):
    """MB by which the peaks of the reading child and of its parent grow over what they held after a file of one page.

    Both hold the bytes of the file: in the child's growth they are counted, the parent held them before.
    """
    with tempfile.TemporaryDirectory() as folder:
        small, large = Path(folder) / "small.pdf", Path(folder) / "large.pdf"
        small.write_bytes(book(1, words))
        large.write_bytes(book(pages, words))
        done = subprocess.run([sys.executable, "-c", _GROWTH, small, large], check=True, capture_output=True, text=True)
    return {"pages": pages, **json.loads(done.stdout)}


def show(result):
    if "quality" in result:
        show_quality(result["quality"])
    for name in ("speed", "memory"):
        if name in result:
            print(name, json.dumps(result[name]))


def show_quality(quality):
    names = ["order", "lost", "doubled", "places", "read again", "headings", "headings invented", "cells"]
    print(" | ".join(["| reader", "kind", *names]) + " |")
    print("|".join(["", "---", "---", *["---:"] * len(names), ""]))
    for reader, kinds in quality.items():
        for kind in kinds if reader == OURS else ["all"]:
            cells = ["" if kinds[kind][name] is None else f"{kinds[kind][name]:g}" for name in names]
            print(f"| {reader} | {kind} | {' | '.join(cells)} |")
    print("\nword order by kind")
    for kind in [*KINDS, "all"]:
        print(f"| {kind} | " + " | ".join(f"{kinds[kind]['order']:.3f}" for kinds in quality.values()) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=3, help="how many files of each kind")
    parser.add_argument("--peers", default=VENV / "bin" / "python", help="a Python that has the other libraries")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--skip-price", action="store_true", help="quality only")
    parser.add_argument("--memory", action="store_true", help="memory only")
    parser.add_argument("--pages", type=int, default=5_000, help="of the book whose memory is measured")
    parser.add_argument("--words", type=int, default=500, help="on each of its pages")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    result = {}
    if not arguments.memory:
        result["quality"] = measure_quality(arguments.seeds, None if arguments.no_peers else arguments.peers)
    if not (arguments.skip_price or arguments.memory):
        result["speed"] = measure_speed()
    if not arguments.skip_price:
        result["memory"] = measure_memory(arguments.pages, arguments.words)
    if arguments.json:
        print(json.dumps(result, indent=1))
    else:
        show(result)


if __name__ == "__main__":
    main()
