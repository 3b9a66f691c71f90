"""What a service is started with, when it can't be right: said before anything is opened."""

import errno
import socket

import pytest

from pincite.errors import UsageError
from pincite.service.app import create_app
from pincite.service.serve import main
from pincite.service.settings import ServiceSettings


def refused(capsys, *words: object) -> str:
    """What a start that ends with exit code 2 prints on standard error."""
    assert main([str(word) for word in words]) == 2
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--port", "99999", "--port is 99999: it must lie from 0 to 65535"),
        ("--port", "-1", "--port is -1: it must lie from 0 to 65535"),
        ("--workers", "-1", "--workers is -1: it must lie from 0 to 1024"),
        ("--lease", "nan", "--lease is nan: it must lie from 0.1 to 1000000"),
        ("--max-upload", "0", "--max-upload is 0: it must lie from 1 to 1099511627776"),
        ("--rate", "0", "--rate is 0.0: it must lie from 0.001 to 1000000"),
        ("--burst", "0", "--burst is 0: it must lie from 1 to 1000000"),
    ],
)
def test_a_number_without_a_meaning_is_said_with_its_range(capsys, tmp_path, option, value, said):
    assert said in refused(capsys, "--root", tmp_path, option, value)
    assert not list(tmp_path.iterdir())


def test_a_port_that_is_taken_is_said_with_what_to_do_and_without_a_number_of_the_system(capsys, tmp_path, monkeypatch):
    def taken(*_: object, **__: object) -> None:
        raise OSError(
            errno.EADDRINUSE, "Address already in use (while attempting to bind on address ('127.0.0.1', 8765))"
        )

    monkeypatch.setattr("socket.create_server", taken)
    said = refused(capsys, "--root", tmp_path)
    assert "port 8765 of 127.0.0.1 is in use by another program; choose another with --port" in said
    assert "Errno" not in said


def test_a_file_in_place_of_the_root_is_said_with_what_to_do_and_without_a_number_of_the_system(tmp_path):
    file = tmp_path / "lease.md"
    file.write_text("words", encoding="utf-8")
    with pytest.raises(
        UsageError, match=r"lease\.md cannot become the folder of a service: File exists; name a folder"
    ):
        create_app(ServiceSettings(file))


def test_a_host_that_is_no_address_is_said_without_a_number_of_the_system(capsys, tmp_path, monkeypatch):
    def unknown(*_: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr("socket.getaddrinfo", unknown)
    said = refused(capsys, "--root", tmp_path, "--host", "300.1.1.1")
    assert "the host '300.1.1.1' is no address of this machine" in said
    assert "Errno" not in said
