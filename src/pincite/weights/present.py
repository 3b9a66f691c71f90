"""Which known models are on this machine, and where."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.errors import WeightsMismatch
from pincite.weights.cache import model_folder
from pincite.weights.known import KNOWN, KnownModel
from pincite.weights.verify import missing, verify


@dataclass(frozen=True, slots=True)
class Presence:
    """One known model and its place in the cache; `state` is `here`, `absent` or `damaged` (a hash differs)."""

    model: KnownModel
    folder: Path
    state: str

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.model.name,
            "state": self.state,
            "folder": str(self.folder),
            "files": dict(self.model.files),
            "repository": self.model.repository,
            "revision": self.model.revision,
            "wheels": [
                f"{distribution}=={version}" for distribution, version in (*self.model.wheels, *self.model.parts)
            ],
            "use": self.model.use,
            "licence": self.model.licence,
            "languages": list(self.model.languages),
            "megabytes": self.model.megabytes,
        }


def present(name: str, cache: Path | None = None) -> Presence:
    """Whether the known model `name` (a key of `KNOWN`) is in the cache, its files checked by hash."""
    model, folder = KNOWN[name], model_folder(name, cache)
    if missing(model, folder):
        return Presence(model, folder, "absent")
    try:
        verify(model, folder)
    except WeightsMismatch:
        return Presence(model, folder, "damaged")
    return Presence(model, folder, "here")
