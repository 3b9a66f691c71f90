"""What passes between those who read a recording: the model that may be used, the words it heard, what is still needed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pincite.errors import ExtractError

NO_WORDS = (
    "found a recording without subtitles: put some beside it under its name (talk.vtt for talk.mp4), "
    "or let its words be recognised (`pip install 'pincite[speech]'`)"
)
"""What is said wherever nobody gives a recording its words."""


@dataclass(frozen=True, slots=True)
class SpeechModel:
    """A model that recognises words: the folder of its files, the language that is spoken and its threads.

    `language` is a code such as `es`, None: the model hears which. `threads` of 0 means as many as there are processors.
    """

    folder: str
    language: str | None = None
    threads: int = 0


class Word(NamedTuple):
    """One recognised word: its text with the space before it, if any, its time in seconds and its probability."""

    text: str
    start: float
    end: float
    probability: float


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A stretch in which the model wrote words but hears no speech: they are left out of the text."""

    text: str
    start: float
    end: float
    no_speech: float


@dataclass(frozen=True, slots=True)
class Heard:
    """All that was recognised, in the order of time; `language` is the code of the one that was spoken.

    `seconds` is where the sound ends that could be decoded.
    """

    words: tuple[Word, ...]
    doubtful: tuple[Doubtful, ...] = ()
    language: str = ""
    recogniser: str = ""
    seconds: float = 0.0


class NeedsSpeech(ExtractError):
    """A recording without subtitles, whose words somebody has to recognise; `seconds` is how long it is, if known."""

    def __init__(self, seconds: float) -> None:
        super().__init__("unsupported", NO_WORDS, retryable=True)
        self.seconds = seconds
