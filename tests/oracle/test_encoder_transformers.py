"""The graph against the transformers library, on random weights of both shapes."""

import numpy as np
import pytest

from pincite.embed.bert import BertShape, bert_graph
from pincite.embed.runtime import Runner

torch = pytest.importorskip("torch", reason="PyTorch is not installed: it is too heavy for this project's own venv")
transformers = pytest.importorskip("transformers", reason="transformers is not installed")

SIZES = {
    "vocab_size": 100,
    "hidden_size": 48,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "intermediate_size": 96,
    "max_position_embeddings": 40,
    "initializer_range": 0.5,
}


@pytest.mark.parametrize(
    ("config", "model", "pad"),
    [("BertConfig", "BertModel", 0), ("XLMRobertaConfig", "XLMRobertaModel", 1), ("RobertaConfig", "RobertaModel", 1)],
)
def test_last_hidden_states_agree_also_with_padding(config, model, pad):
    torch.manual_seed(5)
    settings = getattr(transformers, config)(**SIZES, pad_token_id=pad)
    reference = getattr(transformers, model)(settings).eval()
    tensors = {name: tensor.numpy() for name, tensor in reference.state_dict().items()}
    ids = np.array([[2, 7, 50, 99, 13, 3], [2, 8, 3, pad, pad, pad]])
    mask = np.array([[1] * 6, [1] * 3 + [0] * 3])
    with torch.no_grad():
        expected = reference(torch.tensor(ids), attention_mask=torch.tensor(mask)).last_hidden_state.numpy()
    shape = BertShape.from_config(settings.to_dict())
    found = Runner(bert_graph(tensors, shape), threads=1, precision="f32").run((ids, mask))
    assert np.abs(found[0] - expected[0]).max() < 1e-4
    assert np.abs(found[1, :3] - expected[1, :3]).max() < 1e-4
    print(config, np.abs(found[0] - expected[0]).max(), np.abs(expected).max())  # noqa: T201 - the figure for the record
