"""A second try for damaged PDFs: qpdf, by way of pikepdf, finds the objects that are whole and writes a new file of them."""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO


def can_repair() -> bool:
    """Whether the extra `repair` is installed."""
    return find_spec("pikepdf") is not None


def repaired(data: bytes) -> bytes | None:
    """The pages of a damaged file that can still be had, as a file of their own; None where there are none.

    Where the file ends before its list of objects, pages that lie whole in front of the cut are found; objects that
    were packed into streams without a list that says so are not.
    """
    import pikepdf  # noqa: PLC0415 - an extra, and a damaged file is rare

    out = BytesIO()
    try:
        with pikepdf.open(BytesIO(data)) as file:
            if not len(file.pages):
                return None
            file.save(out)
    except (pikepdf.PdfError, pikepdf.PasswordError, ValueError, RuntimeError):
        return None
    return out.getvalue()
