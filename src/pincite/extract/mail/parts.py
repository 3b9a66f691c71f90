"""The parts of a message: which is its text, which is said twice, which is a file of its own."""

from __future__ import annotations

import base64
import contextlib
import re
from email import message_from_bytes
from email.errors import InvalidBase64LengthDefect
from email.message import EmailMessage, Message

from selectolax.lexbor import LexborHTMLParser

from pincite.errors import ExtractError
from pincite.extract.block_writer import BlockWriter
from pincite.extract.builder import Builder, canonical
from pincite.extract.mail.attached import MOST_ATTACHED, Attachments
from pincite.extract.mail.mail_policy import MAIL_POLICY
from pincite.extract.plain.encoding import decode
from pincite.extract.web.guard import refuse_bombs
from pincite.extract.web.walk import HtmlWalk

_DEEPEST = 50
_LONGEST_HEADER = 10_000
_MUCH_MORE = 4
_SHOWN = ("from", "to", "cc", "date")
_PARAGRAPH = re.compile(
    r"(?P<quote>>[^\n]*(?:\n>[^\n]*)*)|(?P<words>[^>\s][^\n]*|[^\S\n]+\S[^\n]*)(?P<more>(?:\n(?![>\n])[^\n]*\S[^\n]*)*)"
)
_READABLE = {"text/plain", "text/html", ""}
_SIGNATURES = {"application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature"}


class MailWriter:
    """Writes messages one after the other, and puts aside what is attached to them."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self.attachments = Attachments()

    def message(self, message: Message, level: int) -> None:
        """Write a message under a heading of this level (6 is the deepest), and the messages that are in it.

        Raises ExtractError `too_deep` where messages or their parts nest deeper than 50.
        """
        if level > _DEEPEST:
            raise ExtractError("too_deep", f"messages nest deeper than {_DEEPEST}")
        self._heading(header(message, "subject") or "(no subject)", level)
        lines = [(name, header(message, name)) for name in _SHOWN]
        if known := [f"{name.capitalize()}: {value}" for name, value in lines if value]:
            self._builder.put("\n\n")
            self._builder.open("paragraph")
            self._builder.put("\n".join(known))
            self._builder.close()
        self._part(message, level, 0)
        if broken := sorted({type(defect).__name__ for part in message.walk() for defect in part.defects}):
            self._builder.note(
                "mail-damaged", f"the message breaks the rules, and parts may be missing: {', '.join(broken)}"
            )

    def _heading(self, words: str, level: int) -> None:
        if self._builder.length:
            self._builder.put("\n\n")
        self._builder.open("heading", min(level, 6), words)
        self._builder.put(words)
        self._builder.close()

    def _part(self, part: Message, level: int, depth: int) -> None:
        if depth > _DEEPEST:
            raise ExtractError("too_deep", f"the parts of a message nest deeper than {_DEEPEST}")
        kind = part.get_content_type()
        inner = _inner(part)
        if kind == "multipart/alternative" and inner:
            self._alternatives(inner, level, depth)
        elif part.get_content_maintype() == "multipart" and inner:
            for child in inner:
                self._part(child, level, depth + 1)
        elif kind in {"message/rfc822", "message/global"} and inner:
            for child in inner:
                self.message(_unpacked(part, child), level + 1)
        elif (kind in _READABLE or part.get_content_maintype() == "multipart") and not _is_file(part):
            self._text(_decoded(part), kind, level)
        else:
            self._file(part, kind)

    def _alternatives(self, parts: list[Message], level: int, depth: int) -> None:
        """The plain one, unless it says something else than the last, which is the richest; the others are noted."""
        plain = next((part for part in parts if _is_plain(part) and _decoded(part).strip()), None)
        said, rich = _decoded(plain) if plain is not None else "", _words_of_page(parts[-1])
        chosen = plain if plain is not None and not _says_less(said, rich) else parts[-1]
        for part in parts:
            if part is chosen:
                self._part(part, level, depth + 1)
            else:
                is_other = part is plain
                how = "another text" if is_other else "the same text"
                words = said.strip() if is_other else ""
                self._builder.note("alternative-dropped", f"{how} as {part.get_content_type()}", text=words)
                for leaf in part.walk():
                    if leaf is not part and not leaf.is_multipart() and leaf.get_content_maintype() != "text":
                        self._file(leaf, leaf.get_content_type())

    def _text(self, text: str, kind: str, level: int) -> None:
        if kind == "text/html":
            refuse_bombs(text)
            tree = LexborHTMLParser(canonical(text))
            writer = BlockWriter(self._builder)
            writer.separate(2)
            if tree.root is not None:
                HtmlWalk(self._builder, keep_furniture=True, writer=writer, below=min(level, 5)).run(tree.root)
            return
        words = canonical(text).strip("\n")
        if words.strip():
            self._builder.put("\n\n")
            self._plain(words)

    def _plain(self, words: str) -> None:
        """Paragraphs, and what is quoted of earlier messages as quotations."""
        start = self._builder.length
        self._builder.put(words)
        for found in _PARAGRAPH.finditer(words):
            end = start + found.start() + len(found.group().rstrip())
            self._builder.mark("quote" if found["quote"] else "paragraph", start + found.start(), end)

    def _file(self, part: Message, kind: str) -> None:
        """A file that is attached becomes a document of its own; the message only names it."""
        data, name = _payload(part), _file_name(part)
        size = f"({kind}, {len(data)} bytes)"
        why = _why_none(part, kind)
        path = None if why else self.attachments.add(name, kind, data)
        if path is None:
            why = why or f"expected at most {MOST_ATTACHED} of them"
            self._builder.note("attachment-left-out", f"{name or 'a part without a name'} {size}: {why}")
        else:
            self._builder.note("attachment", f"{path} {size} is a document of its own")


def _words_of_page(part: Message) -> str:
    """What the first page of HTML in a part shows."""
    page = next((leaf for leaf in part.walk() if leaf.get_content_type() == "text/html" and not _is_file(leaf)), None)
    if page is None:
        return ""
    text = canonical(_decoded(page))
    refuse_bombs(text)
    builder, root = Builder(), LexborHTMLParser(text).root
    if root is not None:
        HtmlWalk(builder, keep_furniture=True).run(root)
    return builder.put_whole("")


def _says_less(plain: str, rich: str) -> bool:
    """Whether a plain text is none for the page beside it, but a word about mail programs, or its beginning.

    >>> _says_less("See it in your browser", "Dear Ann, the meeting is on Monday at ten"), _says_less("On Monday", "On Monday!")
    (True, False)
    """
    said, shown = (re.findall(r"\w+", text.casefold()) for text in (plain, rich))
    own = set(said)
    return bool(shown) and (2 * len(own & set(shown)) < len(own) or len(shown) > _MUCH_MORE * len(said))


def _unpacked(part: Message, inner: Message) -> Message:
    """A message that is attached; where it was encoded as a whole, which it must not be, as it was before."""
    if inner.keys() or str(part["content-transfer-encoding"] or "").strip().lower() not in {
        "base64",
        "quoted-printable",
    }:
        return inner
    inner["content-transfer-encoding"] = str(part["content-transfer-encoding"])
    return message_from_bytes(_payload(inner), EmailMessage, policy=MAIL_POLICY)


def _why_none(part: Message, kind: str) -> str:
    """Why a part is no document of its own; empty where it is one."""
    if kind in _SIGNATURES:
        return "a signature"
    if part.get_content_maintype() == "image" and part.get_content_disposition() != "attachment":
        is_shown = part.get_content_disposition() == "inline" or any(key.lower() == "content-id" for key in part.keys())  # noqa: SIM118 - a message is no dict
        return "a picture that the message shows" if is_shown else ""
    return ""


def header(message: Message, name: str) -> str:
    """The value of a header on one line, its encoded words read; empty where there is none."""
    raw = next((value for key, value in message.raw_items() if key.lower() == name), None)
    if raw is None:
        return ""
    text = str(raw)
    if len(text) < _LONGEST_HEADER:
        with contextlib.suppress(Exception):  # the parser of headers stumbles over many a broken one
            text = str(message[name])
    if "\ufffd" in text and any("\ud800" <= char <= "\udfff" for char in str(raw)):  # bytes of an old encoding
        with contextlib.suppress(ExtractError):
            text = decode(str(raw).encode("utf-8", "surrogateescape")).text
    return " ".join(canonical(text).split())[:_LONGEST_HEADER]


def _inner(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [child for child in payload if isinstance(child, Message)] if isinstance(payload, list) else []


def _is_plain(part: Message) -> bool:
    return part.get_content_type() == "text/plain" and not _is_file(part)


def _is_file(part: Message) -> bool:
    return part.get_content_disposition() == "attachment" or bool(_file_name(part))


def _file_name(part: Message) -> str:
    with contextlib.suppress(Exception):  # as for headers
        return canonical(part.get_filename() or "")
    return ""


def _payload(part: Message) -> bytes:
    with contextlib.suppress(Exception):  # an encoding that is none
        found = part.get_payload(decode=True)
        if isinstance(found, bytes):
            return _to_the_last_group(found) if _is_cut(part) else found
    inner = part.get_payload()
    return str(inner if isinstance(inner, str) else "\n".join(map(str, inner or ()))).encode("utf-8", "surrogateescape")


def _is_cut(part: Message) -> bool:
    return any(isinstance(defect, InvalidBase64LengthDefect) for defect in part.defects)


def _to_the_last_group(encoded: bytes) -> bytes:
    """What can be had of Base64 that is cut off inside a group of four characters."""
    letters = re.sub(rb"[^A-Za-z0-9+/]", b"", encoded)
    return base64.b64decode(letters[: len(letters) - len(letters) % 4])


def _decoded(part: Message) -> str:
    data = _payload(part)
    charset = None
    with contextlib.suppress(Exception):  # as for headers
        charset = part.get_content_charset()
    try:
        return decode(data, declared=charset).text if data else ""
    except ExtractError:
        return data.decode("utf-8", "replace")
