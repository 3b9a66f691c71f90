"""What axe says of a page: faults that keep somebody from using it."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def serious(page: Page) -> list[tuple[str, str]]:
    """The serious and critical faults of what is shown: what each is called, and what it says."""
    found = Axe().run(page).response["violations"]
    return [(fault["id"], fault["help"]) for fault in found if fault["impact"] in {"serious", "critical"}]
