"""A mail with attachments, from the command line and over HTTP: each is asked, cited, shown, retried and removed as a file is."""

import json
import os
import subprocess
import sys

import pytest

from mail_maker import make_mail
from pdf_maker import Sheet, column, make_pdf
from served import serving
from sheet_maker import Sheet as Grid
from sheet_maker import make_xlsx

PRICES = make_pdf(
    [
        Sheet([(60, 770, 20, "Price list"), *column(["All prices of this list are without tax."], top=730)]),
        Sheet([(60, 770, 20, "Saffron"), *column(["A gram of saffron costs nine euros."], top=730)]),
    ]
)
LANDINGS = make_xlsx([Grid("Landings", {"A1": "Port", "B1": "Tons of hake", "A2": "Vigo", "B2": 412})])
MAIL = make_mail(
    "Our offer",
    "The courier collects the parcel on Tuesday.",
    [("prices.pdf", PRICES), ("../../landings.xlsx", LANDINGS), ("broken.pdf", b"%PDF-1.4\nnothing")],
)


def run(*words):
    command = [sys.executable, "-m", "pincite.cli.main", *map(str, words)]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "PINCITE_THREADS": "1"}
    )


@pytest.fixture(scope="module")
def added(tmp_path_factory, minilm_folder):
    top = tmp_path_factory.mktemp("mail")
    (top / "inbox").mkdir()
    (top / "inbox" / "offer.eml").write_bytes(MAIL)
    done = run("add", top / "inbox", "--kb", top / "kb", "--json")
    assert done.returncode == 4, done.stderr
    assert json.loads(done.stdout)["added"] == 3
    return top


@pytest.mark.parametrize(
    ("question", "name", "words", "fragment"),
    [
        ("When does the courier collect the parcel?", "offer.eml", "Tuesday", None),
        ("What does a gram of saffron cost?", "prices.pdf", "nine euros", "#page="),
        ("How many tons of hake were landed in Vigo?", "landings.xlsx", "412", "#Landings!A1:B2"),
    ],
)
def test_a_question_is_answered_from_the_mail_or_from_what_is_attached_to_it(added, question, name, words, fragment):
    answer = json.loads(run("ask", question, "--kb", added / "kb", "--json").stdout)
    assert answer["answered"], answer["reason"]
    citation = answer["citations"][0]
    assert (citation["document_name"], words in citation["quote"]) == (name, True)
    if fragment:
        assert citation["fragment"].startswith(fragment)
        assert citation["path"].endswith(f"inbox/offer.eml/{name}")


def test_status_names_the_broken_one_by_its_path_and_doctor_finds_nothing(added):
    status = json.loads(run("status", "--kb", added / "kb", "--json").stdout)
    assert (status["documents"], status["states"], status["stale"]) == (3, {"indexed": 3, "failed": 1}, 0)
    assert [failed["path"].endswith("offer.eml/broken.pdf") for failed in status["failed"]] == [True]
    assert run("doctor", "--kb", added / "kb", "--json").returncode == 0


def test_extract_shows_what_is_attached_by_its_path(added):
    shown = json.loads(run("extract", added / "inbox" / "offer.eml" / "landings.xlsx", "--json").stdout)
    assert (shown["type"], "Vigo" in shown["text"]) == ("xlsx", True)
    mail = json.loads(run("extract", added / "inbox" / "offer.eml", "--json").stdout)
    assert [note["code"] for note in mail["notes"]] == ["attachment"] * 3


def test_over_http_an_attachment_is_shown_retried_and_removed_with_its_mail(tmp_path, minilm_folder):
    with serving(tmp_path, minilm_folder) as service:
        service.make("post", offer__eml=MAIL)
        address = "/api/v1/bases/post/documents"
        found = {record["path"]: record for record in service.http.get(address).json()["documents"]}
        assert set(found) == {
            "offer.eml",
            *(f"offer.eml/{name}" for name in ("prices.pdf", "landings.xlsx", "broken.pdf")),
        }
        prices = f"{address}/{found['offer.eml/prices.pdf']['document_id']}"
        assert service.http.get(f"{prices}/pages/2.png").content.startswith(b"\x89PNG")
        saved = service.http.get(f"{prices}/original")
        assert (saved.content, "prices.pdf" in saved.headers["content-disposition"]) == (PRICES, True)
        assert service.http.get(f"{prices}/original", headers={"Range": "bytes=0-3"}).content == b"%PDF"
        assert service.http.get(f"{prices}/media").status_code == 404  # no recording
        broken = f"{address}/{found['offer.eml/broken.pdf']['document_id']}"
        jobs = service.http.post(f"{broken}/retry").json()["jobs"]
        assert service.settled("post", [job["id"] for job in jobs])[0]["state"] == "failed"
        assert service.http.delete(broken).status_code == 204
        assert service.http.get("/api/v1/bases/post").json()["states"] == {"indexed": 3}
        assert service.http.delete(f"{address}/{found['offer.eml']['document_id']}").status_code == 204
        assert service.http.get(address).json()["documents"] == []
