import json

import pytest

from pincite.embed.folder import folder_settings
from pincite.errors import EmbedderError
from small_model import write_encoder


@pytest.fixture
def write(tmp_path):
    def put(kind="bert", **files):
        write_encoder(tmp_path, kind)
        for name, content in files.items():
            path = tmp_path / {"pooling": "1_Pooling/config.json"}.get(name, f"{name}.json")
            path.parent.mkdir(exist_ok=True)
            path.write_text(json.dumps(content))
        return folder_settings(tmp_path)

    return put


def test_a_plain_transformers_folder_is_pooled_by_the_mean_over_all_positions(write):
    settings = write()
    assert (settings.pooling, settings.window, settings.query_prefix) == ("mean", 34, "")


def test_positions_of_the_roberta_family_begin_after_the_padding_token(write):
    settings = write("xlm-roberta")
    assert (settings.shape.family, settings.shape.pad, settings.window) == ("roberta", 1, 32)


@pytest.mark.parametrize(
    "pooling",
    [{"pooling_mode": "cls"}, {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}],
)
def test_pooling_is_read_in_its_new_and_its_old_form(write, pooling):
    assert write(pooling=pooling).pooling == "cls"


def test_mean_pooling_is_read_too(write):
    assert write(pooling={"pooling_mode_cls_token": False, "pooling_mode_mean_tokens": True}).pooling == "mean"


@pytest.mark.parametrize(
    "pooling", [{"pooling_mode": "max"}, {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": True}]
)
def test_another_pooling_is_refused(write, pooling):
    with pytest.raises(EmbedderError, match="Pincite pools by mean or cls"):
        write(pooling=pooling)


def test_the_window_is_the_saved_one(write):
    assert write(sentence_bert_config={"max_seq_length": 20}).window == 20


def test_a_window_beyond_the_positions_is_cut_to_them(write):
    assert write(sentence_bert_config={"max_seq_length": 4096}).window == 34


def test_else_the_window_is_that_of_the_tokenizer_unless_it_has_none(write):
    assert write(tokenizer_config={"model_max_length": 30}).window == 30
    assert write(tokenizer_config={"model_max_length": 1e30}).window == 34


def test_prompts_become_prefixes(write):
    settings = write(config_sentence_transformers={"prompts": {"query": "query: ", "document": "passage: "}})
    assert (settings.query_prefix, settings.passage_prefix) == ("query: ", "passage: ")


def test_a_module_that_is_not_run_is_refused(write):
    modules = [{"path": "", "type": "st.models.Transformer"}, {"path": "2_Dense", "type": "st.models.Dense"}]
    with pytest.raises(EmbedderError, match="module Dense"):
        write(modules=modules)


def test_the_pooling_is_where_the_modules_say(write, tmp_path):
    (tmp_path / "3_Pool").mkdir()
    (tmp_path / "3_Pool" / "config.json").write_text('{"pooling_mode": "cls"}')
    modules = [{"path": "", "type": "st.models.Transformer"}, {"path": "3_Pool", "type": "st.models.Pooling"}]
    assert write(modules=modules).pooling == "cls"


def test_lower_casing_outside_the_tokenizer_is_refused(write):
    with pytest.raises(EmbedderError, match="do_lower_case"):
        write(sentence_bert_config={"do_lower_case": True})


def test_a_folder_without_a_config_is_refused(tmp_path):
    with pytest.raises(EmbedderError, match=r"holds no config\.json"):
        folder_settings(tmp_path)


@pytest.mark.parametrize("text", ["{", "[]", '"words"'])
def test_a_config_that_is_no_object_is_refused(tmp_path, text):
    (tmp_path / "config.json").write_text(text)
    with pytest.raises(EmbedderError):
        folder_settings(tmp_path)
