"""Real speech: silence, and a voice where espeak-ng is installed. The extra `speech` is needed, and fetches its model."""

import importlib.util
import io
import shutil
import subprocess

import numpy as np
import pytest

from fakes import FakeEmbedder
from media_maker import RATE, silence, wav
from pincite.config import Config
from pincite.errors import ExtractError
from pincite.knowledge_base.door import KnowledgeBase
from pincite.knowledge_base.models import open_extractor

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("faster_whisper") is None, reason="the extra `speech` is not installed"
)
VOICE = shutil.which("espeak-ng")
SAID = {
    "en": "The library opens at nine in the morning. Members may borrow twelve books.",
    "es": "La biblioteca abre a las nueve de la mañana. Los socios no pagan nada.",
}
SETTINGS = Config(speech_model="whisper-base", threads=2)


@pytest.fixture(scope="module")
def extractor():
    with open_extractor(SETTINGS) as opened:
        yield opened


@pytest.fixture
def spoken():
    """A voice that says a text, as samples from -1 to 1; `before` seconds of silence stand in front of it."""
    if VOICE is None:
        pytest.skip("espeak-ng is not installed: no voice to listen to")

    def say(language, before=0.0):
        command = [VOICE, "-v", language, "-s", "140", "--stdout", SAID[language]]
        out = subprocess.run(command, capture_output=True, check=True).stdout
        at = out.index(b"data") + 8
        sound = np.frombuffer(out[at : at + (len(out) - at) // 2 * 2], "<i2") / 32768
        seconds = len(sound) / 22050
        heard = np.interp(np.arange(int(seconds * RATE)) / RATE, np.arange(len(sound)) / 22050, sound)
        return np.concatenate([np.zeros(int(before * RATE)), heard])

    return say


@pytest.mark.parametrize("loud", [0.0, 0.05], ids=["silence", "noise"])
def test_where_nobody_speaks_there_is_no_text(extractor, loud):
    noise = np.random.default_rng(1).normal(size=20 * RATE).clip(-1, 1) * loud
    with pytest.raises(ExtractError, match="nobody speaks") as caught:
        extractor.extract_bytes(wav(noise), "quiet.wav")
    assert caught.value.code == "empty"


@pytest.mark.parametrize(
    ("language", "words"), [("en", ["library", "members", "books"]), ("es", ["biblioteca", "socios", "nada"])]
)
def test_what_is_said_is_text_with_the_time_at_which_it_is_said(extractor, spoken, language, words):
    sound = spoken(language, before=12.0)
    document = extractor.extract_bytes(wav(sound), "hours.wav")
    assert [word for word in words if word in document.text.lower()] == words
    assert document.metadata["language"] == language
    start, end = document.locate(0, len(document.text)).times.start, document.locate(0, len(document.text)).times.end
    assert 11.0 < start < 13.0
    assert 14.0 < end < len(sound) / RATE + 0.5
    assert all(0 < place.confidence <= 1 for place in document.places)


def test_a_word_lies_where_it_is_heard_after_more_than_one_block(extractor, spoken):
    sound = spoken("en")
    document = extractor.extract_bytes(wav(np.concatenate([sound, np.zeros(320 * RATE), sound])), "long.wav")
    places = [place for place in document.places if document.text[place.start : place.end].startswith("library")]
    assert [round(place.where.start) // 60 for place in places] == [0, 5]
    assert abs(places[1].where.start - places[0].where.start - 320 - len(sound) / RATE) < 0.5


def test_a_film_whose_sound_begins_late_keeps_its_time_line(extractor, spoken):
    import av

    out = io.BytesIO()
    with av.open(out, "w", format="matroska") as film:
        pictures = film.add_stream("mpeg4", rate=5, width=64, height=64, pix_fmt="yuv420p")
        sound = film.add_stream("pcm_s16le", rate=RATE, layout="mono")
        for _ in range(50):
            film.mux(pictures.encode(av.VideoFrame(64, 64, "yuv420p")))
        frame = av.AudioFrame.from_ndarray((spoken("en") * 32767).astype(np.int16)[None], layout="mono")
        frame.sample_rate, frame.pts = RATE, 5 * RATE
        film.mux(sound.encode(frame))
        film.mux([*pictures.encode(None), *sound.encode(None)])
    document = extractor.extract_bytes(out.getvalue(), "film.mkv")
    assert document.type == "video"
    assert 4.3 < document.locate(0, 5).times.start < 5.7


def test_a_question_is_answered_with_the_time(spoken, tmp_path):
    folder = tmp_path / "talks"
    folder.mkdir()
    (folder / "hours.wav").write_bytes(wav(spoken("en")))
    (folder / "quiet.wav").write_bytes(silence(2))
    with KnowledgeBase(tmp_path / "kb", config=SETTINGS, embedder=FakeEmbedder(projection=None)) as kb:
        report = kb.add(folder)
        assert [failure.code for failure in report.failed] == ["empty"]
        hit = kb.search("library").hits[0]
    assert hit.document_name == "hours.wav"
    assert hit.locator.fragment.startswith("#t=")
    assert 0 < hit.locator.confidence < 1
