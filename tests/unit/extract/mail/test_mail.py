import base64
import time

import pytest

from pincite.errors import ExtractError
from pincite.extract.extract import extract_bytes
from sheet_maker import Sheet, make_xlsx


def shape(document):
    return [(block.kind, block.level, document.text[block.start : block.end]) for block in document.blocks]


def notes(document):
    return [(note.code, note.message) for note in document.notes]


def mail(*lines):
    return "\n".join(lines).encode()


def multipart(kind, *parts):
    return "\n".join(
        [
            f'Content-Type: multipart/{kind}; boundary="{kind}-B"',
            "",
            *(f"--{kind}-B\n{part}" for part in parts),
            f"--{kind}-B--",
            "",
        ]
    )


HEAD = "From: Ana <ana@example.org>\nTo: bob@example.org\nDate: Wed, 31 Jan 2024 10:00:00 +0100\nSubject: The plan"


def test_a_message_is_its_subject_its_people_and_its_words():
    document = extract_bytes(mail(HEAD, "", "First words.", "", "More words."), "a.eml")
    assert shape(document) == [
        ("heading", 1, "The plan"),
        ("paragraph", 0, "From: Ana <ana@example.org>\nTo: bob@example.org\nDate: Wed, 31 Jan 2024 10:00:00 +0100"),
        ("paragraph", 0, "First words."),
        ("paragraph", 0, "More words."),
    ]
    assert (document.title, document.type) == ("The plan", "eml")
    assert document.metadata["date"] == "2024-01-31"
    assert document.metadata["author"] == "Ana <ana@example.org>"


def test_encoded_headers_and_bodies_are_read():
    document = extract_bytes(
        mail(
            "From: =?utf-8?q?Jos=C3=A9?= <j@example.org>",
            "Subject: =?iso-8859-1?q?A=F1o?= nuevo",
            "Content-Type: text/plain; charset=iso-8859-1",
            "Content-Transfer-Encoding: quoted-printable",
            "",
            "Ma=F1ana a las 5=",
            "00.",
        ),
        "a.eml",
    )
    assert document.title == "Año nuevo"
    assert "From: José <j@example.org>" in document.text
    assert document.text.endswith("Mañana a las 500.")


def test_what_is_quoted_of_earlier_messages_is_a_quotation():
    document = extract_bytes(mail(HEAD, "", "Yes.", "> Will you come?", "> Tell me.", "So be it."), "a.eml")
    assert shape(document)[2:] == [
        ("paragraph", 0, "Yes."),
        ("quote", 0, "> Will you come?\n> Tell me."),
        ("paragraph", 0, "So be it."),
    ]


def test_the_plain_alternative_is_preferred_and_a_blank_one_gives_way_to_html():
    html = "Content-Type: text/html\n\n<h1>Rich</h1><p>words</p>"
    body = multipart("alternative", "Content-Type: text/plain\n\nplain words", html)
    document = extract_bytes(mail(HEAD, body), "a.eml")
    assert document.text.endswith("plain words")
    assert notes(document) == [("alternative-dropped", "the same text as text/html")]
    blank = extract_bytes(mail(HEAD, multipart("alternative", "Content-Type: text/plain\n\n \n", html)), "a.eml")
    assert shape(blank)[2:] == [("heading", 2, "Rich"), ("paragraph", 0, "words")]


def test_attachments_are_named_in_notes_and_their_words_are_not_the_mails():
    book = base64.encodebytes(make_xlsx([Sheet("Landings", {"A1": "Vigo"})])).decode()
    document = extract_bytes(
        mail(
            HEAD,
            multipart(
                "mixed",
                "Content-Type: text/plain\n\nSee below.",
                f"Content-Type: x/y; name=book.xlsx\nContent-Transfer-Encoding: base64\n\n{book}",
                "Content-Type: application/gzip\nContent-Disposition: attachment; filename=x.gz\n"
                "Content-Transfer-Encoding: base64\n\nH4sIAAAAAAAA",
            ),
        ),
        "a.eml",
    )
    assert shape(document)[2:] == [("paragraph", 0, "See below.")]
    (first, one), (second, other) = notes(document)
    assert (first, second) == ("attachment", "attachment")
    assert one.startswith("book.xlsx (x/y, ")
    assert other == "x.gz (application/gzip, 9 bytes) is a document of its own"


def test_a_message_inside_a_message_is_a_section_below_it():
    inner = f"Content-Type: message/rfc822\n\n{HEAD.replace('The plan', 'The older plan')}\n\ninner words"
    document = extract_bytes(mail(HEAD, multipart("mixed", "Content-Type: text/plain\n\nouter", inner)), "a.eml")
    assert document.heading_path(document.text.index("inner words")) == ("The plan", "The older plan")


def test_a_mailbox_has_a_heading_for_each_message():
    stamp = "From a@example.org Wed Jan 31 10:00:00 2024\n"
    box = f"{stamp}{HEAD}\n\nOne.\n>From the start.\nFrom here on 2024 it is text.\n\n{stamp}Subject: Second\n\nTwo.\n"
    document = extract_bytes(box.encode(), "a.mbox")
    assert [words for kind, _, words in shape(document) if kind == "heading"] == ["The plan", "Second"]
    assert "One.\nFrom the start.\nFrom here on 2024 it is text." in document.text
    assert document.type == "mbox"


def test_a_message_shows_by_its_headers_what_it_is_and_utf_16_is_read():
    assert extract_bytes(mail(HEAD, "", "words"), "letter").type == "eml"
    assert extract_bytes(mail(HEAD, "", "words").decode().encode("utf-16"), "a.eml").text.endswith("words")
    assert extract_bytes(b"From: here\n\nis a text", "a.txt").type == "txt"


@pytest.mark.parametrize(
    "broken",
    [
        "Content-Type: multipart/mixed\n\nno boundary",
        "Content-Type: multipart/mixed; boundary=B\n\n--B\n--B\n--B--",
        "Content-Type: multipart/alternative; boundary=B\n\n--B--",
        "Content-Transfer-Encoding: base64\n\n%%%=A",
        "Content-Transfer-Encoding: nonsense\n\nx",
        "Content-Type: text/plain; charset=nonsense\n\nx",
        "Content-Type: message/rfc822\n\n",
        "Content-Type: ;;;\n\nx",
        "To: <<<@,,>;\nSubject: =?utf-8?b?%%%?=\n\nx",
        "Date: never\nMessage-ID: <\n\nx",
        "Content-Disposition: attachment; filename*=utf-8''%ff%00\n\nx",
    ],
)
def test_broken_messages_are_read_as_far_as_they_go(broken):
    document = extract_bytes(f"From: a@example.org\n{broken}".encode(), "a.eml")
    assert document.text.startswith("(no subject)") or document.title


def test_messages_that_nest_without_end_are_too_deep():
    parts = "".join(f"Content-Type: multipart/mixed; boundary=B{n}\n\n--B{n}\n" for n in range(3000))
    for nested in ("Content-Type: message/rfc822\n\n" * 3000, parts, parts[:4000]):
        with pytest.raises(ExtractError) as caught:
            extract_bytes(f"From: a@example.org\n{nested}\nx".encode(), "a.eml")
        assert caught.value.code == "too_deep"


def test_a_plain_text_that_says_something_else_than_the_page_is_noted_and_the_page_is_read():
    stub = "Content-Type: text/plain\n\nYour program cannot show this message.\n"
    page = "Content-Type: text/html\n\n<p>Dear Ann, the meeting is on Monday.</p>\n"
    document = extract_bytes(mail(HEAD, multipart("alternative", stub, page)), "a.eml")
    assert document.text.endswith("Dear Ann, the meeting is on Monday.")
    assert [(note.code, note.text) for note in document.notes] == [
        ("alternative-dropped", "Your program cannot show this message.")
    ]


def test_a_plain_text_that_is_only_the_beginning_of_the_page_is_not_taken_for_all_of_it():
    start = "Content-Type: text/plain\n\nDear Ann, the meeting\n"
    page = (
        "Content-Type: text/html\n\n<p>Dear Ann, the meeting is on Monday. "
        + "Bring your notes of last time. " * 3
        + "</p>\n"
    )
    assert "Bring your notes" in extract_bytes(mail(HEAD, multipart("alternative", start, page)), "a.eml").text


def test_a_plain_text_that_says_the_same_is_read_before_the_page():
    plain = "Content-Type: text/plain\n\nThe meeting is on Monday.\n"
    page = "Content-Type: text/html\n\n<p>The meeting is on <b>Monday</b>.</p><p>Sent by a program</p>\n"
    assert extract_bytes(mail(HEAD, multipart("alternative", plain, page)), "a.eml").text.endswith("on Monday.")


def test_a_body_that_is_cut_off_is_read_as_far_as_it_goes_and_noted():
    body = base64.b64encode("Grüße an alle".encode()).decode()[:-3]
    document = extract_bytes(mail(HEAD, "Content-Transfer-Encoding: base64", "", body), "a.eml")
    assert document.text.endswith("Grüße an a")
    assert [note.code for note in document.notes] == ["mail-damaged"]


def test_parts_that_never_end_are_noted():
    document = extract_bytes(mail(HEAD, "Content-Type: multipart/mixed; boundary=b", "", "--b", "", "words"), "a.eml")
    assert document.text.endswith("words")
    assert notes(document) == [
        ("mail-damaged", "the message breaks the rules, and parts may be missing: CloseBoundaryNotFoundDefect")
    ]


def test_a_message_that_was_encoded_as_a_whole_is_read():
    inner = base64.b64encode(b"Subject: Inner\n\nInner words.\n").decode()
    part = f"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n{inner}\n"
    document = extract_bytes(mail(HEAD, multipart("mixed", part)), "a.eml")
    assert shape(document)[-2:] == [("heading", 2, "Inner"), ("paragraph", 0, "Inner words.")]


def test_a_subject_in_an_old_encoding_is_read():
    assert extract_bytes("Subject: Größe\n\nbödy\n".encode("latin-1"), "a.eml").title == "Größe"


def test_a_date_that_no_calendar_has_does_not_cost_the_message():
    document = extract_bytes(mail("Subject: S", "Date: Wed, 31 Jan 99999999999 10:00:00 +0000", "", "words"), "a.eml")
    assert (document.text.endswith("words"), document.metadata.get("date")) == (True, None)


def test_a_field_with_very_many_parameters_costs_nothing():
    field = "Content-Type: text/plain; " + "a*0*=b;" * 20_000
    started = time.monotonic()
    assert extract_bytes(mail("Subject: S", field, "", "words"), "a.eml").text.endswith("words")
    assert time.monotonic() - started < 10
