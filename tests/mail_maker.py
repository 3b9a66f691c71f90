"""Mails with attachments, for tests."""

from __future__ import annotations

import base64
from collections.abc import Sequence

Attachment = tuple[str, bytes] | tuple[str, bytes, str]
"""A file name, the bytes, and the kind (`application/octet-stream` where there is none)."""


def make_mail(subject: str, words: str, attachments: Sequence[Attachment] = (), *, day: int = 10) -> bytes:
    """A message of May 2024 in multipart/mixed."""
    parts = ["Content-Type: text/plain; charset=utf-8\n\n" + words, *(_part(*one) for one in attachments)]
    body = "".join(f"--=_B{day}\n{part}\n" for part in parts)
    head = (
        f"From: Ana <ana@example.org>\nTo: bob@example.org\nDate: {day} May 2024 10:00:00 +0000\nSubject: {subject}\n"
    )
    return (
        f'{head}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="=_B{day}"\n\n{body}--=_B{day}--\n'.encode()
    )


def make_mbox(mails: Sequence[bytes]) -> bytes:
    """A mailbox of messages."""
    return b"".join(b"From a@example.org Fri May 10 10:00:00 2024\n" + mail + b"\n" for mail in mails)


def _part(name: str, data: bytes, kind: str = "application/octet-stream") -> str:
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    head = (
        f'Content-Type: {kind}\nContent-Disposition: attachment; filename="{quoted}"\nContent-Transfer-Encoding: base64'
    )
    return f"{head}\n\n{base64.encodebytes(data).decode()}"
