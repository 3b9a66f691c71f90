"""What kind of text a text is: some kinds show it in their first lines, for the others the name decides."""

from __future__ import annotations

import codecs
import re

from pincite.extract.formats import BY_EXTENSION
from pincite.extract.source import Source

_HEAD = 4096
_HTML = re.compile(
    r"\s*(?:(?:<\?xml[^>]{0,500}>|<!--.{0,1000}?-->)\s*){0,20}<(?:!doctype\s+html|(?:html|head|body)[\s>])",
    re.IGNORECASE | re.DOTALL,
)
_WEBVTT = re.compile(r"WEBVTT(?:[ \t\r\n]|\Z)")
_SUBRIP = re.compile(r"\s*(?:\d+[ \t]*\r?\n)?\d{1,3}:\d\d:\d\d[,.]\d{1,3}[ \t]+-->[ \t]+\d{1,3}:\d\d:\d\d[,.]\d")
_MAILBOX = re.compile(r"From \S[^\r\n]*\d{4}[^\r\n]*\r?\n>?[A-Za-z][A-Za-z0-9-]*:")
_MAIL = re.compile(r"(?:[A-Za-z][A-Za-z0-9-]*:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*\r?\n)+")
_MAIL_FIELDS = re.compile(
    r"^(from|to|date|subject|message-id|received|mime-version|return-path):", re.IGNORECASE | re.MULTILINE
)
_JSON = re.compile(r"""\s*(?:\{\s*(?:"[^"\n]{0,200}"\s*:|\})|\[\s*[\[{"\d])""")
_SCRIPT = re.compile(r"#!.{0,100}\b(?:python|node|bash|sh|perl|ruby)")
_OPEN_TO_DOUBT = {"", "txt"}
"""Hints that say little: what the first lines show is believed, where else a name is."""


def text_type(source: Source) -> str:
    r"""The type of a source that is text: by its first lines where they leave no doubt, else by its extension.

    >>> text_type(Source(b"WEBVTT\n\n00:01.000 --> 00:02.000\nHi", "talk")), text_type(Source(b"a,b", "x.csv"))
    ('vtt', 'csv')
    """
    head = _head(source.data)
    hint = BY_EXTENSION.get(source.extension, "")
    if hint in {"xlsx", "xls", "xlsb", "ods"}:  # many a system calls its tables in plain text so
        hint = "csv"
    if found := _shown(head):
        return found
    if hint in _OPEN_TO_DOUBT:
        return _likely(head, source) or "txt"
    if hint in {"srt", "vtt"} and b"-->" not in source.data.replace(b"\0", b""):  # a time at least, be it a broken one
        return "txt"
    return hint if hint in _TEXTS else "txt"


_TEXTS = {"md", "html", "csv", "json", "jsonl", "ipynb", "eml", "mbox", "code", "srt", "vtt", "rst"}


def _head(data: bytes) -> str:
    """The first characters; those of UTF-16 and UTF-32 by leaving out the NULs, which is enough to recognise marks."""
    start = data[:_HEAD].removeprefix(codecs.BOM_UTF8).lstrip(b"\xff\xfe").replace(b"\0", b"")
    return start.decode("utf-8", "replace")


def _shown(head: str) -> str:
    if _HTML.match(head):
        return "html"
    if _WEBVTT.match(head):
        return "vtt"
    if _SUBRIP.match(head):
        return "srt"
    return ""


def _likely(head: str, source: Source) -> str:
    if _MAILBOX.match(head):
        return "mbox"
    headers = _MAIL.match(head)
    if headers and len({field.lower() for field in _MAIL_FIELDS.findall(headers.group())}) > 2:
        return "eml"
    if not source.extension and _JSON.match(head) and source.data.rstrip()[-1:] in b"]}":
        return "json"
    if not source.extension and _SCRIPT.match(head):
        return "code"
    return ""
