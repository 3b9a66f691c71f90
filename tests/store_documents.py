"""Documents as small as a test needs them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

import numpy as np

from pincite.lexical.terms import terms
from pincite.store.open import Store
from pincite.types.chunk import Chunk
from pincite.types.document import Block, Document
from pincite.types.index import DocumentRecord, Seal

SEAL = Seal("toy", "f" * 64, 4, 16, "mean", None, "1")


@dataclass
class Made:
    """The arguments of `Store.put` for one document whose chunks are its lines."""

    path: str
    lines: list[str]
    header: str = ""
    extra: dict = field(default_factory=dict)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def document(self) -> Document:
        digest = hashlib.sha256(self.text.encode()).hexdigest()
        blocks = tuple(Block("paragraph", c.start, c.end) for c in self.chunks)
        return Document(self.text, blocks, "txt", "text 1", digest, digest)

    @property
    def document_id(self) -> str:
        return hashlib.sha256(f"{self.path}\0{self.text}".encode()).hexdigest()[:16]

    @property
    def record(self) -> DocumentRecord:
        fields = {"root": "/kb/docs", "name": self.path.rsplit("/", 1)[-1], "state": "embedding"} | self.extra
        return DocumentRecord(document_id=self.document_id, path=self.path, path_bytes=self.path.encode(), **fields)

    @property
    def chunks(self) -> list[Chunk]:
        chunks, at = [], 0
        for line in self.lines:
            if line:
                text = f"[{self.header}]\n{line}" if self.header else line
                chunks.append(Chunk(text, line, self.header, at, at + len(line), tokens=len(line.split()) + 2))
            at += len(line) + 1
        return chunks

    @property
    def vectors(self) -> np.ndarray:
        seeds = [int.from_bytes(hashlib.sha256(c.content.encode()).digest()[:4], "big") for c in self.chunks]
        rows = np.array([np.random.default_rng(seed).normal(size=4) for seed in seeds]).reshape(-1, 4)
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)

    def into(self, store: Store, generation: int | None = None) -> str:
        store.put(
            self.record,
            self.document,
            self.chunks,
            self.vectors,
            [c.content.encode() for c in self.chunks],
            [np.array(sorted({len(w) for w in c.content.split()}), np.int32) for c in self.chunks],
            [terms(c.text) for c in self.chunks],
            generation=generation,
        )
        return self.document_id
