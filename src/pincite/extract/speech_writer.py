"""From recognised words to text: each word with its time, paragraphs where the speaker pauses."""

from __future__ import annotations

from pincite.extract.builder import Builder
from pincite.extract.recording import Heard
from pincite.types.places import Times

PAUSE = 1.5
"""Seconds without a word that end a paragraph."""


def write_heard(builder: Builder, heard: Heard) -> None:
    """Put the words with their times and probabilities, and note what was left out and how sure the model was."""
    end = 0.0
    for index, word in enumerate(heard.words):
        spoken = word.text.strip()
        if not spoken:
            continue
        start = max(word.start, end)  # a word may begin a little before the last one ends
        if builder.length and word.start - heard.words[index - 1].end >= PAUSE:
            builder.put("\n\n")
        elif builder.length and word.text[0].isspace():
            builder.put(" ")
        end = max(start, word.end)
        builder.put(spoken, Times(start, end), confidence=word.probability)
    for left in heard.doubtful:
        message = f"words without speech at {left.start:.1f} to {left.end:.1f} s (no speech: {left.no_speech:.2f})"
        builder.note("no_speech", message, text=left.text)
    if heard.words:
        mean = sum(word.probability for word in heard.words) / len(heard.words)
        message = f"the words were recognised by {heard.recogniser}, mean probability {mean:.2f}: some may be wrong"
        builder.note("recognised", message)
