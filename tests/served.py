"""A service of our own for a test: a real process, on a port of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx


class Served:
    """A running service: its address, a client for it, and its process."""

    def __init__(self, url: str, process: subprocess.Popen[str]) -> None:
        self.url = url
        self.process = process
        self.http = httpx.Client(base_url=url, timeout=60)

    def make(self, base: str, **files: str | bytes) -> None:
        """A knowledge base with these files, indexed; `a__b` stands for `a.b` in their names."""
        assert self.http.post("/api/v1/bases", json={"name": base}).status_code == 201
        if files:
            self.upload(base, {name.replace("__", "."): body for name, body in files.items()})

    def upload(self, base: str, files: dict[str, str | bytes]) -> list[dict]:
        """Upload files by path and wait until each is done or has failed."""
        parts = [("files", (path, body)) for path, body in files.items()]
        sent = self.http.post(f"/api/v1/bases/{base}/documents", files=parts)
        assert sent.status_code == 202, sent.text
        return self.settled(base, [job["id"] for job in sent.json()["jobs"]])

    def settled(self, base: str, jobs: list[str], seconds: float = 60) -> list[dict]:
        """The jobs once they are over."""
        for _ in range(int(seconds / 0.1)):
            found = [self.http.get(f"/api/v1/bases/{base}/jobs/{job}").json() for job in jobs]
            if all(job["state"] in {"done", "failed"} for job in found):
                return found
            time.sleep(0.1)
        raise AssertionError(f"still not over: {found}")

    def ask(self, base: str, question: str) -> dict:
        """Ask, and get the whole answer."""
        return self.http.post(f"/api/v1/bases/{base}/ask", json={"question": question}).json()


@contextmanager
def serving(root: Path, weights: Path, *options: str) -> Iterator[Served]:
    """A service for the knowledge bases in `root`."""
    command = [sys.executable, "-m", "pincite.service", "--root", str(root), "--port", "0", "--json", *options]
    environment = {**os.environ, "PINCITE_WEIGHTS": str(weights), "PINCITE_THREADS": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        said = process.stdout.readline() if process.stdout else ""
        served = Served(json.loads(said)["url"], process)
        for _ in range(100):
            try:
                served.http.get("/health")
                break
            except httpx.ConnectError:
                time.sleep(0.1)
        try:
            yield served
        finally:
            served.http.close()
            process.send_signal(signal.SIGTERM)
            process.wait(60)
