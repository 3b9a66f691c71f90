"""Out and in again: the same documents, hits and quotes, whoever embeds."""

import json
import zipfile

import jsonschema
import pytest

from fakes import FakeEmbedder
from pincite.config import Config
from pincite.errors import ExportError, NotAKnowledgeBase, SealError, UsageError
from pincite.knowledge_base.door import KnowledgeBase
from pincite.knowledge_base.portable.export import export
from pincite.knowledge_base.portable.lines import MEMBER, SCHEMA, schema
from pincite.knowledge_base.portable.take_in import import_file


class CountingEmbedder(FakeEmbedder):
    """Counts the passages that it was given."""

    def __init__(self, **fake):
        super().__init__(**{"projection": None, **fake})
        self.embedded = 0

    def passages(self, texts):
        self.embedded += len(texts)
        return super().passages(texts)


@pytest.fixture
def kb(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "tea.md").write_text(
        "# Tea\n\nGreen tea is grown in Uji.\n\n## Steeping\n\nTwo minutes at 80 degrees.", "utf-8"
    )
    (docs / "rent.csv").write_text("month,rent\nMay,900\nJune,950\n", "utf-8")
    (docs / "café.txt").write_text("Wi-Fi is free for guests \U0001f375.", "utf-8")
    with KnowledgeBase(tmp_path / "kb", config=Config(), embedder=CountingEmbedder()) as opened:
        opened.add(docs, tags=["house"])
        yield opened


def new(tmp_path, name, **fake):
    return KnowledgeBase(tmp_path / name, config=Config(), embedder=CountingEmbedder(**fake))


def hits(kb, query):
    return kb.search(query, rerank="none").hits


@pytest.mark.parametrize("name", ["out.zip", "out.jsonl"])
@pytest.mark.parametrize("vectors", [True, False])
def test_a_round_trip_gives_the_same_documents_hits_and_places(kb, tmp_path, name, vectors):
    export(kb, tmp_path / name, vectors=vectors)
    with new(tmp_path, "copy") as copy:
        assert import_file(copy, tmp_path / name).count("added") == 3
        assert copy.documents() == kb.documents()
        for record in kb.documents():
            assert copy.document(record.document_id) == kb.document(record.document_id)
        assert hits(copy, "where is tea grown") == hits(kb, "where is tea grown")
        assert hits(copy, "rent in May") == hits(kb, "rent in May")
        assert copy.doctor() == []


def test_under_the_same_seal_only_one_chunk_of_each_document_is_embedded(kb, tmp_path):
    export(kb, tmp_path / "out.zip", vectors=True)
    with new(tmp_path, "copy") as copy:
        found = import_file(copy, tmp_path / "out.zip")
        assert [one.vectors for one in found.documents] == [True] * 3
        assert copy.embedder.embedded == 3 + 3  # and the three canaries of the seal


def test_vectors_of_another_embedder_are_left_and_everything_is_embedded_anew(kb, tmp_path):
    export(kb, tmp_path / "out.zip", vectors=True)
    with new(tmp_path, "copy", fingerprint="another") as copy:
        found = import_file(copy, tmp_path / "out.zip")
        assert [one.vectors for one in found.documents] == [False] * 3
        assert found.notes[-1].startswith("3 documents were embedded anew")
        assert hits(copy, "where is tea grown")[0].quote == hits(kb, "where is tea grown")[0].quote


def test_vectors_that_the_embedder_would_not_give_are_not_believed(kb, tmp_path):
    export(kb, tmp_path / "out.jsonl", vectors=True)
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    of_one_chunk = next(number for number, line in enumerate(lines) if "Wi-Fi" in json.dumps(line))
    false = lines[of_one_chunk + 1]["chunk"]["vector"]
    for line in lines:
        if "chunk" in line:
            line["chunk"]["vector"] = false
    (tmp_path / "out.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    with new(tmp_path, "copy") as copy:
        assert sum(one.vectors for one in import_file(copy, tmp_path / "out.jsonl").documents) == 1
        assert hits(copy, "where is tea grown") == hits(kb, "where is tea grown")


def test_the_same_contents_give_the_same_bytes_and_a_second_round_too(kb, tmp_path):
    for name in ("one.zip", "two.zip"):
        export(kb, tmp_path / name, vectors=True)
    with new(tmp_path, "copy") as copy:
        import_file(copy, tmp_path / "one.zip")
        export(copy, tmp_path / "three.zip", vectors=True)
    one, two, three = ((tmp_path / name).read_bytes() for name in ("one.zip", "two.zip", "three.zip"))
    assert one == two == three


def test_every_line_is_of_the_published_form(kb, tmp_path):
    export(kb, tmp_path / "out.zip", vectors=True)
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        lines = archive.read(MEMBER).decode().splitlines()
        assert archive.read(SCHEMA) == schema()
    form = json.loads(schema())
    for line in lines:
        jsonschema.validate(json.loads(line), form)
    assert [*json.loads(lines[-1])["end"].values()] == [3, len(lines) - 5]


def test_an_import_leaves_alone_what_is_there_and_goes_on_where_it_stopped(kb, tmp_path):
    export(kb, tmp_path / "out.zip")
    with new(tmp_path, "copy") as copy:
        copy.add(tmp_path / "docs" / "tea.md", tags=["house"])
        (tmp_path / "docs" / "rent.csv").write_text("month,rent\nMay,1000\n", "utf-8")
        copy.add(tmp_path / "docs" / "rent.csv")
        found = import_file(copy, tmp_path / "out.zip")
        outcomes = {one.path.rsplit("/", 1)[-1]: one.outcome for one in found.documents}
        assert outcomes == {"tea.md": "unchanged", "rent.csv": "kept", "café.txt": "added"}
        assert [one.outcome for one in import_file(copy, tmp_path / "out.zip").documents].count("added") == 0


def test_a_document_whose_path_is_another_file_here_fails_and_with_its_new_folder_it_does_not(kb, tmp_path):
    export(kb, tmp_path / "out.zip")
    (tmp_path / "docs" / "tea.md").write_text("a secret of someone else", "utf-8")
    with new(tmp_path, "copy") as copy:
        failed = [one for one in import_file(copy, tmp_path / "out.zip").documents if one.outcome == "failed"]
        assert [one.reason[:44] for one in failed] == ["another file stands at its path here: add th"]
    with new(tmp_path, "moved") as copy:
        moved = import_file(copy, tmp_path / "out.zip", moved=(str(tmp_path / "docs"), "/srv/notes"))
        assert moved.count("added") == 3
        assert copy.documents()[0].path == "/srv/notes/café.txt"
        assert copy.doctor() == []


def test_moved_files_are_found_unchanged(kb, tmp_path):
    export(kb, tmp_path / "out.zip")
    (tmp_path / "docs").rename(tmp_path / "elsewhere")
    with new(tmp_path, "copy") as copy:
        import_file(copy, tmp_path / "out.zip", moved=(str(tmp_path / "docs"), str(tmp_path / "elsewhere")))
        assert copy.add(tmp_path / "elsewhere", tags=["house"]).unchanged == 3


def test_a_folder_that_holds_nothing_of_the_export_is_an_error_before_anything_is_written(kb, tmp_path):
    export(kb, tmp_path / "out.zip")
    with new(tmp_path, "copy") as copy:
        with pytest.raises(ExportError, match=f"below /wrong: name as OLD one of its folders .*{tmp_path / 'docs'}"):
            import_file(copy, tmp_path / "out.zip", moved=("/wrong", "/srv/notes"))
        assert not copy.folder.exists()


def test_an_import_under_another_embedder_than_the_index_is_an_error(kb, tmp_path):
    export(kb, tmp_path / "out.zip")
    with (
        KnowledgeBase(kb.folder, config=Config(), embedder=CountingEmbedder(fingerprint="another")) as other,
        pytest.raises(SealError, match="fake-words"),
    ):
        import_file(other, tmp_path / "out.zip")


def test_an_export_replaces_nothing_unless_it_is_told_to_and_wants_a_name_that_says_what_it_is(kb, tmp_path):
    taken = tmp_path / "out.zip"
    taken.write_text("mine", "utf-8")
    with pytest.raises(UsageError, match="already there"):
        export(kb, taken)
    assert export(kb, taken, force=True).documents == 3
    with pytest.raises(UsageError, match=r"ends in \.jsonl or \.zip"):
        export(kb, tmp_path / "out.json")
    with pytest.raises(NotAKnowledgeBase):
        export(new(tmp_path, "nothing"), tmp_path / "nothing.zip")


def test_an_export_that_fails_leaves_no_half_file(kb, tmp_path):
    def stop(step):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export(kb, tmp_path / "out.zip", watch=stop)
    assert list(tmp_path.glob("out*")) == []
