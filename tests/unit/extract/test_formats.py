from pincite.extract.formats import FORMATS, current_extractor


def test_every_format_has_its_module_and_names_its_versions():
    assert {kind: row.module for kind, row in FORMATS.items()} == {
        "txt": "text",
        "md": "markdown",
        "html": "html",
        "pdf": "pdf",
    }
    assert current_extractor("md").startswith("markdown 1 (markdown-it-py ")
