"""What the pages say can be done can be done: commands are read by the real parser, settings by the real reader."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from pincite.cli.main import build_parser
from pincite.config import load_config

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
CHAPTERS = sorted((ROOT / "docs" / "handbook").glob("*.md"))
SHELL_ENDS = {">", ">>", "|", "||", "&&", ";", "2>"}


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def fences(page: Path, *kinds: str) -> list[str]:
    found = re.findall(r"^```(\w*)\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [body for kind, body in found if kind in kinds]


def commands(page: Path) -> list[list[str]]:
    """The words after `pincite` in every line of code that calls it."""
    found = []
    for line in "\n".join(fences(page, "", "sh", "bash", "console")).replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True) if re.search(r"(^|\s|/)pincite\s", line) else []
        start = next((i for i, word in enumerate(words) if word.rsplit("/", 1)[-1] == "pincite"), None)
        if start is not None:
            end = next((i for i, word in enumerate(words) if i > start and word in SHELL_ENDS), None)
            found.append(words[start + 1 : end])
    return found


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_command_that_a_page_shows_is_one_that_the_program_knows(page):
    for words in commands(page):
        assert callable(build_parser().parse_args(words).run)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_setting_that_a_page_shows_is_one_that_the_program_takes(page):
    for body in fences(page, "toml"):
        assert load_config(None, tomllib.loads(body))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_piece_of_python_that_a_page_shows_is_python(page):
    for body in fences(page, "python"):
        compile(body, name(page), "exec")


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_to_a_file_of_the_project_leads_to_one(page):
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert re.match(r"https?://", target) or (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_file_of_the_project_that_a_page_names_is_there(page):
    named = re.findall(r"`((?:src|tests|benchmarks|docs)/[\w./-]+)`", page.read_text(encoding="utf-8"))
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("chapter", CHAPTERS, ids=name)
def test_a_chapter_is_short_and_has_headings_to_be_found_by(chapter):
    text = chapter.read_text(encoding="utf-8")
    assert 300 <= len(text.split()) <= 1200
    assert len(re.findall(r"^## ", text, re.MULTILINE)) >= 3
    assert text.startswith("# ")


def test_every_guide_is_listed():
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in (ROOT / "docs" / "howto").glob("*.md") if f"(howto/{page.name})" not in index] == []
