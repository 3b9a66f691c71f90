"""Settings: where they come from, and what is refused."""

import pytest

from pincite.config import Config, load_config, setting_from_text
from pincite.errors import ConfigError


@pytest.fixture(autouse=True)
def no_environment(monkeypatch):
    for name in ("PINCITE_TARGET", "PINCITE_MODE", "PINCITE_THRESHOLD", "PINCITE_TRAGET"):
        monkeypatch.delenv(name, raising=False)


def test_the_call_stands_over_the_environment_over_the_file_over_the_default(tmp_path, monkeypatch):
    (tmp_path / "pincite.toml").write_text('target = 300\nmode = "dense"\nevidence = 2\n', "utf-8")
    monkeypatch.setenv("PINCITE_TARGET", "350")
    monkeypatch.setenv("PINCITE_MODE", "lexical")
    config = load_config(tmp_path, {"mode": "hybrid", "threshold": None})
    assert (config.target, config.mode, config.evidence, config.pool) == (350, "hybrid", 2, 50)


def test_an_unknown_name_is_refused_wherever_it_stands_with_the_nearest_one(tmp_path, monkeypatch):
    with pytest.raises(ConfigError, match=r"the call sets `treshold`.*Did you mean `threshold`"):
        load_config(overrides={"treshold": 0.5})
    (tmp_path / "pincite.toml").write_text("poool = 3\n", "utf-8")
    with pytest.raises(ConfigError, match=r"pincite\.toml sets `poool`.*`pool`"):
        load_config(tmp_path)
    monkeypatch.setenv("PINCITE_TRAGET", "1")
    with pytest.raises(ConfigError, match=r"environment sets `traget`.*`target`"):
        load_config()


@pytest.mark.parametrize(
    ("name", "value"),
    [("mode", "sparse"), ("target", "long"), ("target", 0), ("threshold", "near"), ("pool", True), ("weights", 3)],
)
def test_a_value_of_the_wrong_kind_is_refused_by_name(name, value):
    with pytest.raises(ConfigError, match=name):
        load_config(overrides={name: value})


def test_keys_are_no_settings_and_never_read_from_a_file(tmp_path, monkeypatch):
    monkeypatch.setenv("PINCITE_API_KEY", "secret")
    assert load_config() == Config()
    (tmp_path / "pincite.toml").write_text('api_key = "secret"\n', "utf-8")
    with pytest.raises(ConfigError):
        load_config(tmp_path)


def test_a_file_that_is_not_toml_says_so(tmp_path):
    (tmp_path / "pincite.toml").write_text("target: 3", "utf-8")
    with pytest.raises(ConfigError, match="is not TOML"):
        load_config(tmp_path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("threshold", float("nan")),
        ("threshold", -0.1),
        ("generator_seconds", float("nan")),
        ("extract_seconds", 1e300),
        ("extract_memory", -1),
        ("max_bytes", 10**30),
        ("threads", -4),
        ("embedder_window", 0),
    ],
)
def test_a_number_without_meaning_is_refused_before_anything_uses_it(name, value):
    with pytest.raises(ConfigError, match=f"`{name}` is .* it must lie from"):
        load_config(overrides={name: value})


def test_a_folder_named_by_a_number_stays_a_name():
    assert (setting_from_text("weights", "2024"), setting_from_text("evidence", "2")) == ("2024", 2)


def test_a_folder_whose_name_is_too_long_has_no_settings_file(tmp_path):
    assert load_config(tmp_path / ("long" * 1000)) == Config()
