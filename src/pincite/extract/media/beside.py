"""Which subtitles belong to a recording: by their name in its folder."""

from __future__ import annotations

import os
import re
from pathlib import Path

from pincite.extract.formats import FORMATS

RECORDINGS = FORMATS["audio"].extensions | FORMATS["video"].extensions
_ENDING = re.compile(r"(?:\.[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)?\.(?:vtt|srt)", re.IGNORECASE)
_TAG = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8})*")


def subtitles_beside(path: str) -> str | None:
    """The file of subtitles beside the recording at `path`; None where there is none, or `path` names no recording.

    For `talk.mp4` that is the first of `talk.vtt`, `talk.srt`, then by name `talk.en.vtt` and its like, then
    `talk.en.srt`. Any others are documents of their own.
    """
    recording = Path(path)
    if recording.suffix[1:].lower() not in RECORDINGS:
        return None
    stem = recording.stem
    try:
        with os.scandir(recording.parent) as entries:
            found = [e.name for e in entries if e.name.startswith(stem) and _ENDING.fullmatch(e.name, len(stem))]
    except (OSError, ValueError):
        return None
    there = [name for name in found if _is_beside(recording.with_name(name))]
    return str(recording.with_name(min(there, key=_rank))) if there else None


def _is_beside(path: Path) -> bool:
    """Whether there is a file; a link counts only where it stays in its folder, for what lies elsewhere was not added."""
    return path.is_file() and path.resolve().parent == path.parent.resolve()


def recording_of(path: str) -> str:
    """The recording whose words the file of subtitles at `path` holds; any other path as it is."""
    subtitles = Path(path)
    if subtitles.suffix.lower() not in {".vtt", ".srt"}:
        return path
    try:
        with os.scandir(subtitles.parent) as entries:
            near = sorted(entry.path for entry in entries if subtitles.name.startswith(Path(entry.name).stem))
    except (OSError, ValueError):
        return path
    return next((one for one in near if subtitles_beside(one) == str(subtitles)), path)


def language_of(name: str) -> str:
    """The language that the name of a file of subtitles gives, in lower case; empty where it gives none.

    >>> language_of("talk.pt-BR.vtt"), language_of("talk.srt")
    ('pt-br', '')
    """
    parts = Path(name).name.lower().split(".")
    return parts[-2] if len(parts) > 2 and _TAG.fullmatch(parts[-2]) else ""


def _rank(name: str) -> tuple[bool, bool, str]:
    lower = name.lower()
    return bool(language_of(lower)), lower.endswith(".srt"), name
