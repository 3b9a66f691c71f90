"""OpenDocument texts, packed (.odt) or flat (.fodt): what a reader sees, with all changes accepted."""

from __future__ import annotations

from pincite.extract.builder import Builder
from pincite.extract.container.xml_tree import child, name
from pincite.extract.formats import current_extractor
from pincite.extract.odf.package import OdfFile, read_odf
from pincite.extract.odf.runs import plain_text
from pincite.extract.odf.walk import OdfWalk
from pincite.extract.source import Source
from pincite.types.document import Document

_FURNITURE = {
    "style:header",
    "style:footer",
    "style:header-left",
    "style:footer-left",
    "style:header-first",
    "style:footer-first",
}


def extract_odt(source: Source) -> Document:
    """The document in an OpenDocument text: text in document order, without pages, which the file does not have.

    Raises ExtractError as `read_odf` does, `malformed` where there is no text in it.
    """
    builder = Builder()
    file = read_odf(source.data, builder)
    walk = OdfWalk(builder, file)
    walk.run(file.body("office:text"))
    _note_furniture(file, builder)
    said = file.metadata
    title = walk.title or said.pop("title", "") or next((t for level, t in walk.writer.titles if level == 1), "")
    said.pop("title", None)
    return builder.build("odt", current_extractor("odt"), source_sha256=source.sha256, title=title, metadata=said)


def _note_furniture(file: OdfFile, builder: Builder) -> None:
    masters = child(file.styles, "office:master-styles") if file.styles is not None else None
    for master in masters if masters is not None else ():
        for found in master:
            if name(found) in _FURNITURE and (text := plain_text(found)):
                builder.note("furniture", f"left out: a {name(found).partition(':')[2]} of the pages", text=text)
