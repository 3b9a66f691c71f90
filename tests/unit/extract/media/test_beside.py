import os

import pytest

from pincite.extract.media.beside import recording_of, subtitles_beside


@pytest.fixture
def folder(tmp_path):
    def fill(*names):
        for name in names:
            (tmp_path / name).write_bytes(b"")
        return tmp_path

    return fill


def beside(folder, name):
    found = subtitles_beside(str(folder / name))
    return found and os.path.basename(found)


def test_subtitles_of_the_same_name_belong_to_a_recording(folder):
    where = folder("talk.mp4", "talk.vtt", "talks.vtt", "other.srt")
    assert beside(where, "talk.mp4") == "talk.vtt"
    assert beside(where, "talk.MP3") == "talk.vtt"
    assert beside(where, "nothing.mp4") is None


def test_the_plain_name_goes_before_a_language_and_webvtt_before_srt(folder):
    where = folder("a.mp4", "a.en.vtt", "a.srt", "a.vtt", "b.mp4", "b.es.srt", "b.en.srt", "b.pt-BR.vtt")
    assert beside(where, "a.mp4") == "a.vtt"
    assert beside(where, "b.mp4") == "b.pt-BR.vtt"


def test_subtitles_lead_to_the_recording_that_takes_them_and_to_no_other(folder):
    where = folder("a.mp4", "a.en.vtt", "a.es.vtt", "b.vtt", "c.srt", "c.txt")
    of = {name: os.path.basename(recording_of(str(where / name))) for name in os.listdir(where)}
    assert {name for name, recording in of.items() if name != recording} == {"a.en.vtt"}
    assert of["a.en.vtt"] == "a.mp4"
    assert recording_of("/not/there/x.vtt") == "/not/there/x.vtt"


def test_what_is_no_recording_has_no_subtitles(folder):
    where = folder("talk.vtt", "talk.txt", "talk", "talk.2024.vtt")
    assert [beside(where, name) for name in ("talk.txt", "talk", "talk.vtt", "2024.mp4")] == [None] * 4


def test_a_folder_with_the_name_of_subtitles_is_none(folder):
    where = folder("talk.mp4")
    (where / "talk.vtt").mkdir()
    assert beside(where, "talk.mp4") is None


def test_a_name_that_is_no_text_is_found(folder):
    where = folder(b"f\xff.mp4".decode("utf-8", "surrogateescape"), b"f\xff.vtt".decode("utf-8", "surrogateescape"))
    assert beside(where, os.fsdecode(b"f\xff.mp4")) == os.fsdecode(b"f\xff.vtt")


def test_subtitles_that_are_a_link_out_of_the_folder_do_not_belong_to_a_recording(folder, tmp_path_factory):
    where = folder("talk.mp4", "chat.mp4", "words.txt")
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "secret.txt"
    elsewhere.write_text("x")
    (where / "talk.vtt").symlink_to(elsewhere)
    (where / "chat.vtt").symlink_to(where / "words.txt")
    assert beside(where, "talk.mp4") is None
    assert beside(where, "chat.mp4") == "chat.vtt"
