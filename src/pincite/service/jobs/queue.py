"""What workers and the service share: a queue with leases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pincite.service.jobs.job import Job


class Queue(Protocol):
    """Jobs, each given to one worker at a time for as long as it says that it lives."""

    def put(self, jobs: Sequence[Job]) -> list[Job]:
        """Add jobs that wait; as they stand, for one that waits for the same file already stays, with the new tags."""

    def lease(self, worker: str) -> Job | None:
        """The next job, now `working` for this worker; None when there is none to be had.

        Knowledge bases take turns. A file that another worker is at is passed over. What a worker has left behind is
        given out again.
        """

    def report(self, worker: str, job: Job) -> bool:
        """Say how far a job got: `working` prolongs the lease, `done` and `failed` end it.

        False, and nothing is kept, when the job is no longer this worker's: it was too slow, or the job was taken back.
        """
