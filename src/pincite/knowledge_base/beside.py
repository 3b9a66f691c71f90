"""What lies in the folder of a knowledge base beside its index: what a person wrote, and what quotes the documents."""

from __future__ import annotations

from pathlib import Path

from pincite.config import FILE_NAME

GOLDEN = "golden.jsonl"
"""The golden set."""
BACKED_UP = (FILE_NAME, GOLDEN)
"""What a person wrote, or had a service write: small, and nowhere else."""
EVALUATIONS = "evaluations"
"""The folder of the evaluations, each a folder of its own."""
PAGE, REPORT = "report.html", "report.json"
"""What an evaluation quotes documents in."""


def forget_quotes(folder: Path) -> None:
    """Delete the reports, for what is taken out of an index must not live on in them; the figures of evaluations stay."""
    for evaluation in (folder / EVALUATIONS).glob("*"):
        for name in (PAGE, REPORT):
            (evaluation / name).unlink(missing_ok=True)
