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
