r"""Where the claims of an answer are: its sentences, the rows of its tables, its blocks of code.

A marker belongs to the sentence it stands in, and behind a full stop to the sentence before: `Rent is due. [1] Pets are
not allowed. [2]`. Rules and the head of a table claim nothing. A sentence that announces a list or a block (`The rules
are:`) is not judged by itself when it has no marker. A bare `Yes.` belongs to what follows it.

A title (`## Prices`, `**Prices** [1]`, `Prices [1]` above a list) claims nothing but its figures and, where it cites, its
names. Its markers, like those of a sentence that announces, count for the items that have none, and for a paragraph right
below it; without any it is held to all that is cited below it, up to the next title.

Else a claim without a marker is covered by the next citation of its own paragraph or item; a table or list in which
nothing cites by the paragraph right under it (`From the date of purchase [1].`), one in which only the last item cites by
that. What only cites, `[1]`, `Source: [1]` or `All from the data sheet [1]`, covers all above it without a marker back to
the last line that has one, and claims nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pincite.answer.abbreviations import ends_abbreviated
from pincite.answer.code_spans import code_spans
from pincite.answer.provenance import only_points
from pincite.answer.titles import begins, has_figures, is_title
from pincite.chunk.sentences import sentences
from pincite.types.answer import Marker

_LINE = re.compile(r"[^\n]+")
_RULE = re.compile(r"[\s|:=*_+-]*\Z")
_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*\Z")
_TABLE_RULE = re.compile(r"[ \t]*\|[ \t:|-]*-[ \t:|-]*\Z")
_MARK = re.compile(r"[ \t]*(?:>[ \t]?)*[ \t]*(?:(?:[-*+•–]|\(?(?:\d{1,3}|[a-z])[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?")
_BARE = re.compile(
    r"\W*(?:yes|no|sí|correct|exactly|right|sure|claro|correcto|exacto|así es|of course)\W*\Z", re.IGNORECASE
)
_LABEL = r"\W*(?:(?:sources?|fuentes?|ref(?:erence|erencia)?s?|see|from|according to|source document|véase|ver|de|según|and|y)\W*)*"
_ONLY_CITES = re.compile(_LABEL + r"\Z", re.IGNORECASE)
_LINE_OF_MARKERS = re.compile(rf"(?:{_LABEL}\[\d+\])+\W*\Z", re.IGNORECASE)
_HASHES = re.compile(r"[ \t]*#")
_NAME = re.compile(r"\w[ \t]+[^\W\d_a-zà-ÿ]")
"""A capital that is not the first letter of a title."""
_BESIDE = 2
"""Signs between two markers that belong together: `[1][2]`, `[1], [2]`."""
_TWO = 2
_WORDS = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Sentence:
    """`text[start:end]`, the numbers of what covers it, and whether it leads to what follows.

    `kind` is `prose`, `item` (of a list or a table), `code`, `cites` (nothing but citations), `title`, or `head` (the
    citations of a title); `block` is where its paragraph, item or row begins.
    """

    start: int
    end: int
    cited: tuple[int, ...] = ()
    kind: str = "prose"
    announces: bool = False
    block: int = 0


def split_claims(text: str, markers: Sequence[Marker]) -> list[Sentence]:
    """The claims of `text` in order, disjoint; every marker lies in the claim whose sentence it proves.

    >>> said = "Rent is due monthly. [1] Pets are not allowed [2]."
    >>> two = [Marker(1, 21, 24), Marker(2, 46, 49)]
    >>> [(said[one.start : one.end], one.cited) for one in split_claims(said, two)]
    [('Rent is due monthly. [1]', (1,)), ('Pets are not allowed [2].', (2,))]
    """
    found = [one for block in _blocks(text) for one in _of_block(text, block, markers)]
    claims = [one for one in _joined(text, found) if one.cited or _says_something(text, one)]
    covered = _covered_by_what_follows(text, _inherited(_covered_in_block(claims)))
    return _titled(text, _closed(covered))


def without_markers(text: str, markers: Sequence[Marker]) -> str:
    """`text` with its citations as spaces, so that every place stays."""
    signs = list(text)
    for marker in markers:
        signs[marker.start : marker.end] = " " * (marker.end - marker.start)
    return "".join(signs)


def parts_of(one: Sentence, markers: Sequence[Marker]) -> list[tuple[int, int, tuple[int, ...]]]:
    """A claim from marker to marker, where it cites different sources in different places; else the whole of it.

    >>> said = "A is 5 [1] and B is 6 [2]."
    >>> [said[a:b] for a, b, _ in parts_of(Sentence(0, 26, (1, 2)), [Marker(1, 7, 10), Marker(2, 22, 25)])]
    ['A is 5 [1]', ' and B is 6 [2].']
    """
    own = [marker for marker in markers if one.start <= marker.start < one.end]
    groups: list[list[Marker]] = []
    for marker in own:
        if groups and marker.start - groups[-1][-1].end <= _BESIDE:
            groups[-1].append(marker)
        else:
            groups.append([marker])
    if len(groups) < _TWO or own[0].start - one.start <= _BESIDE or len({_numbers(group) for group in groups}) < _TWO:
        return [(one.start, one.end, one.cited)]
    ends = [*(group[-1].end for group in groups[:-1]), one.end]
    return [
        (start, end, _numbers(group)) for start, end, group in zip([one.start, *ends[:-1]], ends, groups, strict=True)
    ]


def _blocks(text: str) -> Iterator[Sentence]:
    """Paragraphs, items, rows, heads and fenced code; the lines of one paragraph are one block."""
    fences = [span for span in code_spans(text) if text[span[0] : span[1]].lstrip()[:3] in {"```", "~~~"}]
    block: Sentence | None = None
    for start, end, kind in _lines(text, fences):
        if block and kind == "prose" and _goes_on(text, block, start, end):
            block = replace(block, end=end)
            continue
        if block:
            yield block
        block = Sentence(start, end, kind=kind, block=start) if kind else None
    if block:
        yield block


def _goes_on(text: str, block: Sentence, start: int, end: int) -> bool:
    """Whether a line of prose belongs to the paragraph or item before it; markers alone belong to all above them."""
    beside = block.kind in {"prose", "item"} and text[block.end : start].count("\n") == 1
    return beside and not _LINE_OF_MARKERS.match(text[start:end])


def _lines(text: str, fences: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
    """Every line with its kind, empty for what claims nothing; a fence is one line."""
    position = 0
    for fence in [*fences, (len(text), len(text))]:
        lines = list(_LINE.finditer(text, position, fence[0]))
        for number, line in enumerate(lines):
            following = lines[number + 1].group() if number + 1 < len(lines) else ""
            alone = text[max(0, line.start() - 2) : line.start()] in {"", "\n", "\n\n"}
            yield line.start(), line.end(), _kind(line.group(), following, alone=alone)
        if fence[1] > fence[0]:
            yield *fence, "code"
        position = fence[1]


def _kind(line: str, following: str, *, alone: bool) -> str:
    if _RULE.match(line):
        return ""
    if _ROW.match(line) and _TABLE_RULE.match(following):
        return "head"
    if _ROW.match(line):
        return "row"
    mark = _MARK.match(line)
    if mark and mark.group().strip(" \t>"):
        leads = _deeper(line, following) and is_title(line[mark.end() :], following, alone=True)
        return "title" if leads else "item"
    return "title" if is_title(line, following, alone=alone) else "prose"


def _deeper(line: str, following: str) -> bool:
    """Whether the next line stands further in."""
    return len(following) - len(following.lstrip()) > len(line) - len(line.lstrip())


def _of_title(text: str, block: Sentence, own: Sequence[Marker]) -> Sentence:
    """A title with its markers; where it has some and neither figures nor a name, they are all there is of it."""
    line = text[block.start : block.end]
    mark = _MARK.match(line)
    start = mark.end() if mark else 0
    start += begins(line[start:])
    leads = bool(text[block.end :].strip())
    claims = has_figures(line[start:]) or _NAME.search(without_markers(text, own), block.start + start, block.end)
    if own and (leads or _HASHES.match(line)) and not claims:
        return replace(block, start=own[0].start, end=own[-1].end, cited=_numbers(own), kind="head", announces=True)
    kind = "title" if leads or not own else "prose"
    return replace(block, start=block.start + start, cited=_numbers(own), kind=kind, announces=leads and bool(own))


def _of_block(text: str, block: Sentence, markers: Sequence[Marker]) -> Iterator[Sentence]:
    own = [marker for marker in markers if block.start <= marker.start < block.end]
    if block.kind == "head":
        if own:
            yield replace(block, start=own[0].start, end=own[-1].end, cited=_numbers(own), announces=True)
        return
    if block.kind == "title":
        yield _of_title(text, block, own)
        return
    if block.kind in {"code", "row"}:
        whole = replace(block, cited=_numbers(own), kind="code" if block.kind == "code" else "item")
        cites = own and block.kind == "row" and _only_cites(without_markers(text, own), block.start, block.end)
        yield replace(whole, start=own[0].start, end=own[-1].end) if cites else whole
        return
    mark = _MARK.match(text, block.start, block.end)
    start = mark.end() if mark else block.start
    bare = without_markers(text, own)
    spans = _whole(text, sentences(bare, start, block.end)) or [(start, block.end)]
    for number, (first, stop) in enumerate(spans):
        last = spans[number + 1][0] if number + 1 < len(spans) else block.end
        begin = min([first, *(marker.start for marker in own)]) if number == 0 else first
        held = [marker for marker in own if begin <= marker.start < last]
        end = max([stop, *(marker.end for marker in held)])
        if held and _only_cites(bare, begin, end):
            kind = "cites" if block.kind == "prose" else block.kind
            yield replace(block, start=held[0].start, end=held[-1].end, cited=_numbers(held), kind=kind)
        else:
            announces = _announces(text, begin, end, held)
            yield replace(block, start=begin, end=end, cited=_numbers(held), announces=announces)


def _only_cites(bare: str, start: int, end: int) -> bool:
    return bool(_ONLY_CITES.match(bare, start, end)) or only_points(bare[start:end])


def _whole(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The sentences, those joined again that a full stop of an abbreviation parted: `part no. CB-3307`."""
    found: list[tuple[int, int]] = []
    for start, end in spans:
        if found and ends_abbreviated(
            text[max(found[-1][0], found[-1][1] - 16) : found[-1][1]], text[found[-1][1] : end]
        ):
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def _announces(text: str, start: int, end: int, held: Sequence[Marker]) -> bool:
    said = without_markers(text, held)[start:end]
    return said.rstrip("*_)\"”' \t").endswith((":", "："))


def _numbers(markers: Sequence[Marker]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(marker.index for marker in markers))


def _joined(text: str, found: Sequence[Sentence]) -> list[Sentence]:
    """A bare `Yes.` as the beginning of the sentence after it."""
    kept: list[Sentence] = []
    for one in found:
        last = kept[-1] if kept else None
        bare = last and not last.cited and last.kind == "prose" and _BARE.match(text[last.start : last.end])
        if last and bare and one.kind == "title" and not one.cited:
            continue
        if last and bare and one.kind == "prose":
            kept[-1] = replace(one, start=last.start)
        else:
            kept.append(one)
    return kept


def _says_something(text: str, one: Sentence) -> bool:
    return bool(_WORDS.search(text[one.start : one.end]))


def _covered_in_block(found: Sequence[Sentence]) -> list[Sentence]:
    """What has no marker takes the next of its own paragraph or item."""
    kept = list(found)
    for number in reversed(range(len(kept) - 1)):
        one, following = kept[number], kept[number + 1]
        if one.block == following.block and not one.cited and not one.announces:
            kept[number] = replace(one, cited=following.cited)
    return kept


def _inherited(found: Sequence[Sentence]) -> list[Sentence]:
    """Items and code without markers take those of what leads to them; what leads to something and has none is no claim.

    So does the paragraph right under a title that cites.
    """
    kept: list[Sentence] = []
    before: tuple[int, ...] = ()
    under = -1
    for number, one in enumerate(found):
        following = found[number + 1].kind if number + 1 < len(found) else ""
        if number and _leads(found, number - 1):
            under = one.block
        if one.announces and not one.cited and following in {"item", "code", "prose", "title"}:
            before = before if one.block == under else ()
            continue
        inherits = not one.cited and (one.kind in {"item", "code"} or (one.kind == "prose" and one.block == under))
        cited = before if inherits else one.cited
        kept.append(replace(one, cited=cited))
        if one.kind in {"prose", "cites", "title", "head"} and not (inherits and cited):
            before = one.cited if one.announces or following == "code" or _leads(found, number) else ()
    return kept


def _leads(found: Sequence[Sentence], number: int) -> bool:
    """Whether a claim cites for what is below it: a title, or with nothing above it what only cites."""
    one = found[number]
    return bool(one.cited) and (one.kind in {"title", "head"} or (one.kind == "cites" and number == 0))


def _covered_by_what_follows(text: str, found: Sequence[Sentence]) -> list[Sentence]:
    """A table or list in which nothing cites takes what the paragraph right under it cites.

    One in which only the last item cites takes what that cites.
    """
    kept = list(found)
    for start, end in reversed(_groups(found)):
        if kept[start].kind != "item":
            continue
        last = kept[end - 1]
        if last.cited and not any(one.cited for one in kept[start : end - 1] if one.block != last.block):
            kept[start:end] = [replace(one, cited=last.cited) for one in kept[start:end]]
        below = kept[end] if end < len(kept) else None
        if not below or below.kind != "prose" or _WORDS.search(text, kept[end - 1].end, below.block):
            continue
        if not any(one.cited for one in kept[start:end]):
            kept[start:end] = [replace(one, cited=below.cited) for one in kept[start:end]]
    return kept


def _closed(found: Sequence[Sentence]) -> list[Sentence]:
    """What only cites covers all that stands above it without a marker, back to the last line that has one."""
    kept = list(found)
    closing: tuple[int, ...] = ()
    for number in reversed(range(len(kept))):
        one = kept[number]
        if one.cited:
            closing = one.cited if one.kind == "cites" else ()
        elif one.kind != "title":  # which takes what its own part of the text cites
            kept[number] = replace(one, cited=closing)
    return kept


def _titled(text: str, found: Sequence[Sentence]) -> list[Sentence]:
    """A title with figures takes all that is cited below it, up to the next title; one that has none is no claim."""
    kept: list[Sentence] = []
    below: tuple[int, ...] = ()
    starts_part = False
    for one in reversed(found):
        cited = one.cited
        if one.kind == "title":
            cited = cited or below
            headed = _HASHES.match(text, one.block) and not cited  # of a document, say, of which nothing is told
            if one.cited or (has_figures(text[one.start : one.end]) and not headed):
                kept.append(replace(one, cited=cited, announces=True))
        else:
            kept.append(one)
        below = tuple(dict.fromkeys([*cited, *(() if starts_part and one.kind != "title" else below)]))
        starts_part = one.kind == "title"
    return kept[::-1]


def _groups(found: Sequence[Sentence]) -> list[tuple[int, int]]:
    """Where the tables and lists, each as a whole, and the other blocks begin and end in `found`."""
    keys = [("item", 0) if one.kind == "item" else (one.kind, one.block) for one in found]
    starts = [number for number, key in enumerate(keys) if number == 0 or key != keys[number - 1]]
    return list(pairwise([*starts, len(found)]))
