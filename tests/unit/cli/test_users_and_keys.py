import io
import json
from contextlib import closing
from importlib.resources import files

import jsonschema
import pytest

from pincite.access.home import Home
from pincite.access.keys import Keys
from pincite.access.users import Users
from pincite.cli.main import main
from pincite.store.open import Store

PASSWORD = "seven lamps in the hall"


def run(capsys, *words):
    code = main([str(word) for word in words])
    return code, capsys.readouterr()


def told(capsys, *words):
    code, said = run(capsys, *words, "--json")
    assert code == 0, said.err
    found = json.loads(said.out)
    schema = json.loads((files("pincite.cli") / "schemas" / f"{words[0]}.json").read_text("utf-8"))
    jsonschema.validate(found, schema)
    return found


def test_users_are_added_listed_and_removed(tmp_path, capsys):
    root = tmp_path / "kbs"
    told(capsys, "user", "add", "ana", "--no-password", "--root", root)
    found = told(capsys, "user", "add", "bob", "--no-password", "--root", root)["users"]
    assert [(user["name"], user["admin"]) for user in found] == [("ana", True), ("bob", False)]
    assert "administrator" in run(capsys, "user", "list", "--root", root)[1].out
    assert [user["name"] for user in told(capsys, "user", "remove", "ana", "--root", root)["users"]] == ["bob"]
    assert "the service is open" in run(capsys, "user", "remove", "bob", "--root", root)[1].out


def test_a_password_comes_from_standard_input_and_can_be_changed(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n"))
    told(capsys, "user", "add", "ana", "--password-stdin", "--root", tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD} and in the cellar\n"))
    told(capsys, "user", "password", "ana", "--password-stdin", "--root", tmp_path)
    with closing(Home(tmp_path)) as home:
        assert Users(home).check("ana", PASSWORD) is None
        assert Users(home).check("ana", f"{PASSWORD} and in the cellar")


def test_a_password_is_typed_twice(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    typed = iter([PASSWORD, PASSWORD + "s", PASSWORD, PASSWORD])
    monkeypatch.setattr("getpass.getpass", lambda _: next(typed))
    code, said = run(capsys, "user", "add", "ana", "--root", tmp_path)
    assert (code, "differ" in said.err) == (2, True)
    assert run(capsys, "user", "add", "ana", "--root", tmp_path)[0] == 0


def test_without_anybody_to_type_a_password_it_is_said_what_to_do(tmp_path, capsys):
    code, said = run(capsys, "user", "add", "ana", "--root", tmp_path)
    assert (code, "--no-password" in said.err) == (2, True)


def test_a_role_is_given_in_a_knowledge_base_that_is_there_and_taken_away(tmp_path, capsys):
    told(capsys, "user", "add", "root", "--no-password", "--root", tmp_path)
    told(capsys, "user", "add", "bob", "--no-password", "--root", tmp_path)
    (tmp_path / "papers").mkdir()
    Store.open(tmp_path / "papers", create=True).close()
    found = told(capsys, "user", "role", "bob", "papers", "editor", "--root", tmp_path)["users"]
    assert found[0]["roles"] == {"papers": "editor"}
    assert "papers: editor" in run(capsys, "user", "list", "--root", tmp_path)[1].out
    assert told(capsys, "user", "role", "bob", "papers", "none", "--root", tmp_path)["users"][0]["roles"] == {}
    assert run(capsys, "user", "role", "bob", "letters", "reader", "--root", tmp_path)[0] == 2
    assert run(capsys, "user", "role", "eve", "papers", "reader", "--root", tmp_path)[0] == 2


def test_a_key_is_shown_once_listed_without_its_secret_and_revoked(tmp_path, capsys):
    told(capsys, "user", "add", "ana", "--no-password", "--root", tmp_path)
    made = told(capsys, "key", "add", "ana", "--scope", "write", "--label", "laptop", "--root", tmp_path)
    with closing(Home(tmp_path)) as home:
        assert Keys(home).prove(made["secret"])[0].label == "laptop"
    listed = told(capsys, "key", "list", "--root", tmp_path)
    assert [key["id"] for key in listed["keys"]] == [made["keys"][0]["id"]]
    assert "secret" not in listed
    assert "laptop" in run(capsys, "key", "list", "ana", "--root", tmp_path)[1].out
    assert told(capsys, "key", "revoke", made["keys"][0]["id"], "--root", tmp_path)["keys"] == []
    assert run(capsys, "key", "revoke", made["keys"][0]["id"], "--root", tmp_path)[0] == 2


def test_for_a_person_the_key_alone_goes_to_standard_output(tmp_path, capsys):
    told(capsys, "user", "add", "ana", "--no-password", "--root", tmp_path)
    _, said = run(capsys, "key", "add", "ana", "--root", tmp_path)
    assert said.out.startswith("pk_")
    assert said.out.count("\n") == 1


@pytest.mark.parametrize("words", [("user", "list"), ("user", "remove", "ana"), ("key", "list")])
def test_a_folder_that_is_not_there_is_named(tmp_path, capsys, words):
    code, said = run(capsys, *words, "--root", tmp_path / "nothing")
    assert (code, "nothing" in said.err) == (2, True)
    assert not (tmp_path / "nothing").exists()
