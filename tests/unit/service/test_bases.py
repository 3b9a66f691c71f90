import pytest
from fastapi.testclient import TestClient

from pincite.errors import UsageError
from pincite.service.app import create_app
from pincite.service.bases import Bases
from pincite.service.problems import Conflict, NotFound
from pincite.service.settings import ServiceSettings


@pytest.fixture
def bases(tmp_path):
    found = Bases(tmp_path, load=lambda _: None)
    yield found
    found.close()


def test_one_that_was_made_is_listed_and_empty(bases):
    bases.create("papers")
    assert bases.names() == ["papers"]
    assert bases.get("papers").status().documents == 0


@pytest.mark.parametrize("name", ["", ".", "..", "../x", "a/b", "-a", "a b", "a\0", "é", "x" * 65, ".hidden"])
def test_names_that_are_no_names_make_nothing_and_find_nothing(bases, name, tmp_path):
    with pytest.raises(UsageError):
        bases.create(name)
    with pytest.raises(NotFound):
        bases.get(name)
    assert list(tmp_path.iterdir()) == []


def test_the_name_of_a_file_beside_them_is_none_for_a_knowledge_base(bases, tmp_path):
    (tmp_path / "pincite.db").write_bytes(b"jobs")
    with pytest.raises(Conflict, match="name of a file"):
        bases.create("pincite.db")
    assert (tmp_path / "pincite.db").read_bytes() == b"jobs"


def test_a_folder_with_files_becomes_one_and_keeps_them(bases, tmp_path):
    (tmp_path / "papers" / "files").mkdir(parents=True)
    (tmp_path / "papers" / "files" / "a.md").write_text("kept")
    bases.create("papers")
    assert bases.names() == ["papers"]
    assert (tmp_path / "papers" / "files" / "a.md").read_text() == "kept"


def test_a_name_that_differs_in_capitals_only_is_taken(bases):
    bases.create("Papers")
    with pytest.raises(Conflict, match="'Papers' already"):
        bases.create("papers")


def test_a_folder_without_a_knowledge_base_is_none(bases, tmp_path):
    (tmp_path / "photos").mkdir()
    assert bases.names() == []
    with pytest.raises(NotFound):
        bases.get("photos")


def test_a_deleted_one_is_gone_with_its_files(bases, tmp_path):
    bases.create("papers")
    bases.get("papers").status()
    bases.delete("papers")
    assert bases.names() == []
    assert list(tmp_path.iterdir()) == []


def test_one_that_cannot_be_opened_hides_no_other_and_is_told(tmp_path):
    for name in ("letters", "papers"):
        bases = Bases(tmp_path, load=lambda _: None)
        bases.create(name)
        bases.close()
    (tmp_path / "papers" / "pincite.toml").write_text("nonsense = 1\n")
    with TestClient(create_app(ServiceSettings(tmp_path, workers=0)), base_url="http://127.0.0.1:8765") as client:
        assert [base["name"] for base in client.get("/api/v1/bases").json()["bases"]] == ["letters"]
        page, ready = client.get("/"), client.get("/ready")
    assert page.status_code == 200
    assert "nonsense" in page.text
    assert ready.status_code == 503
    assert "papers: " in ready.json()["detail"]
