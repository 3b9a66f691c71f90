"""Reading tensors from a safetensors file without loading it: a length, a JSON header, then raw little-endian data.

The file may come from anywhere, so nothing in its header is believed before it is checked against the file's size.

Source: the format description at https://github.com/huggingface/safetensors#format.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pincite.errors import EmbedderError

Tensors = dict[str, NDArray[Any]]

TYPES: dict[str, str] = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4"}
MOST_HEADER_BYTES = 16 * 2**20
MOST_DIMENSIONS = 8


def read_safetensors(path: Path) -> Tensors:
    """The tensors of a file by name, as private views of a memory map (writing changes no file); BF16 comes as float32, all else as it is.

    Raises EmbedderError for a file that does not hold what its header promises.
    """
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            if not 2 <= length <= min(size - 8, MOST_HEADER_BYTES):
                raise _bad(path, f"its header claims {length} bytes and the file has {size}")
            header = json.loads(file.read(length))
        if not isinstance(header, dict):
            raise _bad(path, "its header is not a JSON object")
        data = (
            np.memmap(path, dtype=np.uint8, mode="c", offset=8 + length) if size > 8 + length else np.empty(0, np.uint8)
        )
    except (OSError, ValueError, RecursionError) as error:
        raise _bad(path, str(error)) from error
    return {name: _tensor(path, name, entry, data) for name, entry in header.items() if name != "__metadata__"}


def _tensor(path: Path, name: str, entry: object, data: NDArray[np.uint8]) -> NDArray[Any]:
    match entry:
        case {"dtype": str(kind), "shape": list(shape), "data_offsets": [int(start), int(end)]} if kind in TYPES:
            pass
        case _:
            raise _bad(path, f"tensor {name!r} is described by {str(entry)[:200]}")
    if len(shape) > MOST_DIMENSIONS or not all(type(side) is int and 0 <= side < 2**40 for side in shape):
        raise _bad(path, f"tensor {name!r} has the shape {str(shape)[:200]}")
    dtype = np.dtype(TYPES[kind])
    if not 0 <= start <= end <= data.size or end - start != math.prod(shape) * dtype.itemsize:
        raise _bad(path, f"tensor {name!r} of shape {shape} lies at {start} to {end} of {data.size} bytes")
    tensor = np.asarray(data[start:end]).view(dtype).reshape(shape)
    return (tensor.astype(np.uint32) << 16).view(np.float32) if kind == "BF16" else tensor


def _bad(path: Path, found: str) -> EmbedderError:
    return EmbedderError(f"{path.name} is not a whole safetensors file: {found}. Get the file again.")
