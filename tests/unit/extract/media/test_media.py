"""Recordings: where their words come from, and where each stands on the time line. No model is needed here."""

import importlib.util

import pytest

from fakes import FakeRecogniser
from media_maker import matroska, silence
from pincite.errors import ExtractError
from pincite.extract.extract import extract_bytes
from pincite.extract.media import media, media_file
from pincite.extract.media.recording import Doubtful, NeedsSpeech, SpeechModel, Word
from pincite.extract.source import Source

VTT = b"WEBVTT\n\n00:01.000 --> 00:03.500\nThe ferry leaves at nine.\n\n00:10.000 --> 00:12.000\nBring a coat.\n"
SRT = b"1\n00:00:01,000 --> 00:00:03,500\nThe ferry leaves at nine.\n"
MODEL = SpeechModel("/models/fake")
WITH_AV = pytest.mark.skipif(importlib.util.find_spec("av") is None, reason="the extra `speech` is not installed")


def heard(monkeypatch, *words, **fake):
    recogniser = FakeRecogniser(*words, **fake)
    monkeypatch.setattr(media, "recognise", recogniser)
    return recogniser


def place_of(document, words):
    start = document.text.index(words)
    return document.locate(start, start + len(words))


@pytest.mark.parametrize(("name", "data"), [("talk.vtt", VTT), ("talk.en.vtt", VTT), ("talk.srt", SRT)])
def test_the_cues_beside_a_recording_are_its_words_with_their_times(name, data):
    document = extract_bytes(silence(1), "talk.wav", subtitles=Source(data, name))
    assert (document.type, document.title) == ("audio", "talk.wav")
    assert place_of(document, "leaves at nine").fragment == "#t=1,3.5"
    assert document.metadata["words"] == f"subtitles {name}"
    assert document.metadata.get("language", "") == ("en" if ".en." in name else "")


def test_a_quote_over_two_cues_lies_from_the_first_to_the_last_time():
    document = extract_bytes(silence(1), "talk.wav", subtitles=Source(VTT, "talk.vtt"))
    assert document.locate(0, len(document.text)).fragment == "#t=1,12"


def test_the_hash_of_a_recording_changes_with_its_subtitles_and_with_itself():
    hashes = {
        Source(recording, "talk.wav", subtitles=subtitles).sha256
        for recording in (silence(1), silence(2))
        for subtitles in (None, Source(VTT, "talk.vtt"), Source(SRT, "talk.vtt"))
    }
    assert len(hashes) == 6


def test_a_broken_recording_is_still_found_by_its_subtitles():
    assert extract_bytes(silence(1)[:60], "talk.wav", subtitles=Source(VTT, "talk.vtt")).text.startswith("The ferry")


@pytest.mark.parametrize(
    ("data", "code"), [(b"words, but no cues", "malformed"), (b"", "empty"), (b"WEBVTT\n", "malformed")]
)
def test_subtitles_without_cues_fail_instead_of_being_passed_over(data, code):
    with pytest.raises(ExtractError) as caught:
        extract_bytes(silence(1), "talk.wav", subtitles=Source(data, "talk.vtt"))
    assert caught.value.code == code


def test_without_subtitles_and_without_a_model_it_says_what_would_help_and_that_a_retry_can():
    with pytest.raises(NeedsSpeech, match=r"talk\.vtt for talk\.mp4.*pip install 'pincite\[speech\]'") as caught:
        extract_bytes(silence(1), "talk.wav")
    assert (caught.value.code, caught.value.retryable) == ("unsupported", True)


def test_each_recognised_word_has_its_time_and_its_probability(monkeypatch):
    asked = heard(
        monkeypatch, Word(" The", 1.0, 1.2, 0.9), Word(" ferry", 1.2, 1.8, 0.5), Word(" leaves.", 1.8, 2.4, 0.7)
    )
    document = extract_bytes(silence(3), "talk.wav", speech=MODEL)
    assert document.text == "The ferry leaves."
    assert place_of(document, "ferry").fragment == "#t=1.2,1.8"
    assert place_of(document, "ferry").confidence == 0.5
    assert document.locate(0, 17).fragment == "#t=1,2.4"
    assert asked.asked == [MODEL]
    assert document.metadata["words"] == "speech (fake 1)"
    assert document.metadata["language"] == "en"


def test_a_pause_begins_a_paragraph(monkeypatch):
    heard(monkeypatch, Word(" One.", 0, 1, 1), Word(" Two.", 1.4, 2, 1), Word(" Three.", 3.5, 4, 1))
    document = extract_bytes(silence(5), "talk.wav", speech=MODEL)
    assert document.text == "One. Two.\n\nThree."
    assert [block.kind for block in document.blocks] == ["paragraph", "paragraph"]


def test_a_speaker_who_never_pauses_gets_paragraphs_at_the_ends_of_sentences(monkeypatch):
    heard(monkeypatch, *(Word(" seven." if n % 7 == 6 else " word", n / 2, n / 2 + 0.5, 1) for n in range(350)))
    document = extract_bytes(silence(3), "talk.wav", speech=MODEL)
    lengths = [block.end - block.start for block in document.blocks]
    assert len(lengths) > 3
    assert max(lengths) < 450
    assert all(document.text[block.start : block.end].endswith("seven.") for block in document.blocks[:-1])


def test_words_of_a_script_without_spaces_get_none(monkeypatch):
    heard(monkeypatch, Word("会議", 0, 1, 1), Word("は", 1, 1.2, 1), Word("九時", 1.2, 2, 1), language="ja")
    assert extract_bytes(silence(3), "talk.wav", speech=MODEL).text == "会議は九時"


def test_words_that_overlap_in_time_keep_their_order(monkeypatch):
    heard(
        monkeypatch,
        Word(" One", 0, 1.1, 1),
        Word(" two", 1.0, 1.5, 1),
        Word(" ", 1.5, 1.6, 1),
        Word(" three", 1.4, 1.45, 1),
    )
    document = extract_bytes(silence(3), "talk.wav", speech=MODEL)
    assert document.text == "One two three"
    assert place_of(document, "two").fragment == "#t=1.1,1.5"


def test_words_in_silence_are_left_out_with_a_note_that_keeps_them(monkeypatch):
    heard(monkeypatch, Word(" Hello.", 0, 1, 1), doubtful=[Doubtful("Thanks for watching!", 40.0, 42.0, 0.93)])
    document = extract_bytes(silence(3), "talk.wav", speech=MODEL)
    assert document.text == "Hello."
    note = next(note for note in document.notes if note.code == "no-speech")
    assert note.text == "Thanks for watching!"
    assert "40.0 to 42.0 s" in note.message


def test_that_a_model_wrote_the_words_is_noted_with_how_sure_it_was(monkeypatch):
    heard(monkeypatch, Word(" Hello", 0, 1, 0.6), Word(" there", 1, 2, 0.8))
    notes = extract_bytes(silence(3), "talk.wav", speech=MODEL).notes
    assert [note.message for note in notes if note.code == "recognised"] == [
        "the words were recognised by fake 1, mean probability 0.70: some may be wrong"
    ]


def test_a_recording_in_which_nobody_speaks_is_empty(monkeypatch):
    heard(monkeypatch)
    with pytest.raises(ExtractError, match="nobody speaks") as caught:
        extract_bytes(silence(3), "talk.wav", speech=MODEL)
    assert caught.value.code == "empty"


def test_sound_that_ends_before_the_file_says_is_noted(monkeypatch):
    heard(monkeypatch, Word(" Hello", 0, 1, 1), seconds=10.0)
    monkeypatch.setattr(media, "about", lambda _: media_file.About(seconds=60, sound_seconds=60))
    notes = extract_bytes(silence(3), "talk.wav", speech=MODEL).notes
    assert [note.message for note in notes if note.code == "cut-off"] == [
        "the sound ends at 10.0 s, but the file says 60.0 s: it is cut off"
    ]


@WITH_AV
def test_a_track_of_subtitles_in_the_file_gives_the_words_and_needs_no_model():
    film = matroska(
        [(1.0, 3.5, "The <i>ferry</i> leaves at nine."), (10.0, 12.0, "Bring\na coat.")], title="The  island"
    )
    document = extract_bytes(film, "film.mkv")
    assert document.text == "The ferry leaves at nine.\n\nBring\na coat."
    assert place_of(document, "a coat").fragment == "#t=10,12"
    assert (document.title, document.metadata["words"], document.metadata["language"]) == (
        "The island",
        "subtitle track",
        "eng",
    )


@WITH_AV
def test_the_length_of_a_recording_is_in_its_metadata_and_asked_of_who_shall_hear_it():
    document = extract_bytes(silence(2.5), "talk.wav", subtitles=Source(VTT, "talk.vtt"))
    assert document.metadata["duration"] == "2.5"
    with pytest.raises(NeedsSpeech) as caught:
        extract_bytes(silence(2.5), "talk.wav")
    assert caught.value.seconds == 2.5


@WITH_AV
def test_a_recording_that_cannot_be_opened_is_malformed():
    with pytest.raises(ExtractError, match="cannot be opened") as caught:
        extract_bytes(matroska([(1, 2, "words")])[:40], "film.mkv", speech=MODEL)
    assert caught.value.code == "malformed"


@WITH_AV
def test_a_film_without_sound_and_without_subtitles_is_empty():
    with pytest.raises(ExtractError, match="neither sound nor subtitles") as caught:
        extract_bytes(matroska([]), "film.mkv", speech=MODEL)
    assert caught.value.code == "empty"
