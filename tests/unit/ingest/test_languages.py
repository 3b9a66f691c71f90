from pincite.ingest.languages import Languages
from pincite.types.embedding import EmbedderProfile

ENGLISH_ONLY = EmbedderProfile("small", "f", 8, 256, languages=("en",))
SPANISH = (
    "Los vecinos dicen que la obra no es para ellos, pero que la plaza del pueblo se queda muy bien con los árboles."
)
STOCK = """sku,name,quantity,supplier,unit price
A-101,Belt B45,12,Correas Lugo,4.50
A-102,Seal 4mm,30,Rodasa,1.20
A-103,Pump P7,2,Rodasa,240.00
A-104,Bearing 6204,18,Rodasa,6.10
A-105,Filter F9,7,Correas Lugo,12.00
"""


def found(**texts: str) -> Languages:
    languages = Languages()
    for name, text in texts.items():
        languages.add(name, text)
    return languages


def test_documents_of_a_language_that_is_not_read_are_named_and_counted_over_all_that_came():
    (note,) = found(casa=SPANISH, stock=STOCK, short="Hello").notes(ENGLISH_ONLY)
    assert note.startswith("1 of 3 documents is in a language that small does not read (es: casa): only")


def test_of_many_documents_the_first_are_named():
    (note,) = found(**{f"d{number}": SPANISH for number in range(5)}).notes(ENGLISH_ONLY)
    assert "5 of 5 documents are in languages that small does not read (es: d0, d1, d2 and 2 more)" in note


def test_the_way_out_says_what_it_costs():
    (note,) = found(casa=SPANISH).notes(ENGLISH_ONLY)
    assert "`multilingual`" in note
    assert "not reranked" in note


def test_nothing_is_said_of_a_table_of_codes_or_of_an_embedder_that_reads_everything():
    assert found(stock=STOCK).notes(ENGLISH_ONLY) == ()
    assert found(casa=SPANISH).notes(EmbedderProfile("all", "f", 8, 256, languages=None)) == ()
    assert found(casa=SPANISH).notes(EmbedderProfile("two", "f", 8, 256, languages=("en", "es"))) == ()
