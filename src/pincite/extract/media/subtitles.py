"""Subtitles (SRT and WebVTT): what is said is the text, and each cue has its times as place."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from pincite.extract.builder import Builder, canonical
from pincite.extract.formats import current_extractor
from pincite.extract.plain.encoding import decode_source
from pincite.extract.source import Source
from pincite.types.document import Document
from pincite.types.places import Times

_TIME = r"(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})"
_TIMING = re.compile(rf"[ \t]*{_TIME}[ \t]*-->[ \t]*{_TIME}(?:[ \t][^\n]*)?")
_VOICE = re.compile(r"<v(?:\.[^\s>]{0,100})?[ \t]+([^>\n]{1,200})>")
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]{0,200}>|</?\d[\d:.]{0,20}>|\{\\[^}\n]{0,200}\}")
_ROLLING = re.compile(r"<\d{1,3}:\d\d[:.\d]{1,12}>")
_ASIDE = re.compile(r"(?:NOTE|STYLE|REGION)(?:[ \t]|\Z)")
_SILENCE = 2.0
_ADJOINS = 0.2
_ENOUGH = 3


class Cue(NamedTuple):
    """What is said from one time to another, in seconds; a line begins with its speaker where the file names one."""

    start: float
    end: float
    lines: list[str]
    speaker: str


def extract_subtitles(source: Source) -> Document:
    """Subtitles as a document: cues that follow each other are one paragraph, up to a silence of two seconds.

    Tags are left out, a voice (`<v Ann>`) becomes `Ann: `. Captions that roll, each showing the last line again, are
    read once.
    """
    builder = Builder()
    found = decode_source(source, builder)
    text = canonical(found.text)
    kind = "vtt" if text.startswith("WEBVTT") else "srt"
    cues = list(_cues(builder, text))
    if _ROLLING.search(text) or _roll(cues):
        cues = list(_without_repeats(builder, cues))
    _write(builder, cues)
    return builder.build(
        kind,
        current_extractor(kind),
        source_sha256=source.sha256,
        title=source.file_name,
        metadata={"encoding": found.encoding},
    )


def _cues(builder: Builder, text: str) -> Iterator[Cue]:
    """The cues in the order of the file; what is none is noted, but for numbers, names of cues and the file's own head."""
    stray: list[str] = []
    for block in re.split(r"\n[ \t]*\n", text):
        lines = block.strip("\n").split("\n")
        at = next((at for at, line in enumerate(lines) if _TIMING.fullmatch(line)), None)
        if at is None:
            if not lines[0].startswith("WEBVTT") and block.strip():
                stray.append(block.strip())
            continue
        yield from _cues_of(lines, at)
    if stray:
        aside = sum(bool(_ASIDE.match(block)) for block in stray)
        message = f"{aside} comments and styles and {len(stray) - aside} blocks without times are left out"
        builder.note("blocks-dropped", message, text="\n\n".join(stray))


def _cues_of(lines: list[str], at: int) -> Iterator[Cue]:
    """One cue, or several where no blank line parts them."""
    while at < len(lines):
        timing = _TIMING.fullmatch(lines[at])
        following = next((n for n in range(at + 1, len(lines)) if _TIMING.fullmatch(lines[n])), len(lines))
        last = following
        if following < len(lines) and lines[following - 1].strip().isdigit():
            last -= 1
        if timing:
            words = lines[at + 1 : last]
            voices = {" ".join(_plain(name).split()) for line in words for name in _VOICE.findall(line)}
            speaker = voices.pop() if len(voices) == 1 else ""
            words = [_VOICE.sub(r"\1: ", line) for line in words] if voices else words
            shown = [plain for line in words if (plain := " ".join(_plain(line).split()))]
            start, end = _seconds(timing.groups()[:4]), _seconds(timing.groups()[4:])
            if shown:
                yield Cue(start, max(start, end), shown, speaker)
        at = following


def _plain(line: str) -> str:
    return html.unescape(_TAG.sub("", line))


def _seconds(parts: tuple[str | None, ...]) -> float:
    hours, minutes, seconds, fraction = (part or "0" for part in parts)
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds) + float(f"0.{fraction}")


def _roll(cues: list[Cue]) -> bool:
    """Whether most captions begin with the last line of the one before, while that is still shown."""
    pairs = list(pairwise(cues))
    repeats = sum(
        next_.lines[0] == cue.lines[-1] and next_.start - cue.end < _ADJOINS and len(next_.lines) > 1
        for cue, next_ in pairs
    )
    return repeats >= _ENOUGH and 2 * repeats > len(pairs)


def _without_repeats(builder: Builder, cues: list[Cue]) -> Iterator[Cue]:
    before: list[str] = []
    repeated = 0
    for cue in cues:
        shared = next((n for n in range(len(cue.lines), 0, -1) if before[-n:] == cue.lines[:n]), 0)
        repeated += shared
        if shared < len(cue.lines):
            yield cue._replace(lines=cue.lines[shared:])
        before = cue.lines
    if repeated:
        builder.note("captions-repeated", f"{repeated} lines that roll on from the caption before are read once")


def _write(builder: Builder, cues: list[Cue]) -> None:
    before: Cue | None = None
    for cue in cues:
        apart = before is None or cue.start - before.end >= _SILENCE or cue.speaker != before.speaker
        if apart:
            if before:
                builder.close()
                builder.put("\n\n")
            builder.open("paragraph")
        else:
            builder.put("\n")
        lines = "\n".join(cue.lines)
        builder.put(f"{cue.speaker}: {lines}" if apart and cue.speaker else lines, Times(cue.start, cue.end))
        before = cue
    if before:
        builder.close()
