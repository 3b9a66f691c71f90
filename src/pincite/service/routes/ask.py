"""Ask: an answer with citations, or a refusal with its numbers; whole, or as it is written."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import Field

from pincite.errors import PinciteError
from pincite.knowledge_base.door import KnowledgeBase
from pincite.service.access.visible import needs
from pincite.service.body import Body
from pincite.service.described import answers
from pincite.service.events import EVENTS, NO_BUFFER, as_event
from pincite.service.problems import as_problem
from pincite.service.questions import Questions
from pincite.service.reach import Asking, Opened
from pincite.service.routes.search import Filters
from pincite.service.shown import relative
from pincite.types.answer import Citation, Evidence
from pincite.types.turn import Role, Turn

router = APIRouter(prefix="/api/v1/bases/{base}", tags=["questions"])

Event = tuple[str, Any]


class Said(Body):
    """What was said before: a question, or what answered it."""

    role: Role
    content: str = Field(max_length=100_000)


class Ask(Body):
    """A question, and the conversation that it stands in."""

    question: str = Field(min_length=1, max_length=10_000, examples=["What does overlap cost?"])
    history: list[Said] = Field(default=[], max_length=200, description="in the order of time; never evidence")
    filters: Filters = Field(default=[])

    def options(self) -> dict[str, Any]:
        """For `KnowledgeBase.ask`."""
        return {"history": [Turn(said.role, said.content) for said in self.history], "filters": self.filters}


_STREAM = {
    "schema": {"type": "string"},
    "example": 'event: evidence\ndata: {"citations": [], "gate": {}}\n\nevent: text\ndata: {"text": "It costs"}\n\n',
}
_DESCRIBED = answers("ask", "an answer, or a refusal: `answered` says which")
_DESCRIBED["content"][EVENTS] = _STREAM


@router.post("/ask", openapi_extra=needs("reader"), responses={200: _DESCRIBED}, response_model=None)
async def ask(asked: Ask, kb: Opened, questions: Asking, request: Request) -> JSONResponse | StreamingResponse:
    """Answer from the evidence, or refuse; with `Accept: text/event-stream` as it comes.

    The events are `evidence` (what the answer will be written from), any number of `text`, and `answer` (the whole, checked);
    a refusal is one `answer`, an error one `problem`.
    """
    if EVENTS in request.headers.get("accept", ""):
        return StreamingResponse(_stream(questions, kb, asked), media_type=EVENTS, headers=NO_BUFFER)

    def work() -> dict[str, Any]:
        whole: dict[str, Any] = relative(questions.ask(kb, asked.question, **asked.options()).to_json(), kb.folder)
        return whole

    return JSONResponse(await questions.working(work))


async def _stream(questions: Questions, kb: KnowledgeBase, asked: Ask) -> AsyncIterator[str]:
    events: asyncio.Queue[Event | None] = asyncio.Queue()
    loop, gone = asyncio.get_running_loop(), threading.Event()

    def tell(name: str, data: Any) -> None:
        if gone.is_set():
            raise ConnectionAbortedError("the one who asked has gone")
        loop.call_soon_threadsafe(events.put_nowait, (name, data))

    work = asyncio.ensure_future(questions.working(partial(_answer, questions, kb, asked, tell)))
    work.add_done_callback(lambda _: events.put_nowait(None))
    try:
        while (event := await events.get()) is not None:
            yield as_event(*event)
    finally:
        gone.set()


def _answer(questions: Questions, kb: KnowledgeBase, asked: Ask, tell: Any) -> None:
    def evidence(decision: Evidence, citations: Sequence[Citation]) -> None:
        shown = [citation.to_json() for citation in citations]
        tell("evidence", relative({"citations": shown, "gate": decision.gate.to_json()}, kb.folder))

    try:
        found = questions.ask(
            kb,
            asked.question,
            **asked.options(),
            on_evidence=evidence,
            on_text=lambda text: tell("text", {"text": text}),
        )
        tell("answer", relative(found.to_json(), kb.folder))
    except PinciteError as error:
        tell("problem", json.loads(bytes(as_problem(error, kb.folder.parent).body)))
    except ConnectionAbortedError:
        return
