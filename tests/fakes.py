"""Small stand-ins for the protocols, which work by rules that a reader can follow by hand."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from pincite.extract.media.recording import Doubtful, Heard, SpeechModel, Word
from pincite.lexical.terms import terms
from pincite.types.embedding import EmbedderProfile, Encoded
from pincite.types.index import Seal, StoredChunk
from pincite.types.locator import Locator

DIMENSIONS = 16


def word_vector(word: str) -> np.ndarray:
    """A unit vector that depends on the word only."""
    vector = np.random.default_rng(zlib.crc32(word.encode())).normal(size=DIMENSIONS)
    return (vector / np.linalg.norm(vector)).astype(np.float32)


class FakeEmbedder:
    """A text is the mean of its words' vectors; every word is one token."""

    def __init__(self, *, fingerprint: str = "fake", projection: str | None = "fake", threshold: float | None = 0.5):
        self.profile = EmbedderProfile(
            "fake-words", fingerprint, DIMENSIONS, 64, projection=projection, threshold=threshold
        )

    def count(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) + 2 for text in texts]

    def passages(self, texts: Sequence[str]) -> list[Encoded]:
        return [self.query(text) for text in texts]

    def query(self, text: str) -> Encoded:
        words = text.lower().split()
        tokens = np.array([word_vector(word) for word in words], dtype=np.float32).reshape(len(words), DIMENSIONS)
        mean = tokens.sum(axis=0) if words else word_vector("")
        vector = (mean / np.linalg.norm(mean)).astype(np.float32)
        if self.profile.projection is None:
            return Encoded(vector)
        return Encoded(vector, tokens, np.array([word_id(word) for word in words], dtype=np.int32))


def word_id(word: str) -> int:
    return zlib.crc32(word.encode()) % 30000


class FakeProjection:
    """Keeps token vectors as they are: the ids, then the numbers."""

    def encode(self, encoded: Encoded) -> bytes | None:
        return None if encoded.tokens is None else self.compress(encoded.tokens, encoded.ids)

    def compress(self, tokens: np.ndarray, ids: np.ndarray) -> bytes:
        return ids.tobytes() + tokens.tobytes()

    def expand_many(self, codes: Sequence[bytes]) -> list[tuple[np.ndarray, np.ndarray]]:
        return [self._expand(code) for code in codes]

    def project(self, tokens: np.ndarray) -> np.ndarray:
        return tokens

    def _expand(self, code: bytes) -> tuple[np.ndarray, np.ndarray]:
        n = len(code) // (4 + 4 * DIMENSIONS)
        return np.frombuffer(code[4 * n :], np.float32).reshape(n, DIMENSIONS), np.frombuffer(code[: 4 * n], np.int32)


@dataclass(frozen=True)
class Passage:
    """One chunk of a fake index: `document` is its id and name, `section` is embedded before the content."""

    document: str
    content: str
    section: str = ""
    start: int = 0

    @property
    def text(self) -> str:
        return f"{self.section}\n{self.content}" if self.section else self.content


class FakeIndex:
    """An index of passages in memory; the one filter it knows is `name:DOCUMENT`."""

    def __init__(self, passages: Sequence[Passage], embedder: FakeEmbedder | None = None):
        model = embedder or FakeEmbedder()
        self.passages = sorted(passages, key=lambda passage: (passage.document, passage.start))
        encoded = model.passages([passage.text for passage in self.passages])
        self.vectors = np.array([e.vector for e in encoded], dtype=np.float32).reshape(-1, DIMENSIONS)
        self.codes = [FakeProjection().encode(e) for e in encoded]
        self.words = [set(e.ids.tolist()) if e.ids is not None else set() for e in encoded]
        self.counts = [Counter(terms(passage.text)) for passage in self.passages]
        self.lengths = np.array([sum(count.values()) for count in self.counts], dtype=np.float32)
        self.document_of = _numbered([passage.document for passage in self.passages])
        self.content_of = _numbered([passage.content for passage in self.passages])
        p = model.profile
        self.seal = Seal(p.name, p.fingerprint, p.dimensions, p.window, p.pooling, p.projection, "1")

    def postings(self, term: str) -> tuple[np.ndarray, np.ndarray]:
        rows = [row for row, count in enumerate(self.counts) if term in count]
        return np.array(rows, np.int32), np.array([self.counts[row][term] for row in rows], np.float32)

    def token_codes(self, rows: Sequence[int]) -> list[bytes | None]:
        return [self.codes[row] for row in rows]

    def piece_frequency(self, ids: np.ndarray) -> np.ndarray:
        return np.array([sum(int(i) in words for words in self.words) for i in ids], np.float32)

    def chunk(self, row: int) -> StoredChunk:
        p = self.passages[row]
        return StoredChunk(
            p.document, p.document, f"{p.document}.md", p.section, p.content, Locator(p.start, p.start + len(p.content))
        )

    def select(self, filters: Sequence[str]) -> np.ndarray | None:
        if not filters:
            return None
        names = [filter_.removeprefix("name:") for filter_ in filters]
        return np.array([all(p.document == name for name in names) for p in self.passages], dtype=bool)


class FakeCross:
    """Scores a passage by how often the word `good` stands in it."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def score(self, query: str, passages: Sequence[str]) -> np.ndarray:
        self.read = list(passages)
        return np.array([passage.count("good") for passage in passages], dtype=np.float32)


class FakeRecogniser:
    """Hears the words it was given, whatever the recording holds, and remembers which model it was to use."""

    def __init__(self, *words: Word, doubtful: Sequence[Doubtful] = (), language: str = "en", seconds: float = 0.0):
        self.heard = Heard(tuple(words), tuple(doubtful), language, "fake 1", seconds)
        self.asked: list[SpeechModel] = []

    def __call__(self, data: bytes, model: SpeechModel) -> Heard:
        self.asked.append(model)
        return self.heard


def _numbered(values: Sequence[str]) -> np.ndarray:
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(value, len(numbers)) for value in values], dtype=np.int32)


@dataclass
class CountingGenerator:
    """A generator that keeps what it was asked, and says one sentence."""

    name: str = "counting"
    prompts: list = field(default_factory=list)

    def complete(self, prompt, on_text=None):
        self.prompts.append(prompt)
        return "Green tea grows in Uji [1]."
