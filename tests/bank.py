"""A small service with one knowledge base, a golden set for it, and what a worker would do, done in this process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient

from pincite.knowledge_base.door import KnowledgeBase
from pincite.service.jobs.job import Job
from pincite.service.jobs.worker import Work, do
from tenants import application, client_of

TEXT = """# Bank

The vault of the old bank opens at seven each morning.

Nobody but the keeper has the second brass key.

A green lamp hangs over the north door all night.
"""
NEEDLES = (
    "The vault of the old bank opens at seven each morning.",
    "A green lamp hangs over the north door all night.",
)
UNANSWERABLE = (("near", "the second brass key of the north vault"), ("far", "opera carmen composer"))


def bank(root: Path) -> FastAPI:
    """An application with the knowledge base `bank`, of one document."""
    app = application(root)
    client_of(app).post("/api/v1/bases", json={"name": "bank"})
    kb = app.state.bases.get("bank")
    (kb.folder / "files" / "bank.md").write_text(TEXT)
    kb.add(kb.folder / "files" / "bank.md")
    return app


def client_at(app: FastAPI) -> TestClient:
    """A client whose paths begin below the knowledge base."""
    client = client_of(app)
    client.base_url = f"{client.base_url}/api/v1/bases/bank"
    return client


def add_golden(client: TestClient, kb: KnowledgeBase) -> None:
    """Two needles with one phrasing each, which copies most of them, a near question and a far one."""
    document = kb.documents()[0].document_id
    text = kb.document(document).text
    for needle in NEEDLES:
        at = text.index(needle)
        body = {"document_id": document, "from": at, "to": at + len(needle), "questions": [{"question": needle[4:-1]}]}
        assert client.post("/golden", json=body).status_code == 201
    for distance, question in UNANSWERABLE:
        body = {"answerable": False, "distance": distance, "questions": [{"question": question}]}
        assert client.post("/golden", json=body).status_code == 201


def work(app: FastAPI, kb: KnowledgeBase) -> Job:
    """Do the next job; how it ended."""
    queue = app.state.queue
    job = queue.lease("worker")
    do(Work(queue, "worker", job), kb)
    return queue.job("bank", job.id)


def evaluate(app: FastAPI, client: TestClient, kb: KnowledgeBase, **options: Any) -> dict[str, Any]:
    """An evaluation, done."""
    (job,) = client.post("/evaluations", json=options).json()["jobs"]
    over = work(app, kb)
    assert over.state == "done", over.reason
    return client.get(f"/evaluations/{job['id']}").json()
