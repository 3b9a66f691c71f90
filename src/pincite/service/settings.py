"""What a service is started with."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from pathlib import Path

from pincite.errors import ConfigError

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """Every setting of a service.

    `root` holds one folder for each knowledge base, and `pincite.db` with the jobs. `workers` are processes that index;
    0: nobody indexes here. `lease_seconds` is how long a worker that says nothing keeps its document. `max_upload` is the
    largest upload, in bytes.
    """

    root: Path
    host: str = "127.0.0.1"
    port: int = 8765
    workers: int = 1
    lease_seconds: float = 60.0
    max_upload: int = 2_000_000_000

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names under which a browser may ask for this service, without the port."""
        return LOOPBACK_NAMES if self.host in LOOPBACK_NAMES else (self.host, *LOOPBACK_NAMES)


def check_host(host: str) -> None:
    """Raise ConfigError for an address that others can reach: there are no keys yet that would keep them out.

    >>> check_host("127.0.0.1")
    """
    try:
        addresses = {info[4][0] for info in socket.getaddrinfo(host, None)}
    except OSError as error:
        raise ConfigError(f"the host {host!r} is no address of this machine: {error}; expected 127.0.0.1") from error
    open_to_others = sorted(str(found) for found in addresses if not ipaddress.ip_address(found).is_loopback)
    if open_to_others:
        raise ConfigError(
            f"the host {host} ({', '.join(open_to_others)}) can be reached by others, and this service knows no keys that "
            "would keep them out: expected a loopback address such as 127.0.0.1; put a proxy that asks who they are before it"
        )
