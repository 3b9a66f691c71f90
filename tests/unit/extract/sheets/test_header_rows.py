"""Every chunk of a table carries its header row in the text that is embedded, and never in what is quoted."""

import pytest

from every_format import MAKERS, Passage
from pincite.chunk.default import chunk_document
from pincite.extract.extract import extract_bytes

MANY = Passage("Title", tuple(f"district number {n} of the north" for n in range(100)), "Landings", "the last one")


def words(texts):
    return [len(text.split()) + 2 for text in texts]


@pytest.mark.parametrize("extension", ["csv", "tsv", "xlsx", "xls", "xlsb", "ods"])
def test_every_chunk_of_a_table_is_embedded_with_its_header_row_and_quoted_without(extension):
    content = MAKERS[extension](MANY)
    data = content.encode() if isinstance(content, str) else content
    document = extract_bytes(data, f"a.{extension}")
    header = {"csv": '"Nr","Text"', "tsv": '"Nr"\t"Text"'}.get(extension, "Nr\tText")
    table = [chunk for chunk in chunk_document(document, words, window=128) if "district" in chunk.content]
    assert len(table) > 5
    assert all(f"{header}\n" in chunk.text for chunk in table)
    assert all(header not in chunk.content for chunk in table[1:])
    assert all(document.locate(chunk.start, chunk.end).cells for chunk in table)
