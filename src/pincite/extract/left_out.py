"""What a walk leaves out of the text: gathered for each block, so that a note keeps all words of one kind together."""

from __future__ import annotations

from pincite.extract.builder import Builder

_MESSAGES = {
    "deleted": "deleted while changes were tracked",
    "hidden": "hidden from readers",
    "field-code": "the code of a field, of which only the result is shown",
    "placeholder": "the prompt of a form that nobody has filled in",
    "picture": "described for those who cannot see the picture",
    "furniture": "belongs to the pages, not to the text",
    "contents": "a table of contents or an index: its words stand elsewhere",
    "phonetic": "the pronunciation above the line",
    "chart": "the words and numbers that a chart draws",
    "formula": "a formula, of which only the signs are kept here",
    "embedded": "another document inside this one",
}


class LeftOut:
    """Words by the code of their note, until `flush` makes one note of each code; runs of white space are one space."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._words: dict[str, list[str]] = {}

    def add(self, code: str, text: str) -> None:
        """Keep words for the note with this code."""
        if words := " ".join(text.split()):
            self._words.setdefault(code, []).append(words)

    def flush(self) -> None:
        """Note what was left out since the last time, here."""
        for code, words in self._words.items():
            at = self._builder.length
            self._builder.note(code, f"left out: {_MESSAGES[code]}", start=at, end=at, text=" ".join(words))
        self._words.clear()
