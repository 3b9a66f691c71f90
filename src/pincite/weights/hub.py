"""Fetching a model's files from a model hub, at one fixed revision."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from pincite.weights.known import KnownModel

SECONDS = 3.0


class Unavailable(Exception):
    """A place does not give the files; the message says why."""


def fetch_from_hub(model: KnownModel, into: Path) -> dict[str, Path]:
    """Download the files into a folder, or copy them from the hub's own cache; the paths by file name.

    No account is used and nothing is told about this machine. `HF_HUB_OFFLINE` and `HF_ENDPOINT` are respected.
    Raises Unavailable.
    """
    try:
        import huggingface_hub  # noqa: PLC0415 - half a second, for a download only
    except ImportError as error:
        raise Unavailable(f"the package huggingface_hub cannot be imported ({error})") from error
    try:
        return {file: _from_cache(model, file, into) or _from_hub(model, file, into) for file in model.files}
    except Unavailable:
        raise
    except Exception as error:  # whatever a network does, the next place is tried
        raise Unavailable(f"{type(error).__name__}: {str(error).splitlines()[0][:200]}") from error
    finally:
        huggingface_hub.close_session()


def _from_cache(model: KnownModel, file: str, into: Path) -> Path | None:
    from huggingface_hub import try_to_load_from_cache  # noqa: PLC0415 - as above

    found = try_to_load_from_cache(model.repository, file, revision=model.revision)
    return Path(shutil.copyfile(found, into / file)) if isinstance(found, str) else None


def _from_hub(model: KnownModel, file: str, into: Path) -> Path:
    from huggingface_hub import constants, hf_hub_download  # noqa: PLC0415 - as above
    from huggingface_hub.utils.tqdm import disable_progress_bars  # noqa: PLC0415 - as above

    _reach(constants.ENDPOINT, offline=constants.HF_HUB_OFFLINE)
    constants.HF_HUB_DISABLE_TELEMETRY = True
    if not sys.stderr.isatty():
        disable_progress_bars()
    return Path(
        hf_hub_download(
            model.repository, file, revision=model.revision, local_dir=into, etag_timeout=SECONDS, token=False
        )
    )


def _reach(endpoint: str, *, offline: bool) -> None:
    """Raise Unavailable at once where the hub cannot be reached: its own client tries six times in 23 seconds."""
    import httpx  # noqa: PLC0415 - as above

    if offline:
        raise Unavailable("HF_HUB_OFFLINE is set, and the hub's own cache has no such file")
    try:
        httpx.head(endpoint, timeout=SECONDS)
    except (httpx.HTTPError, OSError) as error:
        raise Unavailable(f"{endpoint} cannot be reached ({error})") from error
