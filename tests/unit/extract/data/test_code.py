from time import process_time

import pytest

from pincite.chunk.default import chunk_document
from pincite.extract.extract import extract_bytes

BODY = "\n".join(f"        call(something, {n});" for n in range(20))
SHORT = "\n".join(f"        call(something, {n});" for n in range(3))
PYTHON = f"""import os

LIMIT = 5


class Fleet:
    \"\"\"Ships.\"\"\"

    def __init__(self):
{SHORT}

    @property
    async def sail(self, to):
{BODY}

def main():
{BODY}
"""
GO = f"package main\n\n// Get gets.\nfunc (s *Store) Get(id string) (string, error) {{\n{BODY}\n}}\n\nfunc main() {{\n{BODY}\n}}\n"
RUST = f"use a;\n\nimpl<T> Display for Parser<T> {{\n    pub fn one(&self) -> i32 {{\n{BODY}\n    }}\n\n    pub(crate) async fn two() {{\n{BODY}\n    }}\n}}\n"
JAVA = f"""package a;

/** Doc. */
public final class Ship extends Thing {{
    private int a;

    public Ship(int a) {{
{BODY}
    }}

    @Override
    public Map<String, List<Integer>> find(String q) throws E {{
{BODY}
    }}
    static int three() {{
{BODY}
    }}
}}
"""
C = f"#include <a.h>\n\nstatic int add(int a, int b)\n{{\n{BODY}\n}}\n\nint main(void) {{\n{BODY}\n}}\n"
CPP = f"namespace sea {{\n\nclass Ship {{\n public:\n\n  void sail(int to) {{\n{BODY}\n  }}\n}};\n\n}}\n\nint Ship::speed(int a) const {{\n{BODY}\n}}\n"
TYPESCRIPT = f"""import x from "y";

export const load = async (a: string) => {{
{BODY}
}};

export default class Parser extends Base {{
  private n = 1;

  async parse(text: string): Promise<void> {{
{BODY}
  }}
}}
"""


def words(texts):
    return [len(text.split()) + 2 for text in texts]


@pytest.mark.parametrize(
    ("source", "name", "titles"),
    [
        (PYTHON, "a.py", ["", "Fleet", "Fleet.sail", "main"]),
        (GO, "a.go", ["", "Store.Get", "main"]),
        (RUST, "a.rs", ["", "Parser", "Parser.one", "Parser.two"]),
        (JAVA, "Ship.java", ["", "Ship", "Ship.Ship", "Ship.find", "Ship.three"]),
        (C, "a.c", ["", "add", "main"]),
        (CPP, "a.cpp", ["", "Ship", "Ship.sail", "Ship::speed"]),
        (TYPESCRIPT, "a.ts", ["", "load", "Parser", "Parser.parse"]),
    ],
)
def test_long_definitions_are_blocks_of_their_own_and_short_neighbours_share_one(source, name, titles):
    document = extract_bytes(source.encode(), name)
    assert document.text == source
    assert {block.kind for block in document.blocks} == {"code"}
    assert [block.title for block in document.blocks if source[block.start : block.end].strip("}\n ;")] == titles
    assert (document.type, document.title) == ("code", name)


def test_the_header_of_a_chunk_names_the_definition_and_a_function_that_fits_stays_whole():
    document = extract_bytes(PYTHON.encode(), "fleet.py")
    chunks = chunk_document(document, words, window=256)
    sail = next(chunk for chunk in chunks if chunk.section == "Fleet.sail")
    assert sail.text.startswith("[fleet.py > Fleet.sail]\n")
    assert sail.content.lstrip().startswith("@property")
    assert sail.content.endswith("19);")


def test_a_citation_of_code_names_its_lines():
    text = "a = 1\r\n\r\nb = 2\r\n    c = 3"
    document = extract_bytes(text.encode(), "a.py")
    two = document.locate(document.text.index("b"), len(document.text))
    assert (two.fragment, two.label, two.to_json()["lines"]) == ("#L3-L4", "lines 3-4", [3, 4])
    assert document.locate(0, 3).fragment == "#L1"
    assert document.locate(0, 3).label == "line 1"


def test_a_long_function_is_cut_at_a_blank_line_and_each_part_names_it():
    paragraphs = "\n\n".join("\n".join(f"    step_{p}_{n}()" for n in range(25)) for p in range(6))
    document = extract_bytes(f"def sail():\n{paragraphs}\n".encode(), "a.py")
    chunks = chunk_document(document, words, window=256)
    assert len(chunks) > 2
    assert {chunk.section for chunk in chunks} == {"sail"}
    assert all(chunk.content.lstrip().startswith(("def", "step")) for chunk in chunks)
    assert all(document.text[chunk.end : chunk.end + 2] == "\n\n" for chunk in chunks[:-1])


def test_a_script_without_a_name_shows_by_its_first_line_what_it_is():
    assert extract_bytes(b"#!/usr/bin/env python3\nprint(1)\n", "tool").type == "code"


@pytest.mark.parametrize(
    "line",
    [
        "x" * 1_000_000,
        "(" * 500_000,
        "a " * 500_000,
        "a,b;" * 250_000,
        "\n".join("    " * (n % 50) + "class A:" for n in range(50_000)),
    ],
)
def test_no_layout_makes_a_file_slow(line):
    start = process_time()
    extract_bytes(line.encode(), "a.js")
    assert process_time() - start < 20
