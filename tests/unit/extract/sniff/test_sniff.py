import io
import zipfile

import pytest

from pincite.errors import ExtractError
from pincite.extract.extract import extract_bytes
from pincite.extract.sniff.sniff import sniff
from pincite.extract.source import Source

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
ELF = b"\x7fELF\x02\x01\x01" + bytes(57)


def zipped(*names):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "name", "kind"),
    [
        (b"%PDF-1.4 ...", "report", "pdf"),
        (b"\n\n%PDF-1.4 ...", "report.txt", "pdf"),
        (b"words", "a.txt", "txt"),
        (b"words", "README", "txt"),
        (b"words", "a.pdf", "txt"),
        (b"# words", "a.MD", "md"),
        (b"# words", "a.markdown", "md"),
        (b"words <b>bold</b>", "a.htm", "html"),
        (b"<!-- c -->\n<!DOCTYPE html><p>x", "a.pdf", "html"),
        (b"<?xml version='1.0'?><html xmlns='x'>", "a.txt", "html"),
        ("<html><p>x".encode("utf-16"), "page", "html"),
        (b"MZ is how this sentence begins", "a.txt", "txt"),
        (zipped("[Content_Types].xml", "word/document.xml"), "a.zip", "docx"),
        (zipped("[Content_Types].xml", "word/document.xml")[:-30], "a.docx", "docx"),
    ],
)
def test_the_bytes_say_what_a_file_is_and_the_name_is_a_hint(data, name, kind):
    assert sniff(Source(data, name)) == kind


@pytest.mark.parametrize(
    ("data", "name", "message"),
    [
        (ELF, "report.pdf", "found an ELF program, expected a PDF"),
        (b"MZ\x90\0\x03\0\0\0\x04" + bytes(50), "setup.txt", "found a Windows program, expected text"),
        (zipped("a.txt"), "a.zip", "found a zip archive"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100), "a.doc", "found an old Office document"),
        (OLE + "WordDocument".encode("utf-16-le"), "a.doc", r"old Word document \(.doc\): save it as .docx"),
        (OLE + "PowerPoint Document".encode("utf-16-le"), "a.ppt", r"old PowerPoint presentation \(.ppt\): save it as"),
        (b"\x1f\x8b\x08" + bytes(20), "a.gz", "found a gzip archive"),
        (bytes(range(256)) * 10, "a", "found binary data, expected text, Markdown"),
    ],
)
def test_what_cannot_be_read_is_named(data, name, message):
    with pytest.raises(ExtractError, match=message) as caught:
        sniff(Source(data, name))
    assert caught.value.code == "unsupported"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("a.docx", r"found binary data, expected a Word document \(.docx\)"),
        ("a.txt", "found binary data, expected text"),
        ("a.png", "found binary data, expected a picture"),
        ("a.csv", "found binary data, expected a file of the type csv"),
    ],
)
def test_what_is_nothing_at_all_under_the_name_of_a_known_format_is_a_broken_one_of_it(name, message):
    with pytest.raises(ExtractError, match=message) as caught:
        sniff(Source(bytes(range(256)) * 10, name))
    assert caught.value.code == "malformed"


@pytest.mark.parametrize("name", ["a.docx", "a.pptx", "a.xlsx", "a.xlsb", "a.odt", "a.odp", "a.ods", "a.epub"])
def test_an_archive_cut_off_before_it_says_what_it_is_counts_as_what_its_name_says(name):
    with pytest.raises(ExtractError) as caught:
        extract_bytes(b"PK\x03\x04", name)
    assert caught.value.code == "truncated"


def test_a_whole_archive_of_something_else_is_not_what_its_name_says():
    with pytest.raises(ExtractError, match="found a zip archive, expected an Excel workbook"):
        sniff(Source(zipped("a.txt"), "a.xlsx"))


def test_an_office_document_with_a_password_is_encrypted():
    data = OLE + "EncryptedPackage".encode("utf-16-le") + bytes(100)
    with pytest.raises(ExtractError, match="password") as caught:
        sniff(Source(data, "a.docx"))
    assert caught.value.code == "encrypted"


@pytest.mark.parametrize("data", [b"", b" \n\t\r\n", b"\xef\xbb\xbf\n", bytes(40)])
def test_a_file_without_words_is_empty(data):
    with pytest.raises(ExtractError, match="no words") as caught:
        sniff(Source(data, "a.txt"))
    assert caught.value.code == "empty"


def test_what_is_called_subtitles_and_has_no_time_is_plain_text():
    assert sniff(Source(b"Just words of a talk.", "talk.srt")) == "txt"
    assert sniff(Source(b"WEBVTT\n\nnothing yet", "talk.vtt")) == "vtt"
    assert sniff(Source("1\n0:1 --> 0:2\nHi".encode("utf-16"), "talk.srt")) == "srt"
