"""The two failures of a model that writes, told apart; and whether it says the same when asked again."""

import json
from importlib.resources import files

import jsonschema
import pytest

from fakes import FakeEmbedder
from pincite.cli.evaluate.answers import _result
from pincite.config import Config
from pincite.errors import UsageError
from pincite.evaluate.answers.ask import ask_all, spread
from pincite.evaluate.answers.steady import steadiness
from pincite.evaluate.corpus import corpus_of
from pincite.evaluate.golden.read import read_golden
from pincite.knowledge_base.door import KnowledgeBase
from pincite.types.answer import Answer, Claim, GateReading

RENT = "Rent is 900 euros a month and is due on the first day."
NONE = "The sources do not contain the answer."


class Says:
    """A model that says the same to every question, or its texts one by one."""

    name = "says"

    def __init__(self, *texts):
        self.texts = list(texts)

    def complete(self, prompt, on_text=None):
        return self.texts.pop(0) if len(self.texts) > 1 else self.texts[0]


@pytest.fixture
def asked(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "rent.md").write_text(f"# Rent\n\n{RENT}", "utf-8")
    rows = [
        {
            "id": "q1a",
            "question": "How much is the rent?",
            "answerable": True,
            "doc": "rent.md",
            "from": 8,
            "to": 8 + len(RENT),
            "needle": RENT,
        },
        {"id": "q2a", "question": "Who is the king of Spain?", "answerable": False, "distance": "far"},
    ]
    gold = tmp_path / "gold.jsonl"
    gold.write_text("\n".join(map(json.dumps, rows)), "utf-8")

    def ask(*texts, threshold=1.9, samples=0, generator=True, **options):
        config = Config(threshold=threshold, gate="distance")
        model = Says(*texts) if generator else None
        with KnowledgeBase(
            tmp_path / "kb", config=config, embedder=FakeEmbedder(projection=None), generator=model
        ) as kb:
            kb.add(docs)
            corpus = corpus_of(kb)
            golden = read_golden(gold, corpus)
            found = list(ask_all(kb, golden, corpus, samples=samples, sampler=model, **options))
            return found, _result(found, golden, config, "says")

    return ask


@pytest.mark.parametrize(
    ("text", "with_needle", "without"),
    [
        ("The rent is 900 euros a month [1].", "used", "bluffed"),
        ("The rent is 900 euros a month.", "uncited", "bluffed"),
        ("The rent is 800 euros a month [1].", "contradicted", "bluffed"),
        ("The landlord likes cats and dogs.", "ignored", "bluffed"),
        (NONE, "abstained", "said so"),
    ],
)
def test_what_a_model_does_with_the_needle_and_without_it(asked, text, with_needle, without):
    found, told = asked(text)
    assert [(one.in_evidence, one.kind) for one in found] == [(True, with_needle), (False, without)]
    assert told["in_evidence"][with_needle]["count"] == told["not_in_evidence"][without]["count"] == 1
    jsonschema.validate(told, json.loads((files("pincite.cli") / "schemas" / "eval-answers.json").read_text("utf-8")))


def test_what_the_gate_refuses_is_counted_apart_unless_everything_may_pass(asked):
    found, told = asked("The rent is 900 euros a month [1].", threshold=1e-9)
    assert ([one.kind for one in found], told["refused"]) == (["refused", "refused"], 2)
    found, _ = asked("The rent is 900 euros a month [1].", threshold=1e-9, ungated=True)
    assert [one.kind for one in found] == ["used", "bluffed"]


def test_extractive_answers_can_neither_use_nor_bluff(asked):
    with pytest.raises(UsageError, match="generator = extractive"):
        asked(generator=False)


def answer(text):
    return Answer(
        "q",
        text,
        (),
        (),
        (),
        GateReading("distance", 0.5, 0.1, 1, 4),
        "m",
        claims=(Claim(0, len(text), (), "uncited"),),
    )


def test_an_answer_is_steady_when_the_others_hold_its_facts_and_its_words():
    first = answer("The rent is 900 euros a month.")
    same, other = answer("A month of rent is €900."), answer("The rent is 800 euros a month.")
    assert steadiness(first, [same, same]) == 1.0
    assert steadiness(first, [same, other]) == 0.5
    assert steadiness(first, []) is None


def test_a_limit_takes_questions_from_the_whole_set(asked, tmp_path):
    rows = [{"id": f"q{n}a", "question": f"what {n}", "answerable": False, "distance": "far"} for n in range(10)]
    (tmp_path / "many.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    golden = read_golden(tmp_path / "many.jsonl")
    assert [one.id for one in spread(golden, 3).questions] == ["q0a", "q3a", "q6a"]
    assert spread(golden, 20) is golden
