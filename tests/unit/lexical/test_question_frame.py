"""Words that frame a question, and the same words where they are what it asks about."""

import pytest

from pincite.lexical.question_frame import frame_words


@pytest.mark.parametrize(
    ("question", "framing"),
    [
        ("What does error E7 mean?", ["mean?"]),
        ("What happens if the pump stops?", ["happens"]),
        ("What is the meaning of E7?", ["meaning"]),
        ("What time does the vault open?", ["time"]),
        ("How long is the warranty?", ["long"]),
        ("How often must the seal be replaced?", ["often"]),
        ("And how much does the belt cost?", ["much", "cost?"]),
        ("How long does delivery take?", ["long", "take?"]),
        ("¿Qué significa el error E7?", ["significa"]),
        ("Que quiere decir E7?", ["quiere", "decir"]),
        ("¿Cuánto tarda la entrega?", ["tarda"]),
        ("¿Cuánto cuesta la correa?", ["cuesta"]),
        ("¿Cuánto tiempo dura la garantía?", ["tiempo", "dura"]),
        ("¿A qué hora abre la cámara?", ["hora"]),
        ("¿Con qué frecuencia se cambia el sello?", ["frecuencia"]),
    ],
)
def test_what_only_says_which_kind_of_answer_is_wanted_frames_a_question(question, framing):
    words = question.split()
    assert [words[number] for number in sorted(frame_words(words))] == framing


@pytest.mark.parametrize(
    "question",
    [
        "Is the mean above three?",
        "What is the mean of the samples?",
        "Where is the long report?",
        "Why does it cost more?",
        "Which time zone holds?",
        "How do I take the samples?",
        "What is the cost of the belt?",
        "¿Dónde está el contrato que dice la verdad?",
        "¿Por dónde pasa el tren?",
        "¿Cuál es el vale de compra?",
        "What opens? The lamps mean nothing.",
        "",
    ],
)
def test_the_same_words_elsewhere_are_what_is_asked_about(question):
    assert frame_words(question.split()) == frozenset()
