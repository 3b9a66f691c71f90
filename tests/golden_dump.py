"""A document as a page that can be read, reviewed and compared: what golden files hold."""

from __future__ import annotations

from pincite.types.document import Document


def dump(document: Document) -> str:
    """Title and metadata, each block with the fragment that a citation of it would have, and the notes."""
    lines = [f"title: {document.title}", *(f"{key}: {value}" for key, value in sorted(document.metadata.items())), ""]
    for block in document.blocks:
        level = f" {block.level}" if block.level else ""
        title = f" <{block.title}>" if block.title else ""
        where = document.locate(block.start, block.end).fragment
        lines.append(f"{where} {block.kind}{level}{title}: {document.text[block.start : block.end]!r}")
    lines += ["", *(f"{note.code} {note.page or ''}: {note.message}: {note.text!r}" for note in document.notes)]
    return "\n".join(lines) + "\n"
