from importlib import import_module

import pytest

from pincite.extract.formats import BY_EXTENSION, FORMATS, current_extractor


@pytest.mark.parametrize("row", FORMATS.values(), ids=lambda row: row.type)
def test_every_format_has_its_module_and_names_its_versions(row):
    name = row.module.rpartition(".")[2]
    assert callable(getattr(import_module(f"pincite.extract.{row.module}"), f"extract_{name}"))
    assert current_extractor(row.type).startswith(f"{name} {row.version}")


def test_an_extension_hints_at_one_format():
    assert len(BY_EXTENSION) == sum(len(row.extensions) for row in FORMATS.values())


def test_the_version_of_a_parser_is_part_of_the_name():
    assert current_extractor("md").startswith("markdown 2 (markdown-it-py ")
