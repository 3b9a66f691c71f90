"""Rich text (.rtf): what a reader sees; encodings by font, Unicode with its fallbacks skipped, tables as rows."""

from __future__ import annotations

from pincite.extract.builder import Builder
from pincite.extract.formats import current_extractor
from pincite.extract.left_out import LeftOut
from pincite.extract.rtf.reader import RtfReader
from pincite.extract.rtf.writer import RtfWriter
from pincite.extract.source import Source
from pincite.types.document import Document


def extract_rtf(source: Source) -> Document:
    """The document in an .rtf file.

    Raises ExtractError `truncated` where a group is not closed, `too_deep` where groups nest deeper than 1,000.
    """
    builder = Builder()
    writer, left_out = RtfWriter(builder), LeftOut(builder)
    reader = RtfReader(writer, left_out)
    reader.read(source.data)
    left_out.flush()
    said = dict(reader.said)
    title = said.pop("title", "") or next((title for level, title in writer.titles if level == 1), "")
    return builder.build("rtf", current_extractor("rtf"), source_sha256=source.sha256, title=title, metadata=said)
