"""The documents that golden questions are about: from a folder, a file of documents, or a knowledge base."""

from __future__ import annotations

import json
import os
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from pincite.config import Config
from pincite.errors import ExtractError, GoldenError
from pincite.evaluate.golden.rows import clean, read_rows, shown
from pincite.evaluate.golden.squad import read_squad
from pincite.extract.builder import canonical
from pincite.extract.check import check
from pincite.extract.formats import BY_EXTENSION, FORMATS
from pincite.extract.plain.encoding import decode
from pincite.extract.sandbox import Extractor
from pincite.extract.source import Source
from pincite.ingest.attached import attached_files
from pincite.ingest.walk import FoundFile, find_files
from pincite.ingest.walk import shown as shown_path
from pincite.knowledge_base.door import KnowledgeBase
from pincite.knowledge_base.models import open_extractor
from pincite.types.document import Document
from pincite.types.golden import Corpus, CorpusCounts, CorpusDocument
from pincite.types.index import DocumentRecord
from pincite.types.ingest import Progress, Stage, Watch

DOCUMENTS = "corpus.jsonl"
_MARK = "\ufeff"
_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_SAME_OFFSETS = frozenset({"txt", "md"})
"""The types whose canonical text is the source but for line ends and marks."""

_Read = tuple[str, CorpusDocument | str]
"""A document's name, and the document or why there is none."""


def read_corpus(path: Path, *, config: Config | None = None, watch: Watch | None = None) -> Corpus:
    """The corpus in a folder of files, in a JSON Lines file of documents, or in a SQuAD file.

    In a folder a document is called by its path below it, with `/`; a folder that holds a `corpus.jsonl` is that file. Its
    rows are `{doc_id, title, text}` or BEIR's `{_id, title, text}`; the name is the id, the text is Markdown where the
    id ends in `.md`, else plain, and no title is put into it. What can't be read is in `failed`. `config` gives the
    limits for files. Raises GoldenError for a row that is malformed, an id that comes twice, and where no document is left.
    """
    limits = config or Config()
    file = path / DOCUMENTS if (path / DOCUMENTS).is_file() else path
    with open_extractor(limits) as extractor:
        if file.is_dir():
            found = _from_folder(file, extractor, watch)
        elif file.suffix == ".json":
            found = (_from_text(article.name, article.text, extractor) for article in read_squad(file))
        else:
            found = _from_rows(file, extractor)
        return _corpus(found, f"{path} has no document that can be read")


def corpus_of(kb: KnowledgeBase) -> Corpus:
    """The indexed documents of a knowledge base, under the names of `names_of`.

    A source that lies where it was when it was indexed maps golden offsets as in a folder; raises GoldenError when nothing is indexed.
    """
    names = names_of(kb)
    found = (
        (names[record.document_id], _of_record(kb, record, names[record.document_id]))
        for record in kb.documents()
        if record.document_id in names
    )
    return _corpus(found, f"nothing is indexed in {kb.folder}")


def names_of(kb: KnowledgeBase) -> dict[str, str]:
    """By document id, what a corpus calls each indexed document: its path below the folder that all were added from.

    The same names as `read_corpus` gives for that folder: several folders are called from the one above them all. What lies
    in the knowledge base's own folder, as uploads to a service do, is called from there, so that one more upload renames no other.
    """
    records = [record for record in kb.documents() if record.state == "indexed"]
    if not records:
        return {}
    home = os.path.abspath(kb.folder)  # noqa: PTH100 - as the paths of documents, links are left as they are
    top = os.path.commonpath([home if f"{record.root}/".startswith(f"{home}/") else record.root for record in records])
    return {record.document_id: _below(record, top) for record in records}


def find(corpus: Corpus, name: str) -> CorpusDocument | None:
    """The document of this name, else the only one whose name ends with `/name`, else None.

    Raises GoldenError, with the names, when several end so.
    """
    found = corpus.called(name)
    if len(found) > 1:
        names = ", ".join(shown(document.name) for document in found[:3])
        raise GoldenError(
            f"found {len(found)} documents called {shown(name)} ({names}), expected one: write the folder too"
        )
    return found[0] if found else None


def mapped(document: CorpusDocument, offset: int) -> int:
    r"""Where an offset of the source lies in the canonical text.

    >>> mapped(CorpusDocument("a", Document("a\\nb", (), "txt", "text 1", "", ""), removed=(0, 2)), 4)
    2
    """
    return offset - bisect_left(document.removed, offset)


def _from_folder(folder: Path, extractor: Extractor, watch: Watch | None) -> Iterator[_Read]:
    files = find_files([folder])
    for done, file in enumerate(files):
        name = shown_path(os.path.relpath(file.path, file.root)).replace(os.sep, "/")
        _tell(watch, name, "extracting", done, len(files))
        yield from _with_attached(file, name, extractor)
    _tell(watch, str(folder), "indexed", len(files), len(files))


def _with_attached(file: FoundFile, name: str, extractor: Extractor) -> Iterator[_Read]:
    """A file, and what is attached to it: documents of their own, as in a knowledge base."""
    found = _from_file(file, name, extractor)
    try:
        attached = [] if isinstance(found, str) else attached_files(extractor, file, found.document)
    except ExtractError as error:
        found, attached = f"{error.code}: {error}", []
    yield name, found
    for one, _ in attached:
        yield from _with_attached(one, name + shown_path(one.path.removeprefix(file.path)), extractor)


def _tell(watch: Watch | None, name: str, stage: Stage, done: int, total: int) -> None:
    if watch is not None:
        watch(Progress(name, stage, done, total))


def _from_file(file: FoundFile, name: str, extractor: Extractor) -> CorpusDocument | str:
    if file.problem:
        return file.problem
    try:
        document = extractor.extract(file.path)
    except ExtractError as error:
        return f"{error.code}: {error}"
    return CorpusDocument(name, document, _removed_of_file(file.path, document))


def _of_record(kb: KnowledgeBase, record: DocumentRecord, name: str) -> CorpusDocument:
    document = kb.document(record.document_id)
    return CorpusDocument(name, document, _removed_of_file(record.path_bytes, document))


def _removed_of_file(path: bytes, document: Document) -> tuple[int, ...]:
    """The offsets that the file's own text has more than its canonical text; its byte order mark counts as one.

    Empty where the file is no longer the one that the document came from.
    """
    data = _unchanged(path, document.source_sha256) if document.type in _SAME_OFFSETS else None
    if data is None:
        return ()
    text = decode(data).text
    marked = data.startswith(_MARKS) and not text.startswith(_MARK)
    return _removed(_MARK * marked + text, document.text)


def _unchanged(path: bytes, digest: str) -> bytes | None:
    file = Path(os.fsdecode(path))
    try:
        data = file.read_bytes() if file.is_file() else b""
    except OSError:
        return None
    return data if sha256(data).hexdigest() == digest else None


def _removed(source: str, text: str) -> tuple[int, ...]:
    if len(source) == len(text):
        return ()
    marks = len(source) - len(source.lstrip(_MARK))
    found = [*range(marks), *(at for at in _returns(source) if at >= marks)]
    return tuple(found) if len(source) - len(found) == len(text) else ()


def _returns(source: str) -> Iterator[int]:
    at = source.find("\r\n")
    while at >= 0:
        yield at
        at = source.find("\r\n", at + 2)


def _from_rows(path: Path, extractor: Extractor) -> Iterator[_Read]:
    for row in read_rows(path):
        if row.has("question") and not row.has("text"):
            raise row.wrong(
                "a question", "the text of a document", "documents and golden set may stand in each other's place"
            )
        name = row.id("doc_id", "_id", "id")
        yield name, _from_text(name, row.text("text"), extractor)[1]


def _from_text(name: str, text: str, extractor: Extractor) -> _Read:
    source, kind = clean(text), Source(b"", name).extension
    data = source.encode()
    try:
        if BY_EXTENSION.get(kind) == "md":
            document = extractor.extract_bytes(data, name, encoding="utf-8")
        else:
            document = check(FORMATS["txt"].extract(Source(data, name, "utf-8")))
    except ExtractError as error:
        return name, f"{error.code}: {error}"
    if document.text != canonical(source):
        return name, f"read as {document.type}, expected text as it stands: leave the extension out of the id"
    return name, CorpusDocument(name, document, _removed(source, document.text))


def _below(record: DocumentRecord, top: str) -> str:
    return os.path.relpath(record.path, top).replace(os.sep, "/")


def _corpus(found: Iterable[_Read], nothing: str) -> Corpus:
    documents: dict[str, CorpusDocument] = {}
    failed: dict[str, str] = {}
    for name, outcome in found:
        if name in documents or name in failed:
            raise GoldenError(f"found the document {shown(name)} twice, expected every name once: rename one of them")
        if isinstance(outcome, str):
            failed[name] = outcome
        else:
            documents[name] = outcome
    if not documents:
        raise GoldenError(f"{nothing}: expected at least one, name another corpus")
    ordered = tuple(documents[name] for name in sorted(documents))
    return Corpus(ordered, _counts(ordered), tuple(sorted(failed.items())))


def _counts(documents: tuple[CorpusDocument, ...]) -> CorpusCounts:
    pairs = [[one.name, one.document.text_sha256] for one in documents]
    return CorpusCounts(
        documents=len(documents),
        characters=sum(len(one.document.text) for one in documents),
        sections=sum(block.kind == "heading" for one in documents for block in one.document.blocks),
        sha256=sha256(json.dumps(pairs).encode()).hexdigest(),
    )
