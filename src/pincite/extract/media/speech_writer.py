"""From recognised words to text: each word with its time, paragraphs where the speaker pauses."""

from __future__ import annotations

from pincite.extract.builder import Builder
from pincite.extract.media.recording import Heard
from pincite.types.places import Times

PAUSE = 1.5
"""Seconds without a word that end a paragraph."""
LONG = 400
"""Characters after which the end of a sentence ends it, too: many speakers never pause, and a chunk is one stretch of time."""
_ENDS = (".", "?", "!", "…", "。", "？", "！")


def write_heard(builder: Builder, heard: Heard) -> None:
    """Put the words with their times and probabilities, and note what was left out and how sure the model was."""
    end: float | None = None
    begin, last = 0, ""
    for word in heard.words:
        if not (spoken := word.text.strip()):
            continue
        long = builder.length - begin >= LONG and last.endswith(_ENDS)
        if end is None or long or word.start - end >= PAUSE:
            if end is not None:
                builder.close()
                builder.put("\n\n")
            builder.open("paragraph")
            begin = builder.length
        elif word.text[0].isspace():
            builder.put(" ")
        start = max(word.start, end or 0.0)  # a word may begin a little before the last one ends
        end = max(start, word.end)
        builder.put(spoken, Times(start, end), confidence=word.probability)
        last = spoken
    if end is not None:
        builder.close()
    _note(builder, heard)


def _note(builder: Builder, heard: Heard) -> None:
    for left in heard.doubtful:
        message = f"words without speech at {left.start:.1f} to {left.end:.1f} s (no speech: {left.no_speech:.2f})"
        builder.note("no-speech", message, text=left.text)
    if heard.words:
        mean = sum(word.probability for word in heard.words) / len(heard.words)
        message = f"the words were recognised by {heard.recogniser}, mean probability {mean:.2f}: some may be wrong"
        builder.note("recognised", message)
