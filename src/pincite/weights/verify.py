"""Whether the files in a folder are the ones that a model's hashes promise."""

from __future__ import annotations

import hashlib
from pathlib import Path

from pincite.errors import WeightsMismatch
from pincite.weights.known import KnownModel


def sha256(path: Path) -> str:
    """The sha256 of a file in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def missing(model: KnownModel, folder: Path) -> list[str]:
    """The names of the model's files that are not in the folder."""
    return [file for file in model.files if not (folder / file).is_file()]


def verify(model: KnownModel, folder: Path) -> None:
    """Raise WeightsMismatch when a file's hash is not the known one; every file must be there."""
    for file, expected in model.files.items():
        found = sha256(folder / file)
        if found != expected:
            raise WeightsMismatch(
                f"{folder / file} is not the {file} of {model.name}: found sha256 {found}, expected {expected}. "
                "Remove the file, so that it is fetched again, or give another folder with --weights DIR."
            )
