"""Recognising the words of a recording with faster-whisper, block by block, on the recording's own time line."""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pincite.errors import ExtractError
from pincite.extract.media.recording import NO_WORDS, Doubtful, Heard, SpeechModel, Word
from pincite.extract.media.speech_sound import RATE, blocks

NO_SPEECH = 0.6
"""Above it the model hears no speech; it still writes words then, and where they are unlikely they are left out."""
UNLIKELY = 0.5
BEAM = 5
THREADS = 4
"""At most: small models gain little from more, and each takes addresses, which are limited here."""


def recognise(data: bytes, model: SpeechModel) -> Heard:
    """The words in the recording, each with its time and its probability; silence gives none.

    Raises ExtractError `unsupported` where faster-whisper is not installed, or the model cannot be loaded or does not
    know the language, `malformed` where there is no sound that can be decoded.
    """
    whisper = _load(model)
    language = model.language if whisper.model.is_multilingual else None
    words: list[Word] = []
    doubtful: list[Doubtful] = []
    languages: list[str] = []
    end = 0
    for begin, sound in blocks(data):
        end = begin + len(sound)
        segments, info = whisper.transcribe(
            sound,
            language=language,
            beam_size=BEAM,
            vad_filter=True,
            word_timestamps=True,
            condition_on_previous_text=False,  # else one invented sentence is repeated to the end
        )
        if _sort(segments, begin / RATE, words, doubtful):
            languages.append(info.language)
    name = f"faster-whisper {version('faster-whisper')}, {Path(model.folder).name}"
    return Heard(tuple(words), tuple(doubtful), max(languages, key=languages.count, default=""), name, end / RATE)


def _sort(segments: Iterable[Any], begin: float, words: list[Word], doubtful: list[Doubtful]) -> bool:
    """Add what was heard in a block that begins at `begin` to its list; whether there were words."""
    before = len(words)
    for segment in segments:
        found = [
            Word(word.word, round(begin + word.start, 3), round(begin + word.end, 3), word.probability)
            for word in segment.words or ()
        ]
        if not found:
            continue
        likely = sum(word.probability for word in found) / len(found)
        if segment.no_speech_prob > NO_SPEECH and likely < UNLIKELY:
            doubtful.append(Doubtful(segment.text.strip(), found[0].start, found[-1].end, segment.no_speech_prob))
        else:
            words.extend(found)
    return len(words) > before


def _load(model: SpeechModel) -> Any:
    try:
        from faster_whisper import WhisperModel  # noqa: PLC0415 - an extra, and a second to load
    except ImportError:
        raise ExtractError("unsupported", NO_WORDS, retryable=True) from None
    try:
        whisper = WhisperModel(
            model.folder,
            device="cpu",
            compute_type="int8",
            cpu_threads=min(model.threads or os.cpu_count() or 1, THREADS),
            local_files_only=True,
        )
    except (RuntimeError, ValueError, OSError) as error:
        message = f"the speech model in {model.folder} cannot be loaded: {error}"
        raise ExtractError("unsupported", message[:500], retryable=True) from None
    if model.language and model.language not in whisper.supported_languages:
        message = f"`speech_language` is {model.language}, which {Path(model.folder).name} does not know"
        raise ExtractError("unsupported", message, retryable=True)
    return whisper
