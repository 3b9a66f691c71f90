from pincite.evaluate.calibrate.lengths import about_lengths
from pincite.types.golden import GoldenSet, Question


def golden(*questions):
    found = tuple(
        Question(f"q{number}", " ".join(["word"] * words), f"q{number}", answerable, distance=distance)
        for number, (words, answerable, distance) in enumerate(questions)
    )
    return GoldenSet("gold", found, "")


def test_long_answerable_and_short_near_questions_are_warned_of():
    said = about_lengths(
        golden(*[(20 + n % 3, True, "") for n in range(20)], *[(8 + n % 3, False, "near") for n in range(20)])
    )
    assert "21 words and near ones 9" in said
    assert "refusing short questions" in said


def test_questions_of_like_length_are_not():
    assert (
        about_lengths(
            golden(*[(8 + n % 9, True, "") for n in range(40)], *[(8 + n % 9, False, "near") for n in range(40)])
        )
        == ""
    )


def test_far_questions_may_have_any_length():
    assert about_lengths(golden(*[(20, True, "") for _ in range(20)], *[(5, False, "far") for _ in range(20)])) == ""
