"""The sound of a recording as blocks of samples that stand where they are heard on its time line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pincite.errors import ExtractError
from pincite.extract.media.media_file import opened
from pincite.types.embedding import F32

RATE = 16_000
"""Samples a second, as the model wants them."""
BLOCK = 300 * RATE
"""What is recognised at once: an hour as a whole would take gigabytes."""
_QUIET = RATE // 2
_SEARCHED = 30 * RATE
_DRIFT = RATE // 10
_LONGEST_GAP = 12 * 3600 * RATE
_Samples = NDArray[np.int16]


def blocks(data: bytes) -> Iterator[tuple[int, F32]]:
    """The first sample's number (by the time line, 16,000 a second) and the samples, from -1 to 1, block by block.

    Blocks end where it is quietest in their last 30 seconds, so that no word is cut. Where the file has a gap, or its
    sound begins late, there is silence. Raises ExtractError `malformed` where nothing can be decoded.
    """
    waiting, begin, heard = np.empty(0, np.int16), 0, False
    for samples in _pieces(data):
        heard = True
        waiting = np.concatenate((waiting, samples))
        while len(waiting) >= BLOCK:
            cut = quietest(waiting[BLOCK - _SEARCHED : BLOCK]) + BLOCK - _SEARCHED
            yield begin, _scaled(waiting[:cut])
            waiting, begin = waiting[cut:], begin + cut
    if not heard:
        raise ExtractError("malformed", "no sound of the recording can be decoded")
    if len(waiting):
        yield begin, _scaled(waiting)


def quietest(samples: _Samples) -> int:
    """The middle of the quietest half second."""
    loud = np.abs(samples.astype(np.float32))[: len(samples) // _QUIET * _QUIET].reshape(-1, _QUIET).mean(axis=1)
    return int(loud.argmin()) * _QUIET + _QUIET // 2


def _scaled(samples: _Samples) -> F32:
    return samples.astype(np.float32) / 32768.0


def _pieces(data: bytes) -> Iterator[_Samples]:
    """About half a minute of sound at a time, with silence where the time line jumps."""
    held: list[_Samples] = []
    held_length = 0
    for samples in _placed(data):
        held.append(samples)
        held_length += len(samples)
        if held_length >= _SEARCHED:
            yield np.concatenate(held)
            held, held_length = [], 0
    if held:
        yield np.concatenate(held)


def _placed(data: bytes) -> Iterator[_Samples]:
    """The sound as it is decoded, with silence before what the time line puts later."""
    with opened(data) as file:
        first, position = (file.start_time or 0) / 1_000_000, 0
        for time, samples in _resampled(file):
            gap = 0 if time is None else round((time - first) * RATE) - position
            if _DRIFT < gap < _LONGEST_GAP:
                yield from _silence(gap)
                position += gap
            position += len(samples)
            yield samples


def _resampled(file: Any) -> Iterator[tuple[float | None, _Samples]]:
    """Each frame's time in seconds, if it says one, and its samples as the model wants them."""
    import av  # noqa: PLC0415 - an extra

    resampler, form = av.AudioResampler(format="s16", layout="mono", rate=RATE), None
    for frame in _frames(file, av.error.InvalidDataError):
        found = (frame.format.name, frame.layout.name, frame.sample_rate)
        if form not in {None, found}:  # as in a broadcast put together from mono and stereo
            yield from ((None, _samples(rest)) for rest in resampler.resample(None))
            resampler = av.AudioResampler(format="s16", layout="mono", rate=RATE)
        form = found
        for number, piece in enumerate(resampler.resample(frame)):
            yield (None if number else frame.time), _samples(piece)
    yield from ((None, _samples(rest)) for rest in resampler.resample(None))


def _samples(frame: Any) -> _Samples:
    array: _Samples = frame.to_ndarray().reshape(-1)
    return array


def _silence(length: int) -> Iterator[_Samples]:
    for start in range(0, length, _SEARCHED):
        yield np.zeros(min(_SEARCHED, length - start), np.int16)


def _frames(file: Any, broken: type[Exception]) -> Iterator[Any]:
    """Every frame that can be decoded: one broken packet is no end of the recording."""
    for packet in file.demux(file.streams.audio[:1]) if file.streams.audio else ():
        try:
            yield from packet.decode()
        except broken:
            continue
