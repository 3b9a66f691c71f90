import pytest

from pincite.errors import ExtractError
from pincite.extract.extract import extract_bytes
from pincite.extract.plain.encoding import decode

GERMAN = "Größe;Prüfung €"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("plain ASCII", "utf-8"),
        ("Ελληνικά 漢字 🙂", "utf-8"),
        ("Ελληνικά 漢字 🙂", "utf-16"),
        ("Ελληνικά 漢字 🙂", "utf-32"),
        ("a line\nand another", "utf-16-le"),
        ("a line\nand another", "utf-16-be"),
        ("a line\nand another", "utf-32-be"),
        ("会議は三月に開かれました。", "iso2022_jp"),
        ("会議は三月に開かれました。", "cp932"),
        (GERMAN, "cp1252"),
        ("L’été à la plage, où l’on déjeune «bien».", "cp1252"),
        ("El niño comió piñas en la montaña; ¿qué pasó?", "cp1252"),
        ("The price is £5 – “cheap” she said… it’s ok", "cp1252"),
        ("Zażółć gęślą jaźń", "cp1250"),
        ("Łódź jest miastem w Polsce", "cp1250"),
        ("Příliš žluťoučký kůň úpěl ďábelské ódy", "cp1250"),
        ("Кассовый разрыв", "cp1251"),
        ("Кассовый разрыв", "koi8_r"),
        ("Кассовый разрыв покрывается кредитом", "cp866"),
        ("会议于三月召开，预算获得批准。", "gb18030"),
        ("會議於三月召開，預算獲得批准。", "big5"),
        ("초과근무 승인 규칙", "cp949"),
    ],
)
def test_a_text_in_any_of_the_common_encodings_is_read(text, encoding):
    assert decode(text.encode(encoding)).text == text


@pytest.mark.parametrize("mark", ["utf-8-sig", "utf-16", "utf-32"])
def test_the_byte_order_mark_is_dropped(mark):
    assert extract_bytes("words".encode(mark), "a.txt").text == "words"


def test_one_stray_byte_in_windows_latin_loses_nothing():
    data = "Größe;".encode("cp1252") + b"\x81" + "Prüfung €".encode("cp1252")
    document = extract_bytes(data, "table.csv")
    assert document.text == "Größe;\x81Prüfung €"
    assert document.metadata["encoding"] == "cp1252"
    assert [(note.code, note.message[:7]) for note in document.notes] == [
        ("encoding-guessed", "read as"),
        ("bytes-replaced", "1 bytes"),
    ]


def test_utf_8_with_one_bad_byte_stays_utf_8():
    data = "Größe und Prüfung, Straße und Fluß. ".encode() * 10 + b"\xff"
    assert decode(data).text == "Größe und Prüfung, Straße und Fluß. " * 10 + "\ufffd"


def test_what_the_document_declares_wins_over_a_guess():
    page = '<html><meta charset="iso-8859-2"><p>Łódź'
    assert extract_bytes(page.encode("iso-8859-2"), "a.html").text == "Łódź"


def test_valid_utf_8_wins_over_a_wrong_declaration():
    assert extract_bytes('<meta charset="latin1"><p>Größe'.encode(), "a.html").text == "Größe"


def test_a_declaration_of_no_text_encoding_is_no_declaration():
    assert extract_bytes(b'<meta charset="zip"><p>caf\xe9 noir', "a.html").text == "café noir"


def test_what_a_person_gives_wins_over_everything():
    assert extract_bytes("Größe".encode(), "a.txt", encoding="cp1252").text == "GrÃ¶ÃŸe"


def test_an_unknown_encoding_is_named():
    with pytest.raises(ExtractError, match="unknown encoding 'klingon'") as caught:
        extract_bytes(b"words", "a.txt", encoding="klingon")
    assert caught.value.code == "encoding"


def test_too_many_bytes_without_meaning_are_an_error_and_no_text():
    with pytest.raises(ExtractError, match="have no meaning in utf-8") as caught:
        extract_bytes("Größe Prüfung ".encode("cp1252") * 20, "a.txt", encoding="utf-8")
    assert caught.value.code == "encoding"
