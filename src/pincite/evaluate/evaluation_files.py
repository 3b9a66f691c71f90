"""The files of an evaluation that was kept; reading its numbers takes nothing of what measured them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

RESULT, SEEN, RUN = "result.json", "seen.json", "run.jsonl"
"""What is kept of an evaluation beside its report, which quotes documents: see `knowledge_base.beside`."""


def read_result(folder: Path) -> dict[str, Any]:
    """The numbers of an evaluation that was written."""
    found: dict[str, Any] = json.loads((folder / RESULT).read_text(encoding="utf-8"))
    return found
