"""The page in a real browser: Debian's chromium, driven by Playwright."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from for_anyone import serious
from pdf_maker import Sheet, column, make_pdf
from served import serving

HARBOUR = [
    "The harbour was built in 1887.",
    "Its two piers of granite reach two hundred metres into the bay.",
    "The pilots' house stands at the end of the northern pier.",
    "Ships of up to nine metres of draught may enter at high water.",
    "The lock of the inner basin was widened after the war.",
    "Fishing boats land at the southern quay before dawn.",
    "The ferry to the islands leaves from the old customs house.",
]

STORY = "שלום 👩‍🚀🎉 مرحبا\n\nThe vault of the old bank opens at *seven* each morning.\n\nNobody has the second key.\n"
SHEET = 'lamp,colour\nhall,green\ncellar,"deep red"\n'


@pytest.fixture(scope="module")
def service(tmp_path_factory, minilm_folder):
    with serving(tmp_path_factory.mktemp("page"), minilm_folder) as found:
        found.make("bank")
        found.upload("bank", {"vault.md": STORY, "lamps.csv": SHEET, "broken.pdf": b"%PDF-1.7 cut off"})
        yield found


def ask(page, question):
    page.goto("/b/bank")
    page.fill("#q", question)
    page.press("#q", "Enter")


def lit(page):
    return "".join(page.locator("#source mark").all_text_contents())


def test_a_chip_opens_its_source_with_exactly_the_quote_lit_after_emoji_and_right_to_left_text(page, service):
    ask(page, "When does the vault of the bank open?")
    page.locator(".chip").first.hover()
    quote = service.ask("bank", "When does the vault of the bank open?")["citations"][0]["quote"]
    assert page.locator(".quote").first.is_visible()
    assert quote in page.locator(".quote").first.inner_text()
    page.locator(".chip").first.click()
    page.wait_for_selector("#source mark")
    assert lit(page) == quote
    assert page.locator("#source mark").first.is_visible()


def test_a_link_to_a_passage_opens_it_lit_and_another_fragment_lights_another(page, service):
    start = STORY.index("Nobody")
    (record,) = service.http.get("/api/v1/bases/bank/documents", params={"q": "vault"}).json()["documents"]
    page.goto(f"/b/bank/d/{record['document_id']}#char={start},{start + 26}")
    page.wait_for_selector("mark")
    assert lit(page) == "Nobody has the second key."
    page.evaluate("location.hash = '#char=0,4'")
    expect(page.locator("mark")).to_have_text("שלום")


def test_a_cell_of_a_table_is_lit_in_its_row(page):
    ask(page, "Which colour has the lamp in the cellar?")
    page.locator(".sources a", has_text="lamps.csv").first.click()
    page.wait_for_selector(".grid .lit")
    assert "deep red" in page.locator(".grid .lit").all_text_contents()


def test_a_refusal_shows_its_numbers_and_the_nearest_passages(page):
    ask(page, "Who composed the opera Carmen?")
    page.wait_for_selector(".refused")
    assert "threshold 0.6" in page.locator(".numbers").inner_text()
    assert page.locator(".sources li").count() > 0
    assert page.locator(".chip").count() == 0


def test_a_folder_is_uploaded_with_progress_and_what_fails_says_why_and_can_be_tried_again(page, service, tmp_path):
    folder = tmp_path / "letters"
    (folder / "old").mkdir(parents=True)
    (folder / "old" / "one.txt").write_text("The first letter praises the harbour.")
    (folder / "empty.txt").write_text("")
    service.make("post")
    page.goto("/b/post/documents")
    page.locator("#folder").set_input_files(folder)
    page.wait_for_selector("#jobs .state.done")
    page.wait_for_selector("#jobs .state.failed")
    page.wait_for_selector("#failed .bad")
    assert "0 bytes" in page.locator("#failed .bad").inner_text()
    page.wait_for_selector("#rows a:text('letters/old/one.txt')")
    page.get_by_role("button", name="Retry: letters/empty.txt").click()
    expect(page.locator("#jobs .state.failed")).to_have_count(1)  # what is tried again takes the line of its path
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Remove: letters/empty.txt").first.click()
    page.wait_for_selector("#failed", state="hidden")


def test_what_failed_says_why_and_what_to_do_in_the_readers_language(page, service, tmp_path):
    (tmp_path / "vacio.txt").write_text("")
    service.make("correo")
    page.goto("/b/correo/documents?lang=es")
    page.locator("#files").set_input_files(tmp_path / "vacio.txt")
    page.wait_for_selector("#failed .bad")
    said = "Sin palabras: the file has 0 bytes and no words. Pon palabras en el archivo (junto a una grabación, subtítulos) o quítalo."
    expect(page.locator("#failed .bad")).to_have_text(said)
    expect(page.locator("#jobs .bad")).to_have_text(said)
    assert page.locator("#failed .bad [lang=en]").inner_text() == "the file has 0 bytes and no words"


def test_chunks_are_marked_where_they_begin_and_the_text_stays_the_text(page, service):
    record = next(
        one for one in service.http.get("/api/v1/bases/bank/documents").json()["documents"] if one["path"] == "vault.md"
    )
    at = f"/api/v1/bases/bank/documents/{record['document_id']}"
    page.goto(f"/b/bank/d/{record['document_id']}")
    page.get_by_role("button", name="Show chunks").click()
    expect(page.locator(".edge")).to_have_count(len(service.http.get(f"{at}/chunks").json()["chunks"]))
    assert (
        page.locator(".canonical").evaluate("node => node.textContent") == service.http.get(f"{at}/text").json()["text"]
    )
    assert serious(page) == []
    page.get_by_role("button", name="Show chunks").press("Enter")
    expect(page.locator(".edge")).to_have_count(0)


def test_a_refusal_is_told_in_the_readers_language(page):
    page.goto("/b/bank?lang=es")
    page.fill("#q", "Who composed the opera Carmen?")
    page.press("#q", "Enter")
    expect(page.locator("#answer")).to_contain_text("El pasaje más cercano está a una distancia coseno de 0.")
    assert "nothing under" not in page.locator("#answer").inner_text()
    page.get_by_role("link", name="Inspeccionar esta pregunta").click()
    expect(page.locator("#gate")).to_contain_text("El pasaje más cercano")
    assert "nothing under" not in page.locator("main").inner_text()


def test_what_is_uploaded_again_takes_the_place_of_what_was_there_under_its_path(page, tmp_path):
    written = tmp_path / "again.md"
    page.goto("/b/bank/documents")
    for text, chunks in (("One line.", "1"), ("\n\n".join(f"# Part {n}\n\n{'word ' * 200}" for n in range(4)), "4")):
        written.write_text(text)
        page.locator("#files").set_input_files(written)
        page.wait_for_selector("#jobs .state.done")
        row = page.locator('#rows tr[data-path="again.md"]')
        expect(row.locator(".number", has_text=re.compile(f"^{chunks}$"))).to_have_count(1)
        expect(row).to_have_count(1)
        expect(page.locator("#jobs li")).to_have_count(1)


def test_without_a_mouse_one_can_ask_open_a_source_and_come_back(page):
    page.goto("/b/bank")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    for _ in range(10):
        if page.evaluate("document.activeElement.id") == "q":
            break
        page.keyboard.press("Tab")
    page.keyboard.type("When does the vault of the bank open?")
    page.keyboard.press("Enter")
    page.wait_for_selector(".chip")
    while page.evaluate("document.activeElement.className") != "chip":
        page.keyboard.press("Tab")
    assert page.locator(".quote").first.is_visible()
    page.keyboard.press("Enter")
    page.wait_for_selector("#source mark")
    assert page.evaluate("document.activeElement.className") == "close"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.className") == "chip"


@pytest.mark.parametrize(("language", "word"), [("en", "Sources"), ("es", "Fuentes")])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_has_no_serious_fault_for_anyone_in_both_languages_light_and_dark(page, language, word, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto(f"/b/bank?lang={language}")
    assert serious(page) == []
    page.fill("#q", "When does the vault of the bank open?")
    page.press("#q", "Enter")
    page.wait_for_selector(f"h2:text('{word}')")
    page.locator(".chip").first.click()
    page.wait_for_selector("#source mark")
    assert serious(page) == []
    for path in ("/", "/b/bank/documents"):
        page.goto(path)
        page.wait_for_load_state()
        assert serious(page) == []


def test_an_answer_is_there_without_scripts(browser, service):
    context = browser.new_context(base_url=service.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/b/bank?q=When+does+the+vault+of+the+bank+open")
    assert "seven" in page.locator("#content").inner_text()
    context.close()


def test_a_page_that_is_not_there_says_so_as_a_page(page):
    answer = page.goto("/b/none")
    assert answer.status == 404
    assert page.locator("h1").inner_text() == "There is nothing here"


def test_the_first_paint_of_each_page_takes_less_than_100_kb_of_our_own(page):
    for path in ("/", "/b/bank", "/b/bank/documents"):
        sizes = []
        page.on(
            "response",
            lambda answer, sizes=sizes: sizes.append(len(answer.body())) if "/api/" not in answer.url else None,
        )
        page.goto(path, wait_until="load")
        page.wait_for_timeout(200)
        assert 0 < sum(sizes) < 100_000


def test_pictures_of_the_page_for_a_person_to_look_at(page, tmp_path_factory):
    folder = Path("build/screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    ask(page, "When does the vault of the bank open?")
    page.locator(".chip").first.click()
    page.wait_for_selector("#source mark")
    page.screenshot(path=folder / "answer.png")
    page.goto("/b/bank/documents?lang=es")
    page.wait_for_selector("#rows tr")
    page.screenshot(path=folder / "documentos.png")
    assert (folder / "answer.png").stat().st_size > 10_000


def test_the_lines_of_a_citation_are_boxed_on_the_picture_of_its_page(page, service):
    service.make("print")
    service.upload(
        "print",
        {
            "report.pdf": make_pdf(
                [
                    Sheet(
                        column(
                            [
                                f"Line {number} of the first page tells of a lamp in room {number}."
                                for number in range(30)
                            ]
                        )
                    ),
                    Sheet(column(HARBOUR)),
                ]
            )
        },
    )
    page.goto("/b/print")
    page.fill("#q", "When was the harbour built?")
    page.press("#q", "Enter")
    page.locator(".chip").first.click()
    expect(page.locator(".pages img")).to_have_js_property("naturalWidth", 1000)
    box = page.locator(".pages .box").first.bounding_box()
    picture = page.locator(".pages img").bounding_box()
    assert picture["x"] < box["x"] < box["x"] + box["width"] < picture["x"] + picture["width"]
    assert "#page=2" in page.locator(".sources a").first.inner_text()
