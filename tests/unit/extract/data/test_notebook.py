import json

import pytest

from pincite.errors import ExtractError
from pincite.extract.extract import extract_bytes


def shape(document):
    return [(block.kind, block.level, document.text[block.start : block.end]) for block in document.blocks]


def notebook(*cells):
    book = {"nbformat": 4, "metadata": {"kernelspec": {"language": "python"}}, "cells": cells}
    return json.dumps(book).encode()


def code(source, *outputs):
    return {"cell_type": "code", "source": source, "outputs": outputs}


def test_cells_are_markdown_code_and_what_the_code_wrote_and_have_their_numbers():
    data = notebook(
        {"cell_type": "markdown", "source": ["# Fleet\n", "\n", "- one\n", "- two"]},
        code("print(1)", {"output_type": "stream", "text": ["\x1b[31m1\x1b[0m\n"]}),
    )
    document = extract_bytes(data, "a.ipynb")
    assert shape(document) == [
        ("heading", 1, "# Fleet"),
        ("list", 0, "- one\n- two"),
        ("item", 0, "- one"),
        ("item", 0, "- two"),
        ("code", 1, "print(1)"),
        ("code", 0, "1"),
    ]
    assert document.title == "Fleet"
    locator = document.locate(document.text.index("print"), len(document.text))
    assert (locator.fragment, locator.label, locator.notebook_cells) == ("#cell=2", "cell 2", (2,))
    assert locator.to_json()["notebook_cells"] == [2]


def test_the_plain_form_of_an_output_is_kept_and_images_are_noted():
    shown = {"output_type": "execute_result", "data": {"text/plain": "  x\n0 1", "text/html": "<t>", "image/png": "iV"}}
    document = extract_bytes(
        notebook(code("df", shown, {"output_type": "display_data", "data": {"image/png": "x"}})), "a.ipynb"
    )
    assert document.text == "df\n\n  x\n0 1"
    assert document.notes[0].message == "outputs that are no plain text are not read: 2 image/png"


def test_an_error_is_its_name_and_message():
    failed = {"output_type": "error", "ename": "ValueError", "evalue": "no such port", "traceback": ["\x1b[0m..."]}
    assert extract_bytes(notebook(code("f()", failed)), "a.ipynb").text == "f()\n\nValueError: no such port"


def test_long_outputs_are_cut_at_a_line_and_noted():
    output = {"output_type": "stream", "text": "a line of words\n" * 1000}
    document = extract_bytes(notebook(code("f()", output)), "a.ipynb")
    assert len(document.text) < 4100
    assert document.text.endswith("a line of words")
    assert document.notes[0].message == "11999 of 15999 characters that cell 1 wrote are left out"


def test_the_third_version_has_worksheets_and_headings():
    cells = [
        {"cell_type": "heading", "level": 2, "source": ["Fleet"]},
        {"cell_type": "code", "input": ["f()"], "outputs": [{"output_type": "pyout", "text": ["2"], "png": "x"}]},
    ]
    document = extract_bytes(json.dumps({"nbformat": 3, "worksheets": [{"cells": cells}]}).encode(), "a.ipynb")
    assert shape(document) == [("heading", 2, "Fleet"), ("code", 1, "f()"), ("code", 0, "2")]


@pytest.mark.parametrize("data", [b"no json", b"[]", b"{}", b'{"cells": 5}'])
def test_what_is_no_notebook_is_malformed(data):
    with pytest.raises(ExtractError) as caught:
        extract_bytes(data, "a.ipynb")
    assert caught.value.code == "malformed"


@pytest.mark.parametrize(
    "cell", [5, {}, {"cell_type": 5, "source": 5}, {"cell_type": "code", "source": [1], "outputs": [5, {"data": 5}]}]
)
def test_odd_cells_do_not_stop_the_others(cell):
    assert extract_bytes(notebook(cell, code("f()")), "a.ipynb").text == "f()"
