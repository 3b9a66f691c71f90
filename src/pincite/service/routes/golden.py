"""The golden set of a knowledge base: needles with their phrasings, what has no answer, and whether all of it still holds."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field
from starlette.concurrency import run_in_threadpool

from pincite.errors import UsageError
from pincite.evaluate.corpus import corpus_of
from pincite.evaluate.golden.check import check, check_json
from pincite.evaluate.golden.kept import FILE
from pincite.evaluate.golden.read import read_golden
from pincite.knowledge_base.door import KnowledgeBase
from pincite.service.body import Body
from pincite.service.golden import Places, golden_json, item_json, needle_of, with_items
from pincite.service.problems import NotFound
from pincite.service.reach import Golden, Opened
from pincite.types.golden import Question, Span

router = APIRouter(prefix="/api/v1/bases/{base}", tags=["golden set"])

LINES = "application/x-ndjson"
RAW = "application/octet-stream"
WORD = 40
"""Letters of a style or a kind."""

ItemId = Annotated[str, Path(description="the id of an item", examples=["cf6806a1f790b460"])]
Distance = Literal["", "near", "near-miss", "literal", "far"]


class Phrasing(Body):
    """One way to ask."""

    question: str = Field(min_length=1, max_length=2000, examples=["When does the vault open?"])
    style: str = Field("", max_length=WORD, description="names the phrasing, as `course` or `ticket`")
    draft: bool = Field(default=False, description="not counted until somebody takes the mark away")


class NewItem(Body):
    """A needle at its place in a document, or what the documents do not say, with its phrasings."""

    questions: list[Phrasing] = Field(min_length=1, max_length=20)
    answerable: bool = Field(default=True, description="false: the documents do not say, and there is no place")
    document_id: str = Field("", max_length=64, description="where the needle stands")
    start: int | None = Field(None, alias="from", ge=0, description="code points of the canonical text")
    end: int | None = Field(None, alias="to", ge=0, description="behind the last character of the needle")
    kind: str = Field("", max_length=WORD, description="what is asked for, as `number`")
    distance: Distance = Field("", description="how far an unanswerable question lies from the documents")


@router.get("/golden")
def show_golden(kb: Opened) -> dict[str, Any]:
    """The golden set: items in the order of its file, and the number of questions that count."""
    return golden_json(kb)


@router.post("/golden", status_code=201)
def add_item(kb: Opened, golden: Golden, new: NewItem) -> dict[str, Any]:
    """Add a needle with its phrasings, or an unanswerable question.

    The needle's words are cut out of the canonical text; white space at its ends is left out.
    """
    span = _span(kb, new)
    if new.answerable and span is None:
        raise UsageError("found no place of an answer, expected `document_id`, `from` and `to`, or `answerable` false")
    return item_json(golden.add(kb, _phrasings(new), span), Places(kb))


@router.put("/golden/{item}")
def change_item(kb: Opened, golden: Golden, item: ItemId, new: NewItem) -> dict[str, Any]:
    """Put other phrasings into an item; without `document_id` its place stays."""
    return item_json(golden.replace(kb, item, _phrasings(new), _span(kb, new)), Places(kb))


@router.delete("/golden/{item}", status_code=204)
def remove_item(kb: Opened, golden: Golden, item: ItemId) -> Response:
    """Take an item with all its phrasings out."""
    golden.remove(kb, item)
    return Response(status_code=204)


@router.get("/golden/check")
def check_golden(kb: Opened) -> dict[str, Any]:
    """Faults and warnings of the golden set against the documents as they are now, as `pincite eval check` finds them."""
    corpus, path = corpus_of(kb), kb.folder / FILE
    if not path.is_file():
        raise NotFound("there is no golden set here yet: add a needle")
    golden = read_golden(path, corpus)
    found = check_json(golden, corpus, check(golden, corpus))
    return {**found, **{name: with_items(found[name], golden.questions) for name in ("faults", "warnings")}}


@router.get(
    "/golden.jsonl", response_class=Response, responses={200: {"content": {LINES: {"schema": {"type": "string"}}}}}
)
def export_golden(kb: Opened) -> Response:
    """The golden set as a file, which `pincite eval` reads; empty where there is none."""
    path = kb.folder / FILE
    body = path.read_bytes() if path.is_file() else b""
    return Response(body, media_type=LINES, headers={"Content-Disposition": f'attachment; filename="{FILE}"'})


@router.post(
    "/golden/import",
    openapi_extra={
        "requestBody": {"required": True, "content": {RAW: {"schema": {"type": "string", "format": "binary"}}}}
    },
)
async def import_golden(
    kb: Opened,
    golden: Golden,
    request: Request,
    replace: Annotated[bool, Query(description="in the place of the whole set")] = False,  # noqa: FBT002 - FastAPI reads it by name
) -> dict[str, Any]:
    """Add the questions of a file in any form that `pincite eval` reads.

    One that is there already stays as it is; the same id with another content is a conflict.
    """
    added, questions = await run_in_threadpool(golden.take_in, kb, await request.body(), instead=replace)
    return {"added": added, "questions": questions}


def _span(kb: KnowledgeBase, new: NewItem) -> Span | None:
    """The needle that a body names; None where it names no place."""
    if not new.document_id and new.start is None and new.end is None:
        return None
    if not new.answerable:
        raise UsageError("found the place of an answer and `answerable` false, expected one of them")
    if not new.document_id or new.start is None or new.end is None:
        raise UsageError("found a part of a place, expected `document_id`, `from` and `to`")
    return needle_of(kb, new.document_id, new.start, new.end)


def _phrasings(new: NewItem) -> list[Question]:
    for one in new.questions:
        if not one.question.strip() and not one.draft:
            raise UsageError("found a question of white space, expected words: write it, or mark it as a draft")
    about: dict[str, Any] = {
        "answerable": new.answerable,
        "kind": new.kind,
        "distance": "" if new.answerable else new.distance,
    }
    return [Question("", one.question, "", style=one.style, draft=one.draft, **about) for one in new.questions]
