"""A folder with a file of each format, in English and Spanish: every one is indexed, and asked, and cited at the right place."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Any

import pytest

from every_format import MAKERS, Passage, files
from pincite.config import Config
from pincite.extract.formats import FORMATS
from pincite.knowledge_base.door import KnowledgeBase

BEFORE = {
    "en": (
        "This is one of the records that the office of the parish keeps on {}, begun when the first archive was put in order.",
        "Whoever borrows it writes a name and a day into the red ledger, and brings {} back before the office closes.",
        "Older pages were copied by hand, so that spelling differs, and a few of the margins of {} were trimmed.",
        "What nobody can read any more was left open, in the hope that another copy of {} turns up one day.",
        "A loose sheet between the covers lists the clerks who kept {} in order, with the years they served.",
        "Visitors may look at {} on the long table by the window, with a pencil but never with a pen.",
    ),
    "es": (
        "Este es uno de los registros que la oficina de la parroquia guarda sobre {}, abierto al ordenar el primer archivo.",
        "Quien se lo lleva apunta su nombre y el día en el libro rojo, y devuelve {} antes de que cierre la oficina.",
        "Las hojas más viejas se copiaron a mano, y por eso cambia la ortografía y faltan algunos márgenes de {}.",
        "Lo que ya nadie puede leer se dejó en blanco, por si algún día aparece otra copia de {}.",
        "Una hoja suelta entre las tapas nombra a los escribientes que ordenaron {} y los años en que sirvieron.",
        "Las visitas pueden mirar {} en la mesa larga junto a la ventana, con lápiz y nunca con pluma.",
    ),
}


@dataclass(frozen=True)
class Asked:
    """A fact, its heading, the question about it, and the words that an answer must have."""

    heading: str
    fact: str
    question: str
    words: str


FACTS = {
    ("md", "en"): Asked("Hives", "The beekeeper has forty-one hives on the south slope.", "How many hives does the beekeeper have?", "forty-one"),
    ("md", "es"): Asked("Colmenas", "El apicultor tiene cuarenta y una colmenas en la ladera.", "¿Cuántas colmenas tiene el apicultor?", "cuarenta y una"),
    ("txt", "en"): Asked("Bell", "The bell of the chapel weighs 412 kilograms.", "How much does the bell of the chapel weigh?", "412"),
    ("txt", "es"): Asked("Campana", "La campana de la ermita pesa 412 kilos.", "¿Cuánto pesa la campana de la ermita?", "412"),
    ("rst", "en"): Asked("Ferry", "The ferry to the island leaves at a quarter past seven.", "When does the ferry to the island leave?", "quarter past seven"),
    ("rst", "es"): Asked("Barco", "El barco a la isla sale a las siete y cuarto.", "¿A qué hora sale el barco a la isla?", "siete y cuarto"),
    ("html", "en"): Asked("Bakery", "The bakery heats its oven with oak wood.", "What wood heats the oven of the bakery?", "oak"),
    ("html", "es"): Asked("Horno", "La panadería calienta su horno con leña de roble.", "¿Con qué leña calienta su horno la panadería?", "roble"),
    ("epub", "en"): Asked("Captain", "The captain of the whaler hid the map inside a violin.", "Where did the captain of the whaler hide the map?", "violin"),
    ("epub", "es"): Asked("Capitana", "La capitana del ballenero escondió el mapa dentro de un violín.", "¿Dónde escondió el mapa la capitana del ballenero?", "violín"),
    ("pdf", "en"): Asked("Bridge", "The stone bridge was repaired in 1893 after the flood.", "When was the stone bridge repaired?", "1893"),
    ("pdf", "es"): Asked("Puente", "El puente de piedra se reparó en 1893 tras la riada.", "¿Cuándo se reparó el puente de piedra?", "1893"),
    ("docx", "en"): Asked("Deposit", "A tenant of the mill pays a deposit of two months.", "What deposit does a tenant of the mill pay?", "two months"),
    ("docx", "es"): Asked("Fianza", "El inquilino del molino paga una fianza de dos meses.", "¿Qué fianza paga el inquilino del molino?", "dos meses"),
    ("odt", "en"): Asked("Choir", "The choir rehearses on Thursday evenings in the crypt.", "When does the choir rehearse?", "Thursday"),
    ("odt", "es"): Asked("Coro", "El coro ensaya los jueves por la tarde en la cripta.", "¿Cuándo ensaya el coro?", "jueves"),
    ("rtf", "en"): Asked("Saffron", "The saffron is dried over charcoal of vines.", "Over what is the saffron dried?", "charcoal"),
    ("rtf", "es"): Asked("Azafrán", "El azafrán se seca sobre carbón de vid.", "¿Sobre qué se seca el azafrán?", "carbón"),
    ("pptx", "en"): Asked("Turbine", "The turbine of the dam produces nine megawatts.", "How much does the turbine of the dam produce?", "nine megawatts"),
    ("pptx", "es"): Asked("Turbina", "La turbina de la presa produce nueve megavatios.", "¿Cuánto produce la turbina de la presa?", "nueve megavatios"),
    ("odp", "en"): Asked("Vaccine", "The vaccine for the sheep is kept at four degrees.", "At how many degrees is the vaccine for the sheep kept?", "four degrees"),
    ("odp", "es"): Asked("Vacuna", "La vacuna de las ovejas se guarda a cuatro grados.", "¿A cuántos grados se guarda la vacuna de las ovejas?", "cuatro grados"),
    ("xlsx", "en"): Asked("Cheese", "The goat cheese ripens for ninety days in the cave.", "How long does the goat cheese ripen?", "ninety days"),
    ("xlsx", "es"): Asked("Queso", "El queso de cabra madura noventa días en la cueva.", "¿Cuántos días madura el queso de cabra?", "noventa días"),
    ("xls", "en"): Asked("Locksmith", "The locksmith charges thirty euros for a copied key.", "What does the locksmith charge for a copied key?", "thirty euros"),
    ("xls", "es"): Asked("Cerrajero", "El cerrajero cobra treinta euros por copiar una llave.", "¿Cuánto cobra el cerrajero por copiar una llave?", "treinta euros"),
    ("xlsb", "en"): Asked("Greenhouse", "The greenhouse is watered by twelve sprinklers.", "How many sprinklers water the greenhouse?", "twelve"),
    ("xlsb", "es"): Asked("Invernadero", "Doce aspersores riegan el invernadero.", "¿Cuántos aspersores riegan el invernadero?", "Doce"),
    ("ods", "en"): Asked("Glacier", "The glacier retreats by eighteen metres a year.", "By how many metres does the glacier retreat?", "eighteen"),
    ("ods", "es"): Asked("Glaciar", "El glaciar retrocede dieciocho metros al año.", "¿Cuántos metros retrocede el glaciar?", "dieciocho"),
    ("csv", "en"): Asked("Owl", "The barn owl nests in the tower of the granary.", "Where does the barn owl nest?", "granary"),
    ("csv", "es"): Asked("Lechuza", "La lechuza anida en la torre del granero.", "¿Dónde anida la lechuza?", "granero"),
    ("tsv", "en"): Asked("Comet", "The comet was seen above the harbour in 1910.", "When was the comet seen above the harbour?", "1910"),
    ("tsv", "es"): Asked("Cometa", "El cometa se vio sobre el puerto en 1910.", "¿Cuándo se vio el cometa sobre el puerto?", "1910"),
    ("eml", "en"): Asked("Piano", "The piano tuner comes on the second of March.", "When does the piano tuner come?", "second of March"),
    ("eml", "es"): Asked("Piano", "El afinador del piano viene el dos de marzo.", "¿Cuándo viene el afinador del piano?", "dos de marzo"),
    ("mbox", "en"): Asked("Elevator", "The elevator of the library is out of order until May.", "Until when is the elevator of the library out of order?", "May"),
    ("mbox", "es"): Asked("Ascensor", "El ascensor de la biblioteca no funciona hasta mayo.", "¿Hasta cuándo no funciona el ascensor de la biblioteca?", "mayo"),
    ("ipynb", "en"): Asked("Salmon", "The salmon were counted with two underwater cameras.", "How were the salmon counted?", "underwater cameras"),
    ("ipynb", "es"): Asked("Salmones", "Los salmones se contaron con dos cámaras submarinas.", "¿Cómo se contaron los salmones?", "cámaras submarinas"),
    ("json", "en"): Asked("Tram", "The last tram to the observatory runs at midnight.", "When does the last tram to the observatory run?", "midnight"),
    ("json", "es"): Asked("Tranvía", "El último tranvía al observatorio pasa a medianoche.", "¿Cuándo pasa el último tranvía al observatorio?", "medianoche"),
    ("jsonl", "en"): Asked("Pottery", "The pottery kiln reaches 1,240 degrees.", "How many degrees does the pottery kiln reach?", "1,240"),
    ("jsonl", "es"): Asked("Alfarería", "El horno de alfarería alcanza 1.240 grados.", "¿Cuántos grados alcanza el horno de alfarería?", "1.240"),
    ("py", "en"): Asked("Tide gauge", "The tide gauge is read every six minutes.", "How often is the tide gauge read?", "six minutes"),
    ("py", "es"): Asked("Mareógrafo", "El mareógrafo se lee cada seis minutos.", "¿Cada cuánto se lee el mareógrafo?", "seis minutos"),
    ("srt", "en"): Asked("Weaver", "The weaver dyes her wool with walnut shells.", "With what does the weaver dye her wool?", "walnut"),
    ("srt", "es"): Asked("Tejedora", "La tejedora tiñe su lana con cáscaras de nuez.", "¿Con qué tiñe su lana la tejedora?", "nuez"),
    ("vtt", "en"): Asked("Falcon", "The falcon was trained by a veterinarian from Jaca.", "Who trained the falcon?", "veterinarian"),
    ("vtt", "es"): Asked("Halcón", "Una veterinaria de Jaca adiestró al halcón.", "¿Quién adiestró al halcón?", "veterinaria"),
    ("png", "en"): Asked("Cellar", "The wine cellar is open on Saturdays.", "When is the wine cellar open?", "Saturdays"),
    ("png", "es"): Asked("Bodega", "La bodega de vinos abre los domingos.", "¿Cuándo abre la bodega de vinos?", "domingos"),
    ("wav", "en"): Asked("Clock", "The clock of the station gains two minutes a week.", "How much does the clock of the station gain?", "two minutes"),
    ("wav", "es"): Asked("Reloj", "El reloj de la estación adelanta dos minutos por semana.", "¿Cuánto adelanta el reloj de la estación?", "dos minutos"),
    ("mp4", "en"): Asked("Anchor", "The diver found the anchor at a depth of thirty metres.", "At what depth did the diver find the anchor?", "thirty metres"),
    ("mp4", "es"): Asked("Ancla", "El buzo encontró el ancla a treinta metros de profundidad.", "¿A qué profundidad encontró el buzo el ancla?", "treinta metros"),
}  # fmt: skip
OCR = importlib.util.find_spec("rapidocr") is not None or shutil.which("tesseract") is not None
SKIPPED = set() if OCR else {"png"}
OWN_TEXT = ("md", "txt", "rst", "json", "jsonl", "py", "csv", "tsv")
"""Files that are their own canonical text: there the characters of a citation are those of the file."""
UNDER_A_HEADING = ("md", "rst", "html", "epub", "pdf", "docx", "odt", "rtf", "pptx", "odp", "ipynb")
"""Files in which the fact stands alone below its heading, and so is the whole quotation."""
FIXED = dict.fromkeys(("md", "txt", "rst", "html", "docx", "odt", "rtf", "eml", "mbox", "json", "jsonl"), "") | {
    "pdf": "#page=2",
    "png": "#page=1",
    "pptx": "#slide=2",
    "odp": "#slide=2",
    "ipynb": "#cell=3",
    "epub": "#epubcfi(/6/4!/4/4)",  # the paragraph below the heading of the second chapter of the spine
    "py": "#L12-L16",
}
"""The fragment of the fact, where its file was made so; empty for formats without places of their own."""


def passage(case: tuple[str, str]) -> Passage:
    extension, language = case
    title = f"{FACTS[case].heading} {extension.upper()}"
    return Passage(title, tuple(line.format(title) for line in BEFORE[language]), FACTS[case].heading, FACTS[case].fact)


def run(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pincite.cli.main", *map(str, words)]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "PINCITE_THREADS": "1"}
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """All the files, in a folder for each language."""
    top = tmp_path_factory.mktemp("formats")
    for case in FACTS:
        extension, language = case
        (top / "files" / language).mkdir(parents=True, exist_ok=True)
        for name, content in files(extension, f"{extension}-{language}", passage(case)):
            (top / "files" / language / name).write_bytes(content)
    return top


@pytest.fixture(scope="module")
def added(folder, minilm_folder):
    assert minilm_folder.is_dir()
    return run("add", folder / "files", "--kb", folder / "kb", "--json")


@pytest.fixture(scope="module")
def answers(folder, added) -> dict[tuple[str, str], dict[str, Any]]:
    """What `pincite ask` says to each question."""
    assert added.stdout, added.stderr
    lines = [{"id": ".".join(case), "question": asked.question} for case, asked in FACTS.items()]
    (folder / "questions.jsonl").write_text("\n".join(json.dumps(line) for line in lines), "utf-8")
    asked = run("ask", "--questions", folder / "questions.jsonl", "--kb", folder / "kb")
    assert asked.returncode == 0, asked.stderr
    return {tuple(line["id"].split(".")): line for line in map(json.loads, asked.stdout.splitlines())}


def test_every_file_is_indexed_and_what_needs_an_extra_says_so(added):
    report = json.loads(added.stdout)
    assert {failure["code"] for failure in report["failed"]} == ({"needs_ocr"} if SKIPPED else set())
    assert report["added"] == len(FACTS) - 2 * len(SKIPPED)
    assert {case[0] for case in FACTS} == set(MAKERS)


def test_there_is_a_file_of_every_type(folder, added):
    with KnowledgeBase(folder / "kb") as kb:
        there = {record.type for record in kb.documents() if record.state == "indexed"}
    assert set(FORMATS) - there == ({"image"} if SKIPPED else set())


@pytest.mark.parametrize("case", FACTS, ids=".".join)
def test_a_question_is_answered_with_the_right_place(case, folder, answers):
    extension, language = case
    if extension in SKIPPED:
        pytest.skip("neither rapidocr nor tesseract is installed: no picture is read")
    answer, asked = answers[case], FACTS[case]
    assert answer["answered"], answer["reason"]
    citation = answer["citations"][0]
    assert citation["document_name"] == f"{extension}-{language}.{extension}"
    assert asked.words in answer["answer"]
    assert asked.words in citation["quote"]
    with KnowledgeBase(folder / "kb") as kb:
        text = kb.document(citation["document_id"]).text
    assert text[citation["from"] : citation["to"]] == citation["quote"]
    characters = f"#char={citation['from']},{citation['to']}"
    assert citation["locator"]["characters"] == characters
    assert citation["fragment"] == (place(extension, passage(case), citation) or characters)
    if extension in OWN_TEXT:
        whole = MAKERS[extension](passage(case))
        assert whole[citation["from"] : citation["to"]] == citation["quote"]


def place(extension: str, made: Passage, citation: dict[str, Any]) -> str:
    """The fragment that the quotation must have, told from the file alone: which of its parts are in the quotation."""
    quote = citation["quote"]
    if extension in UNDER_A_HEADING:
        assert (quote, citation["section"].rpartition(" > ")[2]) == (made.fact, made.heading)
    if extension in {"eml", "mbox"}:
        assert citation["section"] == made.heading
    if extension in FIXED:
        return FIXED[extension]
    rows = [number for number, (nr, text) in enumerate(made.rows, 1) if nr in quote and text in quote]
    if extension == "xlsx":  # its table begins at B3
        return f"#{made.heading}!B{rows[0] + 2}:C{rows[-1] + 2}"
    if extension in {"xls", "xlsb", "ods"}:
        return f"#{made.heading}!A{rows[0]}:B{rows[-1]}"
    if extension in {"csv", "tsv"}:
        return f"#cell={rows[0]},1-{rows[-1]},2"
    cues = [cue for cue in made.cues if cue[2] in quote]
    return f"#t={cues[0][0]},{cues[-1][1]}"


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_is_attached_to_a_message_is_cited_by_its_own_place(language, tmp_path, minilm):
    case = ("xlsx", language)
    message = EmailMessage()
    message["Subject"] = "Ledger"
    message.set_content("Please see the sheet.")
    book = MAKERS["xlsx"](passage(case))
    message.add_attachment(book, maintype="application", subtype="octet-stream", filename="ledger.xlsx")
    (tmp_path / "offer.eml").write_bytes(bytes(message))
    with KnowledgeBase(tmp_path / "kb", config=Config(threads=1), embedder=minilm) as kb:
        assert kb.add(tmp_path / "offer.eml").failed == ()
        answer = kb.ask(FACTS[case].question)
    citation = answer.citations[0].to_json()
    assert (citation["document_name"], citation["path"][-21:]) == ("ledger.xlsx", "offer.eml/ledger.xlsx")
    assert citation["fragment"] == place("xlsx", passage(case), citation)


def test_the_place_of_a_row_and_of_what_is_said_is_not_the_whole_file(answers):
    narrow = {
        ".".join(case): answers[case]["citations"][0]["fragment"]
        for case in FACTS
        if case[0] in {"xlsx", "csv", "srt", "mp4"}
    }
    assert narrow["xlsx.en"] == "#Cheese!B7:C10"
    assert narrow["csv.en"] == "#cell=5,1-8,2"
    assert narrow["srt.en"] == "#t=30,68"
    assert narrow["mp4.en"] == "#t=30,68"


SPOKEN = {
    "en": Asked(
        "",
        "The library opens at nine in the morning. Members may borrow twelve books.",
        "When does the library open?",
        "morning",
    ),
    "es": Asked(
        "",
        "La biblioteca abre a las nueve de la mañana. Los socios no pagan nada.",
        "¿Qué pagan los socios de la biblioteca?",
        "socios",
    ),
}


@pytest.mark.parametrize("language", SPOKEN)
def test_what_is_said_without_subtitles_is_answered_with_its_time(language, tmp_path, minilm):
    if importlib.util.find_spec("faster_whisper") is None:
        pytest.skip("the extra `speech` is not installed: nothing is heard")
    if (voice := shutil.which("espeak-ng")) is None:
        pytest.skip("espeak-ng is not installed: no voice to listen to")
    asked = SPOKEN[language]
    talk = tmp_path / "talks" / "talk.wav"
    talk.parent.mkdir()
    subprocess.run([voice, "-v", language, "-s", "140", "-w", str(talk), asked.fact], check=True)
    config = Config(speech_model="whisper-base", threads=1)
    with KnowledgeBase(tmp_path / "kb", config=config, embedder=minilm) as kb:
        assert kb.add(talk.parent).failed == ()
        answer = kb.ask(asked.question)
    assert answer.answered
    assert asked.words in answer.citations[0].quote
    locator = answer.citations[0].locator
    assert 0 <= locator.times.start < locator.times.end < 8
    assert locator.fragment.startswith("#t=")
