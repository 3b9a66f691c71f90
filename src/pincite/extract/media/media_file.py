"""What the file of a recording says of itself, read with PyAV where it is installed."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from pincite.errors import ExtractError
from pincite.extract.sniff.recordings import container

_DAY = re.compile(r"\d{4}(-\d{2}-\d{2})?")
_TEXT_CODECS = frozenset({"subrip", "srt", "webvtt", "mov_text", "ass", "ssa", "text"})
_ASS_FIELDS = 8  # before the words of a dialogue, as FFmpeg hands it over


@dataclass(frozen=True, slots=True)
class About:
    """A recording's tags, its length and that of its sound in seconds (0: not known).

    `has_sound` is True where nothing could be read.
    """

    title: str = ""
    author: str = ""
    date: str = ""
    language: str = ""
    seconds: float = 0.0
    sound_seconds: float = 0.0
    has_sound: bool = True

    def metadata(self) -> dict[str, str]:
        """What the document keeps of it; `duration` is in seconds."""
        duration = f"{self.seconds:.3f}".rstrip("0").rstrip(".") if self.seconds else ""
        return {"author": self.author, "date": self.date, "duration": duration}


@dataclass(frozen=True, slots=True)
class Track:
    """A track of subtitles, rewritten as SRT, and its language, if it names one."""

    srt: bytes
    language: str = ""


def about(data: bytes, *, strict: bool = True) -> About:
    """What the file says of itself; nothing where PyAV is not installed, or the file is broken and `strict` is False."""
    try:
        with opened(data) as file:
            tags = {key.lower(): " ".join(str(value).split()) for key, value in file.metadata.items()}
            day = _DAY.match(tags.get("date", "") or tags.get("creation_time", ""))
            spoken = [stream.language or "" for stream in file.streams.audio]
            return About(
                title=tags.get("title", ""),
                author=tags.get("artist", ""),
                date=day.group() if day else "",
                language=next((name for name in spoken if name not in {"", "und"}), ""),
                seconds=max(0.0, (file.duration or 0) / 1_000_000),
                sound_seconds=_length(file.streams.audio[0]) if spoken else 0.0,
                has_sound=bool(spoken),
            )
    except ImportError:
        return About()
    except ExtractError:
        if strict:
            raise
        return About()


def _length(stream: Any) -> float:
    return max(0.0, float(stream.duration * stream.time_base)) if stream.duration else 0.0


def embedded_subtitles(data: bytes) -> Track | None:
    """The first track of subtitles that are text and meant for the whole recording; None without one, or without PyAV."""
    try:
        with opened(data) as file:
            for stream in file.streams.subtitles:
                if stream.codec_context.name in _TEXT_CODECS and "forced" not in str(stream.disposition):
                    cues = list(_cues(file, stream))
                    language = "" if stream.language in {None, "und"} else stream.language
                    return Track("\n\n".join(cues).encode(), language) if cues else None
    except ImportError:
        return None
    return None


@contextmanager
def opened(data: bytes) -> Iterator[Any]:
    """The recording as PyAV's container, read as what its first bytes say it is and as nothing else.

    Raises ImportError where PyAV is not installed, ExtractError `malformed` where the file breaks off or makes no sense.
    """
    import av  # noqa: PLC0415 - an extra, and 0.3 s to load

    try:
        with av.open(io.BytesIO(data), mode="r", format=container(data), metadata_errors="ignore") as file:
            yield file
    except av.error.FFmpegError as error:
        raise ExtractError("malformed", f"the recording cannot be opened: {error.strerror}") from None


def _cues(file: Any, stream: Any) -> Iterator[str]:
    first = (file.start_time or 0) / 1_000_000
    for packet in file.demux(stream):
        if packet.pts is None or not packet.duration:
            continue
        start = float(packet.pts * packet.time_base) - first
        end = start + float(packet.duration * packet.time_base)
        words = _words(stream, packet)
        if words and start >= 0:
            yield f"{_clock(start)} --> {_clock(end)}\n{words}"


def _words(stream: Any, packet: Any) -> str:
    found = stream.decode2(packet)
    lines = [
        rect.ass.decode("utf-8", "replace").split(",", _ASS_FIELDS)[-1]
        for rect in found or ()
        if rect.type != b"bitmap"
    ]
    text = "\n".join(re.sub(r"\{[^}]*\}", "", line).replace("\\N", "\n").replace("\\h", " ") for line in lines)
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def _clock(seconds: float) -> str:
    milliseconds = round(seconds * 1000)
    return f"{milliseconds // 3_600_000:02}:{milliseconds // 60_000 % 60:02}:{milliseconds // 1000 % 60:02},{milliseconds % 1000:03}"
