"""Reads untrusted files in a process of their own, with limits of time and memory.

What holds where: on Linux the child has limits of address space, processor time, open files and no writing of files, a
network namespace of its own where the system grants one, and an audit hook against sockets and other programs in
Python code. On macOS the same without the namespace, and the address space may not be limited. On Windows there is the
wall clock and the kill only. `Extractor.enforced` says what is really held. It guards against broken files; it is no
guarantee against one that exploits a fault in a parser.
"""

from __future__ import annotations

import contextlib
import os
import stat
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict
from types import TracebackType
from typing import Any, Self

from pincite.errors import ExtractError
from pincite.extract.mail.attached import DEEPEST_MAIL, Attached, mail_of, unpack
from pincite.extract.media.beside import subtitles_beside
from pincite.extract.media.recording import NO_WORDS, SpeechModel
from pincite.extract.ocr.ocr import OcrChoice, find_ocr
from pincite.extract.reader_process import LARGEST_RESULT, ReaderProcess
from pincite.types.document import Document
from pincite.types.document_codec import decode_document

_OCR_MEMORY = 3_500_000_000
_OCR_THREADS = 2
_SPEECH_SECONDS = 4.0  # for each second of a recording; measured: 0.1 to 0.5 on two busy processors
_LONGEST_RECORDING = 43_200.0

Speech = Callable[[], SpeechModel]
"""Finds the model that recognises words, when it is first needed. Raises ExtractError where it cannot be had."""


class Extractor:
    """Turns files into documents in one long-lived child process; use one per worker thread.

    `max_bytes` is the largest file, `seconds` the wall clock for one, `memory` the child's address space in bytes. The
    child is replaced after any limit or crash, after 500 files, and when it holds more than 300 MB.

    A recording takes its words from the subtitles beside it (see `subtitles_beside`), and then it may be larger than
    `max_bytes`: no more of it is read. Where there are none, `speech` gives the model that recognises the words, and
    the child gets four more seconds for each second of the recording.

    `ocr` says what reads pages that are pictures (see `find_ocr`): each has `ocr_seconds` of its own, with two of the
    `threads` at most (0: as many as there are processors), and the child may take 3.5 GB of addresses more with the
    first one. Raises ConfigError where `ocr` names an engine that is not installed.

    A locked PDF is opened with the first of the `passwords` that does.

    >>> with Extractor() as extractor:  # doctest: +SKIP
    ...     extractor.extract("report.pdf").text
    """

    def __init__(
        self,
        *,
        max_bytes: int = 50_000_000,
        seconds: float = 120.0,
        memory: int = 2_000_000_000,
        speech: Speech | None = None,
        ocr: OcrChoice = "off",
        ocr_languages: str | None = None,
        ocr_seconds: float = 60.0,
        threads: int = 0,
        passwords: Sequence[str] = (),
    ) -> None:
        engine = find_ocr(ocr, ocr_languages)
        self.ocr_name = engine.name if engine else None
        """The engine that reads pictures, with its version; None where there is none."""
        self._limits = {
            "memory": memory,
            "seconds": max(1, round(seconds)),
            "largest": LARGEST_RESULT,
            "ocr": ocr,
            "ocr_languages": ocr_languages,
            "ocr_seconds": max(1, round(ocr_seconds)),
            "ocr_memory": _OCR_MEMORY,
            "threads": min(_OCR_THREADS, threads or os.cpu_count() or 1),
        }
        self._speech = speech
        self._model: SpeechModel | ExtractError | None = None  # looked for once, be it found or not
        self._passwords = list(passwords)  # sent with a request: a command line can be seen by others
        self._max_bytes = max_bytes
        self._seconds = seconds
        self._ocr_seconds = ocr_seconds
        self._child: ReaderProcess | None = None
        self._mail: tuple[tuple[str, int, int, int], bytes] | None = None  # the last file with attachments
        self._kept: dict[str, tuple[bytes, list[Attached]]] = {}  # what is attached to it, and to mails attached to it
        self._lock = threading.Lock()

    def extract(self, path: str | bytes | os.PathLike[str], *, encoding: str | None = None) -> Document:
        """The document in the file at `path`; raises ExtractError, with a code from the closed list, where there is none."""
        name = os.fsdecode(path)
        beside = subtitles_beside(name)
        subtitles = (beside, self._read(beside)) if beside else None
        data = self._read(name, whole=subtitles is None)
        return self.extract_bytes(data, name, encoding=encoding, subtitles=subtitles)

    def extract_bytes(
        self, data: bytes, name: str, *, encoding: str | None = None, subtitles: tuple[str, bytes] | None = None
    ) -> Document:
        """The document in `data`, as `extract` gives it for a file of this name; `subtitles` are a name and its bytes."""
        if len(data) > self._max_bytes:
            raise _too_large(len(data), self._max_bytes)
        request: dict[str, Any] = {"name": name, "encoding": encoding, "passwords": self._passwords}
        files = [data]
        if subtitles:
            request["subtitles"] = subtitles[0]
            files.append(subtitles[1])
        header, payload = self._ask(request, files, self._seconds)
        if (length := header.get("needs_speech")) is not None:
            header, payload = self._ask_for_words(request, files, length)
        _check_answer(header)
        try:
            return decode_document(payload, packed=True)
        except ValueError as error:
            raise ExtractError("crashed", f"the reader's answer makes no sense: {error}") from None

    def attachments(self, path: str | bytes | os.PathLike[str]) -> list[Attached]:
        """The files that are attached to the mail at `path`; none for what is no mail.

        Each can be read (and drawn) by its own path, which is that of the mail, `/` and its name. Raises ExtractError as `extract` does.
        """
        name = os.fsdecode(path)
        return self._attached(name, self._read(name) if mail_of(name) else self._read_mail(name))

    def attachment(self, path: str | bytes | os.PathLike[str]) -> bytes:
        """The bytes of what is attached to a mail, by its path below that; taken out of the mail in the child process.

        Raises ExtractError `unreadable` where nothing of this name is attached, and as `extract` does.
        """
        name = os.fsdecode(path)
        if (mail := mail_of(name)) is None:
            raise ExtractError("unreadable", "found no mail above this path, expected what is attached to one")
        return self._read_attached(mail, name)

    def draw(self, path: str | bytes | os.PathLike[str], page: int, width: int) -> bytes:
        """Page `page` (from 1) of a PDF or a picture as a PNG of `width` pixels (at most 3,000), as it is displayed.

        Raises ExtractError as `draw_page` does, and for the limits that hold for reading.
        """
        name = os.fsdecode(path)
        request = {"name": name, "draw": page, "width": width, "passwords": self._passwords}
        header, payload = self._ask(request, [self._read(name)], self._seconds)
        _check_answer(header)
        return payload

    def _attached(self, name: str, data: bytes) -> list[Attached]:
        kept = self._kept.get(name)
        if kept is None or kept[0] is not data:
            header, payload = self._ask({"name": name, "attached": True}, [data], self._seconds)
            _check_answer(header)
            kept = data, unpack(payload)
            self._kept = {above: one for above, one in self._kept.items() if name.startswith(above + "/")} | {
                name: kept
            }
        return kept[1]

    def _read_mail(self, mail: str) -> bytes:
        """The bytes of a file to which others are attached, the same object as long as the file is the same."""
        with contextlib.suppress(OSError, ValueError):  # `_read` says what is wrong
            found = os.stat(mail)  # noqa: PTH116 - as below
            mark = (mail, found.st_mtime_ns, found.st_size, found.st_ino)
            known = self._mail
            if known is None or known[0] != mark:
                self._mail = known = mark, self._read(mail)
            return known[1]
        return self._read(mail)

    def _read_attached(self, mail: str, name: str) -> bytes:
        """What is attached under a path below `mail`, which is a file."""
        data = self._read_mail(mail)
        for _ in range(DEEPEST_MAIL):
            rest = name[len(mail) + 1 :]
            files = (file for file in self._attached(mail, data) if f"{rest}/".startswith(f"{file.name}/"))
            if (found := next(files, None)) is None:
                raise ExtractError("unreadable", f"nothing of this name is attached to {os.path.basename(mail)}")  # noqa: PTH119 - as below
            if found.name == rest:
                return found.data
            mail, data = f"{mail}/{found.name}", found.data
        raise ExtractError("too_deep", f"mails that are attached to mails nest deeper than {DEEPEST_MAIL}")

    def _start(self) -> ReaderProcess:
        return ReaderProcess(self._limits, self._seconds, self._ocr_seconds)

    def _ask(self, request: dict[str, Any], files: list[bytes], seconds: float) -> tuple[dict[str, Any], bytes]:
        with self._lock:
            child = self._child or self._start()
            self._child = None  # only a child that has answered is kept
            header, payload = child.ask(request, files, seconds)
            if child.worn_out(header):
                child.end()
            else:
                self._child = child
        return header, payload

    def _ask_for_words(
        self, request: dict[str, Any], files: list[bytes], length: float
    ) -> tuple[dict[str, Any], bytes]:
        """Ask again with a model and with time for a recording of `length` seconds."""
        if self._speech is None:
            raise ExtractError("unsupported", f"{NO_WORDS}; speech recognition is off", retryable=True)
        self._model = self._model or _found(self._speech)
        if isinstance(self._model, ExtractError):
            raise self._model
        model = self._model
        seconds = self._seconds + _SPEECH_SECONDS * min(length, _LONGEST_RECORDING)
        limits = {"seconds": round(seconds), "cores": model.threads or os.cpu_count() or 1}
        return self._ask(request | limits | {"speech": asdict(model)}, files, seconds)

    @property
    def enforced(self) -> tuple[str, ...]:
        """What really holds the child on this machine."""
        with self._lock:
            self._child = self._child or self._start()
            return self._child.enforced

    def close(self) -> None:
        """End the child process."""
        with self._lock:
            if self._child:
                self._child.end()
            self._child = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _read(self, name: str, *, whole: bool = True) -> bytes:
        if mail := mail_of(name):
            return self._read_attached(mail, name)
        self._mail, self._kept = None, {}
        try:
            found = os.stat(name)  # noqa: PTH116 - a Path would lose nothing, but a name may hold any bytes
            if not stat.S_ISREG(found.st_mode):
                raise ExtractError("unreadable", "found a folder, pipe or device, expected a file")
            if whole and found.st_size > self._max_bytes:
                raise _too_large(found.st_size, self._max_bytes)
            with open(name, "rb") as file:  # noqa: PTH123 - as above
                data = file.read(self._max_bytes + (1 if whole else 0))
        except (OSError, ValueError) as error:
            raise ExtractError("unreadable", f"cannot be read: {getattr(error, 'strerror', None) or error}") from None
        return data


def _check_answer(header: dict[str, Any]) -> None:
    if not header["ok"]:
        raise ExtractError(header["code"], header["message"], header["where"], retryable=header["retryable"])


def _found(speech: Speech) -> SpeechModel | ExtractError:
    try:
        return speech()
    except ExtractError as error:
        return error


def _too_large(found: int, most: int) -> ExtractError:
    return ExtractError("too_large", f"found {found} bytes, expected at most {most} (`max_bytes`)")
