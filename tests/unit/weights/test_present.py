import json
import sys

import pytest

from pincite.weights import present as module
from pincite.weights.cache import cache_folder, model_folder
from pincite.weights.present import present
from weight_wheels import FILES, MODEL, write_files


@pytest.fixture(autouse=True)
def known(monkeypatch):
    monkeypatch.setattr(module, "KNOWN", {"tiny": MODEL})


def test_a_model_that_was_never_fetched_is_absent(tmp_path):
    assert present("tiny", tmp_path).state == "absent"


def test_a_model_with_the_right_hashes_is_here(tmp_path):
    write_files(model_folder("tiny", tmp_path))
    assert present("tiny", tmp_path).state == "here"


def test_a_model_with_another_hash_is_damaged(tmp_path):
    write_files(model_folder("tiny", tmp_path), FILES | {"tokenizer.json": b""})
    assert present("tiny", tmp_path).state == "damaged"


def test_it_can_be_told_as_json(tmp_path):
    told = json.loads(json.dumps(present("tiny", tmp_path).to_json()))
    assert told["wheels"] == ["tiny-one==1.0", "tiny-two==2.0"]


def test_the_environment_names_the_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("PINCITE_CACHE", str(tmp_path / "there"))
    assert cache_folder() == tmp_path / "there"


def test_else_the_cache_is_in_the_cache_folder_of_the_user(monkeypatch, tmp_path):
    monkeypatch.delenv("PINCITE_CACHE", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "pincite"
