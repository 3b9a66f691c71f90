"""The encoder's tokens of many texts in one call, without its special tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

Count = Callable[[Sequence[str]], list[int]]
"""The encoder's tokens of whole texts, special ones included (`Embedder.count`)."""


class Ruler:
    """Counts tokens; `special` is what the encoder adds to every text, a passage prefix included."""

    def __init__(self, count: Count) -> None:
        self.whole = count
        self.special = count([""])[0]

    def bare(self, texts: Iterable[str]) -> list[int]:
        """The tokens of each text without special ones; each different text is counted once, the empty one not at all."""
        asked = list(texts)
        different = [text for text in dict.fromkeys(asked) if text]
        counts = self.whole(different) if different else []
        known = {text: max(tokens - self.special, 0) for text, tokens in zip(different, counts, strict=True)}
        return [known.get(text, 0) for text in asked]
