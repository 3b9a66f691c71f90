"""What the walks share: Debian's chromium, driven by Playwright."""

import shutil

import pytest
from playwright.sync_api import sync_playwright

BROWSER = shutil.which("chromium")


@pytest.fixture(scope="module")
def browser():
    """A browser for the tests of one file; longer would leave its event loop running under tests of others."""
    if BROWSER is None:
        pytest.skip("no chromium here: `make browser` installs Debian's")
    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def page(browser, service):
    """A page of the `service` of a file's tests; whatever goes wrong in its scripts fails the test."""
    context = browser.new_context(base_url=service.url, viewport={"width": 1280, "height": 900}, locale="en")
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
    page.on("dialog", lambda dialog: dialog.accept())
    yield page
    context.close()
    assert faults == []
