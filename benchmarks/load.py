"""A service under load, asked and filled by another process: nothing lost, no fault, memory bounded, and what HTTP adds.

Uploaders send a document, wait until it is over, and send the next; askers ask without a pause. Every document holds a code
that no other holds, and at the end each code is searched for: what was accepted must be found, in its own document.

    python benchmarks/load.py                    two minutes, 10 uploaders, 50 askers
    python benchmarks/load.py --seconds 10 --json
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

from pincite.config import load_config
from pincite.knowledge_base.door import KnowledgeBase

BASE = "harbour"
THINGS = ("lamp", "crane", "rope", "anchor", "barrel", "compass", "ladder", "sail", "bell", "winch")
PLACES = ("northern pier", "customs house", "old lock", "fish market", "dry dock", "pilot station", "salt store")
AT_FIRST = 20
SEARCHES = 200
MOST_GROWTH = 1.6
"""How much larger the service may be at the end than when everything was loaded, and its own."""


def main():
    """Run, print, and say by the exit code whether everything held."""
    args = read_arguments()
    with tempfile.TemporaryDirectory() as room:
        measured = measure(Path(room), args)
    print(json.dumps(measured, indent=2) if args.json else as_table(measured))
    return 1 if measured["faults"] else 0


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--uploaders", type=int, default=10)
    parser.add_argument("--askers", type=int, default=50)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--paragraphs", type=int, default=30, help="of each document")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def measure(room, args):
    """Start a service, load it, look what is left."""
    root, log = room / "root", room / "log"
    process, url = start(root, log, args.workers)
    try:
        found = asyncio.run(load(url, process.pid, args))
        found["search"] = compare_searches(url, root)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
    said = log.read_text(errors="replace")
    found["log"] = {
        "database is locked": said.count("database is locked"),
        "tracebacks": said.count("Traceback"),
        "workers died": said.count("has died"),
    }
    found["faults"] = faults(found)
    return found


def start(root, log, workers):
    """A service of its own; its log goes to a file."""
    command = [sys.executable, "-m", "pincite.service", "--root", str(root), "--port", "0", "--json"]
    environment = {**os.environ, "PINCITE_THREADS": "1"}
    process = subprocess.Popen(
        [*command, "--workers", str(workers), "--rate", "1e6", "--burst", "1000000"],
        stdout=subprocess.PIPE,
        stderr=log.open("w"),
        text=True,
        env=environment,
    )
    return process, json.loads(process.stdout.readline())["url"]


class Load:
    """What the tasks of one run share."""

    def __init__(self, url, paragraphs):
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
        self.http = httpx.AsyncClient(base_url=url, timeout=120, limits=limits)
        self.api = f"/api/v1/bases/{BASE}"
        self.paragraphs = paragraphs
        self.sent = {}
        self.failed = []
        self.statuses = collections.Counter()
        self.seconds = collections.defaultdict(list)
        self.answered = collections.Counter()
        self.over = False

    async def call(self, what, method, path, **options):
        """One request, timed and counted by status."""
        began = time.perf_counter()
        try:
            answer = await self.http.request(method, path, **options)
        except httpx.HTTPError as error:
            self.statuses[f"{what} {type(error).__name__}"] += 1
            return None
        self.seconds[what].append(time.perf_counter() - began)
        self.statuses[f"{what} {answer.status_code}"] += 1
        return answer

    async def upload(self, number):
        """Send one document and wait until it is over."""
        name, code, text = document(number, self.paragraphs)
        began = time.perf_counter()
        answer = await self.call("upload", "POST", f"{self.api}/documents", files=[("files", (name, text))])
        if answer is None or answer.status_code != 202:
            return
        self.sent[name] = code
        job = answer.json()["jobs"][0]
        while job["state"] not in {"done", "failed"}:
            await asyncio.sleep(0.3)
            looked = await self.call("job", "GET", f"{self.api}/jobs/{job['id']}")
            job = looked.json() if looked is not None and looked.status_code == 200 else job
        self.seconds["indexed"].append(time.perf_counter() - began)
        if job["state"] == "failed":
            self.failed.append((name, job["reason"]))

    async def uploading(self, first, step):
        number = first
        while not self.over:
            await self.upload(number)
            number += step

    async def asking(self, seed):
        chance = random.Random(seed)
        while not self.over:
            question = f"What hangs beside the {chance.choice(THINGS)} at the {chance.choice(PLACES)}?"
            answer = await self.call("ask", "POST", f"{self.api}/ask", json={"question": question})
            if answer is not None and answer.status_code == 200:
                self.answered["answered" if answer.json()["answered"] else "refused"] += 1

    async def lost(self):
        """Documents that were accepted and are not indexed, or are not found by the code that only they hold."""
        listed, after = set(), ""
        while after is not None:
            page = (
                await self.http.get(f"{self.api}/documents", params={"state": "indexed", "limit": 1000, "after": after})
            ).json()
            listed |= {record["path"] for record in page["documents"]}
            after = page["next"]
        found = set()
        for name, code in self.sent.items():
            hits = (await self.http.post(f"{self.api}/search", json={"query": code, "k": 1, "mode": "lexical"})).json()
            if hits["hits"] and hits["hits"][0]["path"] == name and code in hits["hits"][0]["quote"]:
                found.add(name)
        return sorted(set(self.sent) - (listed & found))


def document(number, paragraphs):
    """Name, code and text of a document; every run has the same ones."""
    chance = random.Random(number)
    code = f"HRB-{number:05d}"
    lines = [
        f"At the {chance.choice(PLACES)} a {chance.choice(THINGS)} hangs beside the {chance.choice(THINGS)}, "
        f"number {chance.randrange(10_000)}, painted in {chance.choice(('red', 'green', 'white', 'blue'))}."
        for _ in range(paragraphs)
    ]
    lines.insert(paragraphs // 2, f"The inventory of this page is kept under {code}.")
    return f"page-{number:05d}.md", code, f"# Page {number}\n\n" + "\n\n".join(lines) + "\n"


async def load(url, pid, args):
    """Fill, load, and look."""
    run = Load(url, args.paragraphs)
    await ready(run)
    await run.http.post("/api/v1/bases", json={"name": BASE})
    await asyncio.gather(*(run.upload(number) for number in range(AT_FIRST)))
    await asyncio.gather(
        *(run.call("first", "POST", f"{run.api}/ask", json={"question": "What hangs?"}) for _ in range(8))
    )
    memory = Memory(pid)
    memory.look("start")
    began = time.monotonic()
    tasks = [asyncio.create_task(run.uploading(AT_FIRST + n, args.uploaders)) for n in range(args.uploaders)]
    tasks += [asyncio.create_task(run.asking(seed)) for seed in range(args.askers)]
    while time.monotonic() - began < args.seconds:
        await asyncio.sleep(1)
        memory.look("during")
    run.over = True
    await asyncio.gather(*tasks)
    lasted = time.monotonic() - began
    memory.look("end")
    lost = await run.lost()
    await run.http.aclose()
    return {
        "seconds": round(lasted, 1),
        "uploaders": args.uploaders,
        "askers": args.askers,
        "workers": args.workers,
        "documents": len(run.sent),
        "lost": lost,
        "failed": run.failed,
        "answers": dict(run.answered),
        "statuses": dict(sorted(run.statuses.items())),
        "milliseconds": {what: spread(seconds) for what, seconds in sorted(run.seconds.items())},
        "megabytes": memory.report(),
    }


async def ready(run):
    for _ in range(200):
        try:
            if (await run.http.get("/health")).status_code == 200:
                return
        except httpx.HTTPError:
            await asyncio.sleep(0.1)
    raise SystemExit("the service does not answer")


class Memory:
    """Resident megabytes of the service and of its workers."""

    def __init__(self, pid):
        self.pid = pid
        self.seen = collections.defaultdict(list)

    def look(self, when):
        self.seen["service", when].append(resident(self.pid))
        self.seen["workers", when].append(sum(resident(child) for child in children(self.pid)))

    def report(self):
        return {
            who: {
                "start": round(self.seen[who, "start"][0]),
                "most": round(max(seen for when in ("start", "during", "end") for seen in self.seen[who, when])),
                "end": round(self.seen[who, "end"][0]),
            }
            for who in ("service", "workers")
        }


def resident(pid):
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def children(pid):
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def spread(seconds):
    ordered = sorted(1000 * value for value in seconds)
    return {
        "n": len(ordered),
        "median": round(statistics.median(ordered), 1),
        "p95": round(ordered[int(0.95 * (len(ordered) - 1))], 1),
        "most": round(ordered[-1], 1),
    }


def compare_searches(url, root):
    """Milliseconds of a search by the engine in this process and by HTTP, of the same files, in turns, when nothing else goes on."""
    folder = root / BASE
    queries = [f"{thing} at the {place}" for thing in THINGS for place in PLACES]
    engine, door = [], []
    os.environ["PINCITE_THREADS"] = "1"
    with KnowledgeBase(folder, config=load_config(folder)) as kb, httpx.Client(base_url=url) as http:
        for number in range(SEARCHES + 10):
            query = queries[number % len(queries)]
            engine.append(timed(lambda query=query: kb.search(query).to_json()))
            door.append(timed(lambda query=query: http.post(f"/api/v1/bases/{BASE}/search", json={"query": query})))
    engine, door = statistics.median(engine[10:]), statistics.median(door[10:])
    return {"engine": round(engine, 2), "http": round(door, 2), "added": round(door - engine, 2)}


def timed(work):
    began = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - began)


def faults(found):
    """What did not hold, in words; empty when all did."""
    told = [f"lost: {found['lost']}"] if found["lost"] else []
    told += [f"failed: {found['failed']}"] if found["failed"] else []
    told += [f"{name}: {n}" for name, n in found["statuses"].items() if name.split()[-1] not in {"200", "202"}]
    told += [f"log: {name}: {n}" for name, n in found["log"].items() if n]
    for who, memory in found["megabytes"].items():
        if memory["end"] > MOST_GROWTH * memory["start"]:
            told.append(f"memory of {who}: {memory}")
    return told


def as_table(found):
    """For a person."""
    rows = [
        f"{found['uploaders']} uploaders, {found['askers']} askers, {found['workers']} workers, {found['seconds']} seconds",
        "",
        "| request | n | median ms | 95 % | most |",
        "| --- | --- | --- | --- | --- |",
    ]
    rows += [
        f"| {what} | {s['n']} | {s['median']} | {s['p95']} | {s['most']} |" for what, s in found["milliseconds"].items()
    ]
    rows += ["", "| memory, MB | start | most | end |", "| --- | --- | --- | --- |"]
    rows += [f"| {who} | {m['start']} | {m['most']} | {m['end']} |" for who, m in found["megabytes"].items()]
    rows += [
        "",
        f"documents {found['documents']}, lost {len(found['lost'])}, failed {len(found['failed'])}, answers {found['answers']}",
        f"statuses {found['statuses']}",
        f"log {found['log']}",
        f"search, median ms: engine {found['search']['engine']}, HTTP {found['search']['http']}, added {found['search']['added']}",
        f"faults {found['faults'] or 'none'}",
    ]
    return "\n".join(rows)


if __name__ == "__main__":
    sys.exit(main())
