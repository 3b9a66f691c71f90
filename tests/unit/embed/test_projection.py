import numpy as np
import pytest

from pincite.embed.projection import Projection, load_projection
from pincite.errors import EmbedderError

RNG = np.random.default_rng(3)
TURN = np.linalg.qr(RNG.normal(size=(32, 32)))[0].astype(np.float32)


def make(bits=4, dimensions=8):
    return Projection("turn", TURN[:, :dimensions], bits, np.full(dimensions, 0.9, np.float32))


def units(rows):
    tokens = RNG.normal(size=(rows, 32)).astype(np.float32)
    return tokens / np.linalg.norm(tokens, axis=1, keepdims=True)


@pytest.mark.parametrize(("bits", "nearest"), [(4, 0.97), (8, 0.9999)])
def test_what_is_expanded_is_near_what_was_projected(bits, nearest):
    projection, tokens = make(bits), units(50)
    rows, ids = projection.expand(projection.compress(tokens, np.arange(50, dtype=np.int32)))
    assert ids.tolist() == list(range(50))
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-6)
    assert (rows * projection.project(tokens)).sum(axis=1).min() > nearest


@pytest.mark.parametrize(("bits", "size"), [(4, 4), (8, 8)])
def test_a_code_is_as_long_as_its_layout_says(bits, size):
    assert len(make(bits).compress(units(10), np.zeros(10, np.int32))) == 8 + 10 * (4 + size)


def test_each_dimension_may_have_its_own_scale():
    scale = np.linspace(1.0, 0.4, 8, dtype=np.float32)
    projection, tokens = Projection("turn", TURN[:, :8], 8, scale), units(20) * 0.0 + TURN[:, 0]
    rows, _ = projection.expand(projection.compress(tokens, np.zeros(20, np.int32)))
    assert np.allclose(rows[:, 0], 1.0, atol=0.01)


def test_many_codes_expand_as_each_does():
    projection = make()
    codes = [projection.compress(units(n), np.arange(n, dtype=np.int32)) for n in (3, 0, 7)]
    for code, (rows, ids) in zip(codes, projection.expand_many(codes), strict=True):
        assert np.array_equal(rows, projection.expand(code)[0])
        assert np.array_equal(ids, projection.expand(code)[1])


def test_nothing_expands_to_nothing():
    assert make().expand_many([]) == []
    assert make().expand(make().compress(units(0), np.zeros(0, np.int32)))[0].shape == (0, 8)


@pytest.mark.parametrize("spoil", [lambda c: b"", lambda c: c[:-1], lambda c: c + b"x", lambda c: b"\x09" + c[1:]])
def test_a_code_that_is_not_whole_is_refused(spoil):
    code = make().compress(units(3), np.zeros(3, np.int32))
    with pytest.raises(EmbedderError, match="pincite reindex"):
        make().expand(spoil(code))


def test_a_code_of_another_projection_is_refused():
    code = make(8).compress(units(3), np.zeros(3, np.int32))
    with pytest.raises(EmbedderError, match="8 dimensions of 8 bits"):
        make(4).expand(code)


def test_as_many_indices_as_token_vectors_are_expected():
    with pytest.raises(EmbedderError, match="3 token vectors and 2 indices"):
        make().compress(units(3), np.zeros(2, np.int32))


@pytest.mark.parametrize(("bits", "dimensions"), [(3, 8), (4, 7)])
def test_bits_that_do_not_fill_bytes_are_refused(bits, dimensions):
    with pytest.raises(EmbedderError, match="expected 4 or 8 bits"):
        make(bits, dimensions)


def test_a_projection_that_does_not_ship_is_named():
    with pytest.raises(EmbedderError, match=r"there is no projection '\.\./x'"):
        load_projection("../x")
