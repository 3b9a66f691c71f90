"""Knowledge bases: list, make, look at, delete."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from pydantic import Field

from pincite.errors import UsageError
from pincite.service.access.visible import needs
from pincite.service.body import Body
from pincite.service.reach import Jobs, KnownBases, KnownUploads, Name
from pincite.service.shown import base_json
from pincite.types.ingest import Status

router = APIRouter(prefix="/api/v1/bases", tags=["knowledge bases"])


class NewBase(Body):
    """A knowledge base to be made."""

    name: str = Field(
        max_length=200, description="1 to 64 of A-Z, a-z, 0-9, dot, hyphen, underscore", examples=["papers"]
    )


@router.get("")
def list_bases(known: KnownBases) -> dict[str, Any]:
    """All knowledge bases with their counts, by name, but those that cannot be opened: `/ready` says why."""
    opened = [(name, status) for name, status in known.statuses().items() if isinstance(status, Status)]
    return {"bases": [base_json(name, status, known.folder(name)) for name, status in opened]}


@router.post("", status_code=201)
def make_base(new: NewBase, known: KnownBases) -> dict[str, Any]:
    """Make an empty knowledge base, which is yours; users who are no administrators get it under their own name (`ana.papers`)."""
    name = known.create(new.name)
    return base_json(name, known.get(name).status(), known.folder(name))


@router.get("/{base}")
def show_base(base: Name, known: KnownBases) -> dict[str, Any]:
    """Its counters, states, failures, seal, and what is stale."""
    return base_json(base, known.get(base).status(), known.folder(base))


@router.delete("/{base}", status_code=204, openapi_extra=needs("owner"))
def delete_base(
    base: Name,
    known: KnownBases,
    queue: Jobs,
    uploads: KnownUploads,
    confirm: Annotated[str, Query(description="the name once more")],
) -> Response:
    """Delete it with everything that was uploaded to it; there is no way back."""
    known.folder(base)
    if confirm != base:
        raise UsageError(f"found confirm={confirm!r}, expected {base!r}: write the name of what is to be deleted")
    queue.forget(base)
    uploads.forget(base)
    known.delete(base)
    return Response(status_code=204)
