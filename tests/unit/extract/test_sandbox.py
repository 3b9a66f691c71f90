import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mail_maker import make_mail
from media_maker import silence
from pdf_maker import Sheet, column, make_pdf
from pincite.errors import ExtractError
from pincite.extract import reader_process, sandbox
from pincite.extract.extract import extract_bytes
from pincite.extract.media.recording import SpeechModel
from pincite.extract.reader_process import ROOT
from pincite.extract.sandbox import Extractor

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux enforces this")

STANDS_IN = """
import sys; sys.path.append(sys.argv[1])
from pincite.extract import child
def extract_bytes(data, name, **_):
    {body}
child.extract_bytes = extract_bytes
child.main()
"""


@pytest.fixture
def a_reader_that(monkeypatch):
    """A child whose extractor does something else: the only way to have a hang or a crash on purpose."""

    def install(body):
        command = [sys.executable, "-I", "-c", STANDS_IN.format(body=body), ROOT]
        monkeypatch.setattr(reader_process, "child_command", lambda: command)

    return install


def code_of(extractor, data=b"words", name="a.txt"):
    with pytest.raises(ExtractError) as caught:
        extractor.extract_bytes(data, name)
    return caught.value.code


def test_the_child_gives_the_same_document_as_this_process(tmp_path):
    files = {"a.md": b"# A\r\n\r\ntext", "b.html": b"<h1>B</h1>", "c.pdf": make_pdf([Sheet(column(["words"]))])}
    with Extractor() as extractor:
        for name, data in files.items():
            (tmp_path / name).write_bytes(data)
            assert extractor.extract(tmp_path / name) == extract_bytes(data, name)


def test_a_name_with_a_line_end_and_bytes_that_are_no_utf_8_is_read(tmp_path):
    path = os.fsencode(tmp_path) + b"/odd\n\xff.md"
    Path(os.fsdecode(path)).write_bytes(b"# Title")
    with Extractor() as extractor:
        assert extractor.extract(path).title == "Title"


def test_one_bad_file_leaves_the_next_one_alone():
    with Extractor() as extractor:
        assert code_of(extractor, b"", "empty.txt") == "empty"
        assert code_of(extractor, b"\x7fELF" + bytes(60), "a.pdf") == "unsupported"
        assert code_of(extractor, make_pdf([Sheet()])[:300], "b.pdf") == "truncated"
        assert extractor.extract_bytes(b"good words", "c.txt").text == "good words"


def test_a_file_over_the_limit_is_refused_before_it_is_read(tmp_path):
    (tmp_path / "big.txt").write_bytes(b"x" * 1001)
    (tmp_path / "small.txt").write_bytes(b"x" * 1000)
    with Extractor(max_bytes=1000) as extractor:
        assert extractor.extract(tmp_path / "small.txt").text == "x" * 1000
        with pytest.raises(ExtractError, match="found 1001 bytes, expected at most 1000") as caught:
            extractor.extract(tmp_path / "big.txt")
    assert caught.value.code == "too_large"


@pytest.mark.parametrize("kind", ["missing", "folder", "pipe"])
def test_what_is_no_file_is_unreadable(tmp_path, kind):
    path = tmp_path / "thing.txt"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    with Extractor() as extractor, pytest.raises(ExtractError) as caught:
        extractor.extract(path)
    assert caught.value.code == "unreadable"
    assert caught.value.retryable


def test_a_file_that_may_not_be_read_is_unreadable(tmp_path, monkeypatch):
    path = tmp_path / "a.txt"
    path.write_text("words")

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    with Extractor() as extractor, pytest.raises(ExtractError, match="Permission denied") as caught:
        extractor.extract(path)
    assert caught.value.code == "unreadable"


def test_a_reader_that_hangs_is_ended_and_replaced(a_reader_that, monkeypatch):
    a_reader_that("import time; time.sleep(60)")
    with Extractor(seconds=0.7) as extractor:
        started = time.perf_counter()
        assert code_of(extractor) == "timeout"
        assert time.perf_counter() - started < 10
        monkeypatch.undo()
        extractor._seconds = 60
        assert extractor.extract_bytes(b"words", "a.txt").text == "words"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "crashed"),
        ("import os; os._exit(3)", "crashed"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGXCPU)", "timeout"),
        ("bytearray(1 << 40)", "memory"),
        ("raise ZeroDivisionError('what a parser does')", "malformed"),
    ],
)
def test_every_end_of_a_reader_has_its_code(a_reader_that, body, code):
    a_reader_that(body)
    with Extractor() as extractor:
        assert code_of(extractor) == code


@LINUX
def test_a_real_file_that_needs_more_memory_than_allowed_fails_alone():
    with Extractor(memory=300 << 20) as extractor:
        assert code_of(extractor, b"a b\n\n" * 6_000_000) == "memory"
        assert extractor.extract_bytes(b"words", "a.txt").text == "words"


@LINUX
@pytest.mark.parametrize(
    "attempt",
    [
        "import socket; socket.socket()",
        "import subprocess; subprocess.run(['true'])",
        "import os; os.system('true')",
        "open('/tmp/pincite-should-not-exist', 'w')",
    ],
)
def test_the_reader_may_not_open_sockets_start_programs_or_write_files(a_reader_that, attempt):
    a_reader_that(attempt)
    with Extractor() as extractor, pytest.raises(ExtractError, match="denied where untrusted files are read"):
        extractor.extract_bytes(b"words", "a.txt")


@LINUX
def test_it_says_what_it_enforces():
    with Extractor() as extractor:
        assert {"environment", "resource limits", "audit hook", "no new privileges"} <= set(extractor.enforced)


def test_the_reader_sees_no_secrets_of_the_environment(a_reader_that, monkeypatch):
    monkeypatch.setenv("API_KEY", "secret")
    a_reader_that("import os; raise ValueError(','.join(sorted(os.environ)))")
    with Extractor() as extractor, pytest.raises(ExtractError) as caught:
        extractor.extract_bytes(b"words", "a.txt")
    assert "API_KEY" not in caught.value.message
    assert "LC_ALL" in caught.value.message


def test_what_a_library_prints_does_not_disturb_the_answer(a_reader_that):
    a_reader_that(
        "import os; os.write(1, b'noise'); from pincite.extract.extract import extract_bytes as e; return e(data, name)"
    )
    with Extractor() as extractor:
        assert extractor.extract_bytes(b"words", "a.txt").text == "words"


def test_a_worn_out_reader_is_replaced(monkeypatch):
    monkeypatch.setattr(reader_process, "_FILES_EACH", 2)
    with Extractor() as extractor:
        extractor.extract_bytes(b"one", "a.txt")
        first = extractor._child
        extractor.extract_bytes(b"two", "a.txt")
        assert extractor._child is None
        assert first._process.poll() is not None


@LINUX
def test_the_reader_ends_when_its_parent_is_killed():
    script = (
        "import sys, time; sys.path.append(sys.argv[1])\n"
        "from pincite.extract.sandbox import Extractor\n"
        "extractor = Extractor(); extractor.extract_bytes(b'words', 'a.txt')\n"
        "print(extractor._child._process.pid, flush=True); time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script, ROOT], stdout=subprocess.PIPE) as parent:
        child = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and _is_running(child):
        time.sleep(0.05)
    assert not _is_running(child)


def _is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_starting_a_reader_does_not_load_a_parser_into_this_process():
    script = "import sys; sys.path.append(sys.argv[1]); import json, pincite.extract.sandbox; print(json.dumps(list(sys.modules)))"
    out = subprocess.run([sys.executable, "-I", "-c", script, ROOT], capture_output=True, check=True).stdout
    assert not {"pypdfium2", "selectolax", "markdown_it", "yaml"} & set(json.loads(out))


HEARS = (
    "from pincite.extract.media.recording import NeedsSpeech\n"
    "    from pincite.extract.extract import extract_bytes as read\n"
    "    if not _.get('speech'): raise NeedsSpeech({seconds})\n"
    "    {then}"
)


def test_a_recording_is_asked_for_again_with_a_model_that_is_looked_for_once(a_reader_that):
    a_reader_that(HEARS.format(seconds=10.0, then="return read(_['speech'].folder.encode(), 'a.txt')"))
    looked = []
    with Extractor(speech=lambda: looked.append(1) or SpeechModel("the words")) as extractor:
        assert extractor.extract_bytes(b"sound", "a.wav").text == "the words"
        assert extractor.extract_bytes(b"sound", "b.wav").text == "the words"
    assert looked == [1]


def test_a_recording_has_time_by_its_length(a_reader_that, monkeypatch):
    monkeypatch.setattr(sandbox, "_SPEECH_SECONDS", 0.5)
    a_reader_that(HEARS.format(seconds=8.0, then="import time; time.sleep(2); return read(b'words', 'a.txt')"))
    with Extractor(seconds=1.0, speech=lambda: SpeechModel("")) as extractor:
        assert extractor.extract_bytes(b"sound", "a.wav").text == "words"
        monkeypatch.setattr(sandbox, "_SPEECH_SECONDS", 0.0)
        assert code_of(extractor, b"sound", "a.wav") == "timeout"


def test_where_speech_is_off_a_recording_says_so_and_can_be_retried():
    with Extractor() as extractor, pytest.raises(ExtractError, match="speech recognition is off") as caught:
        extractor.extract_bytes(silence(1), "a.wav")
    assert (caught.value.code, caught.value.retryable) == ("unsupported", True)
    with Extractor() as extractor:  # and the child is ready for the next file
        assert extractor.extract_bytes(b"words", "a.txt").text == "words"


def test_a_model_that_cannot_be_had_is_looked_for_once(a_reader_that):
    a_reader_that(HEARS.format(seconds=1.0, then="pass"))
    looked = []

    def nowhere():
        looked.append(1)
        raise ExtractError("unsupported", "no model", retryable=True)

    with Extractor(speech=nowhere) as extractor:
        assert [code_of(extractor, b"sound", "a.wav") for _ in range(2)] == ["unsupported"] * 2
    assert looked == [1]


def test_the_bytes_of_what_is_attached_come_out_of_the_mail(tmp_path):
    mail = tmp_path / "offer.eml"
    mail.write_bytes(make_mail("S", "words", [("prices.csv", b"a,b\n1,2\n")]))
    with Extractor() as extractor:
        assert extractor.attachment(mail / "prices.csv") == b"a,b\n1,2\n"
        for name in (mail / "other.csv", mail, tmp_path / "nowhere" / "a.csv"):
            with pytest.raises(ExtractError) as found:
                extractor.attachment(name)
            assert found.value.code == "unreadable"
