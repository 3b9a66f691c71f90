"""Everything that Pincite raises on purpose, as one tree.

    PinciteError
    ├── UsageError            the call cannot be right as it was made
    │   ├── ConfigError       a setting that is not known or has no meaning
    │   └── FilterError       a filter that cannot be read
    ├── ExtractError          one document cannot become text: a code from a closed list
    ├── WeightsError          the files of a model
    │   ├── WeightsNotFound   in none of the places that were looked in
    │   └── WeightsMismatch   a file whose hash is not the known one
    ├── EmbedderError         a model cannot be loaded, or does not answer
    ├── StoreError            the file that holds a knowledge base
    │   ├── NotAKnowledgeBase there is none in this folder
    │   ├── StoreBusy         another process is writing to it
    │   └── StoreDamaged      it does not hold what it says
    ├── ExportError           a file of `export` that can't be read whole
    ├── SealError             query and index come from different models or pipelines
    ├── NotReady              nothing is indexed yet
    ├── GeneratorError        the endpoint that writes answers
    └── EvaluationError       a measurement that would not mean anything
        ├── GoldenError       a golden set that cannot be read, or not with this corpus
        ├── RunIncomplete     fewer questions were answered than asked: an arm that did not run is no zero
        └── BaselineError     runs or baselines that cannot be compared

Every message says what was found, what was expected and what to do. "No answer" is a value, not an error.
"""

from __future__ import annotations

import re
from typing import Literal, get_args

ExtractCode = Literal[
    "empty",
    "encrypted",
    "unsupported",
    "malformed",
    "truncated",
    "too_large",
    "too_deep",
    "timeout",
    "memory",
    "crashed",
    "garbled",
    "needs_ocr",
    "encoding",
    "unreadable",
]

EXTRACT_CODES: tuple[str, ...] = get_args(ExtractCode)

RETRY_HELPS: dict[str, bool] = {
    "empty": False,
    "encrypted": False,
    "unsupported": False,
    "malformed": False,
    "truncated": False,
    "too_large": False,
    "too_deep": False,
    "timeout": True,
    "memory": True,
    "crashed": True,
    "garbled": False,
    "needs_ocr": True,
    "encoding": False,
    "unreadable": True,
}
"""Whether the same bytes may do better on another try: with luck, or once what to do has been done."""

WHAT_TO_DO: dict[str, str] = {
    "empty": "put words into the file (beside a recording: subtitles), or remove it",
    "encrypted": "save a copy that is not locked and add that",
    "unsupported": "save it in a supported format (PDF, DOCX, ODT, HTML, Markdown, text, ...) and add that; of a recording, do what the reason says",
    "malformed": "open it in its own program, save it again and add that",
    "truncated": "the file was cut off: get a whole copy",
    "too_large": "split the file, or raise `max_bytes` where the reason names that setting",
    "too_deep": "the file nests deeper than a person would write: simplify it",
    "timeout": "raise `extract_seconds` (for pictures `ocr_seconds`), then `pincite retry`",
    "memory": "raise `extract_memory`, then `pincite retry`",
    "crashed": "run `pincite retry`; if it happens again, please report the file",
    "garbled": "which letters it means is lost, or known to its own fonts only: export it again with text",
    "needs_ocr": "install what reads pictures (`pip install 'pincite[ocr]'`, or tesseract), see that `ocr` is not `off`, then `pincite retry`",
    "encoding": "save the file as UTF-8",
    "unreadable": "do what the reason says, or check that a file is there and may be read, then `pincite retry`",
}
"""What a person can do about each code."""


def what_to_do(code: str) -> str:
    """What a person can do about a document that failed with `code`: one of a file, or of the model that reads.

    >>> what_to_do("truncated"), what_to_do("embedder")
    ('the file was cut off: get a whole copy', 'see that the embedder answers, then `pincite retry`')
    """
    return WHAT_TO_DO.get(code, "see that the embedder answers, then `pincite retry`")


class PinciteError(Exception):
    """The root: catch it to catch everything that Pincite raises on purpose."""


class UsageError(PinciteError):
    """The call cannot be right as it was made."""


class ConfigError(UsageError):
    """A setting that is not known, or whose value has no meaning."""


class FilterError(UsageError):
    """A filter that cannot be read."""


class ExtractError(PinciteError):
    """One document cannot become text.

    `code` is one of `EXTRACT_CODES`; `where` says how far the extractor got (`page 7`, `byte 1024`), or is empty.
    `retryable` is given where it is otherwise than for the code: what is missing is an extra, not another file.

    >>> error = ExtractError("truncated", "the file ends inside page 3", "page 3")
    >>> error.code, error.retryable
    ('truncated', False)
    """

    def __init__(self, code: ExtractCode, message: str, where: str = "", *, retryable: bool | None = None) -> None:
        super().__init__(message)
        self.code: ExtractCode = code
        self.message = message
        self.where = where
        self.retryable = RETRY_HELPS[code] if retryable is None else retryable
        """Whether trying the same bytes again can help."""

    @property
    def told(self) -> str:
        """The message, with the place behind it where it does not name it itself."""
        named = not self.where or re.search(rf"(?<!\w){re.escape(self.where)}(?!\w)", self.message)
        return self.message if named else f"{self.message} ({self.where})"

    @property
    def hint(self) -> str:
        """What a person can do about it."""
        return WHAT_TO_DO[self.code]


class WeightsError(PinciteError):
    """The files of a model."""


class WeightsNotFound(WeightsError):
    """The files of a model are in none of the places that were looked in."""


class WeightsMismatch(WeightsError):
    """A file is not the one that its name promises: its hash differs."""


class EmbedderError(PinciteError):
    """A model cannot be loaded, or does not answer."""


class StoreError(PinciteError):
    """The file that holds a knowledge base."""


class NotAKnowledgeBase(StoreError):
    """There is no knowledge base in this folder."""


class StoreBusy(StoreError):
    """Another process is writing to this knowledge base."""


class StoreDamaged(StoreError):
    """The knowledge base does not hold what it says it holds."""


class ExportError(PinciteError):
    """A file of `export` is damaged, of another version, or something else; nothing of it was taken over."""


class SealError(PinciteError):
    """Query and index come from different models or pipelines; both are named."""


class NotReady(PinciteError):
    """Nothing is indexed yet."""


class GeneratorError(PinciteError):
    """The endpoint that writes answers does not answer, or not as it should."""


class EvaluationError(PinciteError):
    """A measurement that would not mean anything."""


class GoldenError(EvaluationError):
    """A golden set that cannot be read, or does not belong to this corpus."""


class RunIncomplete(EvaluationError):
    """Fewer questions were answered than asked."""


class BaselineError(EvaluationError):
    """Two runs, or a run and a baseline, that cannot be compared."""
