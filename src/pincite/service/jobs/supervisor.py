"""Keeps the workers running: starts them with the service, and again when one has died."""

from __future__ import annotations

import contextlib
import logging
import subprocess
import sys
import threading
import time
from pathlib import Path

LOOK_SECONDS = 0.5
PATIENCE_SECONDS = 20.0
SHORT_LIFE_SECONDS = 5.0
LONGEST_WAIT_SECONDS = 60.0

_LOG = logging.getLogger("pincite.service")


class Supervisor:
    """`workers` processes for the jobs under `root`."""

    def __init__(self, root: Path, workers: int, lease_seconds: float) -> None:
        self._command = [sys.executable, "-m", "pincite.service.jobs.worker"]
        self._command += ["--root", str(root), "--lease", str(lease_seconds)]
        self.wanted = workers
        self._started_at = 0.0
        self._running: list[subprocess.Popen[bytes]] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def start(self) -> None:
        """Start the workers."""
        self._running = [self._start() for _ in range(self.wanted)]
        self._thread.start()

    def alive(self) -> list[int]:
        """The processes that work now."""
        return [process.pid for process in self._running if process.poll() is None]

    def stop(self) -> None:
        """Let the workers finish what they are at, and end those that take too long over it."""
        self._over.set()
        self._thread.join()
        for process in self._running:
            if process.stdin:
                with contextlib.suppress(BrokenPipeError):
                    process.stdin.close()
        for process in self._running:
            try:
                process.wait(PATIENCE_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _watch(self) -> None:
        wait = LOOK_SECONDS
        while not self._over.wait(wait):
            dead = [number for number, process in enumerate(self._running) if process.poll() is not None]
            lived = time.monotonic() - self._started_at
            wait = min(2 * wait, LONGEST_WAIT_SECONDS) if dead and lived < SHORT_LIFE_SECONDS else LOOK_SECONDS
            for number in dead:
                died = self._running[number]
                _LOG.warning("worker %d has died (%s): another one starts", died.pid, died.returncode)
                self._running[number] = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        self._started_at = time.monotonic()
        # in a group of its own: Ctrl+C on a terminal goes to the service alone, which lets its workers finish what they are at
        return subprocess.Popen(self._command, stdin=subprocess.PIPE, process_group=0)  # noqa: S603 - our own module, no shell
