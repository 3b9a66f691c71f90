import pytest

from media_maker import matroska, silence
from pincite.errors import ExtractError
from pincite.extract.sniff.recordings import media_type
from pincite.extract.sniff.sniff import sniff
from pincite.extract.source import Source

BOX = b"\0\0\0\x20ftyp"
PICTURES = b"\0\0\0\x21hdlr" + bytes(8) + b"vide"
SOUND = b"\0\0\0\x21hdlr" + bytes(8) + b"soun"


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (silence(0.1), "audio"),
        (b"ID3\4\0\0\0\0\0\0", "audio"),
        (b"\xff\xfb\x90\x64\0\0\0\0", "audio"),
        (b"OggS\0\2" + bytes(20) + b"OpusHead", "audio"),
        (b"OggS\0\2" + bytes(20) + b"\x80theora", "video"),
        (b"fLaC\0\0\0\x22", "audio"),
        (matroska([(0, 1, "words")]), "audio"),
        (b"\x1aE\xdf\xa3" + bytes(30) + b"\x86\x85V_VP9", "video"),
        (BOX + b"isom" + bytes(16) + b"moov" + SOUND + PICTURES, "video"),
        (BOX + b"isom" + bytes(16) + b"moov" + SOUND, "audio"),
        (BOX + b"qt  " + bytes(16), "video"),
        (BOX + b"M4A " + bytes(16), "audio"),
    ],
)
def test_the_bytes_say_whether_a_recording_is_heard_or_seen(data, kind):
    assert media_type(data) == kind
    assert sniff(Source(data, "recording.txt")) == kind


@pytest.mark.parametrize(
    "text", ["ID3 tags are a form of metadata.", "OggSpace is a name.", "fLaCon", "RIFF\nWAVE", "\xff\xfbÿû"]
)
def test_text_that_begins_like_a_recording_is_text(text):
    assert media_type(text.encode("latin-1")) is None
    assert sniff(Source(text.encode("latin-1"), "note.txt")) == "txt"


@pytest.mark.parametrize("brand", [b"heic", b"avif", b"mif1"])
def test_a_picture_in_the_same_container_is_no_recording(brand):
    with pytest.raises(ExtractError, match="image"):
        sniff(Source(BOX + brand + bytes(200), "photo.heic"))
