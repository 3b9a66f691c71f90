"""The cross-encoder against the transformers library, on random weights of that shape."""

import numpy as np
import pytest

from pincite.retrieve.cross import LocalCrossEncoder
from random_classifier import write_classifier

pytestmark = pytest.mark.oracle


@pytest.mark.parametrize("model_type", ["bert", "xlm-roberta"])
@pytest.mark.parametrize("labels", [1, 2])
def test_scores_agree_with_transformers(tmp_path, model_type, labels):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    transformers = pytest.importorskip("transformers", reason="transformers is not installed")
    write_classifier(tmp_path, model_type, labels)
    cross = LocalCrossEncoder(tmp_path, precision="f32", threads=1)
    model = transformers.AutoModelForSequenceClassification.from_pretrained(tmp_path).eval()
    passages = ["d e f", "a b c d e f g h i j k l m n o p q r s t", "z", ""]
    for passage, score in zip(passages, cross.score("a b c", passages), strict=True):
        pair = cross.pair("a b c", passage)
        given = {"input_ids": torch.tensor(pair.ids)[None], "token_type_ids": torch.tensor(pair.types)[None]}
        with torch.no_grad():
            np.testing.assert_allclose(model(**given).logits[0, -1].item(), score, atol=1e-4)
