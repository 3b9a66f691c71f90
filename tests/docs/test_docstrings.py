"""What a caller meets is explained where it stands."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "pincite"
MODULES = [path for path in sorted(SOURCE.rglob("*.py")) if path.read_text(encoding="utf-8").strip()]
DOORS = {"types", "errors.py", "config.py", "knowledge_base"}


def name(path: Path) -> str:
    return str(path.relative_to(SOURCE))


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_every_module_says_what_it_is_for(path):
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", [p for p in MODULES if p.relative_to(SOURCE).parts[0] in DOORS], ids=name)
def test_every_public_name_of_the_doors_is_explained(path):
    defined = [
        node
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
    ]
    assert [node.name for node in defined if not ast.get_docstring(node)] == []
