"""The door for clients that speak OpenAI's protocol: a knowledge base is a model, its answer a message with annotations."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.concurrency import run_in_threadpool

from pincite.service.access.visible import Visible
from pincite.service.events import EVENTS, NO_BUFFER
from pincite.service.openai.asked import Completion
from pincite.service.openai.message import Shown, as_message
from pincite.service.reach import Asking, KnownBases, Name
from pincite.service.shown import relative
from pincite.store.connections import DATABASE

router = APIRouter(prefix="/v1", tags=["openai"])


@router.get("/models")
def models(known: KnownBases) -> dict[str, Any]:
    """The knowledge bases as models."""
    return {"object": "list", "data": [_model(name, known) for name in known.names()]}


@router.get("/models/{base}")
def model(base: Name, known: KnownBases) -> dict[str, Any]:
    """One of them."""
    return _model(base, known)


@router.post("/chat/completions", response_model=None)
async def complete(asked: Completion, known: KnownBases, questions: Asking, request: Request) -> Any:
    """The last message answered from the knowledge base that `model` names, or refused in an ordinary message.

    The citations are annotations of the message; the whole answer, with the numbers of the gate, is the field `pincite`. With
    `stream` the text comes in pieces, but not before all of it was checked.
    """
    kb = await run_in_threadpool(known.get, asked.model)
    question, history = asked.question, asked.history
    options = {"history": history, "filters": asked.pincite.filters}
    site = str(request.base_url).rstrip("/")

    def work() -> tuple[Shown, dict[str, Any]]:
        found = questions.ask(kb, question, **options)
        return as_message(found, asked.model, site), relative(found.to_json(), kb.folder)

    shown, whole = await questions.working(work)
    if asked.stream:
        return StreamingResponse(_streamed(asked.model, shown, whole), media_type=EVENTS, headers=NO_BUFFER)
    message = {"role": "assistant", "content": shown.text, "refusal": None, "annotations": shown.annotations}
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
    return JSONResponse({**_head("chat.completion", asked.model), "choices": [choice], "pincite": whole})


def _streamed(name: str, shown: Shown, whole: dict[str, Any]) -> Iterator[str]:
    head = _head("chat.completion.chunk", name)
    pieces = [{"content": line} for line in shown.text.splitlines(keepends=True)]
    for delta in [{"role": "assistant", "content": ""}, *pieces]:
        yield _data({**head, "choices": [_delta(delta, None)]})
    yield _data({**head, "choices": [_delta({"annotations": shown.annotations}, "stop")], "pincite": whole})
    yield "data: [DONE]\n\n"


def _delta(delta: dict[str, Any], finished: str | None) -> dict[str, Any]:
    return {"index": 0, "delta": delta, "finish_reason": finished, "logprobs": None}


def _data(value: dict[str, Any]) -> str:
    return f"data: {json.dumps(value, ensure_ascii=False)}\n\n"


def _head(kind: str, name: str) -> dict[str, Any]:
    return {"id": f"chatcmpl-{uuid.uuid4().hex}", "object": kind, "created": int(time.time()), "model": name}


def _model(name: str, known: Visible) -> dict[str, Any]:
    made = (known.folder(name) / DATABASE).stat().st_ctime
    return {"id": name, "object": "model", "created": int(made), "owned_by": "pincite"}
