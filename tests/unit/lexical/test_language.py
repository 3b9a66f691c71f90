"""The language of short prose, and silence where it is not clear."""

from __future__ import annotations

import pytest

from pincite.lexical.language import detect_language, surely_in

PROSE = {
    "en": "We asked the people who were there, and they said that it was not the first time this had been tried.",
    "es": "Los vecinos dicen que la obra no es para ellos, pero que la plaza del pueblo se queda muy bien con los árboles.",
    "fr": "Les voisins disent que le chantier n'est pas pour eux, mais que la place du village est belle avec les arbres.",
    "de": "Die Nachbarn sagen, dass der Bau nicht für sie ist und dass der Platz mit den Bäumen auch im Winter schön wird.",
    "it": "I vicini dicono che il cantiere non è per loro, ma che la piazza del paese è più bella con gli alberi della via.",
    "pt": "Os vizinhos dizem que a obra não é para eles, mas que a praça da vila fica mais bonita com as árvores do parque.",
    "nl": "De buren zeggen dat het werk niet voor hen is, maar dat het plein van het dorp mooi wordt met de bomen aan de rand.",
    "pl": "Sąsiedzi mówią, że to nie jest dla nich, ale że plac we wsi jest ładny i że drzewa są przy nim od lat oraz na nim.",
    "tr": "Komşular bu iş için çok para var ama bir park daha iyi olan bir şey değil mi ve her gün ne kadar güzel gibi diyor.",
    "sv": "Grannarna säger att det inte är för dem, men att torget i byn är fint med träd och att de kan sitta på en bänk där.",
    "ru": "Соседи говорят, что это не для них, но что площадь в деревне красива, и они бы хотели, чтобы так было до зимы.",
    "uk": "Сусіди кажуть, що це не для них, але що площа в селі гарна, і вони хочуть, щоб так було й до зими, якщо можна.",
    "ko": "이웃들은 그 공사가 자신들을 위한 것이 아니라고 말한다.",
    "ja": "近所の人たちは、その工事は自分たちのためではないと言っている。",
    "zh": "邻居们说这个工程不是为他们修建的，但是村里的广场很好看。",
    "th": "เพื่อนบ้านบอกว่างานก่อสร้างนี้ไม่ใช่เพื่อพวกเขา",
    "ar": "يقول الجيران إن العمل ليس من أجلهم ولكن الساحة جميلة",
    "he": "השכנים אומרים שהעבודה אינה בשבילם אבל הכיכר יפה",
    "el": "Οι γείτονες λένε ότι το έργο δεν είναι για αυτούς",
    "hi": "पड़ोसियों का कहना है कि यह काम उनके लिए नहीं है",
}


@pytest.mark.parametrize(("code", "text"), PROSE.items())
def test_a_sentence_shows_its_language(code, text):
    assert detect_language(text) == code


@pytest.mark.parametrize(("code", "text"), PROSE.items())
def test_one_sentence_of_prose_leaves_no_doubt(code, text):
    assert surely_in(text) == code


@pytest.mark.parametrize(
    "text",
    [
        "sku,name,supplier\n" + "A-101,Belt B45,Correas Lugo\nA-102,Seal,Rodasa\n" * 5,
        "country,city\n" + "DE,Berlin\nES,Madrid\nSE,Lund\nNO,Oslo\nLA,Vientiane\nUN,Geneva\n" * 3,
        "name,town\n" + "Talleres de la Vega,San Juan de la Cruz\nCorreas de Lugo,La Palma\n" * 4,
        "grade e size o class i group w row z\n" * 4,
    ],
)
def test_codes_and_names_are_no_prose_of_a_language(text):
    assert surely_in(text) is None


@pytest.mark.parametrize(
    "text", ["", "RULE-A002", "東京", "42 17 8", "foo bar baz qux quux corge grault garply waldo fred " * 3]
)
def test_what_is_short_or_no_prose_has_none(text):
    assert detect_language(text) is None


def test_english_prose_with_code_and_a_foreign_quotation_stays_english():
    text = PROSE["en"] * 5 + "\n```\nfor i in range(10): print(i)\n```\n" + PROSE["ja"]
    assert detect_language(text) == "en"
