"""The golden set on the page, in a real browser: a needle from a selection, questions, an evaluation, the threshold."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from for_anyone import serious
from office_maker import make_pptx, slide_xml
from served import serving

STORY = "# Vault\n\nשלום 👩‍🚀🎉 مرحبا بكم\n\nThe vault of the old bank opens at *seven* each 🔑 morning.\n\nNobody has the second key.\n"
NEEDLE = "opens at *seven* each 🔑 morning."
NARROW = {"width": 380, "height": 800}
FAR = ["Who composed the opera Carmen?", "How do I bake bread?", "Which team won the final?"]
SELECT = """
(words) => {
  const room = document.querySelector(".canonical");
  const at = room.textContent.indexOf(words);
  const place = (offset) => {
    const walker = document.createTreeWalker(room, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (offset <= node.data.length) return [node, offset];
      offset -= node.data.length;
    }
  };
  getSelection().setBaseAndExtent(...place(at), ...place(at + words.length));
}
"""


def slide(title, text):
    body = "".join(
        f'<p:sp><p:nvSpPr><p:cNvPr id="1" name="s"/><p:nvPr><p:ph {kind}/></p:nvPr></p:nvSpPr>'
        f"<p:txBody><a:p><a:r><a:t>{words}</a:t></a:r></a:p></p:txBody></p:sp>"
        for kind, words in (('type="title"', title), ('idx="1"', text))
    )
    return slide_xml(body)


@pytest.fixture(scope="module")
def service(tmp_path_factory, minilm_folder):
    with serving(tmp_path_factory.mktemp("golden"), minilm_folder) as found:
        found.make("bank", vault__md=STORY)
        found.upload(
            "bank",
            {
                "lamps.md": "# Lamps\n\nThe lamp in the cellar is red.\n\nThe lamp in the hall is green.\n",
                "talk.pptx": make_pptx(
                    [slide("Ships", "The ferry leaves at noon 🎉."), slide("Harbour", "It was built in 1887.")]
                ),
            },
        )
        found.make("empty")
        yield found


@pytest.fixture
def clean(service):
    """A golden set without questions."""
    at = "/api/v1/bases/bank/golden"
    for item in service.http.get(at).json()["items"]:
        service.http.delete(f"{at}/{item['id']}")


@pytest.fixture
def measured(service, clean):
    """A golden set with an evaluation."""
    for name, needle, asked in (
        ("vault.md", NEEDLE, "When does the vault of the bank open?"),
        ("lamps.md", "The lamp in the cellar is red.", "Which colour has the lamp in the cellar?"),
    ):
        add_needle(service, name, needle, asked)
    for asked in FAR:
        body = {"answerable": False, "distance": "far", "questions": [{"question": asked}]}
        assert service.http.post("/api/v1/bases/bank/golden", json=body).status_code == 201
    (job,) = service.http.post("/api/v1/bases/bank/evaluations", json={}).json()["jobs"]
    assert service.settled("bank", [job["id"]])[0]["state"] == "done"
    yield job["id"]
    service.http.delete("/api/v1/bases/bank/gate")


def document(service, name):
    found = service.http.get("/api/v1/bases/bank/documents").json()["documents"]
    return next(one["document_id"] for one in found if one["path"] == name)


def add_needle(service, name, needle, asked):
    of = document(service, name)
    text = service.http.get(f"/api/v1/bases/bank/documents/{of}/text").json()["text"]
    start = text.index(needle)
    body = {"document_id": of, "from": start, "to": start + len(needle), "questions": [{"question": asked}]}
    made = service.http.post("/api/v1/bases/bank/golden", json=body)
    assert made.status_code == 201
    return made.json()


def golden(service):
    return service.http.get("/api/v1/bases/bank/golden").json()["items"]


def opened(page, path="/b/bank/golden"):
    page.goto(path)
    page.wait_for_selector("#force p")


@pytest.mark.parametrize("needle", [NEEDLE, "🎉 مرحبا", "seven* each 🔑"])
@pytest.mark.usefixtures("clean")
def test_the_needle_is_the_selection_with_emoji_and_right_to_left_text_before_it(page, service, needle):
    page.goto(f"/b/bank/d/{document(service, 'vault.md')}")
    page.wait_for_selector(".canonical")
    page.evaluate(SELECT, needle)
    page.get_by_role("button", name="Make it a needle").click()
    assert page.locator(".needle blockquote").inner_text() == needle
    page.get_by_label("In the words of the document").fill("When does the vault open?")
    page.get_by_label("In the words of somebody").fill("I stand before a closed door. Until when?")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved as")).to_be_visible()
    (item,) = golden(service)
    assert item["spans"][0]["needle"] == needle
    assert STORY[item["spans"][0]["from"] : item["spans"][0]["to"]] == needle
    assert [one["style"] for one in item["questions"]] == ["course", "ticket"]


@pytest.mark.usefixtures("clean")
def test_without_a_mouse_a_lit_quote_is_made_a_needle_and_its_ends_moved_by_words(page, service):
    start = STORY.index("The vault")
    page.goto(
        f"/b/bank/d/{document(service, 'vault.md')}#char={start},{start + len('The vault of the old bank opens')}"
    )
    page.wait_for_selector("mark")
    button = page.get_by_role("button", name="Make it a needle")
    for _ in range(20):
        page.keyboard.press("Tab")
        if button.evaluate("node => node === document.activeElement"):
            break
    page.keyboard.press("Enter")
    for name in ("Start later", "Start later", "End later"):
        page.get_by_role("button", name=name).press("Enter")
    assert page.locator(".needle blockquote").inner_text() == "of the old bank opens at"
    page.get_by_role("button", name="End earlier").press("Enter")
    page.get_by_role("button", name="Start earlier").press("Enter")
    page.get_by_label("In the words of the document").focus()
    page.keyboard.type("What opens?")
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Saved as")).to_be_visible()
    assert golden(service)[0]["spans"][0]["needle"] == "vault of the old bank opens"


@pytest.mark.usefixtures("clean")
def test_a_needle_wants_words_of_the_text_and_a_question(page, service):
    page.goto(f"/b/bank/d/{document(service, 'lamps.md')}")
    page.wait_for_selector(".canonical")
    page.get_by_role("button", name="Make it a needle").click()
    expect(page.get_by_text("Select words of the text first.")).to_be_visible()
    page.evaluate(SELECT, "The lamp in the hall")
    page.get_by_role("button", name="Make it a needle").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert").last).to_have_text("Write at least one question.")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".needle")).to_have_count(0)
    assert golden(service) == []


@pytest.mark.usefixtures("clean")
def test_slides_are_framed_with_their_numbers_and_a_selection_over_two_is_one_needle(page, service):
    page.goto(f"/b/bank/d/{document(service, 'talk.pptx')}")
    expect(page.locator(".slide h2")).to_have_text(["Slide 1", "Slide 2"])
    text = service.http.get(f"/api/v1/bases/bank/documents/{document(service, 'talk.pptx')}/text").json()["text"]
    assert "".join(page.locator(".canonical").evaluate_all("all => all.map(one => one.textContent)")) == text
    page.evaluate("""() => {
        const [one, two] = document.querySelectorAll(".canonical");
        const [a, b] = [one, two].map((part) => { const walk = document.createTreeWalker(part, 4); let last; while (walk.nextNode()) last = walk.currentNode; return last; });
        getSelection().setBaseAndExtent(one.firstChild.firstChild ?? one.firstChild, 0, b, 2);
    }""")
    page.get_by_role("button", name="Make it a needle").click()
    page.get_by_label("In the words of the document").fill("What of the harbour?")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved as")).to_be_visible()
    span = golden(service)[0]["spans"][0]
    assert text[span["from"] : span["to"]] == span["needle"]
    assert span["needle"].startswith("Ships")
    assert "noon 🎉" in span["needle"]


@pytest.mark.usefixtures("clean")
def test_questions_are_added_changed_checked_and_removed(page, service):
    item = add_needle(service, "lamps.md", "The lamp in the hall is green.", "Which colour has the lamp in the hall?")
    opened(page)
    expect(page.locator("#counts")).to_have_text("1 questions: 1 with an answer, 0 without, 0 drafts")
    page.fill("#asked", FAR[0])
    page.select_option("#distance", "far")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".item")).to_have_count(2)
    page.get_by_role("button", name=f"Edit: {item['unit']}").click()
    place = page.locator(".item").first
    place.get_by_role("button", name="Another phrasing").click()
    place.locator("textarea").last.fill("It is dark in the hall and I see a colour. Which?")
    place.locator(".phrasing select").last.select_option("ticket")
    place.get_by_role("button", name="Save").click()
    expect(page.locator(".item").first.locator(".phrasings li")).to_have_count(2)
    assert [one["style"] for one in golden(service)[0]["questions"]] == ["", "ticket"]
    assert golden(service)[0]["spans"][0]["needle"] == "The lamp in the hall is green."
    page.get_by_role("button", name=re.compile("Remove: ")).first.click()
    expect(page.locator(".item")).to_have_count(1)
    assert golden(service)[0]["distance"] == "far"


@pytest.mark.usefixtures("clean")
def test_a_fault_stands_beside_its_question(page, service):
    line = {"id": "q1a", "question": "Which colour?", "doc": "files/lamps.md", "from": 3, "to": 9, "needle": "The lamp"}
    opened(page)
    page.set_input_files("#file", {"name": "gold.jsonl", "mimeType": "text/plain", "buffer": json.dumps(line).encode()})
    page.locator("#import button").click()
    expect(page.locator("#imported")).to_contain_text("1 added")
    expect(page.locator("#checked .bad")).to_contain_text("1 faults")
    expect(page.locator(".item .faults")).to_contain_text("q1a")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export").click()
    assert b"The lamp" in download.value.path().read_bytes()


@pytest.mark.usefixtures("clean")
def test_what_the_page_sends_can_be_sent_from_a_shell(page, service):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened(page)
    page.check("#out-of-domain")
    page.click("#evaluate button.quiet")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"curl {service.url}api/v1/bases/bank/evaluations")
    assert """'{"out_of_domain":true}'""" in copied
    page.goto("/b/bank/inspect?q=Who's there?")
    page.get_by_role("button", name="Copy as curl: search").click()
    assert page.evaluate("navigator.clipboard.readText()").endswith("""-d '{"query":"Who'\\''s there?","k":10}'""")


def test_an_evaluation_runs_with_progress_and_its_report_opens(page, service, measured):
    opened(page)
    expect(page.locator("#evaluated tr").first).to_contain_text("2")
    before = page.locator("#evaluated tr").count()
    page.get_by_role("button", name="Run an evaluation").click()
    expect(page.locator("#evaluated tr")).to_have_count(before + 1, timeout=30_000)
    expect(page.locator("#running .running")).to_have_count(0)
    with page.context.expect_page() as report:
        page.get_by_role("link", name="Report").first.click()
    report.value.wait_for_load_state()
    assert "R@4" in report.value.content()
    assert measured in {one["id"] for one in service.http.get("/api/v1/bases/bank/evaluations").json()["evaluations"]}


@pytest.mark.usefixtures("measured")
def test_the_slider_moves_by_keys_says_both_rates_and_its_cut_is_put_in_force(page, service):
    opened(page)
    slider = page.get_by_label("Cut", exact=True)
    slider.focus()
    page.keyboard.press("Home")
    assert "given up 2 of 2" in slider.get_attribute("aria-valuetext")
    assert "bluffs 0 of 3" in slider.get_attribute("aria-valuetext")
    at_first = page.locator(".here").get_attribute("cx")
    picture = Path("build/screenshots/threshold.png")
    picture.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=picture)
    page.keyboard.press("End")
    assert "given up 0 of 2" in slider.get_attribute("aria-valuetext")
    assert page.locator(".here").get_attribute("cx") != at_first
    page.fill("#exact", "0.55")
    page.press("#exact", "Tab")
    told = service.http.get("/api/v1/bases/bank/gate/at?method=distance&cut=0.55").json()
    expect(page.locator(".told .at")).to_contain_text("0.55")
    expect(page.locator(".told .big").nth(1)).to_contain_text(f"{told['given_up']['count']} of 2")
    page.get_by_role("button", name="Use this threshold").press("Enter")
    expect(page.locator("#force")).to_contain_text("chosen by hand")
    gate = service.http.get("/api/v1/bases/bank/gate").json()
    assert (gate["method"], gate["cut"], gate["by"]) == ("distance", 0.55, "hand")
    page.get_by_role("button", name="Back to what ships").click()
    expect(page.locator("#force")).to_contain_text("as it ships")


@pytest.mark.usefixtures("measured")
def test_a_calibration_says_what_it_certified_and_what_it_could_not(page, service):
    opened(page)
    page.select_option("#by", "distance")
    page.select_option("#max-bluff", "0.1")
    page.get_by_role("button", name="Calibrate").click()
    expect(page.locator("#calibrating .certificates")).to_contain_text("Far questions: certified", timeout=60_000)
    expect(page.locator("#calibrating .certificates")).to_contain_text("not certified")
    expect(page.locator("#force")).to_contain_text("from a calibration")
    assert service.http.get("/api/v1/bases/bank/gate").json()["by"] == "calibration"


@pytest.mark.usefixtures("measured")
@pytest.mark.parametrize(("language", "word"), [("en", "Golden set"), ("es", "Conjunto de referencia")])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_has_no_serious_fault_in_both_languages_light_dark_and_narrow(page, language, word, scheme):
    page.emulate_media(color_scheme=scheme)
    opened(page, f"/b/bank/golden?lang={language}")
    page.wait_for_selector("#curve svg")
    assert page.locator("h1").inner_text() == word
    assert serious(page) == []
    page.locator(".item button").first.click()
    page.set_viewport_size(NARROW)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    assert serious(page) == []


def test_an_empty_set_says_how_to_begin_and_takes_less_than_100_kb(page):
    sizes = []
    page.on("response", lambda answer: sizes.append(len(answer.body())) if "/api/" not in answer.url else None)
    page.goto("/b/empty/golden")
    expect(page.locator("#items")).to_contain_text("make them a needle")
    expect(page.locator("#curve")).to_contain_text("Run an evaluation")
    assert 0 < sum(sizes) < 100_000
