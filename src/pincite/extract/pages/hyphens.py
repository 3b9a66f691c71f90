"""Words that were divided at the end of a line, put together by the document's own vocabulary."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from pincite.extract.pages.page import Segment

_WORD = re.compile(r"\w+(?:[-\u2010\u2011]\w+)*")
_HYPHENS = "-\u2010"


class Vocabulary:
    """How often each word, plain or with a hyphen, stands whole in a document."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def add(self, segments: Iterable[Segment]) -> None:
        """Count the words of these segments."""
        for segment in segments:
            whole = segment.words[:-1] if is_divided(segment.words[-1]) else segment.words
            self._counts.update(word.lower() for word in _WORD.findall(" ".join(whole)))

    def joined(self, first: str, second: str) -> str | None:
        """`first` (with its hyphen) as it stands before `second`: without the hyphen, with it, or None: not one word.

        The form that is commoner in the document wins; where it has neither, two halves that are words of their own
        keep their hyphen.
        """
        if not is_divided(first) or not second[0].islower():
            return None
        left, right = _WORD.findall(first.lower()), _WORD.match(second.lower())
        if not left or right is None:
            return None
        plain = self._counts[left[-1] + right.group()]
        hyphened = self._counts[f"{left[-1]}-{right.group()}"]
        if plain == hyphened == 0:
            keep = bool(self._counts[left[-1]] and self._counts[right.group()])
        else:
            keep = hyphened > plain
        return first if keep else first[:-1]


def is_divided(word: str) -> bool:
    """Whether a word at the end of a line may go on in the next one."""
    return len(word) > 1 and word[-1] in _HYPHENS and word[-2].isalpha()
