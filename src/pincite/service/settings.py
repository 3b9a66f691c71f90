"""What a service is started with."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from pathlib import Path

from pincite.errors import ConfigError
from pincite.service.watched import Watch

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
EVERY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104 - compared with, not listened on


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """Every setting of a service.

    `root` holds one folder for each knowledge base, and `pincite.db` with the jobs. `workers` are processes that index;
    0: nobody indexes here. `lease_seconds` is how long a worker that says nothing keeps its document. `max_upload` is the
    largest upload, in bytes. `watch` names folders that knowledge bases are kept in step with.
    `names` are more names under which browsers may ask for the service. Each key, and each user with their pages, may send `rate`
    requests a second in the long run, and `burst` at once.
    """

    root: Path
    host: str = "127.0.0.1"
    port: int = 8765
    workers: int = 1
    lease_seconds: float = 60.0
    max_upload: int = 2_000_000_000
    watch: tuple[Watch, ...] = ()
    names: tuple[str, ...] = ()
    rate: float = 50.0
    burst: int = 200

    def __post_init__(self) -> None:
        for name, (option, least, most) in RANGES.items():
            value = getattr(self, name)
            if not least <= value <= most:
                raise ConfigError(f"{option} is {value}: it must lie from {least:g} to {most:.15g}")

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names under which a browser may ask for this service, without the port."""
        own = () if self.host in LOOPBACK_NAMES else (f"[{self.host}]" if ":" in self.host else self.host,)
        return (*own, *self.names, *LOOPBACK_NAMES)

    @property
    def is_local(self) -> bool:
        """Whether no other machine reaches the service. Raises ConfigError for a host that is no address."""
        return not _reached_by_others(self.host)


RANGES: dict[str, tuple[str, float, float]] = {
    "port": ("--port", 0, 65_535),
    "workers": ("--workers", 0, 1024),
    "lease_seconds": ("--lease", 0.1, 1e6),
    "max_upload": ("--max-upload", 1, 2**40),
    "rate": ("--rate", 1e-3, 1e6),
    "burst": ("--burst", 1, 1_000_000),
}
"""For each number its option, the least and the most that it may be: beyond it, it has no meaning or breaks what it is handed to."""


def check_host(host: str, *, guarded: bool = False) -> None:
    """Raise ConfigError for an address that others can reach, unless users exist who are asked who they are (`guarded`).

    >>> check_host("127.0.0.1")
    """
    others = _reached_by_others(host)
    if others and not guarded:
        raise ConfigError(
            f"the host {host} ({', '.join(others)}) can be reached by others, and there is no user whom they would have to be: "
            "expected a loopback address such as 127.0.0.1, or a user; `pincite user add NAME --root DIR` makes one"
        )


def _reached_by_others(host: str) -> list[str]:
    if host in LOOPBACK_NAMES:
        return []
    try:
        found = {str(info[4][0]) for info in socket.getaddrinfo(host, None)}
    except OSError as error:
        raise ConfigError(
            f"the host {host!r} is no address of this machine: {error.strerror or error}; expected 127.0.0.1"
        ) from error
    return sorted(address for address in found if not ipaddress.ip_address(address).is_loopback)
