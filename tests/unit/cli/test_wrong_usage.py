"""Wrong calls, as a person makes them: the message says what was found, what was expected and what to do."""

import pytest

from fakes import FakeEmbedder
from pincite.cli.main import main


@pytest.fixture
def fake_embedder(monkeypatch):
    monkeypatch.setattr("pincite.knowledge_base.door.load_embedder", lambda config, say: FakeEmbedder(projection=None))


def complaint(capsys, *words) -> str:
    """What a call that ends with exit code 2 prints on standard error, on one line."""
    try:
        code = main([str(word) for word in words])
    except SystemExit as end:
        code = end.code
    assert code == 2
    return " ".join(capsys.readouterr().err.split())


def test_a_question_without_quotes_is_told_to_take_some(capsys):
    printed = complaint(capsys, "ask", "who", "pays", "the", "rent")
    assert "found 'pays the rent'" in printed
    assert "put several words in quotes" in printed


def test_an_option_that_does_not_exist_leads_to_the_help_of_its_command(capsys):
    assert "see `pincite search --help`" in complaint(capsys, "search", "rent", "--treshold=1")


def test_a_question_behind_the_filters_is_told_to_go_before_them(capsys):
    printed = complaint(capsys, "ask", "--filter", "type:md", "who pays the rent")
    assert "--filter took 'who pays the rent' for a filter: write the QUESTION before --filter" in printed


def test_neither_a_query_nor_a_file_of_queries_says_what_was_expected(capsys):
    assert 'found no QUERY, expected "QUERY" in quotes or --queries FILE' in complaint(capsys, "search")


def test_a_question_and_a_file_of_questions_are_one_too_many(capsys):
    printed = complaint(capsys, "ask", "rent", "--questions", "q.jsonl")
    assert "found a QUESTION and --questions FILE, expected one of them" in printed


@pytest.mark.parametrize("words", [["add", "notes"], ["ask", "rent"], ["status"], ["doctor"]])
def test_a_file_in_place_of_the_folder_of_the_knowledge_base_is_named(capsys, tmp_path, words):
    file = tmp_path / "letter.txt"
    file.write_text("words", encoding="utf-8")
    assert "letter.txt, expected the folder of a knowledge base" in complaint(capsys, *words, "--kb", file)


def test_a_file_of_questions_that_is_not_there_is_named_once_and_without_a_number(capsys):
    printed = complaint(capsys, "ask", "--questions", "none.jsonl")
    assert printed.startswith("pincite: none.jsonl cannot be read: No such file or directory;")


def test_a_folder_of_weights_without_the_name_of_a_model_is_not_passed_over(capsys, tmp_path):
    assert "without --fetch NAME" in complaint(capsys, "weights", "--weights", tmp_path)


def test_a_file_that_cannot_become_text_is_named_with_what_to_do(capsys, tmp_path):
    assert main(["extract", str(tmp_path / "none.md")]) == 1
    printed = " ".join(capsys.readouterr().err.split())
    assert (
        "none.md: cannot be read: No such file or directory; do what the reason says, or check that a file is there"
        in printed
    )


def test_an_added_folder_without_files_is_said_to_have_none(capsys, tmp_path, fake_embedder):
    (tmp_path / "empty").mkdir()
    assert main(["add", str(tmp_path / "empty"), "--kb", str(tmp_path / "kb")]) == 0
    assert "no files found under" in capsys.readouterr().out


def test_a_retry_that_can_help_nothing_says_how_many_failed(capsys, tmp_path, fake_embedder):
    (tmp_path / "empty.md").touch()
    assert main(["add", str(tmp_path / "empty.md"), "--kb", str(tmp_path / "kb")]) == 4
    assert main(["retry", "--kb", str(tmp_path / "kb")]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "a retry can't help the 1 that failed" in printed
    assert "`pincite add` reads what you mended" in printed


def test_a_retry_of_what_did_not_fail_says_so(capsys, tmp_path, fake_embedder):
    (tmp_path / "empty.md").touch()
    main(["add", str(tmp_path / "empty.md"), "--kb", str(tmp_path / "kb")])
    assert main(["retry", str(tmp_path / "other.md"), "--kb", str(tmp_path / "kb")]) == 0
    assert "no failed document is at" in capsys.readouterr().out
