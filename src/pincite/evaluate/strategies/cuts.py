"""How each strategy cuts a document: `A` to `F` by the seed's measure, `default` as the product does."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from pincite.chunk.default import chunk_document
from pincite.chunk.strategies import STRATEGIES, chunk_strategy
from pincite.errors import UsageError
from pincite.evaluate.runs.index import Cut
from pincite.types.chunk import Chunk
from pincite.types.embedding import Embedder
from pincite.types.golden import CorpusDocument

DEFAULT = "default"
NAMES = (*STRATEGIES, DEFAULT)

TARGET, OVERLAP = 512, 64
"""The seed's budget and overlap, in code points."""

_FIRST_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)

TitleOf = Callable[[CorpusDocument], str]


def own_title(document: CorpusDocument) -> str:
    """The document's title, else its name."""
    return document.document.title or document.name


def seed_title(document: CorpusDocument) -> str:
    """The words of the first line that begins with `#`, else the document's name: the title of the seed's profile."""
    found = _FIRST_HEADING.search(document.document.text)
    return found[1] if found else document.name


def strategy_cut(name: str, title_of: TitleOf = own_title) -> Cut:
    """Cut by one of the six strategies, 512 code points and where it has overlap 64."""

    def cut(document: CorpusDocument) -> Sequence[Chunk]:
        return chunk_strategy(name, document.document.text, title_of(document), TARGET, OVERLAP)

    return cut


def seed_cut(name: str) -> Cut:
    """Cut by one of the six strategies as the published tables did.

    Their overlap was the 64 code points of the document directly before the content, blank lines and headings included,
    where the product's strategies take the end of the chunk before.
    """
    plain = strategy_cut(name, seed_title)
    if not STRATEGIES[name].overlap:
        return plain

    def cut(document: CorpusDocument) -> Sequence[Chunk]:
        return [_with_text_before(chunk, document.document.text) for chunk in plain(document)]

    return cut


def default_cut(embedder: Embedder, target: int) -> Cut:
    """Cut as the product does for this embedder."""

    def cut(document: CorpusDocument) -> Sequence[Chunk]:
        return chunk_document(document.document, embedder.count, window=embedder.profile.window, target=target)

    return cut


def _with_text_before(chunk: Chunk, text: str) -> Chunk:
    header = chunk.text.removesuffix(chunk.tail + chunk.content)
    tail = text[max(0, chunk.start - OVERLAP) : chunk.start]
    return replace(chunk, text=header + tail + chunk.content, tail=tail)


def check_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names in the order of the table, each once. Raises UsageError for one that is no strategy, and for none."""
    unknown = [name for name in names if name not in NAMES]
    if unknown or not names:
        raise UsageError(f"found the strategies {', '.join(names) or '(none)'}, expected some of {', '.join(NAMES)}")
    return tuple(name for name in NAMES if name in names)
