"""What is attached to mails: its names, and reading it by a path below the mail."""

import pytest

from mail_maker import make_mail, make_mbox
from pdf_maker import Sheet, column, make_pdf
from pincite.errors import ExtractError
from pincite.extract.extract import extract_bytes
from pincite.extract.mail import attached
from pincite.extract.mail.attached import clean_name, mail_of, pack, unpack
from pincite.extract.mail.mail import attached_to
from pincite.extract.sandbox import Extractor
from pincite.extract.source import Source

PRICES = make_pdf([Sheet(column(["Saffron costs nine euros."]))])


def names(*attachments):
    return [file.name for file in attached_to(Source(make_mail("Offer", "See below.", attachments), "offer.eml"))]


def test_attachments_come_in_order_with_their_bytes():
    found = attached_to(Source(make_mail("Offer", "x", [("b.pdf", PRICES), ("a.txt", b"words")]), "offer.eml"))
    assert [(file.name, file.data) for file in found] == [("b.pdf", PRICES), ("a.txt", b"words")]


def test_names_that_clash_are_numbered_and_upper_case_makes_no_difference():
    assert names(("a.txt", b"1"), ("A.txt", b"2"), ("a.txt", b"3"), ("a (2).txt", b"4"), ("plain", b"5"), ("plain", b"6")) == [
        "a.txt", "A (2).txt", "a (3).txt", "a (2) (2).txt", "plain", "plain (2)",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("../../../etc/passwd", "passwd"),
        ("/etc/shadow", "shadow"),
        ("C:\\Users\\ana\\offer.pdf", "offer.pdf"),
        ("..", ""),
        (". . .", ""),
        (".bashrc", "bashrc"),
        ("price\x1b[2Jlist\u202e\x00.pdf", "price[2Jlist.pdf"),
        ("two\nlines.pdf", "two lines.pdf"),
        ("x" * 500 + ".pdf", "x" * 116 + ".pdf"),
        ("y." + "z" * 500, "y." + "z" * 118),
        ("précio – ñ.pdf", "précio – ñ.pdf"),
        ("\udce9.pdf", "pdf"),
    ],
)
def test_a_hostile_name_becomes_one_harmless_name(given, shown):
    assert clean_name(given) == shown


def test_a_part_without_a_name_is_called_by_its_number_and_kind():
    head = b'From: a@b.org\nContent-Type: multipart/mixed; boundary="B"\n\n--B\n\nwords\n--B\nContent-Type: application/pdf\n\n'
    (file,) = attached_to(Source(head + b"x\n--B--\n", "a.eml"))
    assert file.name == "attachment-1.pdf"


def test_in_a_mailbox_the_number_of_the_message_stands_before_the_name():
    one = make_mail("One", "x", [("a.txt", b"1")])
    found = attached_to(Source(make_mbox([one, make_mail("Two", "y"), one]), "box.mbox"))
    assert [file.name for file in found] == ["1/a.txt", "3/a.txt"]


def test_what_is_attached_to_a_message_inside_a_message_belongs_to_the_outer_one():
    inner = make_mail("Inner", "y", [("deep.txt", b"1")], day=2).decode()
    outer = f'From: a@b.org\nContent-Type: multipart/mixed; boundary="O"\n\n--O\nContent-Type: message/rfc822\n\n{inner}\n--O--\n'
    assert [file.name for file in attached_to(Source(outer.encode(), "a.eml"))] == ["deep.txt"]


def test_pictures_that_the_message_shows_and_signatures_are_noted_and_no_documents():
    parts = [
        "Content-Type: image/png\nContent-ID: <logo>\n\nx",
        "Content-Type: image/png; name=shot.png\nContent-Disposition: inline\n\nx",
        "Content-Type: application/pgp-signature; name=signature.asc\n\nx",
    ]
    body = "".join(f"--B\n{part}\n" for part in parts)
    data = f'From: a@b.org\nContent-Type: multipart/mixed; boundary="B"\n\n--B\n\nwords\n{body}--B--\n'.encode()
    assert attached_to(Source(data, "a.eml")) == []
    assert [(note.code, note.message) for note in extract_bytes(data, "a.eml").notes] == [
        ("attachment-left-out", "a part without a name (image/png, 1 bytes): a picture that the message shows"),
        ("attachment-left-out", "shot.png (image/png, 1 bytes): a picture that the message shows"),
        ("attachment-left-out", "signature.asc (application/pgp-signature, 1 bytes): a signature"),
    ]


def test_more_attachments_than_a_mail_may_have_are_noted(monkeypatch):
    monkeypatch.setattr(attached, "MOST_ATTACHED", 2)
    data = make_mail("Offer", "x", [(f"{n}.txt", b"1") for n in range(4)])
    assert len(attached_to(Source(data, "a.eml"))) == 2
    codes = [note.code for note in extract_bytes(data, "a.eml").notes]
    assert codes == ["attachment", "attachment", "attachment-left-out", "attachment-left-out"]


def test_packed_files_come_back_and_bytes_that_end_early_are_refused():
    files = attached_to(Source(make_mail("Offer", "x", [("a.txt", b"1"), ("b.txt", b"")]), "a.eml"))
    assert unpack(pack(files)) == files
    assert unpack(pack([])) == []
    with pytest.raises(ValueError, match="are missing"):
        unpack(pack(files)[:-3])


def test_only_a_path_below_a_file_leads_to_a_mail(tmp_path):
    mail = tmp_path / "a.eml"
    mail.write_bytes(b"x")
    assert mail_of(f"{mail}/x.pdf") == mail_of(f"{mail}/1/x.pdf") == str(mail)
    assert [mail_of(str(path)) for path in (mail, tmp_path, tmp_path / "no" / "x.pdf")] == [None, None, None]


def test_what_is_attached_is_read_by_its_path_with_its_own_type_and_places(tmp_path):
    (tmp_path / "offer.eml").write_bytes(make_mail("Offer", "See below.", [("prices.pdf", PRICES)]))
    with Extractor() as extractor:
        document = extractor.extract(tmp_path / "offer.eml" / "prices.pdf")
        assert (document.type, document.text) == ("pdf", "Saffron costs nine euros.")
        assert document.locate(0, 7).pages[0].boxes
        assert extractor.draw(tmp_path / "offer.eml" / "prices.pdf", 1, 100).startswith(b"\x89PNG")
        for path in ("offer.eml/other.pdf", "offer.eml/prices.pdf/deeper.pdf"):
            with pytest.raises(ExtractError, match="nothing of this name is attached") as caught:
                extractor.extract(tmp_path / path)
            assert caught.value.code == "unreadable"


def test_a_mail_that_changes_is_read_anew(tmp_path):
    mail = tmp_path / "offer.eml"
    with Extractor() as extractor:
        for words in (b"first", b"second one"):
            mail.write_bytes(make_mail("Offer", "x", [("a.txt", words)]))
            assert [file.data for file in extractor.attachments(mail)] == [words]
            assert extractor.extract(mail / "a.txt").text == words.decode()


def test_mails_in_mails_are_followed_five_deep_and_no_deeper(tmp_path):
    data = make_mail("Mail 0", "innermost", [("x.txt", b"the core")])
    for depth in range(1, 6):
        data = make_mail(f"Mail {depth}", "words", [("in.eml", data)])
    (tmp_path / "in.eml").write_bytes(data)
    with Extractor() as extractor:
        assert extractor.extract(tmp_path.joinpath(*["in.eml"] * 6)).title == "Mail 0"
        with pytest.raises(ExtractError, match="nest deeper than 5") as caught:
            extractor.extract(tmp_path.joinpath(*["in.eml"] * 6, "x.txt"))
        assert caught.value.code == "too_deep"
