"""Opening an embedder by its name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pincite.embed.encoder import BertEmbedder
from pincite.embed.folder import folder_settings
from pincite.embed.multilingual import NAME as MULTILINGUAL
from pincite.embed.multilingual import MultilingualEmbedder
from pincite.embed.profiles import SETTINGS
from pincite.errors import EmbedderError
from pincite.types.embedding import Embedder


def open_embedder(
    name: str,
    *,
    folder: Path | None = None,
    cache: Path | None = None,
    threads: int = 0,
    url: str | None = None,
    key: str | None = None,
    window: int = 512,
    hashes: Mapping[str, str] | None = None,
    precision: str | None = None,
) -> Embedder:
    """The embedder called `name`, loaded.

    With `url` (the base of an OpenAI-compatible API, `key` its secret, `window` its tokens a text) `name` is the model's name there. Else it is
    `multilingual`, or a known name whose files are in `folder`, or the path of a sentence-transformers folder.
    `cache` keeps compiled graphs (None: not kept), `threads` 0 means one for each processor, `hashes` are the
    sha256 of the files where they have just been checked, `precision` is `bf16` or `f32` (None: bf16 where the processor has
    it). Raises EmbedderError.
    """
    kept = None if cache is None else cache / "compiled"
    if url is not None:
        from pincite.embed.remote import RemoteEmbedder  # noqa: PLC0415 - its HTTP client loads for 65 ms

        return RemoteEmbedder(name, url, key=key, window=window)
    if name == MULTILINGUAL:
        return MultilingualEmbedder()
    if name in SETTINGS:
        if folder is None:
            raise EmbedderError(f"{name} needs a folder with its files; none was given.")
        return BertEmbedder(
            name, folder, SETTINGS[name], threads=threads, cache=kept, hashes=hashes, precision=precision
        )
    place = folder or Path(name)
    if not place.is_dir():
        raise EmbedderError(
            f"found the embedder name {name!r}, expected {', '.join(SETTINGS)}, {MULTILINGUAL}, or the path of a "
            "sentence-transformers folder. For a model behind an API give its URL as well."
        )
    return BertEmbedder(
        name, place, folder_settings(place), threads=threads, cache=kept, hashes=hashes, precision=precision
    )
