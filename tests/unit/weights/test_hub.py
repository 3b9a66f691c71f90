import httpx
import huggingface_hub
import pytest

from pincite.weights.hub import Unavailable, fetch_from_hub
from weight_wheels import FILES, MODEL


@pytest.fixture
def no_cache(monkeypatch):
    monkeypatch.setattr(huggingface_hub, "try_to_load_from_cache", lambda *_, **__: None)


def test_a_hub_that_cannot_be_reached_is_given_up_at_once(monkeypatch, tmp_path, no_cache):
    def head(url, timeout):
        raise httpx.ConnectError("no route")

    monkeypatch.setattr(httpx, "head", head)
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", False)
    with pytest.raises(Unavailable, match="cannot be reached"):
        fetch_from_hub(MODEL, tmp_path)


def test_when_told_to_stay_offline_nothing_is_sent(monkeypatch, tmp_path, no_cache):
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)
    with pytest.raises(Unavailable, match="HF_HUB_OFFLINE is set"):
        fetch_from_hub(MODEL, tmp_path)


def test_what_the_hub_has_kept_on_this_machine_is_copied(monkeypatch, tmp_path):
    kept = tmp_path / "kept"
    kept.write_bytes(b"weights")
    monkeypatch.setattr(huggingface_hub, "try_to_load_from_cache", lambda *_, **__: str(kept))
    taken = fetch_from_hub(MODEL, tmp_path)
    assert taken.keys() == FILES.keys()
    assert kept.exists()


def test_the_fixed_revision_is_asked_for_without_an_account(monkeypatch, tmp_path, no_cache):
    calls = []

    def download(repository, file, **settings):
        calls.append((repository, settings["revision"], settings["token"]))
        return str(tmp_path / file)

    monkeypatch.setattr(httpx, "head", lambda url, timeout: None)
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr(huggingface_hub, "hf_hub_download", download)
    assert fetch_from_hub(MODEL, tmp_path)["tokenizer.json"] == tmp_path / "tokenizer.json"
    assert calls[0] == ("someone/tiny", "abc", False)
