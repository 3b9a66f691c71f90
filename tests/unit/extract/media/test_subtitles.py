import pytest

from pincite.extract.extract import extract_bytes

SRT = "1\n00:00:01,000 --> 00:00:02,500\n<i>Hello</i> there,\nfriend.\n\n2\n00:00:02,600 --> 00:00:04,000\n{\\an8}How are you?\n"


def paragraphs(document):
    return [document.text[block.start : block.end] for block in document.blocks]


def cues(document):
    return [(document.text[p.start : p.end], document.locate(p.start, p.end).fragment) for p in document.places]


def test_cues_that_follow_each_other_are_one_paragraph_and_each_has_its_times():
    document = extract_bytes(SRT.encode(), "talk.srt")
    assert document.text == "Hello there,\nfriend.\nHow are you?"
    assert paragraphs(document) == [document.text]
    assert cues(document) == [("Hello there,\nfriend.", "#t=1,2.5"), ("How are you?", "#t=2.6,4")]
    assert document.locate(0, len(document.text)).fragment == "#t=1,4"


def test_a_silence_or_another_voice_begins_a_paragraph():
    vtt = (
        "WEBVTT - talk\n\nintro\n00:01.000 --> 00:02.000 align:start\n<v.loud Ann>Hi &amp; bye\n\n"
        "00:02.000 --> 00:03.000\n<v Bob>Hi Ann\n\n01:00:00.000 --> 01:00:01.000\n<v Bob>Later\n"
    )
    document = extract_bytes(vtt.encode(), "talk")
    assert paragraphs(document) == ["Ann: Hi & bye", "Bob: Hi Ann", "Bob: Later"]
    assert cues(document)[2] == ("Bob: Later", "#t=3600,3601")


@pytest.mark.parametrize(
    "variant",
    [
        SRT.replace(",0", ".0").replace(",5", ".5").replace(",6", ".6"),
        SRT.replace("\n", "\r\n"),
        "\ufeff" + SRT,
        SRT.replace("1\n00:", "00:", 1).replace("\n2\n", "\n"),
        SRT.replace("\n\n2\n", "\n2\n"),
        SRT.replace("00:00:0", "0:0:"),
        "\n\n" + SRT,
    ],
)
def test_dots_line_ends_marks_and_missing_numbers_or_blank_lines_change_nothing(variant):
    plain = extract_bytes(SRT.encode(), "a.srt")
    document = extract_bytes(variant.encode(), "a.srt")
    assert (document.text, document.places) == (plain.text, plain.places)


def test_cues_that_overlap_keep_their_own_times():
    srt = "1\n00:00:01,000 --> 00:00:09,000\nOne.\n\n2\n00:00:02,000 --> 00:00:03,000\nTwo.\n"
    assert cues(extract_bytes(srt.encode(), "a.srt")) == [("One.", "#t=1,9"), ("Two.", "#t=2,3")]


def test_captions_that_roll_are_read_once():
    vtt = (
        "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nso<00:00:01.500><c> we</c>\n\n"
        "00:00:02.000 --> 00:00:02.010\nso we\n\n00:00:02.010 --> 00:00:04.000\nso we\ngo<00:00:03.000><c> on</c>\n"
    )
    document = extract_bytes(vtt.encode(), "a.vtt")
    assert document.text == "so we\ngo on"
    assert [note.code for note in document.notes] == ["captions-repeated"]


def test_two_lines_that_are_alike_are_both_read_where_captions_do_not_roll():
    srt = "1\n00:00:01,000 --> 00:00:02,000\nYeah.\n\n2\n00:00:02,000 --> 00:00:03,000\nYeah.\n"
    assert extract_bytes(srt.encode(), "a.srt").text == "Yeah.\nYeah."


def test_comments_styles_and_words_without_times_are_noted():
    document = extract_bytes(b"WEBVTT\n\nNOTE not shown\n\n00:01.000 --> 00:02.000\nHi\n\nstray words\n", "a.vtt")
    assert document.text == "Hi"
    (note,) = document.notes
    assert note.text == "NOTE not shown\n\nstray words"


def test_captions_that_roll_are_read_once_without_times_inside_their_lines_too():
    said = ["we set out", "before dawn", "with two boats", "and no map", "to the north"]
    cues = [f"{n + 1}\n00:00:0{n},000 --> 00:00:0{n + 1},000\n{said[n - 1]}\n{said[n]}\n" for n in range(1, 5)]
    document = extract_bytes("\n".join(["1\n00:00:00,000 --> 00:00:01,000\nwe set out\n", *cues]).encode(), "a.srt")
    assert document.text == "\n".join(said)
    start = document.text.index("and no map")
    assert document.locate(start, start + 10).fragment == "#t=3,4"


def test_a_word_that_is_said_twice_is_kept_twice():
    cues = [
        f"{n}\n00:00:0{n},000 --> 00:00:0{n + 1},000\n{word}\n" for n, word in enumerate(["No.", "No.", "No.", "Well."])
    ]
    assert extract_bytes("\n".join(cues).encode(), "a.srt").text == "No.\nNo.\nNo.\nWell."
