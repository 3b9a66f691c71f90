from dataclasses import replace
from html.parser import HTMLParser

from pincite.cli.extract_page import extract_page
from pincite.types.document import Block, Document
from pincite.types.places import Box, Page, Place, Places

TEXT = "Heading\n\n<script>alert('x')</script> & words"
DOCUMENT = Document(
    TEXT,
    (Block("heading", 0, 7, level=1), Block("paragraph", 9, len(TEXT))),
    "pdf",
    "pdf 1",
    "",
    "",
    places=Places([Place(0, 7, Page(1, Box(0.1, 0.2, 0.3, 0.25))), Place(9, 20, Page(2, Box(0, 0, 1, 1)), 0.5)]),
)


class Seen(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.words, self.inside = [], "", False

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self.inside = self.inside or dict(attributes).get("class") == "text"

    def handle_data(self, data):
        self.words += data if self.inside else ""


def seen(page):
    parser = Seen()
    parser.feed(page)
    return parser


def test_the_page_holds_the_text_whole_and_runs_nothing_of_it():
    found = seen(extract_page(DOCUMENT, "a.pdf", None))
    assert found.words.rstrip("\n") == TEXT
    assert "script" not in {tag for tag, _ in found.tags}


def test_each_page_is_drawn_with_a_box_over_each_word_and_doubt_shows():
    found = seen(extract_page(DOCUMENT, "a.pdf", lambda page, width: f"{page} {width}".encode()))
    boxes = [attributes for tag, attributes in found.tags if tag == "i"]
    assert [tag for tag, _ in found.tags].count("img") == 2
    assert boxes[0]["style"] == "left:10.000%;top:20.000%;width:20.000%;height:5.000%"
    assert (boxes[0]["title"], boxes[1]["class"]) == ("Heading", "doubt")


def test_the_rows_of_a_table_stand_on_lines_of_their_own():
    rows = Document("a\tb\nc\td", (Block("row", 0, 3), Block("row", 4, 7)), "csv", "csv 1", "", "")
    tabled = replace(rows, blocks=(Block("table", 0, 7), *rows.blocks))
    assert '<span class="row" title="row 0-3">a\tb</span>\n<span class="row"' in extract_page(tabled, "a.csv", None)
