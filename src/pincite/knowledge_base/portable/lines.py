"""The lines of an export: written to a file that is whole or not there, read from one that may be a bomb."""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import IO, Any, NoReturn, cast

from pincite.errors import ExportError, UsageError

MEMBER, SCHEMA = "export.jsonl", "export.schema.json"
LONGEST_LINE = 1 << 28
"""Bytes of one line: a document with all that is known of it."""
MOST_RATIO = 200
FREE_OF_RATIO = 1 << 26
_DAY = (1980, 1, 1, 0, 0, 0)  # the same knowledge base gives the same bytes
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_ENCRYPTED = 0x1


@contextmanager
def lines_out(path: Path) -> Iterator[IO[bytes]]:
    """Where lines are written: a file that takes the name `path` at the end of the block, and is deleted if that fails."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            if is_zip(path):
                with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                    archive.writestr(zipfile.ZipInfo(SCHEMA, _DAY), schema())
                    member = zipfile.ZipInfo(MEMBER, _DAY)
                    member.compress_type = zipfile.ZIP_DEFLATED
                    with archive.open(member, "w", force_zip64=True) as inside:
                        yield inside
            else:
                yield cast("IO[bytes]", file)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def write_line(file: IO[bytes], value: dict[str, Any]) -> None:
    """One object on one line, in UTF-8."""
    file.write(json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode() + b"\n")


def schema() -> bytes:
    """The JSON Schema of one line."""
    return (files("pincite.knowledge_base.portable") / SCHEMA).read_bytes()


def is_zip(path: Path) -> bool:
    """Whether the name says zip; raises UsageError for a name that says neither zip nor JSON Lines."""
    if path.suffix.casefold() not in {".zip", ".jsonl"}:
        raise UsageError(f"found {path.name}, expected a name that ends in .jsonl or .zip: name it so")
    return path.suffix.casefold() == ".zip"


def lines_in(path: Path) -> Iterator[Any]:
    """The value of every line, whatever the file is called; raises ExportError, with the line, for what is no JSON or too much of it."""
    try:
        with path.open("rb") as file:
            packed = file.read(4) == b"PK\x03\x04"
            file.seek(0)
            if not packed:
                yield from _values(path, file)
                return
            with zipfile.ZipFile(file) as archive, archive.open(_member(path, archive)) as member:
                yield from _values(path, member)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise ExportError(f"{path} cannot be unpacked ({error}): get a whole copy of it") from error
    except OSError as error:
        raise ExportError(
            f"{path} cannot be read: {error.strerror or error}; name a file that `pincite export` wrote"
        ) from error


def _member(path: Path, archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    """The one member that is read, its sizes checked; what is unpacked never goes beyond them."""
    found = [one for one in archive.infolist() if one.filename == MEMBER]
    if len(found) != 1:
        raise ExportError(
            f"{path} holds {len(found)} members {MEMBER}, expected one: it is no export, or was packed by hand"
        )
    member = found[0]
    if member.flag_bits & _ENCRYPTED or member.compress_type not in _METHODS:
        raise ExportError(
            f"{path} is encrypted or packed in a way that `pincite export` does not use: unpack it, import {MEMBER}"
        )
    if member.file_size > max(FREE_OF_RATIO, MOST_RATIO * member.compress_size):
        raise ExportError(
            f"{path} says that {member.compress_size} bytes hold {member.file_size}, expected {MOST_RATIO} times as many at most"
        )
    return member


def _values(path: Path, file: IO[bytes]) -> Iterator[Any]:
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if not line.endswith(b"\n"):
            cut = (
                "it is longer than a line may be"
                if len(line) > LONGEST_LINE
                else "the last line has no end: it was cut off"
            )
            raise ExportError(f"{path}, line {number}: {cut}")
        try:
            yield json.loads(line, parse_constant=_no_number)
        except (ValueError, RecursionError) as error:
            raise ExportError(f"{path}, line {number}: it is not JSON in UTF-8 ({str(error)[:60]})") from error


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")
