"""Which document a zip archive is: by the names and the `mimetype` of its members."""

from __future__ import annotations

from pincite.errors import ExtractError
from pincite.extract.container.zip_container import Container, zip_names

_PARTS = (("word/", "docx"), ("ppt/", "pptx"), ("xl/workbook.bin", "xlsb"), ("xl/", "xlsx"))
_MIMETYPES = (
    (b"application/epub+zip", "epub"),
    (b"application/vnd.oasis.opendocument.text", "odt"),
    (b"application/vnd.oasis.opendocument.presentation", "odp"),
    (b"application/vnd.oasis.opendocument.spreadsheet", "ods"),
)
_FIRST_CONTENT = slice(38, 120)  # of a stored first member named `mimetype`, as its formats demand it


def zip_type(data: bytes) -> str | None:
    """The type of the document in an archive, cut off or not: `docx`, `epub`, ...; None where it is an archive of something else."""
    try:
        container = Container(data)
        names: list[str] | tuple[str, ...] = container.names
        said = container.read("mimetype") if "mimetype" in container else b""
    except ExtractError:  # what is wrong with it is for the reader of its type to say
        names, said = zip_names(data), data[_FIRST_CONTENT] if data[30:38] == b"mimetype" else b""
    for mimetype, kind in _MIMETYPES:
        if said.strip().startswith(mimetype):
            return kind
    if "[Content_Types].xml" in names:
        return next((kind for part, kind in _PARTS if any(name.startswith(part) for name in names)), None)
    return "epub" if "META-INF/container.xml" in names else None
