"""What a model writes over HTTP, checked against its sources; and that a refusal never reaches it."""

import json
from contextlib import contextmanager

import pytest

from fakes import FakeEmbedder
from local_server import posts, send_json
from pincite.cli.main import main
from pincite.config import Config
from pincite.errors import GeneratorError
from pincite.knowledge_base.door import KnowledgeBase

pytestmark = pytest.mark.walk

QUOTE = "Rent is 900 euros and is due on the first day of the month."


@contextmanager
def model(text):
    """A chat server on loopback that says `text`; yields its URL and the log of what it was asked."""
    with posts(lambda handler, body: send_json(handler, {"choices": [{"message": {"content": text}}]})) as served:
        yield served


@pytest.fixture
def docs(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "rent.md").write_text(f"# Rent\n\n{QUOTE}", "utf-8")
    return folder


def door(tmp_path, url, **settings):
    config = Config(
        **{"generator": "endpoint", "generator_url": url, "generator_model": "m", "threshold": 1.9, **settings}
    )
    return KnowledgeBase(tmp_path / "kb", config=config, embedder=FakeEmbedder(projection=None))


@pytest.mark.parametrize(
    ("written", "kinds", "verdicts"),
    [
        ("Rent is 900 euros [1].", [], ["supported"]),
        ("Rent is 900 euros [7].", ["out_of_range"], ["uncited"]),
        ("Rent is 900 euros [1-3].", ["malformed_marker"], ["uncited"]),
        ("Rent is 900 euros 【1】.", ["malformed_marker"], ["uncited"]),
        ("Rent is 900 euros, see https://a.org/x [1].", ["url"], ["unsupported"]),
        ("Rent is 900 euros (arXiv:2301.00001) [1].", ["arxiv"], ["unsupported"]),
        ("Rent is 900 euros, page 12 [1].", ["page"], ["unsupported"]),
        ("Rent is 900 euros: `a[1]`.", [], ["uncited"]),
        ("Rent is 900 euros [1].\n\n```\nrow = a[1]\n```", [], ["supported", "unsupported"]),
        ("Rent is 800 euros [1].", [], ["contradicted"]),
    ],
)
def test_every_way_to_point_is_read_and_every_sentence_has_a_verdict(docs, tmp_path, written, kinds, verdicts):
    with model(written) as (url, _), door(tmp_path, url) as kb:
        kb.add(docs)
        answer = kb.ask("When is rent due?")
        assert answer.text == written
        assert [violation.kind for violation in answer.violations] == kinds
        assert [claim.verdict for claim in answer.claims] == verdicts


@pytest.mark.parametrize("policy", ["flag", "drop", "strict"])
def test_a_stream_cut_in_the_middle_of_a_marker_is_no_answer_under_any_policy(docs, tmp_path, policy):
    def cut(handler, _):
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.end_headers()
        event = {"choices": [{"index": 0, "delta": {"content": "Rent is 900 euros ["}, "finish_reason": None}]}
        handler.wfile.write(f"data: {json.dumps(event)}\n\n".encode())

    with posts(cut) as (url, _), door(tmp_path, url, unsupported=policy, generator_seconds=5.0) as kb:
        kb.add(docs)
        with pytest.raises(GeneratorError):
            kb.ask("When is rent due?", on_text=lambda text: None)


def test_a_dropped_sentence_is_never_shown_and_a_strict_answer_is_withheld(docs, tmp_path):
    pieces = []
    with model("Rent is 900 euros [1]. Rent is 800 euros [1].") as (url, _):
        with door(tmp_path, url, unsupported="drop") as kb:
            kb.add(docs)
            answer = kb.ask("When is rent due?", on_text=pieces.append)
            assert (answer.text, pieces) == ("Rent is 900 euros [1]. ", [answer.text])
        with door(tmp_path, url, unsupported="strict") as kb:
            withheld = kb.ask("When is rent due?", on_text=pieces.append)
            assert (withheld.answered, withheld.kind, len(pieces)) == (False, "unsupported", 1)


class Counter:
    """A model that counts how often it is asked."""

    name = "counter"
    asked = 0

    def complete(self, prompt, on_text=None):
        self.asked += 1
        return "Rent is 800 euros [1]."


@pytest.fixture
def counter(docs, tmp_path, monkeypatch):
    """The model of every door, with a knowledge base in `kb` that the command line can open too."""
    made = Counter()
    monkeypatch.setattr("pincite.knowledge_base.door.load_generator", lambda config: made)
    monkeypatch.setattr("pincite.knowledge_base.door.load_embedder", lambda *_, **__: FakeEmbedder(projection=None))
    with KnowledgeBase(tmp_path / "kb") as kb:
        kb.add(docs)
    return made


REFUSES = "--set=threshold=0.000001"


@pytest.mark.parametrize("order", ["best_first", "ends"])
def test_a_refusal_calls_no_model_from_the_library_or_under_filters(tmp_path, counter, order):
    config = Config(threshold=1e-6, evidence_order=order)
    with KnowledgeBase(tmp_path / "kb", config=config, embedder=FakeEmbedder(projection=None)) as kb:
        assert kb.ask("When is rent due?").kind == "gate"
        assert not kb.ask("When is rent due?", filters=["name:*.txt"]).answered
        assert not kb.ask("When is rent due?", filters=["name:nothing"], on_text=print).answered
    assert counter.asked == 0


def test_a_refusal_calls_no_model_from_the_command_line_or_in_a_batch(tmp_path, counter, capsys):
    kb = f"--kb={tmp_path / 'kb'}"
    questions = tmp_path / "questions.jsonl"
    questions.write_text('{"id": 1, "question": "When is rent due?"}\n{"id": 2, "question": "Tea?"}\n', "utf-8")
    assert main(["ask", "When is rent due?", kb, REFUSES]) == 3
    assert main(["ask", "When is rent due?", kb, REFUSES, "--json", "--filter", "name:*.txt"]) == 3
    assert main(["ask", "--questions", str(questions), kb, REFUSES]) == 0
    assert counter.asked == 0
    assert main(["ask", "When is rent due?", kb, "--set=threshold=1.9"]) == 0
    assert counter.asked == 1


def test_the_screen_marks_what_fails_and_a_withheld_answer_ends_with_exit_code_3(tmp_path, counter, capsys):
    kb = f"--kb={tmp_path / 'kb'}"
    assert main(["ask", "When is rent due?", kb, "--set=threshold=1.9"]) == 0
    shown = capsys.readouterr().out
    assert "Rent is 800 euros [1]. <contradicted>" in shown
    assert (
        "unit: 800 euros, the source has 900 euros" in shown or "number: 800 euros, the source has 900 euros" in shown
    )
    assert main(["ask", "When is rent due?", kb, "--set=threshold=1.9", "--set=unsupported=strict"]) == 3
    assert "withheld" in capsys.readouterr().out


@pytest.mark.parametrize("said", ["I don't know.", "Rent is 800 euros [9].", "NO ANSWER\n"])
def test_what_is_said_of_a_text_begins_on_a_line_of_its_own(tmp_path, counter, monkeypatch, capsys, said):
    class Streaming(Counter):
        def complete(self, prompt, on_text=None):
            for word in said.split(" "):
                on_text(word if said.startswith(word) else f" {word}")
            return said

    monkeypatch.setattr("pincite.knowledge_base.door.load_generator", lambda config: Streaming())
    settings = ["--set=threshold=1.9", "--set=generator=endpoint", "--set=generator_url=http://127.0.0.1:9/v1"]
    assert main(["ask", "When is rent due?", f"--kb={tmp_path / 'kb'}", "--set=generator_model=m", *settings]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[0] == said.strip()
    assert [line for line in lines if line.startswith("uncited: ")]


def test_an_error_in_the_middle_of_a_text_begins_on_a_line_of_its_own(tmp_path, counter, monkeypatch, capsys):
    class Breaking(Counter):
        def complete(self, prompt, on_text=None):
            on_text("Rent is 900")
            raise GeneratorError("it broke off")

    monkeypatch.setattr("pincite.knowledge_base.door.load_generator", lambda config: Breaking())
    settings = ["--set=threshold=1.9", "--set=generator=endpoint", "--set=generator_url=http://127.0.0.1:9/v1"]
    assert main(["ask", "When is rent due?", f"--kb={tmp_path / 'kb'}", "--set=generator_model=m", *settings]) == 1
    assert capsys.readouterr().out == "Rent is 900\n"
