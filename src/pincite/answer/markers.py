r"""The grammar of what may point in an answer, and the reading of an answer by it.

    citation = "[" number "]"
    number   = "1" to the number of sources, in ASCII digits, without sign, space or leading zero

Citations may stand side by side (`[1][2]`). Everything else that points is a violation: reported with its place,
left in the text as it is, never a link. In particular:

* `out_of_range`: `[7]` of four sources, `[0]`, `[99999]`;
* `malformed_marker`: `[1, 2]`, `[1-3]`, `[-1]`, `[01]`, `[1.]`, `[ 2 ]`, `[^3]`, `[[1]]`, `[source 1]`, `【1】`, digits
  of other scripts and small ones (`[²]`), a last `[1` that is never closed; and without brackets `(source 1)`,
  `<sup>1</sup>` and small digits after a word (`monthly¹`, but not `km²`);
* `url`, `doi`, `arxiv`, `page`, `author_year`: see `pointing`.

Code is read as code. In backticks or a fence a bracketed number is neither citation nor violation. So it is outside of
them when it is glued to a name as programs write it: one small letter (`a[1]`), an underscore (`row_ids[1]`), small letters
with digits (`x1[2]`), a name after a dot (`self.rows[1]`). Glued to any other word of ASCII letters it is a citation
only where a clause ends (`the limit is two days[1].`), for many models leave out the space; within a clause (`items[1]
holds`) it could be either, so it is not a citation, and is reported. Other scripts write without spaces: there
`天空是蓝色的[1]` cites.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from pincite.answer.code_spans import code_spans
from pincite.answer.pointing import ADDRESSES, pointing
from pincite.types.answer import Marker, Violation

BRACKETED = frozenset({"out_of_range", "malformed_marker"})
"""The kinds of violation that are numbers in brackets."""

_CHAIN = re.compile(r"(?:\[[^\[\]]*+\])++")
_GROUP = re.compile(r"\[([^\[\]]*+)\]")
_NUMBER = re.compile(r"0|[1-9][0-9]*")
_OTHER_BRACKETS = re.compile(r"[【〔［⟦〖]([^【】〔〕［］⟦⟧〖〗\n]{0,80})[】〕］⟧〗\]]")
_UNCLOSED = re.compile(r"\[\s*+[0-9]++[\s,0-9]*+\Z")
_POINTS = re.compile(
    r"""(?xi)
    (?: (?:sources?|src|docs?|documents?|refs?\.?|references?|citations?|cites?|notes?|fuentes?|citas?|quelle|chunk) [\s:#.]* )?
    [\^\#+\-−–]? \s* [\d¹²³⁰⁴-⁹₀-₉①-⑳]+ (?: \s? [-‐‑–—−~] \s? [\d¹²³⁰⁴-⁹₀-₉①-⑳]+ )? [a-z]?
    (?: \s* (?:[,;&/|+]|and|y) \s* [\^\#]? \s* [\d¹²³⁰⁴-⁹₀-₉①-⑳]+ (?: \s? [-‐‑–—−~] \s? [\d¹²³⁰⁴-⁹₀-₉①-⑳]+ )? )*+
    (?: \s* (?: [,;†‡] | :\s ) .* | \. )?
    """
)
_IN_WORDS = re.compile(
    r"""(?xi)
    (?: \( (?:see\s|véase\s)? (?:sources?|refs?\.?|references?|citations?|fuentes?|citas?) [\s:#.]{1,3} \d{1,4} [^()\n]{0,80} \)
      | <sup> [^<>\n]{0,40} \d [^<>\n]{0,40} </sup>
      | (?<=[^\W\d_]{4}) [¹²³⁰⁴-⁹]+ )
    """
)
_FOOTNOTE = re.compile(r"\^[^\s^]+")
_WORD_BEFORE = re.compile(r"[A-Za-z0-9_]+\Z")
_NAME_IN_CODE = re.compile(r"[a-z]|\w*_\w*|[a-z]+[0-9]+")
_CLAUSE_ENDS = re.compile(r"[ \t]*(?:\Z|\n|[.,;:!?…)\"'”’»*](?![A-Za-z0-9_(\[]))")
_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Reading:
    """What an answer points to: `spans` are its citations in order, `cited` their numbers once each, by first use."""

    cited: tuple[int, ...]
    violations: tuple[Violation, ...]
    spans: tuple[Marker, ...]


def read_markers(text: str, n: int) -> Reading:
    r"""Read an answer to a prompt with `n` sources by the grammar above; nothing in it is changed.

    Spans are code points of `text`, half-open, sorted, and none overlaps another. Never raises, whatever the text.

    >>> reading = read_markers("Paid monthly [2][1]. See [7], [1, 2] and https://a.org.", 4)
    >>> reading.cited
    (2, 1)
    >>> [(violation.kind, violation.text) for violation in reading.violations]
    [('out_of_range', '[7]'), ('malformed_marker', '[1, 2]'), ('url', 'https://a.org')]
    """
    code = {position for start, end in code_spans(text) for position in range(start, end)}
    taken: set[int] = set()
    read: list[Marker | Violation] = []
    for found in (*pointing(text), *_bracketed(text, n)):
        span = range(found.start, found.end)
        points_in_code = isinstance(found, Violation) and found.kind in ADDRESSES
        if taken.isdisjoint(span) and (points_in_code or found.start not in code):
            taken.update(span)
            read.append(found)
    read.sort(key=lambda found: found.start)
    spans = tuple(found for found in read if isinstance(found, Marker))
    violations = tuple(found for found in read if isinstance(found, Violation))
    return Reading(tuple(dict.fromkeys(marker.index for marker in spans)), violations, spans)


def _bracketed(text: str, n: int) -> Iterator[Marker | Violation]:
    for chain in _CHAIN.finditer(text):
        yield from _read_chain(text, chain, n)
    for other in _OTHER_BRACKETS.finditer(text):
        if _points(other.group(1)):
            yield Violation("malformed_marker", other.group(), *other.span())
    for words in _IN_WORDS.finditer(text):
        yield Violation("malformed_marker", words.group(), *words.span())
    unclosed = _UNCLOSED.search(text)
    if unclosed:
        yield Violation("malformed_marker", unclosed.group(), *unclosed.span())


def _read_chain(text: str, chain: re.Match[str], n: int) -> Iterator[Marker | Violation]:
    glued = _glued(text, chain.start(), chain.end())
    if glued == "code":
        return
    doubled = text[chain.start() - 1 : chain.start()] == "[" and text[chain.end() : chain.end() + 1] == "]"
    for group in _GROUP.finditer(text, *chain.span()):
        found = _read_group(group, n)
        if isinstance(found, Marker) and (doubled or glued == "unclear"):
            start, end = (group.start() - 1, group.end() + 1) if doubled else group.span()
            yield Violation("malformed_marker", text[start:end], start, end)
        elif found is not None:
            yield found


def _read_group(group: re.Match[str], n: int) -> Marker | Violation | None:
    inner = group.group(1)
    if _NUMBER.fullmatch(inner):
        # A number of more digits than n cannot be in range, and int() refuses very long ones.
        if len(inner) <= len(str(n)) and 1 <= int(inner) <= n:
            return Marker(int(inner), *group.span())
        return Violation("out_of_range", group.group(), *group.span())
    return Violation("malformed_marker", group.group(), *group.span()) if _points(inner) else None


def _points(inner: str) -> bool:
    """Whether what stands in brackets was meant as a marker, invisible characters and a closing backslash aside."""
    if len(inner) > _LONGEST_NAME:
        return False
    visible = "".join(char for char in inner if unicodedata.category(char) != "Cf").strip().removesuffix("\\").strip()
    return bool(_POINTS.fullmatch(visible) or _FOOTNOTE.fullmatch(visible))


def _glued(text: str, start: int, end: int) -> str:
    """How the brackets at `[start, end)` hang on the word before them: `no`, `code` or `unclear`."""
    word = _WORD_BEFORE.search(text, max(0, start - _LONGEST_NAME), start)
    if word is None or word.group()[0].isdigit():
        return "no"
    before = text[word.start() - 1 : word.start()]
    if before.isalpha():  # the tail of a word in another alphabet
        return "no"
    if _NAME_IN_CODE.fullmatch(word.group()) or before in {".", "$", "@"}:
        return "code"
    return "no" if _CLAUSE_ENDS.match(text, end) else "unclear"
