"""Text to vocabulary indices, as the model's own `tokenizer.json` says, and never longer than its window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from pincite.errors import EmbedderError


@dataclass(frozen=True, slots=True)
class Pieces:
    """The tokens of one text or pair: vocabulary indices, which text each is of (0, 1), and which are special."""

    ids: NDArray[np.int64]
    types: NDArray[np.int64]
    special: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.ids)


class Subwords:
    """A tokenizer for texts of at most `window` tokens; safe to use from several threads."""

    def __init__(self, path: Path, window: int) -> None:
        try:
            self._tokenizer = Tokenizer.from_file(str(path))
        except Exception as error:  # the library raises plain Exception
            raise EmbedderError(f"{path} cannot be read as a tokenizer: {error}. Get the file again.") from error
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self.window = window
        if window <= self.special:
            raise EmbedderError(f"a window of {window} tokens has no room beside {self.special} special tokens.")

    @property
    def special(self) -> int:
        """Special tokens that the tokenizer adds to one text."""
        return self._tokenizer.num_special_tokens_to_add(False)

    @property
    def words(self) -> int:
        """The size of the vocabulary, added tokens included."""
        return self._tokenizer.get_vocab_size()

    def count(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, special ones included, not truncated."""
        return [len(self._tokenizer.encode(_clean(text)).ids) for text in texts]

    def pieces(self, text: str) -> Pieces:
        """The tokens of one text, its end cut off where it is longer than the window; special tokens stay."""
        return _keep(_pieces(self._tokenizer.encode(_clean(text))), self.window)

    def pair(self, first: str, second: str) -> Pieces:
        """The tokens of a pair; where it is longer than the window, the end of the second text is cut off.

        Raises EmbedderError when the first text alone leaves no room for the second.
        """
        whole = _pieces(self._tokenizer.encode(_clean(first), _clean(second)))
        kept = _keep(whole, self.window)
        if len(kept) < len(whole) and len(whole) - len(kept) >= len(
            self._tokenizer.encode(_clean(second), add_special_tokens=False).ids
        ):
            raise EmbedderError(f"the query leaves no room in the window of {self.window} tokens: shorten it.")
        return kept


def _keep(pieces: Pieces, window: int) -> Pieces:
    """At most `window` tokens: the last ones go, except the special tokens that end the sequence."""
    if len(pieces) <= window:
        return pieces
    ending = int(np.argmin(pieces.special[::-1]))
    kept = np.r_[0 : window - ending, len(pieces) - ending : len(pieces)]
    return Pieces(pieces.ids[kept], pieces.types[kept], pieces.special[kept])


def _pieces(encoding: Encoding) -> Pieces:
    return Pieces(
        np.array(encoding.ids, np.int64),
        np.array(encoding.type_ids, np.int64),
        np.array(encoding.special_tokens_mask, np.bool_),
    )


def _clean(text: str) -> str:
    """Lone surrogates become `?`: the tokenizer takes Unicode text only."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
