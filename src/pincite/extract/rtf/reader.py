"""Reads the tokens of rich text: which characters are shown, where paragraphs, cells and rows end."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, replace

from pincite.errors import ExtractError
from pincite.extract.left_out import LeftOut
from pincite.extract.rtf.tokens import Token, tokens
from pincite.extract.rtf.words import CHARACTERS, CHARSETS, CODEPAGES, SHOWN, SINKS
from pincite.extract.rtf.writer import Paragraph, RtfWriter

_DEEPEST = 1000
_HEADING_NAME = re.compile(r"\s*(?:heading|überschrift|título|titre|titolo) ([1-9])\s*;?\s*\Z", re.IGNORECASE)
_ENDS = {"par", "sect", "cell", "row", "nestcell", "nestrow"}
_BREAKS = {"line", "page", "column", "softline", "lbr"}


@dataclass(frozen=True, slots=True)
class _State:
    """What a group inherits: the sink of its text (`body` is shown), encoding, and what hides it."""

    sink: str = "body"
    codec: str = "cp1252"
    fallback: int = 1
    hidden: bool = False
    deleted: bool = False


class RtfReader:
    """One pass over a file; what it finds goes to a writer, what is not shown to `left_out`, the rest is in `said`."""

    def __init__(self, writer: RtfWriter, left_out: LeftOut) -> None:
        self._writer = writer
        self._left_out = left_out
        self._state = _State()
        self._stack: list[_State] = []
        self._codec = "cp1252"
        self._fonts: dict[int, str] = {}
        self._font = 0
        self._styles: dict[int, int] = {}
        self._style = 0
        self._bytes = bytearray()
        self._units: list[int] = []
        self._skip = 0
        self._fresh = False
        self._starred = False
        self._sinks: dict[str, list[str]] = {}
        self._day = [0, 0, 0]
        self._paragraph = Paragraph()
        self.said: dict[str, str] = {}

    def read(self, data: bytes) -> None:
        """Read a whole file; raises ExtractError `truncated` where a group is not closed, `too_deep` beyond 1,000 groups."""
        for token in tokens(data):
            match token.kind:
                case "group":
                    self._group(token.value)
                case "word":
                    self._word(token.value, token.number)
                case "symbol":
                    self._symbol(token.value)
                case _:
                    self._text(token)
            self._fresh = token.kind == "group" or (self._fresh and token.value == "*")
        if self._stack:
            raise ExtractError("truncated", f"the file ends inside {len(self._stack)} groups", f"byte {len(data)}")
        self._end_paragraph()
        self._writer.close()

    def _group(self, sign: str) -> None:
        self._flush()
        self._skip, self._starred = 0, False
        if sign == "{":
            if len(self._stack) >= _DEEPEST:
                raise ExtractError("too_deep", f"groups nest deeper than {_DEEPEST}")
            self._stack.append(self._state)
        elif self._stack:
            left, self._state = self._state, self._stack.pop()
            if left.sink not in {self._state.sink, "body"}:
                self._leave(left.sink, " ".join("".join(self._sinks.pop(left.sink, [])).split()))

    def _leave(self, sink: str, words: str) -> None:
        """The end of a destination, with its words."""
        match sink:
            case "footnote":
                self._writer.waiting.append((self._writer.footnotes, words))
            case "comment":
                self._writer.comment(words)
            case "field-code" | "furniture" | "formula":
                self._left_out.add(sink, words)
            case "label":
                self._paragraph.label = words if any(map(str.isalnum, words)) else ""
            case "date" if all(self._day):
                self.said["date"] = "{:04}-{:02}-{:02}".format(*self._day)
            case "title" | "author" | "tags":
                self.said[sink] = words

    def _word(self, word: str, number: int | None) -> None:
        starred, self._starred = self._starred, False
        if word == "u":
            self._unit(number or 0)
            return
        self._flush()
        self._skip = 0
        if self._fresh and word in SHOWN:
            self._state = replace(self._state, sink="body")
        elif self._fresh and (word in SINKS or starred):
            self._enter(SINKS.get(word, ""))
        elif word in CHARACTERS:
            self._emit(CHARACTERS[word])
        elif word in _BREAKS:
            self._emit("\n")
        elif word in _ENDS:
            self._end(word)
        else:
            self._property(word, number)

    def _enter(self, sink: str) -> None:
        if self._state.sink == "body" or sink in {"title", "author", "tags", "date", "comment"}:
            self._state = replace(self._state, sink=sink)
        if sink == "footnote" and self._state.sink == "footnote":
            self._paragraph.text.append(f"({self._writer.next_footnote()})")
        if sink == "date":
            self._day = [0, 0, 0]

    def _property(self, word: str, number: int | None) -> None:
        match word:
            case "v":
                self._state = replace(self._state, hidden=number != 0)
            case "deleted":
                self._state = replace(self._state, deleted=number != 0)
            case "plain":
                self._state = replace(self._state, hidden=False, deleted=False, codec=self._codec)
            case "uc":
                self._state = replace(self._state, fallback=min(max(number or 0, 0), 16))
            case "ansi" | "mac" | "pc" | "pca":
                self._use(CODEPAGES[word])
            case "ansicpg":
                self._use(f"cp{number}")
            case "f":
                self._font = number or 0
                self._state = replace(self._state, codec=self._fonts.get(self._font, self._codec))
            case _ if self._state.sink == "body":
                self._paragraph_property(word, number)
            case _:
                self._table_property(word, number or 0)

    def _table_property(self, word: str, number: int) -> None:
        """What stands in the tables at the head of a file: fonts, styles, dates."""
        match word, self._state.sink:
            case "fcharset", "fonts":
                self._fonts[self._font] = CHARSETS.get(number, self._codec)
            case (("yr" | "mo" | "dy"), "date"):
                self._day[("yr", "mo", "dy").index(word)] = min(max(number, 0), 9999)
            case "s", "styles":
                self._style = number

    def _paragraph_property(self, word: str, number: int | None) -> None:
        paragraph = self._paragraph
        match word:
            case "pard":
                self._paragraph = Paragraph(paragraph.text, label=paragraph.label)
            case "s":
                paragraph.level = self._styles.get(number or 0, 0)
            case "outlinelevel":
                paragraph.level = min((number or 0) + 1, 6) if 0 <= (number or 0) < 9 else 0
            case "intbl":
                paragraph.in_table = True
            case "ilvl":
                paragraph.depth = min(max(number or 0, 0), 8)
            case "trowd":
                self._writer.header_row = False
            case "trhdr":
                self._writer.header_row = True

    def _use(self, codec: str) -> None:
        try:
            self._codec = codecs.lookup(
                {"cp65001": "utf-8", "cp936": "gb18030", "cp10000": "mac_roman"}.get(codec, codec)
            ).name
        except LookupError:
            return
        self._state = replace(self._state, codec=self._codec)

    def _symbol(self, symbol: str) -> None:
        if symbol == "*":
            self._starred = True
        elif symbol in "\r\n":
            self._flush()
            self._end("par")
        elif symbol in CHARACTERS:
            self._flush()
            if self._skip:
                self._skip -= 1
            else:
                self._emit(CHARACTERS[symbol])

    def _text(self, token: Token) -> None:
        """Bytes in the encoding of their font; those that stand in for a character given before are skipped."""
        skipped = min(self._skip, len(token.data))
        self._skip -= skipped
        if token.data[skipped:]:
            self._end_units()
            self._bytes += token.data[skipped:]

    def _unit(self, number: int) -> None:
        """A UTF-16 code unit, signed; halves of a pair wait for each other."""
        self._end_bytes()
        self._units.append(number & 0xFFFF)
        self._skip = self._state.fallback

    def _flush(self) -> None:
        self._end_bytes()
        self._end_units()

    def _end_bytes(self) -> None:
        if self._bytes:
            text = bytes(self._bytes).decode(self._state.codec, "replace")
            self._bytes.clear()
            self._emit(text)

    def _end_units(self) -> None:
        if self._units:
            pairs = b"".join(unit.to_bytes(2, "little") for unit in self._units)
            self._units.clear()
            self._emit(pairs.decode("utf-16-le", "replace"))

    def _emit(self, text: str) -> None:
        sink = self._state.sink
        if sink == "styles":
            self._name_style(text)
        elif sink == "body" and (self._state.hidden or self._state.deleted):
            self._left_out.add("deleted" if self._state.deleted else "hidden", text)
        elif sink == "body":
            self._paragraph.text.append(text)
        elif sink and sink != "fonts":
            self._sinks.setdefault(sink, []).append(text)

    def _name_style(self, text: str) -> None:
        if found := _HEADING_NAME.match(text):
            self._styles[self._style] = min(int(found.group(1)), 6)
        self._style = 0

    def _end(self, word: str) -> None:
        if self._state.sink != "body":
            self._emit(" ")
        elif word in {"cell", "row"}:
            self._writer.cell(self._take()) if word == "cell" else self._writer.row()
        elif word in {"nestcell", "nestrow"}:
            self._paragraph.text.append(" | " if word == "nestcell" else "; ")
        elif self._paragraph.in_table:
            self._paragraph.text.append(" ")
        else:
            self._end_paragraph()

    def _take(self) -> Paragraph:
        taken = self._paragraph
        self._paragraph = replace(taken, text=[], label=None)
        return taken

    def _end_paragraph(self) -> None:
        self._writer.paragraph(self._take())
        self._left_out.flush()
