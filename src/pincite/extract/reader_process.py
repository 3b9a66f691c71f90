"""The process that reads untrusted files, seen from outside: started, asked, watched by the clock, ended."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, BinaryIO, TypeVar, cast

from pincite.errors import ExtractError
from pincite.extract.frames import read_frame, write_frame

ROOT = str(Path(__file__).resolve().parents[2])
_START = "import sys; sys.path.append(sys.argv[1]); from pincite.extract.child import main; main()"
_KEPT = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT", "TEMP", "TMP", "TESSDATA_PREFIX")
_SET = {
    "LC_ALL": "C.UTF-8",
    "MALLOC_ARENA_MAX": "2",  # else every thread of a model reserves 64 MB of addresses
    "MALLOC_MMAP_THRESHOLD_": "131072",  # else glibc raises it, and what a large text leaves as it grows is not given back
}
LARGEST_RESULT = 1 << 28
_FILES_EACH = 500
_RESIDENT = 300 << 20
_RESIDENT_WITH_OCR = 1600 << 20  # the models of rapidocr take 900 MB, which is no reason to load them again
_Step = TypeVar("_Step")


def child_command() -> list[str]:
    """How the child is started: isolated, so that neither the folder one stands in nor PYTHONPATH has a say."""
    return [sys.executable, "-I", "-B", "-c", _START, ROOT]


class ReaderProcess:
    """One process, from its start to its end."""

    def __init__(self, limits: dict[str, Any], seconds: float, ocr_seconds: float) -> None:
        self._seconds = seconds
        self._ocr_seconds = ocr_seconds
        self._watch: threading.Timer | None = None
        self._task = "reading the file"
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
            [*child_command(), json.dumps(limits)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=os.path.abspath(os.sep),  # noqa: PTH100 - the root of the drive
            env={name: os.environ[name] for name in _KEPT if name in os.environ} | _SET,
        )
        self._answered = 0
        self._late = False
        greeting = self._within_time(lambda: read_frame(self._pipe(self._process.stdout), 1 << 16))
        if greeting is None:
            raise self._death()
        self.enforced = tuple(json.loads(greeting)["enforced"])

    def ask(self, request: dict[str, Any], files: list[bytes], seconds: float) -> tuple[dict[str, Any], bytes]:
        """The child's answer to one request; raises ExtractError and ends the child where it does not give one."""
        self._seconds, self._task = seconds, "reading the file"
        answer = self._within_time(lambda: self._exchange(json.dumps(request).encode(), files))
        if answer is None:
            raise self._death()
        self._answered += 1
        return answer

    def worn_out(self, header: dict[str, Any]) -> bool:
        """Whether a fresh child should take the next file."""
        spent = header.get("code") in {"memory", "malformed"}
        most = _RESIDENT_WITH_OCR if header.get("has_read") else _RESIDENT
        return spent or self._answered >= _FILES_EACH or header["resident"] > most

    def end(self) -> None:
        """Kill the process and wait for it."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                self._pipe(pipe).close()

    def _exchange(self, request: bytes, files: list[bytes]) -> tuple[dict[str, Any], bytes] | None:
        requests, answers = self._pipe(self._process.stdin), self._pipe(self._process.stdout)
        for frame in (request, *files):
            write_frame(requests, frame)
        while (raw := read_frame(answers, 1 << 20)) is not None:
            header = json.loads(raw)
            if not header.get("reading"):
                payload = read_frame(answers, LARGEST_RESULT)
                return None if payload is None else (header, payload)
            self._seconds, self._task = self._ocr_seconds, "reading one picture"
            self._start_watch()
        return None

    def _within_time(self, step: Callable[[], _Step | None]) -> _Step | None:
        """What `step` gives, or None where the child dies or is killed because its time is over."""
        self._start_watch()
        try:
            return step()
        except (OSError, ValueError):
            return None
        finally:
            self._stop_watch()

    def _start_watch(self) -> None:
        self._stop_watch()
        self._watch = threading.Timer(self._seconds, self._kill_late)
        self._watch.daemon = True
        self._watch.start()

    def _stop_watch(self) -> None:
        if self._watch:
            self._watch.cancel()
        self._watch = None

    def _kill_late(self) -> None:
        self._late = True
        self._process.kill()

    def _death(self) -> ExtractError:
        """Why there was no answer."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        code = self._process.poll()
        self.end()
        over_time = {-getattr(signal, name) for name in ("SIGXCPU", "SIGALRM") if hasattr(signal, name)}
        if self._late or code in over_time:
            return ExtractError("timeout", f"{self._task} took longer than {self._seconds:g} seconds")
        if code == -getattr(signal, "SIGKILL", 0):
            return ExtractError("memory", "the system ended the reader, most likely for want of memory")
        return ExtractError("crashed", f"the reader ended without an answer ({_ending(code)})")

    def _pipe(self, pipe: IO[bytes] | None) -> BinaryIO:
        if pipe is None:
            raise ValueError("the child has no such pipe")
        return cast("BinaryIO", pipe)


def _ending(code: int | None) -> str:
    if code is None:
        return "it still runs, but does not answer as it should"
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"
