"""Several turns and the inspector on the page, in a real browser."""

import pytest
from playwright.sync_api import expect

from for_anyone import serious
from served import serving

STORY = "The vault of the old bank opens at seven each morning.\n\nNobody has the second key.\n"
ASKED = "When does the vault of the old bank open?"


@pytest.fixture(scope="module")
def service(tmp_path_factory, minilm_folder):
    with serving(tmp_path_factory.mktemp("page"), minilm_folder) as found:
        found.make("bank", vault__md=STORY)
        yield found


@pytest.fixture(scope="module")
def page(browser, service):
    page = browser.new_context(base_url=service.url, locale="en").new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    assert faults == []


def ask(page, question):
    page.fill("#q", question)
    page.press("#q", "Enter")
    expect(page.locator("#answer[aria-busy=false] *").first).to_be_attached()


def test_a_question_that_leans_on_the_one_before_is_answered_and_says_so_until_one_begins_anew(page):
    page.goto("/b/bank")
    ask(page, ASKED)
    expect(page.locator("#answer .chip").first).to_be_visible()
    ask(page, "And who has it?")
    expect(page.locator("#answer .searched")).to_contain_text(f"{ASKED} / And who has it?")
    expect(page.locator("#before b")).to_have_text(ASKED)
    ask(page, "Who composed the opera Carmen?")
    expect(page.locator("#answer .refused")).to_be_visible()
    expect(page.locator("#answer .searched")).to_have_count(0)
    expect(page.locator("#before b")).to_have_count(2)
    assert serious(page) == []
    page.click("#anew")
    expect(page.locator("#before b")).to_have_count(0)
    ask(page, "And who has it?")
    expect(page.locator("#answer .searched")).to_have_count(0)


def test_the_inspector_shows_the_prompt_byte_for_byte_and_has_no_serious_fault(page, service):
    page.goto("/b/bank")
    page.click("nav >> text=Inspect")
    page.fill("#q", ASKED)
    page.click("main button")
    seen = service.http.post("/api/v1/bases/bank/inspect", json={"query": ASKED}).json()
    assert page.locator("#user").evaluate("node => node.textContent") == seen["prompt"]["user"]
    assert page.locator(".lists section").count() == 4
    assert serious(page) == []
