import json

import numpy as np
import pytest

from pincite.embed.safetensors import read_safetensors
from pincite.errors import EmbedderError


def write(path, header, data=b""):
    head = header if isinstance(header, bytes) else json.dumps(header).encode()
    path.write_bytes(len(head).to_bytes(8, "little") + head + data)
    return path


def entry(dtype, shape, start, end):
    return {"dtype": dtype, "shape": shape, "data_offsets": [start, end]}


def test_each_type_is_read_as_it_was_written(tmp_path):
    floats, halves, whole = np.float32([[1.5, -2]]), np.float16([0.25]), np.int64([7, -8])
    header = {
        "a": entry("F32", [1, 2], 0, 8),
        "b": entry("F16", [1], 8, 10),
        "c": entry("I64", [2], 10, 26),
        "__metadata__": {"format": "pt"},
    }
    path = write(tmp_path / "x", header, floats.tobytes() + halves.tobytes() + whole.tobytes())
    read = read_safetensors(path)
    assert sorted(read) == ["a", "b", "c"]
    assert read["a"].tolist() == [[1.5, -2.0]]
    assert read["b"].tolist() == [0.25]
    assert read["c"].tolist() == [7, -8]


def test_bfloat16_becomes_float32(tmp_path):
    top_halves = (np.float32([1.0, -3.5]).view(np.uint32) >> 16).astype(np.uint16)
    path = write(tmp_path / "x", {"a": entry("BF16", [2], 0, 4)}, top_halves.tobytes())
    assert read_safetensors(path)["a"].tolist() == [1.0, -3.5]
    assert read_safetensors(path)["a"].dtype == np.float32


def test_an_empty_tensor_at_the_end_is_read(tmp_path):
    assert read_safetensors(write(tmp_path / "x", {"a": entry("F32", [0, 3], 0, 0)}))["a"].shape == (0, 3)


@pytest.mark.parametrize(
    "header",
    [
        {"a": entry("F32", [2], 0, 4)},
        {"a": entry("F32", [2], 4, 12)},
        {"a": entry("F32", [2], -8, 0)},
        {"a": entry("F32", [-1, -2], 0, 8)},
        {"a": entry("F32", [True, 2], 0, 8)},
        {"a": entry("F32", [1] * 40 + [2], 0, 8)},
        {"a": entry("F32", [2**70, 0], 0, 0)},
        {"a": entry("F32", ["2"], 0, 8)},
        {"a": entry("Q4", [2], 0, 8)},
        {"a": {"dtype": "F32"}},
        {"a": 3},
        [1, 2],
        b"{",
        b"\xff\xfe{}",
        b"[" * 100_000,
    ],
)
def test_a_header_that_lies_is_refused(tmp_path, header):
    with pytest.raises(EmbedderError, match="not a whole safetensors file"):
        read_safetensors(write(tmp_path / "x", header, b"12345678"))


@pytest.mark.parametrize("content", [b"", b"1234", (2**63).to_bytes(8, "little") + b"{}", (0).to_bytes(8, "little")])
def test_a_length_that_lies_is_refused(tmp_path, content):
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises(EmbedderError, match="not a whole safetensors file"):
        read_safetensors(path)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(EmbedderError, match="not a whole safetensors file"):
        read_safetensors(tmp_path / "none")
