"""Recordings: the words of the subtitles beside them, else of a track of their own, else those that a model hears."""

from __future__ import annotations

from dataclasses import replace

from pincite.errors import ExtractError
from pincite.extract.builder import Builder
from pincite.extract.formats import FORMATS, current_extractor
from pincite.extract.media.beside import language_of
from pincite.extract.media.media_file import About, about, embedded_subtitles
from pincite.extract.media.recording import Heard, NeedsSpeech
from pincite.extract.media.speech import recognise
from pincite.extract.media.speech_writer import write_heard
from pincite.extract.sniff.recordings import media_type
from pincite.extract.sniff.sniff import sniff
from pincite.extract.source import Source
from pincite.types.document import Document
from pincite.types.places import Times

MISSED = 2.0
"""Seconds of sound that a file may promise and not have."""


def extract_media(source: Source) -> Document:
    """A recording as a document whose words have their time; raises NeedsSpeech where somebody must hear them first."""
    if source.subtitles:
        document, origin = _read_subtitles(source.subtitles), f"subtitles {source.subtitles.file_name}"
        return _finished(source, document, about(source.data, strict=False), origin, language_of(source.subtitles.name))
    known = about(source.data)
    if track := embedded_subtitles(source.data):
        document = _read_subtitles(Source(track.srt, "subtitle track.srt"))
        return _finished(source, document, known, "subtitle track", track.language)
    if not known.has_sound:
        raise ExtractError("empty", "the recording has neither sound nor subtitles")
    if source.speech is None:
        raise NeedsSpeech(known.seconds)
    heard = recognise(source.data, source.speech)
    return _finished(source, _write(heard, known), known, f"speech ({heard.recogniser})", heard.language)


def _read_subtitles(subtitles: Source) -> Document:
    try:
        document = FORMATS[sniff(subtitles)].extract(subtitles)
    except ExtractError as error:
        raise ExtractError(error.code, error.message, error.where or subtitles.file_name) from None
    if not any(isinstance(place.where, Times) for place in document.places):
        raise ExtractError("malformed", "found no cues with times, expected SRT or WebVTT", subtitles.file_name)
    return document


def _write(heard: Heard, known: About) -> Document:
    if not heard.words:
        raise ExtractError("empty", "nobody speaks in the recording, or not so that the model hears it")
    builder = Builder()
    write_heard(builder, heard)
    if known.sound_seconds - heard.seconds > MISSED:
        message = (
            f"the sound ends at {heard.seconds:.1f} s, but the file says {known.sound_seconds:.1f} s: it is cut off"
        )
        builder.note("cut-off", message)
    return builder.build("audio", "", source_sha256="")


def _finished(source: Source, document: Document, known: About, origin: str, language: str) -> Document:
    """The document of the words as that of the recording."""
    kind = media_type(source.data) or "audio"
    metadata = {**document.metadata, **known.metadata(), "words": origin, "language": language or known.language}
    return replace(
        document,
        type=kind,
        extractor=current_extractor(kind),
        source_sha256=source.sha256,
        title=known.title or source.file_name,
        metadata={key: value for key, value in metadata.items() if value},
    )
