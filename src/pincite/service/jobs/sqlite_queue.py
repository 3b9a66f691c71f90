"""The queue in the service's own file: what is waiting outlives every process."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import apsw

from pincite.access.home import Home
from pincite.service.jobs.job import ALONE, MEASURING, Job, JobState, Kind

MOST_ATTEMPTS = 3
"""How many workers may die over one job before it counts as failed."""

_COLUMNS = (
    "id, base, kind, path, target, tags, state, stage, chunks, done, total, attempts, document_id, code, reason, hint, "
    "retryable, created, updated, options"
)
_TAKE_OVER = (
    "UPDATE jobs SET tags = ?, options = ?, updated = ?, change = ? "
    "WHERE base = ? AND target = ? AND kind = ? AND state = 'waiting'"
)
_GONE = "its worker died {} times at it"
_HINT = "remove the document, or retry; if it happens again, please report the file"
_ALONE, _MEASURING = (f"({', '.join(map(repr, kinds))})" for kinds in (ALONE, MEASURING))


class SqliteQueue:
    """The `Queue` in `home`; a lease ends `lease_seconds` after its worker's last word. `clock` is the time since 1970."""

    def __init__(self, home: Home, lease_seconds: float = 60.0, clock: Callable[[], float] = time.time) -> None:
        self._home = home
        self._lease_seconds = lease_seconds
        self._clock = clock

    def put(self, jobs: Sequence[Job]) -> list[Job]:
        """Add jobs that wait, all or none; as they stand, for one that waits for the same file already stays, with the new tags and options."""
        with self._home.writing() as connection:
            return [_put(connection, job) for job in jobs]

    def lease(self, worker: str) -> Job | None:
        """The next job for this worker; knowledge bases take turns, the one served longest ago first."""
        now = self._clock()
        with self._home.writing() as connection:
            self._take_back(connection, now)
            found = connection.execute(
                "SELECT number, base FROM jobs AS mine LEFT JOIN turns USING (base) WHERE state = 'waiting' AND NOT EXISTS "  # noqa: S608 - constants
                "(SELECT 1 FROM jobs AS other WHERE other.base = mine.base AND other.state = 'working' "
                f"AND (other.target = mine.target OR other.kind IN {_ALONE} OR mine.kind IN {_ALONE})) "
                "ORDER BY coalesce(turn, 0), number LIMIT 1"
            ).fetchone()
            if found is None:
                return None
            number, base = found
            connection.execute("INSERT OR REPLACE INTO turns VALUES (?, ?)", (base, _next_turn(connection)))
            connection.execute(
                "UPDATE jobs SET state = 'working', worker = ?, leased_until = ?, attempts = attempts + 1, updated = ?, "
                "change = ? WHERE number = ?",
                (worker, now + self._lease_seconds, now, _next_change(connection, base), number),
            )
            return _job(*connection.execute(f"SELECT {_COLUMNS} FROM jobs WHERE number = ?", (number,)))  # noqa: S608 - a constant

    def report(self, worker: str, job: Job) -> bool:
        """Keep how far `job` got; False when it is no longer this worker's."""
        now = self._clock()
        with self._home.writing() as connection:
            connection.execute(
                "UPDATE jobs SET state = ?, stage = ?, chunks = ?, done = ?, total = ?, document_id = ?, code = ?, "
                "reason = ?, hint = ?, retryable = ?, updated = ?, leased_until = ?, change = ? "
                "WHERE id = ? AND worker = ? AND state = 'working'",
                (
                    *(job.state, job.stage, job.chunks, job.done, job.total, job.document_id),
                    *(job.code, job.reason, job.hint, job.retryable),
                    *(now, now + self._lease_seconds, _next_change(connection, job.base), job.id, worker),
                ),
            )
            return bool(connection.changes())

    def cancel(self, base: str, job_id: str) -> bool:
        """End a job that measures: its worker is told at its next word. False when there is none that waits or goes on."""
        with self._home.writing() as connection:
            connection.execute(
                "UPDATE jobs SET state = 'failed', worker = '', code = 'cancelled', reason = 'it was cancelled', updated = ?, "  # noqa: S608 - a constant
                f"change = ? WHERE base = ? AND id = ? AND kind IN {_MEASURING} AND state IN ('waiting', 'working')",
                (self._clock(), _next_change(connection, base), base, job_id),
            )
            return bool(connection.changes())

    def drop(self, base: str, job_id: str) -> None:
        """Forget a job, whatever its state; a worker that is at it is told at its next word."""
        with self._home.writing() as connection:
            connection.execute("DELETE FROM jobs WHERE base = ? AND id = ?", (base, job_id))

    def jobs(
        self,
        base: str,
        states: Sequence[JobState] = (),
        kinds: Sequence[Kind] = (),
        *,
        after: int = -1,
        limit: int = 1000,
    ) -> list[Job]:
        """The newest jobs of a knowledge base, newest first; those that changed `after` a change."""
        among = f"AND state IN ({', '.join('?' * len(states))})" if states else ""
        among += f" AND kind IN ({', '.join('?' * len(kinds))})" if kinds else ""
        with self._home.reading() as connection:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM jobs WHERE base = ? AND change > ? {among} ORDER BY number DESC LIMIT ?",  # noqa: S608 - constants
                (base, after, *states, *kinds, limit),
            ).fetchall()
        return [_job(row) for row in rows]

    def job(self, base: str, job_id: str) -> Job | None:
        """One job; None when there is none."""
        with self._home.reading() as connection:
            row = connection.execute(
                f"SELECT {_COLUMNS} FROM jobs WHERE base = ? AND id = ?",  # noqa: S608 - a constant
                (base, job_id),
            ).fetchone()
        return None if row is None else _job(row)

    def change(self, base: str) -> int:
        """The number of the last change of any job of a knowledge base; each counts its own, so that it tells of no other."""
        with self._home.reading() as connection:
            return int(connection.execute("SELECT number FROM changes_of_base WHERE base = ?", (base,)).get or 0)

    def waiting(self) -> dict[str, int]:
        """How many jobs are in each state that occurs."""
        with self._home.reading() as connection:
            rows: list[tuple[Any, ...]] = connection.execute(
                "SELECT state, count(*) FROM jobs GROUP BY state"
            ).fetchall()
        return dict(rows)

    def forget(self, base: str, target: bytes | None = None) -> None:
        """Drop the jobs of a file that do not run at the moment (None: all jobs of the knowledge base)."""
        with self._home.writing() as connection:
            if target is None:
                connection.execute("DELETE FROM jobs WHERE base = ?", (base,))
            else:
                connection.execute(
                    "DELETE FROM jobs WHERE base = ? AND target = ? AND state <> 'working'", (base, target)
                )

    def _take_back(self, connection: apsw.Connection, now: float) -> None:
        """Jobs whose worker has said nothing for too long wait again, or fail after too many."""
        late: list[tuple[Any, ...]] = connection.execute(
            "SELECT number, base, target, kind, attempts FROM jobs WHERE state = 'working' AND leased_until < ?", (now,)
        ).fetchall()
        for number, base, target, kind, attempts in late:
            newer = connection.execute(
                "SELECT 1 FROM jobs WHERE base = ? AND target = ? AND kind = ? AND state = 'waiting'",
                (base, target, kind),
            ).get
            if newer:
                connection.execute("DELETE FROM jobs WHERE number = ?", (number,))
            elif attempts < MOST_ATTEMPTS:
                connection.execute(
                    "UPDATE jobs SET state = 'waiting', worker = '', stage = '', updated = ?, change = ? WHERE number = ?",
                    (now, _next_change(connection, base), number),
                )
            else:
                connection.execute(
                    "UPDATE jobs SET state = 'failed', worker = '', code = 'crashed', reason = ?, hint = ?, retryable = 1, "
                    "updated = ?, change = ? WHERE number = ?",
                    (_GONE.format(attempts), _HINT, now, _next_change(connection, base), number),
                )


def new_job(  # noqa: PLR0917 - what names a job
    base: str, kind: Kind, path: str, target: bytes, tags: Sequence[str] = (), options: Mapping[str, Any] | None = None
) -> Job:
    """A job that is to be put into a queue."""
    now = time.time()
    id_ = secrets.token_hex(12)
    return Job(id_, base, kind, path, target, tuple(tags), created=now, updated=now, options=options or {})


def _put(connection: apsw.Connection, job: Job) -> Job:
    change = _next_change(connection, job.base)
    waiting = connection.execute(
        f"{_TAKE_OVER} RETURNING {_COLUMNS}",
        (json.dumps(job.tags), json.dumps(dict(job.options)), job.updated, change, job.base, job.target, job.kind),
    ).fetchone()
    if waiting:
        return _job(waiting)
    connection.execute(
        f"INSERT INTO jobs ({_COLUMNS}, change) VALUES ({'?, ' * 20}?)",  # noqa: S608 - a constant
        (*_row(job), change),
    )
    return job


def _next_turn(connection: apsw.Connection) -> int:
    return int(connection.execute("UPDATE changes SET number = number + 1 RETURNING number").get)


def _next_change(connection: apsw.Connection, base: str) -> int:
    counted = "INSERT INTO changes_of_base VALUES (?, 1) ON CONFLICT DO UPDATE SET number = number + 1 RETURNING number"
    return int(connection.execute(counted, (base,)).get)


def _row(job: Job) -> tuple[Any, ...]:
    return (
        *(job.id, job.base, job.kind, job.path, job.target, json.dumps(job.tags), job.state, job.stage, job.chunks),
        *(job.done, job.total, job.attempts, job.document_id, job.code, job.reason, job.hint, job.retryable),
        *(job.created, job.updated, json.dumps(dict(job.options))),
    )


def _job(row: tuple[Any, ...]) -> Job:
    values = list(row)
    values[5], values[16], values[19] = tuple(json.loads(values[5])), bool(values[16]), json.loads(values[19])
    return Job(*values)
