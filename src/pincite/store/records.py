"""Records and seals as rows of the file."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from pincite.store.decoding import decoding
from pincite.types.calibration import Calibration
from pincite.types.index import DocumentRecord, Seal

_FIELDS = tuple(field.name for field in fields(DocumentRecord))
_TAGS = _FIELDS.index("tags")
_RETRYABLE = _FIELDS.index("retryable")


def to_row(record: DocumentRecord) -> tuple[Any, ...]:
    """The values of `sql.RECORD`, text that no encoding can hold escaped."""
    values = [getattr(record, name) for name in _FIELDS]
    values[_TAGS] = json.dumps(record.tags)
    values[_RETRYABLE] = int(record.retryable)
    return tuple(plain(value) if isinstance(value, str) else value for value in values)


@decoding("the record of a document")
def from_row(row: tuple[Any, ...]) -> DocumentRecord:
    values = list(row)
    values[_TAGS] = tuple(json.loads(row[_TAGS]))
    values[_RETRYABLE] = bool(row[_RETRYABLE])
    return DocumentRecord(*values)


def plain(text: str) -> str:
    r"""`text` with lone surrogates, which come from file names that are not UTF-8, written out.

    >>> plain("caf\udce9.md")
    'caf\\udce9.md'
    """
    return text.encode("utf-8", "backslashreplace").decode()


def seal_to_text(seal: Seal) -> str:
    return json.dumps(seal.to_json(), sort_keys=True)


@decoding("the seal of the index")
def seal_from_text(text: str) -> Seal:
    return Seal(**json.loads(text))


def calibration_to_text(calibration: Calibration) -> str:
    return json.dumps(calibration.to_json())


@decoding("the calibration of the index", "it was changed, or kept by another version; run `pincite calibrate` again")
def calibration_from_text(text: str) -> Calibration | None:
    return Calibration.from_json(json.loads(text)) if text else None
