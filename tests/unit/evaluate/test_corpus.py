"""Documents under the names that golden sets call them by, and offsets that follow the source into its canonical text."""

import json

import pytest

from fakes import FakeEmbedder
from pincite.config import Config
from pincite.errors import GoldenError
from pincite.evaluate.corpus import corpus_of, find, mapped, names_of, read_corpus
from pincite.knowledge_base.door import KnowledgeBase


def rows(path, *values):
    path.write_text("\n".join(json.dumps(value) for value in values), encoding="utf-8")
    return path


def folder(root, **files):
    for name, text in files.items():
        path = root / (name.replace("__", "/") + ".md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return root


def test_a_folder_gives_documents_by_their_path_below_it_with_sections_counted(tmp_path):
    corpus = read_corpus(folder(tmp_path, tea="# Tea\n\n## Green\n\nOld.", drinks__milk="White."))
    assert [one.name for one in corpus.documents] == ["drinks/milk.md", "tea.md"]
    assert (corpus.counts.documents, corpus.counts.characters, corpus.counts.sections) == (2, 27, 2)


def test_a_file_that_cannot_be_read_is_listed_with_its_reason(tmp_path):
    (folder(tmp_path, tea="Green.") / "blank.md").write_bytes(b"  \n")
    corpus = read_corpus(tmp_path)
    assert [one.name for one in corpus.documents] == ["tea.md"]
    assert corpus.failed[0][0] == "blank.md"
    assert corpus.failed[0][1].startswith("empty: ")


def test_a_file_over_the_limit_of_the_settings_fails_alone(tmp_path):
    corpus = read_corpus(folder(tmp_path, tea="Green.", long="word " * 100), config=Config(max_bytes=100))
    assert [name for name, _ in corpus.failed] == ["long.md"]


def test_a_file_of_documents_is_read_in_both_spellings_without_its_titles(tmp_path):
    path = rows(tmp_path / "corpus.jsonl", {"doc_id": "b", "title": "T", "text": "Two."}, {"_id": "a", "text": "One."})
    for given in (path, tmp_path):
        assert [(one.name, one.document.text) for one in read_corpus(given).documents] == [("a", "One."), ("b", "Two.")]


def test_a_row_whose_id_ends_in_md_is_markdown(tmp_path):
    path = rows(
        tmp_path / "c.jsonl", {"doc_id": "a.md", "text": "# Tea\n\nOld."}, {"doc_id": "b", "text": "# Tea\n\nOld."}
    )
    assert read_corpus(path).counts.sections == 1


def test_text_that_looks_like_another_format_stays_text(tmp_path):
    path = rows(
        tmp_path / "c.jsonl", {"doc_id": "a", "text": "<html>\nhi"}, {"doc_id": "b", "text": "%PDF-1.4 is a mark"}
    )
    assert [one.document.text for one in read_corpus(path).documents] == ["<html>\nhi", "%PDF-1.4 is a mark"]


def test_half_a_surrogate_in_a_row_becomes_the_replacement_sign(tmp_path):
    path = rows(tmp_path / "c.jsonl", {"doc_id": "a", "text": "odd \ud800 sign among words"})
    assert read_corpus(path).documents[0].document.text == "odd \ufffd sign among words"


def test_offsets_of_a_row_with_mark_and_carriage_returns_are_mapped(tmp_path):
    source = "\ufeffone\r\ntwo\rthree\r\nneedle"
    only = read_corpus(rows(tmp_path / "c.jsonl", {"doc_id": "a", "text": source})).documents[0]
    start = source.index("needle")
    assert only.removed == (0, 4, 15)
    assert only.document.text[mapped(only, start) : mapped(only, start + 6)] == "needle"


def test_offsets_of_a_file_with_mark_and_carriage_returns_are_mapped(tmp_path):
    source = "\ufeff# Tea\r\n\r\nThe needle."
    only = read_corpus(folder(tmp_path, tea=source)).documents[0]
    start = source.index("needle")
    assert only.document.text[mapped(only, start) :] == "needle."


def test_the_hash_tells_another_text_and_another_name(tmp_path):
    hashes = {
        read_corpus(rows(tmp_path / f"{n}.jsonl", {"doc_id": name, "text": text})).counts.sha256
        for n, (name, text) in enumerate([("a", "One."), ("a", "One!"), ("b", "One.")])
    }
    assert len(hashes) == 3


def test_a_name_is_found_whole_or_by_its_end(tmp_path):
    corpus = read_corpus(folder(tmp_path, a__tea="Green.", milk="White."))
    assert find(corpus, "a/tea.md").name == "a/tea.md"
    assert find(corpus, "tea.md").name == "a/tea.md"
    assert find(corpus, "ea.md") is None
    assert find(corpus, "b/tea.md") is None


def test_a_name_that_two_documents_end_with_is_an_error_that_names_both(tmp_path):
    corpus = read_corpus(folder(tmp_path, a__tea="Green.", b__tea="Black."))
    with pytest.raises(GoldenError, match=r"2 documents called 'tea.md' \('a/tea.md', 'b/tea.md'\)"):
        find(corpus, "tea.md")


def test_a_whole_name_wins_over_longer_ones_that_end_so(tmp_path):
    corpus = read_corpus(folder(tmp_path, tea="Green.", b__tea="Black."))
    assert find(corpus, "tea.md").document.text == "Green."


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('{"text": "no id"}', "`doc_id` = None"),
        ('{"doc_id": "a"}', "`text` = None"),
        ('{"doc_id": true, "text": "x"}', "`doc_id` = True"),
        ("[1]", "a list"),
        ("{", "'{'"),
    ],
)
def test_a_malformed_row_is_an_error_with_its_line(tmp_path, line, found):
    path = tmp_path / "c.jsonl"
    path.write_text('\n{"doc_id": "z", "text": "Fine."}\n' + line, encoding="utf-8")
    with pytest.raises(GoldenError) as raised:
        read_corpus(path)
    assert "c.jsonl, line 3" in str(raised.value)
    assert found in str(raised.value)


def test_an_id_that_comes_twice_is_an_error(tmp_path):
    with pytest.raises(GoldenError, match="'a' twice"):
        read_corpus(rows(tmp_path / "c.jsonl", {"doc_id": "a", "text": "One."}, {"doc_id": "a", "text": "Two."}))


def test_a_corpus_without_a_document_is_an_error(tmp_path):
    with pytest.raises(GoldenError, match="no document"):
        read_corpus(tmp_path)
    with pytest.raises(GoldenError, match="cannot be read"):
        read_corpus(tmp_path / "missing.jsonl")


def test_a_knowledge_base_calls_its_documents_as_its_folder_does(tmp_path):
    source = folder(tmp_path / "docs", tea="# Tea\n\nGreen tea is old.", en__milk="\ufeffMilk is\r\nwhite.")
    with KnowledgeBase(tmp_path / "kb", embedder=FakeEmbedder(projection=None)) as kb:
        kb.add(source / "en", source / "tea.md")
        assert sorted(names_of(kb).values()) == ["en/milk.md", "tea.md"]
        assert corpus_of(kb) == read_corpus(source)


def test_a_folder_of_one_subfolder_keeps_its_names_in_a_knowledge_base(tmp_path):
    source = folder(tmp_path / "docs", en__milk="Milk is white.")
    with KnowledgeBase(tmp_path / "kb", embedder=FakeEmbedder(projection=None)) as kb:
        kb.add(source)
        assert list(names_of(kb).values()) == ["en/milk.md"]


def test_a_source_that_has_changed_since_maps_nothing(tmp_path):
    source = folder(tmp_path / "docs", milk="\ufeffMilk is white.")
    with KnowledgeBase(tmp_path / "kb", embedder=FakeEmbedder(projection=None)) as kb:
        kb.add(source)
        (source / "milk.md").write_text("another text", encoding="utf-8")
        assert corpus_of(kb).documents[0].removed == ()
