from pincite.chunk.divide import divide


def parts(text, step):
    return [text[start:end] for start, end, _ in divide(text, 0, len(text), step)]


def test_a_line_end_is_the_best_place():
    assert parts("one, two\nthree, four", 12) == ["one, two", "three, four"]


def test_a_comma_is_better_than_a_blank():
    assert parts("one two, three four", 14) == ["one two,", "three four"]


def test_a_word_is_cut_only_where_there_is_no_blank():
    assert parts("abcdefgh ij", 5) == ["abcde", "fgh", "ij"]


def test_an_accent_stays_on_its_letter_and_a_joined_emoji_together():
    assert parts("abe\u0301fg", 3) == ["ab", "e\u0301f", "g"]
    assert parts("abcd👩\u200d💻e", 6) == ["abcd", "👩\u200d💻e"]


def test_nothing_but_white_space_is_left_out():
    assert parts("ab          cd", 4) == ["ab", "cd"]


def test_steps_of_one_give_single_characters():
    assert parts("a b😀", 1) == ["a", "b", "😀"]
