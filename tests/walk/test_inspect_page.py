"""The page that shows what becomes of a query; it works without scripts."""

import html
import re

import pytest

from served import serving

STORY = "# <b>Vault</b>\n\nThe vault of the old bank opens at seven.\n\n\n<script>alert(1)</script> Nobody has the second key.\n"
ASKED = "When does the vault of the old bank open?"


@pytest.fixture(scope="module")
def service(tmp_path_factory, minilm_folder):
    with serving(tmp_path_factory.mktemp("service"), minilm_folder) as found:
        found.make("bank", vault__md=STORY)
        yield found


def shown(service, query, **options):
    answer = service.http.get("/b/bank/inspect", params={"q": query, **options})
    assert answer.status_code == 200
    return answer.text


def pre(text, name):
    """The words of a `pre`, as a browser reads them: it drops the first line end."""
    (found,) = re.findall(rf'<pre id="{name}"[^>]*>\n(.*?)</pre>', text, re.DOTALL)
    return html.unescape(found)


def test_the_lists_stand_side_by_side_and_the_prompt_is_shown_byte_for_byte(service):
    seen = service.http.post("/api/v1/bases/bank/inspect", json={"query": ASKED}).json()
    text = shown(service, ASKED)
    assert re.findall(r'<section id="(\w+)">', text) == ["gate", "dense", "lexical", "fused", "reranked", "prompt"]
    assert {name: pre(text, name) for name in ("system", "user")} == seen["prompt"]
    first = seen["reranked"][0]
    assert f"/d/{first['document_id']}#char={first['from']},{first['to']}" in text
    assert f"{seen['gate']['best_distance']:.4f}" in text
    assert "<script>alert" not in text


def test_of_a_refusal_it_says_that_no_model_is_asked_in_both_languages(service):
    elsewhere = "Who composed the opera Carmen?"
    text = shown(service, elsewhere, lang="en")
    assert "without evidence no model is asked" in text
    assert "<pre" not in text
    assert "sin pruebas no se pregunta" in shown(service, elsewhere, lang="es")


def test_the_form_is_there_without_a_query_and_a_knowledge_base_that_is_empty_says_so(service):
    assert "<form" in shown(service, "")
    service.make("empty")
    assert "Nothing is indexed here yet" in service.http.get("/b/empty/inspect", params={"q": "x", "lang": "en"}).text
    assert service.http.get("/b/nobody/inspect").status_code == 404
