"""Members and keys on the page, in a real browser."""

import json
import subprocess
import sys

import httpx
import pytest
from playwright.sync_api import expect

from for_anyone import serious
from served import serving

PASSWORD = "seven lamps in the hall"
NARROW = {"width": 380, "height": 800}


def pincite(*words, said=""):
    command = [sys.executable, "-m", "pincite.cli.main", *map(str, words)]
    return subprocess.run(command, input=said, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def service(tmp_path_factory, minilm_folder):
    root = tmp_path_factory.mktemp("keys")
    for name in ("root", "ana", "bob"):
        pincite("user", "add", name, "--password-stdin", "--root", root, said=f"{PASSWORD}\n")
    key = json.loads(pincite("key", "add", "ana", "--scope", "admin", "--root", root, "--json"))["secret"]
    with serving(root, minilm_folder) as found:
        found.http.headers["Authorization"] = f"Bearer {key}"
        found.make("ana.bank", vault__md="The vault of the old bank opens at seven each morning.\n")
        yield found


def log_in(page, user, path="/"):
    page.goto(path)
    page.fill("#user", user)
    page.fill("#password", PASSWORD)
    page.press("#password", "Enter")
    page.wait_for_selector(".who")


def status(service, secret):
    return httpx.get(f"{service.url}api/v1/bases", headers={"Authorization": f"Bearer {secret}"}).status_code


def test_a_key_is_made_shown_once_copied_works_and_is_revoked(page, service):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    log_in(page, "ana", "/keys")
    page.fill("#label", "crawler")
    page.select_option("#scope", "write")
    page.press("#label", "Enter")
    secret = page.locator("#secret .secret").inner_text()
    assert page.evaluate("document.activeElement.id") == "secret"
    page.click("#secret button")
    assert page.evaluate("navigator.clipboard.readText()") == secret
    assert status(service, secret) == 200
    page.reload()
    row = page.locator("#rows tr", has_text="crawler")
    expect(row).to_contain_text("write")
    assert secret.split("_", 2)[2] not in page.content()
    page.get_by_role("button", name="Revoke: crawler").click()
    expect(row).to_have_count(0)
    assert status(service, secret) == 401


def test_without_a_mouse_one_makes_a_key(page):
    log_in(page, "bob", "/keys")
    page.focus("#label")
    page.keyboard.type("laptop")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#rows tr", has_text="laptop")).to_contain_text("read")


def test_an_owner_gives_changes_and_takes_roles_and_the_last_owner_stays(page, service):
    log_in(page, "ana", "/b/ana.bank/members")
    page.fill("#user", "bob")
    page.press("#user", "Enter")
    choice = page.get_by_label("Role: bob")
    expect(choice).to_have_value("reader")
    choice.select_option("editor")
    expect(page.locator("#said")).to_have_text("bob: Editor")
    assert {"user": "bob", "role": "editor"} in service.http.get("/api/v1/bases/ana.bank/members").json()["members"]
    page.get_by_role("button", name="Remove: ana").click()
    expect(page.get_by_role("alert")).to_contain_text("only owner")
    page.get_by_role("button", name="Remove: bob").click()
    expect(page.locator("#rows tr")).to_have_count(1)
    page.fill("#user", "nobody-at-all")
    page.press("#user", "Enter")
    expect(page.get_by_role("alert")).to_contain_text("there is no user")


def test_who_is_no_owner_sees_no_members_and_a_stranger_nothing(page, service):
    service.http.put("/api/v1/bases/ana.bank/members/bob", json={"role": "reader"})
    log_in(page, "bob", "/b/ana.bank")
    assert page.get_by_role("link", name="Members").count() == 0
    assert page.goto("/b/ana.bank/members").status == 403
    service.http.delete("/api/v1/bases/ana.bank/members/bob")
    assert page.goto("/b/ana.bank/members").status == 404


def test_a_reader_sees_the_golden_set_and_nothing_to_change_it_or_the_threshold_with(page, service):
    service.http.put("/api/v1/bases/ana.bank/members/bob", json={"role": "reader"})
    (document,) = service.http.get("/api/v1/bases/ana.bank/documents").json()["documents"]
    log_in(page, "bob", "/b/ana.bank/golden")
    expect(page.locator("#force")).to_contain_text("In force")
    assert page.locator("main form").count() == 0
    page.goto(f"/b/ana.bank/d/{document['document_id']}")
    page.wait_for_selector(".canonical")
    assert page.get_by_role("button", name="Make it a needle").count() == 0
    service.http.put("/api/v1/bases/ana.bank/members/bob", json={"role": "editor"})
    page.goto("/b/ana.bank/golden")
    expect(page.get_by_role("button", name="Run an evaluation")).to_be_visible()
    assert page.get_by_role("button", name="Calibrate").count() == 0
    service.http.delete("/api/v1/bases/ana.bank/members/bob")
    assert page.goto("/b/ana.bank/golden").status == 404


def test_where_there_are_no_users_there_are_no_keys_and_no_members(browser, tmp_path, minilm_folder):
    with serving(tmp_path, minilm_folder, "--workers", "0") as found:
        found.make("bank")
        page = browser.new_context(base_url=found.url, locale="en").new_page()
        page.goto("/b/bank")
        assert (
            page.get_by_role("link", name="Members").count() == page.get_by_role("link", name="API keys").count() == 0
        )
        assert (page.goto("/keys").status, page.goto("/b/bank/members").status) == (404, 404)


@pytest.mark.parametrize(
    ("language", "words"), [("en", ("API keys", "Members")), ("es", ("Claves de API", "Miembros"))]
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_both_pages_have_no_serious_fault_in_both_languages_light_dark_and_narrow(page, language, words, scheme):
    page.emulate_media(color_scheme=scheme)
    log_in(page, "ana", f"/keys?lang={language}")
    for path, word in zip(("/keys", "/b/ana.bank/members"), words, strict=True):
        page.goto(path)
        assert page.locator("h1").inner_text() == word
        page.wait_for_selector("#rows tr")
        assert serious(page) == []
        page.set_viewport_size(NARROW)
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        assert serious(page) == []
