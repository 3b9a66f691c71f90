"""A client for a service of Pincite: the verbs of `KnowledgeBase`, over HTTP.

    from pincite.client import Client

    with Client("http://127.0.0.1:8765") as service:
        service.create("papers")
        service.wait(service.add("papers", "my-papers"))
        answer = service.ask("papers", "What does overlap cost?")

What it returns is the JSON that `docs/reference/outputs.md` describes; a refusal is a value here too.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

import httpx

from pincite import errors
from pincite.types.calibration import GateMode
from pincite.types.search import Mode, Rerank

Json = dict[str, Any]

PART = 8_000_000
"""Bytes of a file that are sent at once; a larger one is sent in parts, and goes on where a connection broke."""
TRIES = 5
BETWEEN_LOOKS = 0.2
_OVER = frozenset({"done", "failed"})
_OURS = frozenset(
    {"UsageError", "FilterError", "SealError", "NotReady", "StoreBusy", "StoreDamaged", "GeneratorError", "GoldenError"}
)
"""Problems that are raised as the errors of those names; others as ServiceError."""


class ServiceError(errors.PinciteError):
    """The service refused, or could not be reached; `status` is that of HTTP (None: there was no answer), `code` its name.

    `seconds` is how long to wait before another try, where the service says so.
    """

    def __init__(self, message: str, status: int | None = None, code: str = "", seconds: float | None = None) -> None:
        self.status, self.code, self.seconds = status, code, seconds
        super().__init__(message)


class Client:
    """A service at `url`, asked with `key` where it wants one; `timeout` in seconds is for each answer.

    Everything raises a `PinciteError`: `NotReady`, `FilterError` and others as the library does, `ServiceError` for the rest.
    """

    def __init__(self, url: str = "http://127.0.0.1:8765", key: str | None = None, *, timeout: float = 120.0) -> None:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._http = httpx.Client(base_url=url, headers=headers, timeout=timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def bases(self) -> list[Json]:
        """The knowledge bases that may be seen, with their counts."""
        return list(self._json("GET", "/api/v1/bases")["bases"])

    def create(self, base: str) -> Json:
        """Make an empty one; its `name` may have the user's in front."""
        return self._json("POST", "/api/v1/bases", json={"name": base})

    def delete(self, base: str) -> None:
        """Delete it with everything that was uploaded to it."""
        self._send("DELETE", _at(base), params={"confirm": base})

    def status(self, base: str) -> Json:
        """Its counters, states and failures."""
        return self._json("GET", _at(base))

    def add(self, base: str, *paths: str | os.PathLike[str], tags: Sequence[str] = ()) -> list[Json]:
        """Upload files and whole folders; the jobs that index them, which `wait` waits for.

        A file of a folder keeps its place below it (`my-papers/a/b.pdf`); hidden names are passed over. Raises UsageError for a
        path that is neither.
        """
        found = list(_found(paths))
        small = [(name, path) for name, path in found if path.stat().st_size <= PART]
        jobs = [job for batch in _batches(small) for job in self._post(base, batch, tags)]
        for name, path in found:
            if path.stat().st_size > PART:
                jobs += self._in_parts(base, name, path, tags)
        return jobs

    def wait(
        self, jobs: Iterable[Mapping[str, Any]], *, seconds: float = 3600.0, watch: Callable[[Json], None] | None = None
    ) -> list[Json]:
        """The jobs once they are over, `done` or `failed` with a reason; `watch` is told of each as it ends.

        Raises ServiceError when some are not over after `seconds`.
        """
        end, over = time.monotonic() + seconds, []
        for job in jobs:
            now = self.job(job["base"], job["id"])
            while now["state"] not in _OVER:
                if time.monotonic() > end:
                    raise ServiceError(f"{now['path']!r} is still {now['state']} after {seconds:g} s: wait longer")
                time.sleep(BETWEEN_LOOKS)
                now = self.job(job["base"], job["id"])
            if watch:
                watch(now)
            over.append(now)
        return over

    def job(self, base: str, job: str) -> Json:
        """One job as it stands."""
        return self._json("GET", f"{_at(base)}/jobs/{_part(job)}")

    def documents(self, base: str, *, state: str | None = None, q: str = "") -> Iterator[Json]:
        """What is known of every document, by path; `state` and `q` (a part of the path) leave others out."""
        after: str | None = ""
        while after is not None:
            options = {"after": after, "q": q, **({"state": state} if state else {})}
            page = self._json("GET", f"{_at(base)}/documents", params=options)
            yield from page["documents"]
            after = page["next"]

    def text(self, base: str, document: str, start: int = 0, end: int | None = None) -> str:
        """The canonical text of a document or a part of it, in code points: `text[from:to]` of a citation is its quote."""
        options = {"from": start, **({} if end is None else {"to": end})}
        return str(self._json("GET", f"{_at(base)}/documents/{_part(document)}/text", params=options)["text"])

    def remove(self, base: str, document: str) -> None:
        """Take a document out of the index, and delete the upload."""
        self._send("DELETE", f"{_at(base)}/documents/{_part(document)}")

    def retry(self, base: str, document: str | None = None) -> list[Json]:
        """Try a failed document again, or all that a retry can help; the jobs."""
        where = "retry" if document is None else f"documents/{_part(document)}/retry"
        return list(self._json("POST", f"{_at(base)}/{where}")["jobs"])

    def search(
        self,
        base: str,
        query: str,
        *,
        k: int = 8,
        mode: Mode | None = None,
        rerank: Rerank | None = None,
        filters: Sequence[str] = (),
    ) -> Json:
        """The passages that fit a query best, as `pincite search --json`."""
        asked = {"query": query, "k": k, "mode": mode, "rerank": rerank, "filters": list(filters)}
        return self._json("POST", f"{_at(base)}/search", json=asked)

    def ask(
        self,
        base: str,
        question: str,
        *,
        history: Sequence[Mapping[str, str]] = (),
        filters: Sequence[str] = (),
        on_text: Callable[[str], None] | None = None,
    ) -> Json:
        """An answer with citations or a refusal with its numbers, as `pincite ask --json`.

        `history` holds `{"role", "content"}` in the order of time; `on_text` is told the words as they come.
        """
        asked = {"question": question, "history": [dict(turn) for turn in history], "filters": list(filters)}
        where = f"{_at(base)}/ask"
        return self._json("POST", where, json=asked) if on_text is None else self._streamed(where, asked, on_text)

    def inspect(self, base: str, query: str, *, filters: Sequence[str] = ()) -> Json:
        """What becomes of a query, as `KnowledgeBase.inspect`."""
        return self._json("POST", f"{_at(base)}/inspect", json={"query": query, "filters": list(filters)})

    def golden(self, base: str) -> Json:
        """The golden set: its items, and how many questions count."""
        return self._json("GET", f"{_at(base)}/golden")

    def add_needle(
        self, base: str, document: str, start: int, end: int, questions: Mapping[str, str], *, kind: str = ""
    ) -> Json:
        """Make characters of a document's text a needle; `questions` are its phrasings, each with its style."""
        place = {"document_id": document, "from": start, "to": end}
        return self._json("POST", f"{_at(base)}/golden", json={**place, "kind": kind, "questions": _asked(questions)})

    def add_unanswerable(self, base: str, question: str, distance: str = "near") -> Json:
        """Add a question that no document answers: `near`, `near-miss`, `literal` or `far`."""
        asked = {"answerable": False, "distance": distance, "questions": [{"question": question}]}
        return self._json("POST", f"{_at(base)}/golden", json=asked)

    def remove_golden(self, base: str, item: str) -> None:
        """Take an item with all its phrasings out of the golden set."""
        self._send("DELETE", f"{_at(base)}/golden/{_part(item)}")

    def check_golden(self, base: str) -> Json:
        """What is wrong with the golden set, as `pincite eval check --json`."""
        return self._json("GET", f"{_at(base)}/golden/check")

    def export_golden(self, base: str) -> bytes:
        """The golden set as a file that `pincite eval` reads."""
        return self._send("GET", f"{_at(base)}/golden.jsonl").content

    def import_golden(self, base: str, path: str | os.PathLike[str], *, replace: bool = False) -> Json:
        """Add the questions of a file, in any form that `pincite eval` reads, or put them in the place of all."""
        headers = {"Content-Type": "application/octet-stream"}
        options = {"params": {"replace": replace}, "content": Path(path).read_bytes(), "headers": headers}
        return self._json("POST", f"{_at(base)}/golden/import", **options)

    def evaluate(self, base: str, *, out_of_domain: bool = False) -> list[Json]:
        """Have the golden set asked; the job, which `wait` waits for, and whose id is the evaluation's."""
        asked = {"out_of_domain": out_of_domain}
        return list(self._json("POST", f"{_at(base)}/evaluations", json=asked)["jobs"])

    def evaluations(self, base: str) -> list[Json]:
        """The evaluations, the newest first, without their parts."""
        return list(self._json("GET", f"{_at(base)}/evaluations")["evaluations"])

    def evaluation(self, base: str, evaluation: str) -> Json:
        """One of them with its figures."""
        return self._json("GET", f"{_at(base)}/evaluations/{_part(evaluation)}")

    def report(self, base: str, evaluation: str) -> str:
        """Its report as a page of HTML."""
        return self._send("GET", f"{_at(base)}/evaluations/{_part(evaluation)}/report.html").text

    def cancel(self, base: str, job: str) -> Json:
        """End an evaluation or a calibration; the job."""
        return self._json("POST", f"{_at(base)}/jobs/{_part(job)}/cancel")

    def gate(self, base: str) -> Json:
        """What refuses, and what other cuts would do."""
        return self._json("GET", f"{_at(base)}/gate")

    def set_gate(self, base: str, method: GateMode, cut: float) -> Json:
        """Refuse by this cut from now on; the gate."""
        return self._json("PUT", f"{_at(base)}/gate", json={"method": method, "cut": cut})

    def reset_gate(self, base: str) -> Json:
        """Take a calibration or a cut by hand away; the gate."""
        return self._json("DELETE", f"{_at(base)}/gate")

    def calibrate(self, base: str, **wish: Any) -> list[Json]:
        """Calibrate on the golden set; `wish` holds `max_bluff`, `confidence` and others of the OpenAPI. The job."""
        return list(self._json("POST", f"{_at(base)}/calibration", json=wish)["jobs"])

    def calibration(self, base: str) -> Json:
        """What the last calibration found (`result`), and its `job`."""
        return self._json("GET", f"{_at(base)}/calibration")

    def _streamed(self, where: str, asked: Json, on_text: Callable[[str], None]) -> Json:
        try:
            with self._http.stream("POST", where, json=asked, headers={"Accept": "text/event-stream"}) as response:
                if response.is_error:
                    response.read()
                    raise _error(response.status_code, _body(response), response.headers)
                for name, data in _events(response.iter_lines()):
                    if name == "text":
                        on_text(data["text"])
                    elif name == "answer":
                        return data
                    elif name == "problem":
                        raise _error(data["status"], data, {})
        except httpx.HTTPError as error:
            raise _unreachable(error) from error
        raise ServiceError("the answer broke off: ask again")

    def _post(self, base: str, batch: Sequence[tuple[str, Path]], tags: Sequence[str]) -> list[Json]:
        files = [("files", (path.name, path.read_bytes(), "application/octet-stream")) for _, path in batch]
        form = {"paths": [name for name, _ in batch], "tags": list(tags)}
        return list(self._json("POST", f"{_at(base)}/documents", files=files, data=form)["jobs"])

    def _in_parts(self, base: str, name: str, path: Path, tags: Sequence[str]) -> list[Json]:
        size, where = path.stat().st_size, f"{_at(base)}/uploads"
        upload = self._json("POST", where, json={"path": name, "size": size, "tags": list(tags)})
        where, offset, tries = f"{where}/{_part(upload['id'])}", 0, 0
        with path.open("rb") as file:
            while True:
                file.seek(offset)
                try:
                    sent = self._json(
                        "PATCH",
                        where,
                        content=file.read(PART),
                        headers={"Upload-Offset": str(offset), "Content-Type": "application/octet-stream"},
                    )
                except ServiceError as error:
                    tries += 1
                    if error.status is not None or tries == TRIES:
                        raise
                    sent = self._json("GET", where)
                if "jobs" in sent:
                    return list(sent["jobs"])
                offset = sent["offset"]

    def _json(self, method: str, where: str, **options: Any) -> Json:
        found: Json = self._send(method, where, **options).json()
        return found

    def _send(self, method: str, where: str, **options: Any) -> httpx.Response:
        try:
            response = self._http.request(method, where, **options)
        except httpx.HTTPError as error:
            raise _unreachable(error) from error
        if not response.is_success:
            raise _error(response.status_code, _body(response), response.headers)
        return response


def _asked(questions: Mapping[str, str]) -> list[Json]:
    return [{"question": question, "style": style} for question, style in questions.items()]


def _at(base: str) -> str:
    return f"/api/v1/bases/{_part(base)}"


def _part(name: str) -> str:
    """A name as one part of a path."""
    return quote(name, safe="")


def _found(paths: Iterable[str | os.PathLike[str]]) -> Iterator[tuple[str, Path]]:
    """Every file under `paths` with the relative path that it is uploaded by."""
    for path in map(Path, paths):
        if path.is_file():
            yield path.name, path
        elif path.is_dir():
            top = path.absolute()
            for file in sorted(top.rglob("*")):
                inner = file.relative_to(top)
                if file.is_file() and not any(part.startswith(".") for part in inner.parts):
                    yield (Path(top.name) / inner).as_posix(), file
        else:
            raise errors.UsageError(f"found nothing at {str(path)!r}, expected a file or a folder")


def _batches(files: Iterable[tuple[str, Path]]) -> Iterator[list[tuple[str, Path]]]:
    """Files that are sent together: at most 50, and not much more than one part."""
    batch: list[tuple[str, Path]] = []
    size = 0
    for name, path in files:
        batch.append((name, path))
        size += path.stat().st_size
        if len(batch) == 50 or size > PART:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _events(lines: Iterable[str]) -> Iterator[tuple[str, Json]]:
    """Name and data of each server-sent event; ours have their data in one line."""
    name = ""
    for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


def _body(response: httpx.Response) -> Json:
    try:
        found = response.json()
    except ValueError:
        found = None
    return found if isinstance(found, dict) else {}


def _error(status: int, problem: Json, headers: Mapping[str, str]) -> errors.PinciteError:
    """A problem as an error: ours where it is one of the library's, else that of the service."""
    code = str(problem.get("code", ""))
    message = str(problem.get("detail") or f"the service answered with status {status}")
    if code in _OURS:
        kind: type[errors.PinciteError] = getattr(errors, code)
        return kind(message)
    wait = headers.get("retry-after", "")
    return ServiceError(message, status, code, float(wait) if wait.isdecimal() else None)


def _unreachable(error: httpx.HTTPError) -> ServiceError:
    return ServiceError(f"the service could not be reached: {error or type(error).__name__}")
