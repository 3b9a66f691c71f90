from pincite.extract.formats import FORMATS, current_extractor, supported


def test_every_format_has_its_module_and_names_its_versions():
    assert {kind: row.module for kind, row in FORMATS.items()} == {
        "txt": "text",
        "md": "markdown",
        "html": "html",
        "pdf": "pdf",
    }
    assert current_extractor("md").startswith("markdown 1 (markdown-it-py ")


def test_a_folder_walk_takes_the_known_extensions_and_files_without_one():
    taken = [
        name
        for name in ("a.txt", "B.PDF", "c.md", "d.html", "README", "e.exe", "f.png", ".env", "g/")
        if supported(name)
    ]
    assert taken == ["a.txt", "B.PDF", "c.md", "d.html", "README", ".env", "g/"]
