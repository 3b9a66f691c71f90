"""E-mail: a message, or a mailbox of many, each with its subject as heading and its parts below."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage, Message

from pincite.extract.builder import Builder
from pincite.extract.formats import current_extractor
from pincite.extract.mail.attached import Attached
from pincite.extract.mail.mail_policy import MAIL_POLICY
from pincite.extract.mail.parts import MailWriter, header
from pincite.extract.plain.encoding import decode, wide_encoding
from pincite.extract.plain.front_matter import iso_date
from pincite.extract.source import Source
from pincite.types.document import Document

_BETWEEN = re.compile(rb"(?:\A|\n)From [^\n]*\d{4}[^\n]*\n(?=>?[A-Za-z][A-Za-z0-9-]*:)")
_ESCAPED = re.compile(rb"^>(>*From )", re.MULTILINE)


def extract_mail(source: Source) -> Document:
    """A message (.eml) or a mailbox (.mbox) as a document.

    Each message is a heading with its subject, a paragraph with sender, receivers and date, its text, and below it
    the messages that are attached. The files that are attached are named in notes; `attached_to` gives them.
    """
    builder = Builder()
    message = _write(source, MailWriter(builder))
    if message is None:
        return builder.build(
            "mbox", current_extractor("mbox"), source_sha256=source.sha256, title=source.file_name, metadata={}
        )
    return builder.build(
        "eml",
        current_extractor("eml"),
        source_sha256=source.sha256,
        title=header(message, "subject") or source.file_name,
        metadata={
            "author": header(message, "from"),
            "to": header(message, "to"),
            "date": iso_date(header(message, "date")),
            "message-id": header(message, "message-id"),
        },
    )


def attached_to(source: Source) -> list[Attached]:
    """The files that are attached to a message or to those of a mailbox, in order, under the names that its notes have."""
    writer = MailWriter(Builder())
    _write(source, writer)
    return writer.attachments.found


def _write(source: Source, writer: MailWriter) -> Message | None:
    """Write the message; None for a mailbox, whose messages are counted from 1."""
    data = _bytes(source.data)
    if not data.startswith(b"From "):
        message = _parsed(data)
        writer.message(message, 1)
        return message
    for number, one in enumerate(_messages(data), 1):
        writer.attachments.folder = f"{number}/"
        writer.message(one, 1)
    return None


def _bytes(data: bytes) -> bytes:
    """The message in bytes of one each for ASCII: some programs save it in UTF-16, which is no e-mail."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")) or wide_encoding(data):
        return decode(data).text.encode("utf-8", "surrogatepass")
    return data.lstrip(b"\r\n")


def _messages(data: bytes) -> Iterator[Message]:
    starts = [(found.start(), found.end()) for found in _BETWEEN.finditer(data)]
    if not starts:
        yield _parsed(data.partition(b"\n")[2])
        return
    for (_, begin), (end, _) in zip(starts, [*starts[1:], (len(data), 0)], strict=True):
        yield _parsed(_ESCAPED.sub(rb"\1", data[begin:end]))


def _parsed(data: bytes) -> Message:
    return message_from_bytes(data, EmailMessage, policy=MAIL_POLICY)
