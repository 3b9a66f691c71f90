import pytest

from pincite.errors import ExtractError
from pincite.extract.container.xml_tree import attribute, child, name, number, parse_xml

BOMB = b"""<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
<!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]><a>&d;</a>"""
XXE = b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (BOMB, "malformed"),
        (XXE, "malformed"),
        (XXE.decode().encode("utf-16"), "malformed"),
        (b'<!DOCTYPE a SYSTEM "http://example.com/a.dtd"><a/>', "malformed"),
        (b"<a>&undeclared;</a>", "malformed"),
        (b"<a>" * 3000 + b"</a>" * 3000, "too_deep"),
        (b"<a>" + b"x" * 10_100_000 + b"</a>", "too_large"),
        (b"<a><b>words", "truncated"),
        (b"", "malformed"),
        (b"words", "malformed"),
        (b"<a></b>", "malformed"),
    ],
)
def test_what_a_stranger_may_not_do_has_its_code(data, code):
    with pytest.raises(ExtractError, match="part") as caught:
        parse_xml(data, "part.xml")
    assert (caught.value.code, caught.value.where) == (code, "part.xml")


def test_comments_and_instructions_are_not_there():
    assert parse_xml(b"<a>x<!-- c -->y<?pi z?></a>", "part").text == "xy"


def test_names_are_short_whatever_prefix_the_file_chose():
    root = parse_xml(f'<q:p xmlns:q="{W}" q:val="7" id="x"><q:r/><other/></q:p>'.encode(), "part")
    assert [name(root), *map(name, root)] == ["w:p", "w:r", "other"]
    assert attribute(root, "w:val") == "7"
    assert attribute(root, "id") == "x"
    assert attribute(root, "w:id") is None
    assert child(root, "w:r") is root[0]
    assert child(root, "w:r", "w:t") is None


@pytest.mark.parametrize(("raw", "value"), [("12", 12), ("-3", -3), ("", 9), ("1.5", 9), ("9" * 400, 9), ("--1", 9)])
def test_a_number_that_is_none_is_the_default(raw, value):
    assert number(parse_xml(f'<a n="{raw}"/>'.encode(), "part"), "n", 9) == value
