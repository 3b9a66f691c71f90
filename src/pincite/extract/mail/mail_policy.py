"""How the fields of a message's head are read."""

from __future__ import annotations

from email.policy import EmailPolicy
from typing import Any

_LONGEST = 10_000


class _MailPolicy(EmailPolicy):
    """That of the standard library, whose parser takes minutes for a field with very many parameters: such a one is cut off."""

    def header_fetch_parse(self, name: str, value: Any) -> Any:
        return super().header_fetch_parse(name, value[:_LONGEST] if isinstance(value, str) else value)


MAIL_POLICY = _MailPolicy()
"""For `message_from_bytes`."""
