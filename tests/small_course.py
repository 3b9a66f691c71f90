"""A corpus of three files, and a golden set with three needles, one of them across character 512 of its file."""

from __future__ import annotations

import json
from pathlib import Path

_LONG = "# Long\n\n" + "\n\n".join(
    f"Paragraph {number} tells of lamp {number} and nothing else." for number in range(40)
)
FILES = {
    "tea.md": "# Tea\n\nGreen tea is grown in Uji.\n\n## Price\n\nA tin of it costs 12 euro.\n",
    "rent.md": "# Rent\n\nRent is due on the first day of the month.\n\n## Heating\n\nIt is paid with the rent.\n",
    "long.md": _LONG,
}
_ACROSS = next(
    paragraph
    for paragraph in _LONG.split("\n\n")
    if _LONG.index(paragraph) < 512 < _LONG.index(paragraph) + len(paragraph)
)
NEEDLES = {
    "n1": ("tea.md", "Green tea is grown in Uji.", ("Where is green tea grown?", "where does my green tea come from")),
    "n2": ("rent.md", "Rent is due on the first day of the month.", ("When is rent due?", "which day must i pay rent")),
    "n3": (
        "long.md",
        _ACROSS,
        (f"What does {_ACROSS[:12].strip()} tell of?", f"which lamp is in {_ACROSS[:12].lower()}"),
    ),
}


def write_course(folder: Path) -> Path:
    """Write `docs/` and `gold.jsonl` into the folder; the path of the documents."""
    docs = folder / "docs"
    docs.mkdir()
    for name, text in FILES.items():
        (docs / name).write_text(text, "utf-8")
    (folder / "gold.jsonl").write_text("".join(json.dumps(row) + "\n" for row in golden_rows()), "utf-8")
    return docs


def golden_rows() -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for unit, (name, needle, phrasings) in NEEDLES.items():
        start = FILES[name].index(needle)
        for letter, style, question in zip("ab", ("course", "ticket"), phrasings, strict=True):
            place = {"doc": name, "from": start, "to": start + len(needle), "needle": needle}
            rows.append({"id": unit + letter, "question": question, "answerable": True, "style": style} | place)
    rows.append({"id": "u1", "question": "How is a passport renewed?", "answerable": False, "distance": "far"})
    return rows
