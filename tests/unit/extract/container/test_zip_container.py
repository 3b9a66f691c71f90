import io
import zipfile

import pytest

from office_maker import zipped
from pincite.errors import ExtractError
from pincite.extract.container.zip_container import Container


def refused(data, name="a.xml"):
    with pytest.raises(ExtractError) as caught:
        Container(data).read(name)
    return caught.value.code


def test_members_are_read_by_name_in_any_case_and_with_either_slash():
    container = Container(zipped({"word/Document.xml": "x", "\\word\\b.xml": "y"}))
    assert container.names == ("word/Document.xml", "word/b.xml")
    assert container.read("/word/document.xml") == b"x"
    assert container.read("word/b.xml") == b"y"
    assert "word\\DOCUMENT.xml" in container
    assert "word/c.xml" not in container


def test_a_name_that_climbs_out_of_the_archive_is_only_a_name():
    container = Container(zipped({"../../etc/passwd": "x"}))
    assert container.read("../../etc/passwd") == b"x"
    assert "/etc/passwd" not in container


def test_a_missing_member_is_malformed():
    assert refused(zipped({"b.xml": "x"})) == "malformed"


def test_two_members_of_one_name_are_refused_when_they_are_read():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a.xml", "shown")
        archive.writestr("b.xml", "once")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("a.xml", "hidden")
    assert refused(out.getvalue()) == "malformed"
    assert Container(out.getvalue()).read("b.xml") == b"once"


def test_a_member_that_inflates_two_hundred_times_is_a_bomb():
    assert refused(zipped({"a.xml": bytes(6_000_000)})) == "too_large"
    assert len(Container(zipped({"a.xml": bytes(4_000_000)})).read("a.xml")) == 4_000_000


def test_what_is_read_is_bounded_in_all():
    noise = bytes(range(256)) * 300_000
    names = [f"{number}.bin" for number in range(6)]
    container = Container(zipped(dict.fromkeys(names, noise), stored=names))
    with pytest.raises(ExtractError, match="archive inflates to more than") as caught:
        list(map(container.read, names))
    assert caught.value.code == "too_large"


def test_a_member_larger_than_it_says_is_malformed():
    data = bytearray(zipped({"a.xml": bytes(100_000)}))
    entry = data.find(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = (1000).to_bytes(4, "little")
    assert refused(bytes(data)) == "malformed"


def test_too_many_members_are_refused_before_they_are_listed():
    assert refused(b"PK\x03\x04" + b"PK\x01\x02" * 20_001) == "too_large"


def test_an_encrypted_member_is_encrypted():
    data = bytearray(zipped({"a.xml": "x"}))
    data[data.find(b"PK\x01\x02") + 8] |= 1
    assert refused(bytes(data)) == "encrypted"


def test_a_method_of_packing_that_documents_do_not_use_is_malformed():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a.xml", "x")
    assert refused(out.getvalue()) == "malformed"


def test_an_archive_that_is_cut_off_is_truncated_and_one_that_is_none_is_malformed():
    data = zipped({"a.xml": "x" * 1000})
    assert refused(data[:-30]) == "truncated"
    assert refused(b"PK\x03\x04" + bytes(100) + b"PK\x05\x06" + bytes(18)) == "malformed"
    assert refused(b"no archive") == "malformed"


def test_a_damaged_member_is_malformed():
    data = bytearray(zipped({"a.xml": "x" * 50}, stored={"a.xml"}))
    data[data.find(b"xxx")] = 0
    assert refused(bytes(data)) == "malformed"


def test_declared_sizes_can_be_checked_without_unpacking():
    container = Container(zipped({"a.xml": bytes(6_000_000), "b.xml": "x"}))
    container.admit("b.xml")
    with pytest.raises(ExtractError, match="zip bomb"):
        container.admit("a.xml")
