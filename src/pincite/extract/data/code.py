"""Source code: the canonical text is the file, parted where its definitions begin."""

from __future__ import annotations

from pincite.extract.builder import Builder
from pincite.extract.data.code_definitions import parts
from pincite.extract.formats import current_extractor
from pincite.extract.plain.encoding import decode_source
from pincite.extract.source import Source
from pincite.types.document import Document
from pincite.types.places import Line

_LANGUAGES = {
    "py": "python", "pyi": "python", "js": "javascript", "mjs": "javascript", "cjs": "javascript", "jsx": "javascript",
    "ts": "typescript", "mts": "typescript", "tsx": "typescript", "rs": "rust", "kt": "kotlin", "kts": "kotlin",
    "c": "c", "h": "c", "cc": "c++", "cpp": "c++", "cxx": "c++", "hpp": "c++", "hh": "c++", "cs": "c#", "rb": "ruby",
    "pl": "perl", "pm": "perl", "sh": "shell", "bash": "shell", "zsh": "shell", "hs": "haskell", "ex": "elixir",
    "exs": "elixir", "jl": "julia", "yml": "yaml",
}  # fmt: skip


def extract_code(source: Source) -> Document:
    """A source file as a document: a long definition is one block, titled by its name; short ones share a block; every line has its number."""
    builder = Builder()
    found = decode_source(source, builder)
    text = builder.put_whole(found.text)
    for part in parts(text):
        builder.mark("code", part.start, part.end, 1, part.title)
    start = 0
    for number, line in enumerate(text.split("\n"), 1):
        if line:
            builder.place(start, start + len(line), Line(number))
        start += len(line) + 1
    language = _LANGUAGES.get(source.extension, source.extension)
    return builder.build(
        "code",
        current_extractor("code"),
        source_sha256=source.sha256,
        title=source.file_name,
        metadata={"encoding": found.encoding, "programming-language": language},
    )
