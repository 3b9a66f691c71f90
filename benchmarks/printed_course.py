"""What printing costs: a course in Markdown, set as PDF by a real typesetter, and its golden questions asked of both.

    python benchmarks/printed_course.py ../shared/data [--weights FOLDER] [--typst PYTHON] [--keep FOLDER]

Two layouts (one column; two columns, justified and hyphenated, with running headers and page numbers), each with and
without tags. A needle is found in the PDF's text by its letters and digits, in order; which of several equal places is
told by counting them in the Markdown. Then the product's own search is asked over each, and every PDF is compared with
the Markdown by the paired test, one needle one vote. The script ends with 1 where a needle is destroyed in print that
is whole in Markdown, or where the test finds that print is worse.
"""

from __future__ import annotations

import argparse
import html
import re
import subprocess
import sys
import tempfile
import unicodedata
from dataclasses import replace
from pathlib import Path

from encoder import VENV
from pincite.config import Config
from pincite.evaluate.compare import compare
from pincite.evaluate.corpus import read_corpus
from pincite.evaluate.golden.read import read_golden
from pincite.evaluate.runs.product import run_corpus
from pincite.evaluate.strategies.cuts import default_cut
from pincite.evaluate.summary import summarise
from pincite.knowledge_base.models import load_embedder
from pincite.types.golden import Span
from typeset import LAYOUTS, typeset

WORKER = Path(__file__).with_name("typst_worker.py")
ALPHA = 0.05


def folded(text):
    """The letters and digits of a text, and where each stands in it."""
    kept, places = [], []
    for place, char in enumerate(text):
        for one in unicodedata.normalize("NFKC", char).casefold():
            if one.isalnum():
                kept.append(one)
                places.append(place)
    return "".join(kept), places


def without_marks(markdown):
    """Markdown of the same length in which targets of links and names of characters are blank: they are not printed."""
    blank = re.sub(r"\]\([^)\s]*\)|^```.*$", lambda found: " " * len(found[0]), markdown, flags=re.MULTILINE)
    return re.sub(r"&\w+;", lambda found: html.unescape(found[0]).ljust(len(found[0])), blank)


class Printed:
    """Where the words of one Markdown document stand in the text of its PDF."""

    def __init__(self, markdown, text):
        self._source, self._source_places = folded(without_marks(markdown))
        self._text, self._places = folded(text)

    def place(self, start, end):
        """The place of `markdown[start:end]` in the PDF's text; None where it does not stand there in one piece."""
        inside = [at for at, place in enumerate(self._source_places) if start <= place < end]
        if not inside:
            return None
        needle = self._source[inside[0] : inside[-1] + 1]
        before = _starts(self._source, needle).index(inside[0])
        found = _starts(self._text, needle)
        if len(found) <= before:
            return None
        first = found[before]
        return self._places[first], self._places[first + len(needle) - 1] + 1


def _starts(text, needle):
    return [match.start() for match in re.finditer(f"(?={re.escape(needle)})", text)]


def mapped(golden, markdown, corpus):
    """The questions whose needles all stand in the printed corpus, with their places there."""
    texts = {one.name: one.document.text for one in markdown.documents}
    prints = {one.name: one.document.text for one in corpus.documents}
    pages = {name: Printed(text, prints[_printed(name)]) for name, text in texts.items()}
    moved = []
    for question in golden.questions:
        places = [(span, pages[span.document].place(span.start, span.end)) for span in question.spans]
        if all(place for _, place in places):
            spans = tuple(Span(_printed(span.document), *place) for span, place in places)
            moved.append(replace(question, spans=spans))
    return moved


def _printed(name):
    return name.removesuffix(".md") + ".pdf"


def print_course(source, folder, layout, python, *, tagged):
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(source.glob("*.md")):
        (folder / f"{path.stem}.typ").write_text(typeset(path.read_text(encoding="utf-8"), layout), encoding="utf-8")
    subprocess.run([python, WORKER, folder] + ["--untagged"] * (not tagged), check=True)
    for path in folder.glob("*.typ"):
        path.unlink()


def ask(corpus, golden, embedder, config, name):
    return run_corpus(corpus, golden, default_cut(embedder, config.target), embedder, config, name=name)


def show(run, dropped):
    whole = summarise(run)[0]
    recalls = "  ".join(
        f"R@{cut} {found.value:.3f} [{found.low:.3f}, {found.high:.3f}]" for cut, found in whole.recall.items()
    )
    print(f"{run.name}: {run.costs.chunks} chunks, {len(run.results)} questions ({dropped} not mapped), "
          f"destroyed {whole.destroyed}, {recalls}  MRR {whole.mrr.value:.3f}", flush=True)  # fmt: skip


def measure(arguments, folder):
    config = Config(**({"weights": arguments.weights} if arguments.weights else {}))
    embedder = load_embedder(config)
    source = arguments.data / "course" / "en"
    markdown = read_corpus(source, config=config)
    golden = read_golden(arguments.data / "course" / "gold-en.jsonl", markdown)
    plain = ask(markdown, golden, embedder, config, "Markdown")
    show(plain, 0)
    failed = False
    for layout in LAYOUTS:
        for tagged in (True, False):
            name = f"{layout}, {'tagged' if tagged else 'untagged'}"
            print_course(source, folder / name, layout, arguments.typst, tagged=tagged)
            printed = read_corpus(folder / name, config=config)
            moved = mapped(golden, markdown, printed)
            made = ask(printed, replace(golden, questions=tuple(moved)), embedder, config, name)
            show(made, len(golden.questions) - len(moved))
            ids = {question.id for question in moved}
            failed |= _worse(made, replace(plain, results=tuple(one for one in plain.results if one.id in ids)))
    return failed


def _worse(printed, markdown):
    worse = summarise(printed)[0].destroyed > summarise(markdown)[0].destroyed
    for one in compare(printed, markdown, other_corpus=True):
        print(f"    {one.sentence}", flush=True)
        worse |= one.unit_p < ALPHA and one.unit_wins < one.unit_losses
    return worse


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--weights", help="folder of the embedder's weights")
    parser.add_argument("--typst", default=VENV / "bin" / "python", help="a Python that has typst")
    parser.add_argument("--keep", type=Path, help="write the PDFs here, and leave them")
    arguments = parser.parse_args()
    if arguments.keep:
        sys.exit(measure(arguments, arguments.keep))
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(measure(arguments, Path(folder)))


if __name__ == "__main__":
    main()
