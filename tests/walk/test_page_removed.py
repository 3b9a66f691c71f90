"""What the page says when something has gone meanwhile: in its own words, and with the figures as they are now."""

import pytest

from served import serving


@pytest.fixture
def service(tmp_path, minilm_folder):
    with serving(tmp_path, minilm_folder) as found:
        found.make("house")
        found.upload("house", {"rules.md": "Quiet hours are from ten to six.\n", "broken.pdf": b"%PDF-1.7 cut off"})
        yield found


def test_the_counts_follow_a_removal(page, service):
    page.goto("/b/house/documents")
    page.get_by_text("documents: 1, chunks: 1").wait_for()
    page.get_by_role("button", name="Remove: rules.md").click()
    page.get_by_text("documents: 0, chunks: 0").wait_for()


def test_a_source_that_was_removed_and_a_base_that_is_empty_now_are_told_as_such(page, service):
    page.goto("/b/house")
    page.fill("#q", "When are quiet hours?")
    page.press("#q", "Enter")
    page.locator(".chip").first.wait_for()
    (record,) = service.http.get("/api/v1/bases/house/documents", params={"q": "rules"}).json()["documents"]
    service.http.delete(f"/api/v1/bases/house/documents/{record['document_id']}").raise_for_status()
    page.locator(".chip").first.click()
    page.get_by_text("This document is not there any more.").wait_for()
    page.get_by_role("button", name="Close").click()
    page.press("#q", "Enter")
    page.get_by_text("Nothing is indexed here yet").wait_for()


def test_retry_all_is_there_only_where_a_second_try_can_help(page, service):
    page.goto("/b/house/documents")
    page.get_by_role("button", name="Retry: broken.pdf").wait_for()
    assert not page.locator("#retry-all").is_visible()
