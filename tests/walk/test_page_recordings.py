"""Recordings on the page: a citation opens the player at its time, in a real browser that also makes the film."""

import base64

import pytest

from media_maker import silence
from served import serving

CUES = """WEBVTT

00:00:01.500 --> 00:00:02.500
Good morning and welcome to the harbour.

00:00:02.500 --> 00:00:04.500
The lighthouse keeper paints the tower every second spring.

00:00:05.000 --> 00:00:05.800
Thank you for listening.
"""
QUESTION = "How often does the lighthouse keeper paint the tower?"
FILM_SECONDS = 6

MAKE_A_FILM = """async (seconds) => {
  const canvas = document.body.appendChild(document.createElement("canvas"));
  const paint = () => { canvas.getContext("2d").fillText(`${Date.now()}`, 10, 10); requestAnimationFrame(paint); };
  paint();
  const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: "video/webm" });
  const pieces = [];
  recorder.ondataavailable = (piece) => pieces.push(piece.data);
  const over = new Promise((done) => { recorder.onstop = done; });
  recorder.start();
  setTimeout(() => recorder.stop(), seconds * 1000);
  await over;
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}"""


AT_ITS_TIME = """async (player) => {
  for (let tries = 0; tries < 200 && !(player.readyState && player.currentTime); tries += 1)
    await new Promise((go) => setTimeout(go, 50));
  return player.currentTime;
}"""


@pytest.fixture(scope="module")
def film(browser):
    """A film of six seconds, as WebM without an index, as browsers record them."""
    page = browser.new_page()
    made = base64.b64decode(page.evaluate(MAKE_A_FILM, FILM_SECONDS))
    page.close()
    return made


@pytest.fixture(scope="module")
def service(tmp_path_factory, minilm_folder, film):
    with serving(tmp_path_factory.mktemp("recordings"), minilm_folder) as found:
        for base, recording in {"sounds": {"talk.wav": silence(FILM_SECONDS)}, "films": {"talk.webm": film}}.items():
            found.make(base)
            found.upload(base, {"talk.vtt": CUES})
            found.upload(base, recording)
        yield found


@pytest.mark.parametrize(("base", "player"), [("sounds", "audio"), ("films", "video")])
def test_a_citation_of_a_recording_opens_the_player_at_its_time(service, browser, base, player):
    page = browser.new_page(base_url=service.url, locale="en")
    page.goto(f"/b/{base}")
    page.fill("#q", QUESTION)
    page.press("#q", "Enter")
    page.locator(".chip").first.click()
    shown = page.locator(f"#source {player}")
    start = service.ask(base, QUESTION)["citations"][0]["locator"]["t"][0]
    assert start >= 1.5
    assert shown.evaluate(AT_ITS_TIME) == pytest.approx(start, abs=0.1)
    assert "keeper paints the tower every second spring" in page.locator("#source mark").first.inner_text()
    page.close()


def test_subtitles_that_come_after_their_recording_or_with_it_are_part_of_it(service):
    service.make("late")
    assert service.upload("late", {"talk.wav": silence(FILM_SECONDS)})[0]["state"] == "failed"
    assert service.upload("late", {"talk.vtt": CUES})[0]["state"] == "done"
    service.make("together")
    service.upload("together", {"talk.wav": silence(FILM_SECONDS), "talk.vtt": CUES})
    for base in ("late", "together"):
        (only,) = service.http.get(f"/api/v1/bases/{base}/documents").json()["documents"]
        assert (only["path"], only["state"], only["type"]) == ("talk.wav", "indexed", "audio")
