"""A file of each format, opened on the page by the fragment of a citation: the fact is lit, in its own kind of viewer."""

import importlib.util
import shutil

import pytest

from every_format import MAKERS, Passage, files
from served import serving

PASSAGE = Passage(
    "Records", ("Older pages were copied by hand.",), "Bell", "The bell of the chapel weighs 412 kilograms."
)
OCR = importlib.util.find_spec("rapidocr") is not None or shutil.which("tesseract") is not None
KINDS = sorted(kind for kind in MAKERS if OCR or kind != "png")
VIEWERS = dict.fromkeys(("pdf", "png"), ".pages .box") | {"wav": "audio", "mp4": "video"}
VIEWERS |= dict.fromkeys(("xlsx", "xls", "xlsb", "ods", "csv", "tsv"), ".grid .lit")


@pytest.fixture(scope="module")
def service(tmp_path_factory, minilm_folder):
    with serving(tmp_path_factory.mktemp("formats"), minilm_folder) as found:
        found.make("all")
        for kind in KINDS:
            found.upload("all", dict(files(kind, f"record-{kind}", PASSAGE)))
        yield found


@pytest.fixture(scope="module")
def page(browser, service):
    page = browser.new_page(base_url=service.url, locale="en")
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    assert faults == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_citation_opens_its_source_with_the_fact_lit(service, page, kind):
    (record,) = service.http.get("/api/v1/bases/all/documents", params={"q": f"record-{kind}."}).json()["documents"]
    text = service.http.get(f"/api/v1/bases/all/documents/{record['document_id']}/text").json()["text"]
    start = text.index("412")
    page.goto("about:blank")
    page.goto(f"/b/all/d/{record['document_id']}#char={start},{start + 3}")
    page.wait_for_selector("mark")
    assert "".join(page.locator("mark").all_text_contents()) == "412"
    if kind in VIEWERS:
        page.locator(VIEWERS[kind]).first.wait_for()
