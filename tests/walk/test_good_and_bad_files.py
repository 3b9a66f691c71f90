"""One folder of good and bad files: the good ones are searchable, each bad one fails with its own reason."""

import builtins
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pdf_maker import Sheet, column, make_pdf
from pincite.config import Config
from pincite.knowledge_base.door import KnowledgeBase

LIMIT = 2_000_000
GOOD = {
    b"plain.txt": b"The lighthouse keeper writes the weather into a blue book.",
    b"old.txt": "Größe und Prüfung: die Gebühr beträgt zwölf €.".encode("cp1252"),
    b"page.html": b"<html><title>Ferry</title><body><h1>Ferry</h1><p>The ferry leaves at noon on Sundays.</p></body></html>",
    b"a\nb.md": b"# Bells\n\nThe bell of the chapel rings at seven.",
    b"caf\xff.md": b"# Coffee\n\nThe kitchen buys its coffee from a roaster in Lugo.",
}
PASSAGE = "The lighthouse keeper writes the weather into a blue book every morning, on page {}.\n\n"


@pytest.fixture
def folder(tmp_path):
    top = os.fsencode(tmp_path / "mixed")
    os.mkdir(top)
    os.mkdir(os.path.join(top, b"deep"))
    whole = make_pdf([Sheet(column(["The harbour master keeps the keys.", "Ask at the office before eight."]))])
    bad = {
        b"empty.md": b"",
        b"blank.txt": b" \n\t\n",
        b"cut.pdf": whole[: len(whole) // 2],
        b"locked.pdf": make_pdf([Sheet(column(["Secret."]))], password="x"),
        b"picture.pdf": make_pdf([Sheet(image=True)]),
        b"program.pdf": b"\x7fELF\x02\x01\x01" + bytes(range(256)) * 20,
        b"large.txt": b"word " * (LIMIT // 4),
        b"denied.txt": b"Nobody may read this.",
    }
    for name, data in {**GOOD, **bad, b"harbour.pdf": whole}.items():
        with open(os.path.join(top, name), "wb") as file:
            file.write(data)
    os.symlink(top, os.path.join(top, b"deep", b"loop"))
    return Path(os.fsdecode(top))


def test_every_good_file_is_searchable_and_every_bad_one_has_its_own_reason(folder, tmp_path, minilm, monkeypatch):
    real_open = builtins.open

    def refuse(path, *rest, **more):
        if os.fsencode(path).endswith(b"denied.txt"):
            raise PermissionError(13, "Permission denied")
        return real_open(path, *rest, **more)

    monkeypatch.setattr(builtins, "open", refuse)
    with KnowledgeBase(tmp_path / "kb", config=Config(max_bytes=LIMIT, ocr="off"), embedder=minilm) as kb:
        report = kb.add(folder)
        failed = {os.path.basename(failure.path): failure for failure in report.failed}
        assert {name: failure.code for name, failure in failed.items()} == {
            "blank.txt": "empty",
            "cut.pdf": "truncated",
            "denied.txt": "unreadable",
            "empty.md": "empty",
            "large.txt": "too_large",
            "locked.pdf": "encrypted",
            "loop": "unreadable",
            "picture.pdf": "needs_ocr",
            "program.pdf": "unsupported",
        }
        assert all(failure.reason and failure.hint for failure in failed.values())
        assert failed["denied.txt"].retryable
        assert not failed["program.pdf"].retryable
        assert report.added == len(GOOD) + 1
        for words, name in [
            ("weather blue book", "plain.txt"),
            ("Gebühr zwölf €", "old.txt"),
            ("when does the ferry leave", "page.html"),
            ("bell of the chapel", r"a\nb.md"),
            ("coffee roaster in Lugo", r"caf\xff.md"),
            ("who keeps the keys of the harbour", "harbour.pdf"),
        ]:
            hit = kb.search(words).hits[0]
            assert hit.document_name == name
            assert kb.document(hit.document_id).text[hit.locator.start : hit.locator.end] == hit.quote
        assert kb.search("keys of the harbour").hits[0].locator.fragment == "#page=1"
        assert kb.status().states == {"indexed": 6, "failed": 9}
        monkeypatch.setattr(builtins, "open", real_open)
        assert kb.retry().added == 1
        assert kb.doctor() == []


def test_a_text_of_twenty_megabytes_is_indexed_within_bounded_memory(tmp_path, minilm_folder):
    pages = "".join(PASSAGE.format(number % 300) for number in range(20_000_000 // len(PASSAGE)))
    (tmp_path / "book.txt").write_text(pages + "The lamp of the lighthouse was lit in 1874.", "utf-8")
    code = (
        "import resource, sys; from pincite.cli.main import main; code = main(); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr); sys.exit(code)"
    )
    words = ["add", tmp_path / "book.txt", "--kb", tmp_path / "kb", "--json"]
    added = subprocess.run([sys.executable, "-c", code, *map(str, words)], capture_output=True, text=True, check=True)
    assert json.loads(added.stdout)["added"] == 1
    assert int(added.stderr.splitlines()[-1]) < 1_500_000  # kilobytes
    with KnowledgeBase(tmp_path / "kb") as kb:
        assert "1874" in kb.search("when was the lamp lit 1874").hits[0].quote
