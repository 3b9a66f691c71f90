"""Where the definitions of a program stand: by blank lines and indentation, as people lay out code in any language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_SHORT = 400
_DEEPEST = 4
_LOOKED_AT = 300
_MODIFIER = r"(?:(?:[a-z]+(?:\([^)\n]{0,40}\))?|@\w+(?:\([^)\n]{0,200}\))?)[ \t]+){0,8}"
_NAMED = re.compile(
    rf"[ \t]*{_MODIFIER}"
    r"(?P<kind>def|class|function\*?|func|fn|fun|interface|enum|struct|trait|impl|namespace|module|mod|type|record"
    r"|object|union|protocol|extension|macro_rules!|sub)\b(?:<[^>\n]{0,80}>)?[ \t]+"
    r"(?:\((?:\w+[ \t]+)?\*?(?P<receiver>\w+)[^)\n]{0,80}\)[ \t]*)?(?:[\w:<>,' ]{1,80}[ \t]for[ \t]+)?(?P<name>[\w$:.]+)"
)
_ASSIGNED = re.compile(
    rf"[ \t]*{_MODIFIER}(?P<name>[A-Za-z_$][\w$]*)[ \t]*(?::[^=\n]{{1,80}})?=[ \t]*(?:async\b)?[ \t]*(?:function\b|\(|[\w$]+[ \t]*=>)"
)
_CALLED = re.compile(
    r"[ \t]*(?:[A-Za-z_][\w:<>,*&\[\].? ]{0,120}[ *&])?(?P<name>[A-Za-z_~#][\w:~$]*)[ \t]*\([^;\n]*\)?[^;\n]*\Z"
)
_NO_NAME = {"if", "for", "while", "switch", "return", "else", "catch", "match", "with", "elif", "except", "try", "do"}
_HOLDERS = {
    "class",
    "interface",
    "impl",
    "trait",
    "namespace",
    "module",
    "mod",
    "object",
    "struct",
    "protocol",
    "extension",
    "enum",
    "record",
}
_ASIDE = ("#", "//", "/*", "*", "@", "--", ";", '"""', "'''", "[")
_CLOSERS = ("}", ")", "]", "end", "else", "elif", "except", "finally", "catch", "case", "default")


class Line(NamedTuple):
    """A line that is not blank: its span, indentation and first words, and whether a blank line is above it."""

    start: int
    end: int
    indent: int
    blank: bool
    words: str


class Part(NamedTuple):
    """A stretch of whole lines and the definition it belongs to; empty where it is none's."""

    start: int
    end: int
    title: str


def parts(text: str) -> list[Part]:
    r"""A program as parts that cover all its lines: a long definition is one, short neighbours are one together.

    The members of a long class (a module, an impl, ...) are parted in the same way; the title of each part is the
    definition that holds it, by its full name.

    >>> [part.title for part in parts("import a\n\ndef f():\n" + "    x = 1\n" * 50 + "\ny = 2")]
    ['', 'f', '']
    """
    return list(_joined(_parted(list(_lines(text)), "", 0)))


def _lines(text: str) -> Iterator[Line]:
    start, blank = 0, False
    for raw in text.split("\n"):
        if words := raw.strip():
            indent = raw[: len(raw) - len(raw.lstrip())].expandtabs(4)
            yield Line(start, start + len(raw.rstrip()), len(indent), blank, words[:_LOOKED_AT])
        blank = not words
        start += len(raw) + 1


def _parted(lines: Sequence[Line], parent: str, depth: int) -> Iterator[tuple[Part, bool]]:
    """The parts of some lines; True for those that may be joined with their neighbours."""
    for unit in _units(lines):
        start, end = unit[0].start, unit[-1].end
        if end - start < _SHORT:
            yield Part(start, end, parent), True
            continue
        kind, name = _definition(unit)
        title = ".".join(filter(None, (parent, name)))
        inner = _members(unit) if kind in _HOLDERS and depth < _DEEPEST else 0
        if inner:
            yield Part(start, unit[inner - 1].end, title), True
            yield from _parted(unit[inner:], title, depth + 1)
        else:
            yield Part(start, end, title), False


def _units(lines: Sequence[Line]) -> Iterator[Sequence[Line]]:
    """Lines in groups that begin at the outermost indentation, after a blank line or the end of a body."""
    outermost = min((line.indent for line in lines if not line.words.startswith(_CLOSERS)), default=0)
    first = 0
    for at, line in enumerate(lines):
        before = lines[at - 1] if at else None
        begins = line.blank or (before is not None and before.indent == outermost and before.words[:1] == "}")
        if before and begins and line.indent <= outermost and not line.words.startswith(_CLOSERS):
            yield lines[first:at]
            first = at
    if lines:
        yield lines[first:]


def _definition(unit: Sequence[Line]) -> tuple[str, str]:
    """The kind and the name of what a unit defines; empty where that can't be told."""
    for line in unit[:40]:
        if found := _NAMED.match(line.words):
            return found["kind"], ".".join(filter(None, (found["receiver"], found["name"].rstrip(":"))))
        if found := _ASSIGNED.match(line.words):
            return "", found["name"]
        if line.words.startswith(_ASIDE):
            continue
        found = _CALLED.match(line.words)
        return "", found["name"] if found and found["name"] not in _NO_NAME else ""
    return "", ""


def _members(unit: Sequence[Line]) -> int:
    """The index of the first line of the body of a class; 0 where it has none."""
    head = next((at for at, line in enumerate(unit) if _NAMED.match(line.words)), len(unit))
    for at in range(head + 1, len(unit)):
        line = unit[at]
        if line.indent > unit[head].indent and (line.blank or _NAMED.match(line.words)):
            return at
    return 0


def _joined(found: Iterator[tuple[Part, bool]]) -> Iterator[Part]:
    last: Part | None = None
    for part, may_join in found:
        if last and may_join and last.title == part.title:
            last = last._replace(end=part.end)
            continue
        if last:
            yield last
        last = part if may_join else None
        if not may_join:
            yield part
    if last:
        yield last
