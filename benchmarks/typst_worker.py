"""The other side of `printed_course.py`, run in a venv of its own: every `.typ` of a folder becomes a `.pdf` beside it.

    python typst_worker.py FOLDER [--untagged]

With embedded fonts only and one date, so that the same sources give the same files on every machine. `--untagged` leaves
out the structure (what is a heading, what is a paragraph), as most PDFs do.
"""

from __future__ import annotations

import sys
from pathlib import Path

import typst


def main():
    folder, tagged = Path(sys.argv[1]), "--untagged" not in sys.argv
    for source in sorted(folder.glob("*.typ")):
        compiler = typst.Compiler(source, ignore_system_fonts=True)
        source.with_suffix(".pdf").write_bytes(compiler.compile(timestamp=0, pdf_tags=tagged))


if __name__ == "__main__":
    main()
