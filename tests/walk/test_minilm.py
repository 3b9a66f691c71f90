"""all-MiniLM-L6-v2 as it ships, against numbers that sentence-transformers 6.2.0 with PyTorch 2.13.0 gave (float32)."""

import subprocess
import sys

import numpy as np
import pytest

from pincite.weights.cache import cache_folder

PLACES = [0, 77, 154, 231, 308]
GOLDEN = [
    ("A quote is the document, code point for code point.", [-0.15719, -0.04768, 0.05675, -0.05533, 0.05166]),
    ("¿Cuánto dura la garantía del producto?", [-0.04913, -0.02905, -0.01459, -0.06041, 0.00623]),
    ("Le chat dort sur le canapé depuis midi.", [-0.0368, -0.05285, 0.00791, 0.05853, -0.03301]),
    ("Wie wechsle ich den Ölfilter der Pumpe?", [-0.08032, -0.01829, -0.00221, 0.08296, 0.07863]),
    ("Сколько стоит доставка в Москву?", [0.05646, -0.03888, -0.04934, 0.04047, -0.05654]),
    ("保証期間は二年です。", [0.04948, 0.01113, 0.01153, 0.1219, -0.10267]),
    ("合同自签字之日起生效。", [-0.01117, -0.05732, 0.05875, 0.07807, -0.14512]),
    ("هل يمكن استرداد المبلغ المدفوع؟", [0.03794, -0.03723, 0.03512, 0.18059, 0.00983]),
    ("मैं अपना पासवर्ड भूल गया हूँ।", [0.02068, 0.01846, 0.11312, 0.08969, 0.03191]),
    ("🚀 Launch at 09:30 UTC 👩\u200d🚀", [0.00068, -0.02986, 0.02428, 0.12019, -0.04945]),
    ("def add(a, b):\n    return a + b", [-0.02379, 0.02418, 0.02017, -0.11815, -0.03047]),
    ("", [-0.11884, 0.02638, 0.03854, 0.09014, -0.03353]),
    ("RULE-A002: x² + y² ≤ r²", [0.04898, 0.05475, 0.00961, 0.01581, 0.02728]),
]


@pytest.mark.parametrize(("text", "numbers"), GOLDEN)
def test_five_numbers_of_each_vector_are_the_known_ones(minilm, text, numbers):
    assert np.allclose(minilm.query(text).vector[PLACES], numbers, atol=5e-3)


@pytest.mark.parametrize(
    ("other", "similarity"),
    [("That is a happy dog", 0.695), ("That is a very happy person", 0.943), ("Today is a sunny day", 0.257)],
)
def test_the_known_similarities_come_out(minilm, other, similarity):
    vectors = [minilm.query(text).vector for text in ("That is a happy person", other)]
    assert abs(float(vectors[0] @ vectors[1]) - similarity) <= 0.005


def test_half_the_squared_distance_is_one_minus_the_cosine_for_40_000_pairs(minilm):
    texts = [f"{text} {suffix}" for text, _ in GOLDEN for suffix in range(16)][:200]
    vectors = np.stack([each.vector for each in minilm.passages(texts)]).astype(np.float64)
    squared = ((vectors[:, None] - vectors[None]) ** 2).sum(axis=2)
    assert squared.size == 40_000
    assert np.abs(squared / 2 - (1 - vectors @ vectors.T)).max() < 1e-6
    assert np.abs(np.linalg.norm(vectors, axis=1) - 1).max() < 1e-6


def test_a_passage_and_a_query_of_one_text_are_the_same_to_the_bit(minilm):
    texts = [text for text, _ in GOLDEN]
    for text, passage in zip(texts, minilm.passages(texts), strict=True):
        assert np.array_equal(passage.vector, minilm.query(text).vector)


def test_token_vectors_stand_for_the_word_pieces_in_their_order(minilm):
    encoded = minilm.query("Pincite answers, or says that it can't.")
    assert encoded.tokens.shape == (len(encoded.ids), 384)
    assert minilm.count(["Pincite answers, or says that it can't."]) == [len(encoded.ids) + 2]
    assert np.allclose(np.linalg.norm(encoded.tokens, axis=1), 1, atol=1e-5)
    assert 101 not in encoded.ids
    assert 102 not in encoded.ids


def test_a_text_is_cut_at_256_tokens_and_counted_whole(minilm):
    assert minilm.count(["word " * 300]) == [302]
    assert len(minilm.query("word " * 300).ids) == 254


def test_encoding_reports_nothing_and_writes_nothing_at_home(minilm_folder, tmp_path):
    script = (
        "import sys\nfrom pathlib import Path\nfrom pincite.embed.open import open_embedder\n"
        f"open_embedder('all-minilm-l6-v2', folder=Path({str(minilm_folder)!r}), threads=1).query('hello')\n"
        "print([name for name in sys.modules if 'telemetry' in name])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], env={"HOME": str(tmp_path)}, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
    assert list(tmp_path.iterdir()) == []


def test_the_weights_are_in_the_cache_whole(minilm_folder):
    assert minilm_folder.is_relative_to(cache_folder())
    assert {path.name for path in minilm_folder.iterdir()} == {"model.safetensors", "tokenizer.json"}
