"""Parts of a Word document in another format (altChunk), which Word takes over when it opens the file: web pages."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.message import EmailMessage

from pincite.extract.builder import canonical
from pincite.extract.mail.mail_policy import MAIL_POLICY
from pincite.extract.plain.encoding import decode
from pincite.extract.web.html import declared_encoding

_HEAD = 4096
_ARCHIVE = re.compile(rb"^content-type:\s*multipart/related", re.IGNORECASE | re.MULTILINE)
_PAGE = re.compile(rb"<(?:!doctype\s+html|html|head|body|p|h[1-6]|div|table|ul|ol)[\s>]", re.IGNORECASE)


def page_in(data: bytes) -> str | None:
    """The web page in a part, by itself or in an archive of MIME (.mht); None where it is something else.

    Raises ExtractError `encoding` where its bytes are no text.
    """
    charset = None
    if _ARCHIVE.search(data[:_HEAD]):
        message = message_from_bytes(data, EmailMessage, policy=MAIL_POLICY)
        page = next((part for part in message.walk() if part.get_content_type() == "text/html"), None)
        payload = page.get_payload(decode=True) if page is not None else None
        data = payload if isinstance(payload, bytes) else b""
        charset = page.get_content_charset() if page is not None else None
    if not _PAGE.search(data[:_HEAD].replace(b"\0", b"")):
        return None
    return canonical(decode(data, declared=charset or declared_encoding(data)).text)
