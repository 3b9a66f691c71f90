"""Sound as blocks of samples that stand where they are heard."""

import io

import numpy as np
import pytest

from media_maker import RATE, silence, wav
from pincite.errors import ExtractError
from pincite.extract.media import speech_sound
from pincite.extract.media.speech_sound import blocks, quietest

av = pytest.importorskip("av", reason="the extra `speech` is not installed")


def tone(seconds, loud=0.5):
    return np.sin(np.arange(int(seconds * RATE)) * 0.2) * loud


def whole(data):
    return np.concatenate([samples for _, samples in blocks(data)])


def first_loud(samples):
    return np.flatnonzero(np.abs(samples) > 0.05)[0] / RATE


def recording(container, codec, layout, samples, start=0.0):
    out = io.BytesIO()
    with av.open(out, "w", format=container) as file:
        stream = file.add_stream(codec, rate=RATE, layout=layout)
        channels = 2 if layout == "stereo" else 1
        form = "s16p" if codec == "libmp3lame" else "s16"
        mono = (samples * 32767).astype(np.int16)
        frames = np.repeat(mono[None], channels, axis=0) if form == "s16p" else mono[None]
        step = 1152
        for at in range(0, frames.shape[1], step):
            frame = av.AudioFrame.from_ndarray(
                np.ascontiguousarray(frames[:, at : at + step]), format=form, layout=layout
            )
            frame.sample_rate, frame.pts = RATE, int(start * RATE) + at
            file.mux(stream.encode(frame))
        file.mux(stream.encode(None))
    return out.getvalue()


def test_the_samples_are_those_of_the_file():
    assert np.abs(whole(wav(tone(2))) - tone(2)).max() < 1e-3


def test_blocks_follow_each_other_without_a_gap_and_are_cut_where_it_is_quiet(monkeypatch):
    monkeypatch.setattr(speech_sound, "BLOCK", 40 * RATE)
    sound = np.concatenate([tone(30), np.zeros(RATE), tone(30)])
    found = list(blocks(wav(sound)))
    assert [begin for begin, _ in found] == [0, len(found[0][1])]
    assert 30 * RATE < found[1][0] < 31 * RATE
    assert sum(len(samples) for _, samples in found) == len(sound)


def test_the_quietest_half_second_is_found():
    sound = (np.concatenate([tone(3), np.zeros(RATE), tone(2)]) * 32767).astype(np.int16)
    assert 3 * RATE < quietest(sound) < 4 * RATE


def test_sound_that_begins_late_stands_where_it_is_heard():
    assert first_loud(whole(recording("matroska", "pcm_s16le", "mono", tone(1)))) < 0.1
    out = io.BytesIO()
    with av.open(out, "w", format="matroska") as film:
        pictures = film.add_stream("mpeg4", rate=5, width=64, height=64, pix_fmt="yuv420p")
        sound = film.add_stream("pcm_s16le", rate=RATE, layout="mono")
        for _ in range(30):
            film.mux(pictures.encode(av.VideoFrame(64, 64, "yuv420p")))
        frame = av.AudioFrame.from_ndarray((tone(1) * 32767).astype(np.int16)[None], layout="mono")
        frame.sample_rate, frame.pts = RATE, 5 * RATE
        film.mux([*sound.encode(frame), *pictures.encode(None), *sound.encode(None)])
    samples = whole(out.getvalue())
    assert abs(first_loud(samples) - 5.0) < 0.1
    assert abs(len(samples) / RATE - 6.0) < 0.1


def test_a_recording_put_together_from_mono_and_stereo_is_heard_to_its_end():
    parts = [recording("mp3", "libmp3lame", layout, tone(2)) for layout in ("mono", "stereo", "mono")]
    assert abs(len(whole(b"".join(parts))) / RATE - 6.0) < 0.5


def test_without_any_sound_it_is_malformed():
    with pytest.raises(ExtractError) as caught:
        list(blocks(silence(0)))
    assert caught.value.code == "malformed"
