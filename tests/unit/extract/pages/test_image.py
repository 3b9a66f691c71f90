"""Pictures as documents, read by an engine whose every word is known."""

import io

import pytest

from pincite.errors import ExtractError
from pincite.extract.extract import extract_bytes
from pincite.extract.pages import image
from scan_maker import FakeOcr, line

Image = pytest.importorskip("PIL.Image", reason="Pillow comes with the extra `ocr`")


def picture(kind="PNG", mode="L", size=(100, 60), color: object = 255, **options) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size, color).save(out, kind, **options)
    return out.getvalue()


def read(data, name="a.png", answer=lambda _: [line("Some words", left=0.1, top=0.1)]):
    engine = FakeOcr(answer)
    return extract_bytes(data, name, ocr=engine), engine


def test_a_picture_without_an_engine_needs_one_and_a_retry_can_help():
    with pytest.raises(ExtractError, match="no engine") as caught:
        extract_bytes(picture(), "a.png")
    assert (caught.value.code, caught.value.where, caught.value.retryable) == ("needs_ocr", "page 1", True)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "WEBP", "BMP", "GIF"])
def test_every_kind_is_one_page_whatever_its_name_says(kind):
    document, engine = read(picture(kind), "scan.dat")
    assert (document.type, document.text, document.metadata["format"]) == ("image", "Some words", kind)
    assert (engine.pictures[0].width, engine.pictures[0].height) == (100, 60)
    assert document.locate(0, 4).fragment == "#page=1"


def test_each_page_of_a_tiff_is_a_page():
    texts = iter(["First page", "Second page"])
    data = picture("TIFF", save_all=True, append_images=[Image.new("L", (100, 60), 255)])
    document, _ = read(data, "a.tif", lambda _: [line(next(texts), left=0.1, top=0.1)])
    assert document.text == "First page\n\nSecond page"
    assert [p.where.number for p in document.places] == [1, 1, 2, 2]
    assert document.metadata["pages"] == "2"


def test_of_a_camera_that_writes_two_views_into_one_file_the_first_is_read():
    data = picture("MPO", save_all=True, append_images=[Image.new("L", (100, 60), 0)])
    document, engine = read(data, "a.jpg")
    assert (document.metadata["format"], len(engine.pictures)) == ("MPO", 1)


def test_of_what_moves_the_first_picture_is_read():
    data = picture("GIF", save_all=True, append_images=[Image.new("L", (100, 60), 0)])
    assert len(read(data, "a.gif")[1].pictures) == 1


def test_the_note_of_how_the_camera_was_held_turns_the_picture_before_it_is_read():
    turned = Image.Exif()
    turned[0x0112] = 6
    document, engine = read(picture("JPEG", exif=turned), "a.jpg")
    assert (engine.pictures[0].width, engine.pictures[0].height) == (60, 100)
    assert document.text == "Some words"


@pytest.mark.parametrize(
    ("mode", "color", "shown"),
    [("RGBA", (0, 0, 0, 0), 255), ("LA", (0, 0), 255), ("L", 7, 7), ("1", 1, 255), ("I;16", 65535, 255)],
)
def test_what_is_transparent_is_white_paper_and_deep_grey_is_scaled(mode, color, shown):
    _, engine = read(picture(mode=mode, color=color))
    assert set(engine.pictures[0].pixels) == {shown}


def test_a_bomb_is_refused_by_its_size_before_it_is_decoded(monkeypatch):
    monkeypatch.setattr(image, "_LARGEST", 5000)
    with pytest.raises(ExtractError, match="100 x 60 pixels: expected at most 5000") as caught:
        read(picture())
    assert caught.value.code == "too_large"


def test_more_pixels_than_an_engine_may_read_are_made_fewer(monkeypatch):
    monkeypatch.setattr(image, "MOST_PIXELS", 1500)
    engine = read(picture())[1]
    assert (engine.pictures[0].width, engine.pictures[0].height) == (50, 30)


@pytest.mark.parametrize("kept", [0.3, 0.9])
def test_a_picture_that_ends_early_is_truncated_or_malformed_never_half_a_text(kept):
    noisy = io.BytesIO()
    Image.effect_noise((300, 300), 80).save(noisy, "PNG")
    with pytest.raises(ExtractError) as caught:
        read(noisy.getvalue()[: int(len(noisy.getvalue()) * kept)])
    assert caught.value.code in {"truncated", "malformed"}


def test_a_picture_without_words_is_empty():
    with pytest.raises(ExtractError) as caught:
        read(picture(), answer=lambda _: [])
    assert caught.value.code == "empty"
