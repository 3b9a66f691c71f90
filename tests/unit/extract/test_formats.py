from importlib import import_module

import pytest

from pincite.extract.formats import BY_EXTENSION, FORMATS, current_extractor


@pytest.mark.parametrize("row", FORMATS.values(), ids=FORMATS)
def test_every_format_has_a_module_with_a_function_of_its_name(row):
    assert callable(getattr(import_module(f"pincite.extract.{row.module}"), f"extract_{row.module}"))
    assert row.extractor.startswith(f"{row.module} {row.version}")


def test_an_extractor_names_its_version_and_its_parsers():
    assert current_extractor("md").startswith("markdown 1 (markdown-it-py ")


def test_no_extension_hints_at_two_types():
    assert len(BY_EXTENSION) == sum(len(row.extensions) for row in FORMATS.values())
