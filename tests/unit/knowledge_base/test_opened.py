"""A citation whose quote runs over two pages opens at the page of the sentence that the answer took."""

import pytest

from fakes import FakeEmbedder
from pdf_maker import Sheet, column, make_pdf
from pincite.config import Config
from pincite.knowledge_base.door import KnowledgeBase

FIRST = "The pump moves clean water at forty degrees."
SECOND = "Replace the seal every 4000 hours of operation."


class Says:
    """A model that writes one text."""

    name = "fake"

    def __init__(self, text):
        self.text = text

    def complete(self, prompt, on_text=None):
        return self.text


@pytest.fixture
def asked(tmp_path):
    file = tmp_path / "pump.pdf"
    file.write_bytes(make_pdf([Sheet(column([FIRST])), Sheet(column([SECOND]))]))

    def ask(question, generator=None):
        config, embedder = Config(threshold=2.0), FakeEmbedder(projection=None)
        with KnowledgeBase(tmp_path / "kb", config=config, embedder=embedder, generator=generator) as kb:
            kb.add(file)
            (citation,) = kb.ask(question).citations
        return citation

    return ask


@pytest.mark.parametrize(
    ("question", "page"),
    [("Replace the seal every how many hours?", "#page=2"), ("What degrees has the clean water?", "#page=1")],
)
def test_the_link_names_the_page_of_the_sentence_and_the_place_stays_that_of_the_whole_quote(asked, question, page):
    citation = asked(question)
    assert citation.fragment == citation.to_json()["fragment"] == page
    assert [region.number for region in citation.locator.pages] == [1, 2]
    assert citation.label.startswith("pages 1-2")


@pytest.mark.parametrize(
    ("said", "page"),
    [
        (f"{SECOND[:-1]} [1].", "#page=2"),
        ("Seals last for 4000 hours [1].", "#page=1"),
        (f"{FIRST} [1] {SECOND} [1]", "#page=1"),
    ],
)
def test_a_sentence_that_a_model_copied_opens_at_its_page_and_one_in_its_own_words_where_the_quote_begins(
    asked, said, page
):
    assert asked("Replace the seal every how many hours?", Says(said)).fragment == page
