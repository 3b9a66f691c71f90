"""Users and keys with a real service and a real browser."""

import json
import subprocess
import sys

import httpx
import pytest
from playwright.sync_api import expect

from for_anyone import serious
from served import serving

PASSWORD = "seven lamps in the hall"
STORY = "The vault of the old bank opens at seven each morning.\n\nNobody has the second key.\n"


def pincite(*words, said=""):
    command = [sys.executable, "-m", "pincite.cli.main", *map(str, words)]
    return subprocess.run(command, input=said, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def service(tmp_path_factory, minilm_folder):
    root = tmp_path_factory.mktemp("access")
    for name in ("root", "ana", "bob"):
        assert pincite("user", "add", name, "--password-stdin", "--root", root, said=f"{PASSWORD}\n").returncode == 0
    key = json.loads(pincite("key", "add", "ana", "--scope", "admin", "--root", root, "--json").stdout)["secret"]
    with serving(root, minilm_folder) as found:
        found.http.headers["Authorization"] = f"Bearer {key}"
        found.make("ana.bank")
        found.upload("ana.bank", {"vault.md": STORY})
        found.root = root
        yield found


def log_in(page, user, password=PASSWORD):
    page.fill("#user", user)
    page.fill("#password", password)
    page.press("#password", "Enter")


def test_an_address_that_others_reach_takes_a_user(tmp_path, service):
    words = ("serve", "--root", tmp_path, "--host", "0.0.0.0", "--port", "0")
    refused = pincite(*words)
    assert refused.returncode == 2
    assert "pincite user add" in refused.stderr
    pincite("user", "add", "ana", "--no-password", "--root", tmp_path)
    with serving(tmp_path, service.root, "--host", "0.0.0.0", "--workers", "0") as opened:
        port = httpx.URL(opened.url).port
        assert httpx.get(f"http://127.0.0.1:{port}/health").status_code == 200
        assert httpx.get(f"http://127.0.0.1:{port}/api/v1/bases").status_code == 401


def test_a_key_works_until_it_is_revoked_on_the_command_line(service):
    made = json.loads(pincite("key", "add", "ana", "--root", service.root, "--json").stdout)
    headers = {"Authorization": f"Bearer {made['secret']}"}
    ask = {"url": "/api/v1/bases/ana.bank/ask", "json": {"question": "When does the vault open?"}, "headers": headers}
    assert service.http.post(**ask).json()["answered"]
    assert (
        service.http.delete("/api/v1/bases/ana.bank", params={"confirm": "ana.bank"}, headers=headers).status_code
        == 403
    )
    pincite("key", "revoke", made["keys"][0]["id"], "--root", service.root)
    assert service.http.post(**ask).status_code == 401


def test_events_end_for_whoever_may_no_longer_see_them(service):
    pincite("user", "role", "bob", "ana.bank", "reader", "--root", service.root)
    key = json.loads(pincite("key", "add", "bob", "--root", service.root, "--json").stdout)["secret"]
    headers = {"Authorization": f"Bearer {key}"}
    with httpx.stream("GET", f"{service.url}api/v1/bases/ana.bank/events", headers=headers, timeout=30) as events:
        lines = events.iter_lines()
        while "event: status" not in next(lines):
            pass
        pincite("user", "role", "bob", "ana.bank", "none", "--root", service.root)
        service.upload("ana.bank", {"unseen.txt": "The safe is behind the picture."})
        assert "unseen" not in "".join(lines)


def test_a_person_logs_in_asks_uploads_and_logs_out(page, service, tmp_path):
    assert page.goto("/b/ana.bank").status == 401
    log_in(page, "ana", "eight lamps in the hall")
    expect(page.get_by_role("alert")).to_have_text("This name and password do not go together.")
    page.goto("/b/ana.bank")
    log_in(page, "ana")
    page.wait_for_url("**/b/ana.bank")
    expect(page.locator(".who")).to_contain_text("Logged in as ana")
    page.fill("#q", "When does the vault of the bank open?")
    page.press("#q", "Enter")
    page.locator(".chip").first.click()
    page.wait_for_selector("#source mark")
    (tmp_path / "lamp.txt").write_text("The lamp in the cellar is red.")
    page.goto("/b/ana.bank/documents")
    page.locator("#files").set_input_files(tmp_path / "lamp.txt")
    page.wait_for_selector("#jobs .state.done")
    page.goto("/")
    page.fill("#name", "letters")
    page.press("#name", "Enter")
    page.wait_for_url("**/b/ana.letters/documents")
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url("**/login")
    assert page.goto("/b/ana.bank").status == 401
    assert page.context.cookies() == []


def test_a_reader_asks_and_sees_nothing_to_change_and_a_stranger_sees_nothing(page, service):
    page.goto("/login")
    log_in(page, "bob")
    page.wait_for_url(service.url)
    assert "ana.bank" not in page.content()
    assert page.goto("/b/ana.bank").status == 404
    assert pincite("user", "role", "bob", "ana.bank", "reader", "--root", service.root).returncode == 0
    page.goto("/b/ana.bank/documents")
    page.wait_for_selector("#rows tr")
    assert not page.locator("#drop").is_visible()
    assert page.get_by_role("button", name="Remove").count() == 0
    page.goto("/b/ana.bank")
    page.fill("#q", "When does the vault of the bank open?")
    page.press("#q", "Enter")
    page.wait_for_selector(".chip")
    pincite("user", "role", "bob", "ana.bank", "none", "--root", service.root)
    assert page.goto("/b/ana.bank").status == 404


def test_logging_in_and_out_takes_no_scripts(browser, service):
    context = browser.new_context(base_url=service.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/b/ana.bank?q=When+does+the+vault+of+the+bank+open")
    log_in(page, "ana")
    assert "seven" in page.locator("#content").inner_text()
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url("**/login")
    context.close()


@pytest.mark.parametrize(("language", "word"), [("en", "Log in"), ("es", "Entrar")])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_form_has_no_serious_fault_in_both_languages_light_and_dark(page, language, word, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto(f"/login?lang={language}")
    assert page.locator("h1").inner_text() == word
    assert serious(page) == []
    log_in(page, "ana")
    page.wait_for_selector(".who")
    assert serious(page) == []
