"""The process that parses untrusted files: it limits itself, then answers one request after the other.

Started by `sandbox`, never by a person. Requests and answers are frames, each after its length in eight bytes: a
request is a JSON header, the bytes of the file and those of the subtitles beside it, if any; an answer is a JSON header
and the encoded document (where a page is to be drawn: a PNG; where attachments are wanted: these), or nothing. Before the answer stands a header for each picture that is about to be read.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import math
import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from pincite.errors import ExtractError
from pincite.extract.extract import extract_bytes
from pincite.extract.frames import read_frame, write_frame
from pincite.extract.mail.attached import MAILS, pack
from pincite.extract.media.recording import NeedsSpeech, SpeechModel
from pincite.extract.ocr.ocr import GreyImage, Ocr, OcrLine, find_ocr
from pincite.extract.sniff.sniff import sniff
from pincite.extract.source import Source
from pincite.types.document_codec import encoded_pieces

_FILES = 64
_NEW_USER, _NEW_NET = 0x1000_0000, 0x4000_0000
_DENIED = (
    "socket.",
    "subprocess.",
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "os.system",
    "os.spawn",
    "ftplib.",
    "urllib.",
)


def main() -> None:
    """Take limits from the command line, say which of them hold, then serve until the parent goes away."""
    limits = json.loads(sys.argv[-1])
    requests, answers = _take_pipes()
    engine = find_ocr(limits["ocr"], limits["ocr_languages"], threads=limits["threads"])
    ocr = _Announced(engine, answers, limits["ocr_seconds"], limits["threads"]) if engine else None
    room = (limits["memory"], limits["ocr_memory"] if engine else 0)
    write_frame(answers, json.dumps({"enforced": _limit(*room, getattr(engine, "program", None))}).encode())
    while (raw := read_frame(requests, 1 << 20)) is not None and (data := read_frame(requests, 1 << 40)) is not None:
        request = json.loads(raw)
        beside = read_frame(requests, 1 << 40) if request.get("subtitles") else None
        _allow_seconds(request.get("seconds", limits["seconds"]), request.get("cores", 1))
        header, payload = _answer(request, data, beside, limits["largest"], ocr)
        state = {"resident": _resident(), "has_read": ocr is not None and ocr.has_read}
        write_frame(answers, json.dumps(header | state).encode())
        write_frame(answers, *payload)
        del data, beside, payload  # a book is not held while there is nothing to do
        _stop_clock()


class _Announced:
    """An engine that says when it begins with a picture, and then has the time of one picture for it."""

    def __init__(self, engine: Ocr, answers: BinaryIO, seconds: int, threads: int) -> None:
        self._engine = engine
        self._answers = answers
        self._seconds = seconds
        self._threads = threads
        self.has_read = False

    @property
    def name(self) -> str:
        return self._engine.name

    def read(self, image: GreyImage) -> list[OcrLine]:
        if not self.has_read:
            _make_room()
        self.has_read = True
        write_frame(self._answers, b'{"reading": true}')
        _allow_seconds(self._seconds, self._threads)
        return self._engine.read(image)


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Our two pipes, moved away from where a library could print into them."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    os.close(nothing)
    return requests, answers


def _answer(
    request: dict[str, Any], data: bytes, beside: bytes | None, largest: int, ocr: Ocr | None
) -> tuple[dict[str, Any], list[bytes]]:
    subtitles = Source(beside, request["subtitles"]) if beside is not None else None
    speech = SpeechModel(**request["speech"]) if request.get("speech") else None
    passwords = tuple(request.get("passwords", ()))
    try:
        if "draw" in request:
            payload = [_drawn(data, request, passwords)]
        elif "attached" in request:
            payload = [_attached(data, request)]
        else:
            document = extract_bytes(
                data,
                request["name"],
                encoding=request["encoding"],
                subtitles=subtitles,
                speech=speech,
                ocr=ocr,
                passwords=passwords,
            )
            payload = encoded_pieces(document)
    except NeedsSpeech as error:
        return _failure(error.code, error.message) | {"needs_speech": error.seconds}, []
    except ExtractError as error:
        return _failure(error.code, error.message, error.where, retryable=error.retryable), []
    except MemoryError:
        return _failure("memory", "reading the file needs more memory than it may have"), []
    except Exception as error:  # noqa: BLE001 - whatever a parser raises on hostile bytes, this one file has failed
        return _failure("malformed", f"{type(error).__name__}: {error}"[:500]), []
    if (length := sum(map(len, payload))) > largest:
        return _failure("too_large", f"its text takes {length} bytes: expected at most {largest}"), []
    return {"ok": True}, payload


def _drawn(data: bytes, request: dict[str, Any], passwords: tuple[str, ...]) -> bytes:
    from pincite.extract.pages.draw import draw_page  # noqa: PLC0415 - most children draw nothing

    return draw_page(Source(data, request["name"], passwords=passwords), request["draw"], request["width"])


def _attached(data: bytes, request: dict[str, Any]) -> bytes:
    from pincite.extract.mail.mail import attached_to  # noqa: PLC0415 - most files are no mails

    source = Source(data, request["name"])
    return pack(attached_to(source) if sniff(source) in MAILS else [])


def _failure(code: str, message: str, where: str = "", *, retryable: bool | None = None) -> dict[str, Any]:
    return {"ok": False, "code": code, "message": message, "where": where, "retryable": retryable}


def _limit(memory: int, ocr_memory: int, program: str | None) -> list[str]:
    """Give up what a parser does not need; the names of what is really enforced."""
    held = ["environment"]
    for name, attempt in (
        ("network namespace", _leave_network),
        ("no new privileges", _renounce_privileges),
        ("resource limits", lambda: _limit_resources(memory, ocr_memory)),
        ("audit hook", lambda: _deny_by_audit(program)),
    ):
        with contextlib.suppress(OSError, ImportError, AttributeError, ValueError):
            attempt()
            held.append(name)
    return held


def _limit_resources(memory: int, ocr_memory: int) -> None:
    import resource  # noqa: PLC0415 - there is none on Windows

    for what, most, later in (
        (resource.RLIMIT_AS, memory, ocr_memory),
        (resource.RLIMIT_FSIZE, 0, 0),
        (resource.RLIMIT_NOFILE, _FILES, 0),
        (resource.RLIMIT_CORE, 0, 0),
    ):
        _, hard = resource.getrlimit(what)
        bound = most + later if hard == resource.RLIM_INFINITY else min(most + later, hard)
        resource.setrlimit(what, (min(most, bound), bound))


def _make_room() -> None:
    """Let this process have the addresses that were kept for the engine that reads pictures."""
    with contextlib.suppress(ImportError, AttributeError, ValueError, OSError):
        import resource  # noqa: PLC0415 - there is none on Windows

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def _libc(function: str) -> Callable[..., int]:
    if not sys.platform.startswith("linux"):
        raise OSError("only Linux has this")
    called: Callable[..., int] = getattr(ctypes.CDLL(None, use_errno=True), function)
    return called


def _leave_network() -> None:
    unshare = _libc("unshare")
    if unshare(_NEW_NET) and unshare(_NEW_USER | _NEW_NET):
        raise OSError(ctypes.get_errno(), "no network namespace of its own")


def _renounce_privileges() -> None:
    if _libc("prctl")(38, 1, 0, 0, 0):  # PR_SET_NO_NEW_PRIVS
        raise OSError(ctypes.get_errno(), "privileges stay")


def _deny_by_audit(program: str | None) -> None:
    """Refuse sockets, programs but the one that reads pictures, and writing to Python code; C code is not held by this."""
    sys.addaudithook(partial(_deny, program))


def _deny(program: str | None, event: str, arguments: tuple[Any, ...]) -> None:
    if event == "subprocess.Popen" and program is not None and arguments[0] == program:
        return
    if event.startswith(_DENIED):
        _refuse(event)
    is_pipe = isinstance(arguments[0], int) if arguments else False  # nothing is opened that was not open before
    if event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+") and not is_pipe:
        _refuse(f"{event} for writing")


def _refuse(event: str) -> NoReturn:
    raise PermissionError(f"{event} is denied where untrusted files are read")


def _allow_seconds(seconds: int, cores: int) -> None:
    """Let the system end this process if one file takes longer, even when the parent is gone."""
    with contextlib.suppress(ImportError, AttributeError, ValueError, OSError):
        import resource  # noqa: PLC0415 - there is none on Windows

        usage = resource.getrusage(resource.RUSAGE_SELF)
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(
            resource.RLIMIT_CPU, (math.ceil(usage.ru_utime + usage.ru_stime) + seconds * cores + 1, hard)
        )
        signal.alarm(seconds + 5)


def _stop_clock() -> None:
    with contextlib.suppress(AttributeError):
        signal.alarm(0)


def _resident() -> int:
    """Bytes of memory in use; 0 where the system doesn't say."""
    with contextlib.suppress(OSError, ValueError, IndexError, AttributeError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0
