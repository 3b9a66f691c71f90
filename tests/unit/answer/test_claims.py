"""Where claims are, and which markers prove them."""

import pytest

from pincite.answer.claims import split_claims
from pincite.answer.markers import read_markers


def claims(text, n=3):
    return [(text[one.start : one.end], one.cited) for one in split_claims(text, read_markers(text, n).spans)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A is due [1]. B is not [2].", [("A is due [1].", (1,)), ("B is not [2].", (2,))]),
        ("A is due. [1] B is not. [2][3]", [("A is due. [1]", (1,)), ("B is not. [2][3]", (2, 3))]),
        ("A is due.[1] B is not.[2]", [("A is due.[1]", (1,)), ("B is not.[2]", (2,))]),
        ("A is due. B is not [2].", [("A is due.", ()), ("B is not [2].", (2,))]),
        ("Yes. A is due [1].", [("Yes. A is due [1].", (1,))]),
        ("# Heading\n\nA is due [1].", [("A is due [1].", (1,))]),
        ("**Heading**\n\nA is due [1].", [("A is due [1].", (1,))]),
        ("The rules:\n- A is due [1]\n- B is not [2]", [("A is due [1]", (1,)), ("B is not [2]", (2,))]),
        (
            "The rules are [1]:\n1. A is due\n2. B is not",
            [("The rules are [1]:", (1,)), ("A is due", (1,)), ("B is not", (1,))],
        ),
        ("A line\nthat goes on [1].", [("A line\nthat goes on [1].", (1,))]),
        ("| a | b |\n| --- | --- |\n| x | 5 [2] |", [("| x | 5 [2] |", (2,))]),
        ("Use it [1]:\n```\na[1] = 2\n```", [("Use it [1]:", (1,)), ("```\na[1] = 2\n```", (1,))]),
        ("[1] A is due.", [("[1] A is due.", (1,))]),
        ("---", []),
        ("", []),
    ],
)
def test_each_sentence_has_the_markers_that_prove_it(text, expected):
    assert claims(text) == expected
