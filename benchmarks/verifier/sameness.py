"""Brings a text to plain tokens, so that two ways of writing one fact can be told from two facts.

It only serves to check the rows while they are written, and knows no more words than the material has.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

_SMALL = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis "
    "diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco",
}
_TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
}
_MONTHS = {
    "en": "january february march april may june july august september october november december",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
}
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth"
_HUNDREDS = {"doscientas": 200, "trescientos": 300, "trescientas": 300, "cuatrocientas": 400, "quinientas": 500}
_UNITS = {
    "eur": "€ euro euros eur",
    "gbp": "£ pound pounds libras gbp",
    "chf": "franc francs chf",
    "usd": "$ dollar dollars dólares usd",
    "%": "% percent ciento cent",
    "h": "h hour hours hora horas",
    "min": "min minute minutes minuto minutos",
    "s": "s second seconds segundo segundos",
    "day": "day days día días days'",
    "week": "week weeks semana semanas",
    "month": "month months mes meses months'",
    "year": "year years año años",
    "g": "g gram grams gramos",
    "kg": "kg kilo kilos kilogram kilograms",
    "t": "t tonne tonnes",
    "l": "l litre litres litro litros",
    "ml": "ml millilitre millilitres mililitro mililitros",
    "µl": "µl μl microlitre microlitres",
    "m": "m metre metres metro metros",
    "cm": "cm centimetre centimetres centímetros",
    "mm": "mm millimetre millimetres",
    "°c": "°c celsius degrees grados",
    "w": "w watt watts",
    "kw": "kw kilovatios",
    "v": "v volt volts",
    "mb": "mb megabyte megabytes",
    "kb": "kb kilobyte kilobytes",
    "ms": "ms millisecond milliseconds milisegundos",
    "kcal": "kcal kilocalorías",
    "db": "db decibelios",
    "nm": "nm nanometres",
    "kwh": "kwh kilowatt-hours",
}
_UNIT_OF = {word: unit for unit, words in _UNITS.items() for word in words.split()}
_SCALES = {"thousand": 1000, "mil": 1000, "million": 10**6, "millones": 10**6, "billion": 10**9}
_TOKEN = re.compile(
    r"[€£$%]|°\s?[CcFf]|\d+(?:[.,\u00a0\u202f]\d+)*(?::\d\d)?|[^\W\d_]+(?:['\u2019-][^\W\d_]+)*'?|m[³²]", re.UNICODE
)
_IDENTIFIER = re.compile(r"\b(?=[\w./-]*\d)(?=[\w./-]*[A-Za-z])\w+(?:[./-]\w+)+|\b[a-z]+(?:_[a-z]+)+\b")


def _words():
    table = {}
    for lang, small in _SMALL.items():
        table |= {(lang, word): number for number, word in enumerate(small.split())}
        for ten, word in enumerate(_TENS[lang].split(), start=2):
            table[lang, word] = ten * 10
            for unit in range(1, 10):
                joiner = "-" if lang == "en" else " y "
                table[lang, word + joiner + small.split()[unit]] = ten * 10 + unit
    table |= {("es", word): number for word, number in _HUNDREDS.items()}
    table |= {("en", word): number for number, word in enumerate(_ORDINALS.split(), start=1)}
    return table | {("es", "un"): 1}


_NUMBER_OF = _words()
_STOP = {"de", "of", "per", "por", "to", "a"}
_COMPOUND = re.compile(r"\b(treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa) y (\w+)")


def sequence(text, lang):
    """The tokens of a text in order: numbers by value, months by number, units by one name, other words in small letters."""
    text = text.replace("\u2011", "-").replace("−", "-").replace("–", "-")
    text = re.sub(r"[*`]{1,2}|\[\d+\]", "", text)
    text = _COMPOUND.sub(lambda m: str(_value(m[0].lower(), lang) or m[0]), text.lower())
    text = re.sub(r"(?<=\d)[ \u00a0\u202f](?=\d{3}\b)", "", text)
    text = re.sub(r"\b(\d{4})-(\d\d)-(\d\d)\b", r" \3 month \2 \1 ", text)
    text = re.sub(r"\b(\d{1,2})[/-](\d{1,2})[/-](\d{4})\b", r" \1 month \2 \3 ", text)
    text = re.sub(r"(\d)(?:st|nd|rd|th)\b", r"\1", text)
    pieces = [match[0] for match in _TOKEN.finditer(text)]
    found = []
    for at, piece in enumerate(pieces):
        found += _token(piece, pieces[at - 1] if at else "", pieces[at + 1] if at + 1 < len(pieces) else "", lang)
    return [token for token in found if token not in _STOP]


def facts(text, lang):
    """The tokens of a text, its identifiers, and every number together with the word after it."""
    found = sequence(text, lang)
    pairs = {(one, two) for one, two in pairwise(found) if one[0].isdigit()}
    return set(found) | pairs | {match[0].lower() for match in _IDENTIFIER.finditer(text)}


def _token(piece, before, after, lang):
    if piece == "month" and after[:1].isdigit():
        return []
    value = _value(piece, lang)
    if before == "month" and value is not None:
        return [f"month {value}"]
    if value is not None:
        return [str(value * _SCALES.get(after, 1))]
    month = _month(piece, lang)
    if month:
        return [f"month {month}"]
    if piece in _SCALES:
        return []
    return [_UNIT_OF.get(piece.replace(" ", ""), piece)]


def _value(piece, lang):
    if not piece[0].isdigit():
        return _NUMBER_OF.get((lang, piece))
    if ":" in piece:
        return piece.lstrip("0") if piece[0] == "0" and len(piece) == 5 and piece[1] != ":" else piece
    point, group = (",", ".") if lang == "es" else (".", ",")
    plain = (
        piece.replace(group, "") if re.fullmatch(rf"\d{{1,3}}(?:\{group}\d{{3}})+(?:\{point}\d+)?", piece) else piece
    )
    plain = plain.replace(point, ".")
    return Fraction(plain) if re.fullmatch(r"\d+(\.\d+)?", plain) else piece


def _month(piece, lang):
    names = _MONTHS[lang].split()
    short = piece.rstrip(".")
    exact = [number for number, name in enumerate(names, start=1) if short in {name, name[:3]}]
    return exact[0] if exact and (short != "mar" or lang == "en") else None


def same(left, right, lang):
    """Whether two ways of writing are one fact, in whatever order: `€ 5` and `5 euros`."""
    return sorted(sequence(left, lang)) == sorted(sequence(right, lang))


_NEGATIONS = re.compile(
    r"\b(?:no|not|never|none|nor|cannot|without|unless|isn|aren|don|nobody|nothing|forbidden|prohibited|nunca|sin|ni|tampoco|"
    r"unresolved|unsolved|unopened|hardly|need not|innecesario|excepto|outside|fuera|twin|rather|left out|only|mustn)\b|"
    r"n't\b|un(?=opened)|se libra|gratuitos|longer",
    re.IGNORECASE,
)


def negations(text):
    return len(_NEGATIONS.findall(text))
