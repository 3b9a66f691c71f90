"""Makes the archives of the document formats for tests, from XML written in the test."""

from __future__ import annotations

import io
import zipfile


def zipped(parts, *, stored=()):
    """An archive with these parts (name -> text or bytes) in their order; `stored` ones are not deflated."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            method = zipfile.ZIP_STORED if name in stored else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name), content, method)
    return out.getvalue()
