"""Sets the offsets of a golden set anew, after its documents were edited: each needle where it stands now.

    python benchmarks/handbook/place_needles.py GOLD FOLDER

A needle may have been broken into lines differently. One that the folder doesn't hold exactly once is an error, and the file stays
as it was: a person has to look for another.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path


def place(row: dict[str, object], texts: dict[str, str]) -> dict[str, object]:
    """The row with its needle's present document, offsets and line breaks; raises ValueError when that is no one place."""
    needle = re.compile(r"\s+".join(map(re.escape, str(row["needle"]).split())))
    found = [(name, match) for name, text in texts.items() for match in needle.finditer(text)]
    if len(found) != 1:
        raise ValueError(f"{row['id']}: found its needle {len(found)} times, expected once: {row['needle']!r}")
    name, match = found[0]
    return {**row, "doc": name, "from": match.start(), "to": match.end(), "needle": match.group()}


def main(gold: Path, folder: Path) -> None:
    """Rewrite the file; nothing is written when a needle has no one place."""
    texts = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.md")}
    rows = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines()]
    placed = [place(row, texts) if "needle" in row else row for row in rows]
    gold.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in placed), encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
