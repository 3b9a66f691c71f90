"""Names that are exact: `E-1234`, `snake_case`, `CamelCase`, `1.2.3`, `src/main.py`, `--flag`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from pincite.answer.facts.fact import Fact
from pincite.answer.facts.unit_table import unit

_LETTER = "A-Za-z\u00c0-\u024f"
_IDENTIFIER = re.compile(
    rf"""(?x)
    (?<![\w./\\°º-]) (?:
      --?[A-Za-z][\w-]*                                             # --flag
    | (?:~|\.{{1,2}})/[\w.-]+(?:/[\w.-]+)*/? | /[\w.-]+(?:/[\w.-]+)+/?   # ./a, /a/path; a slash and one word is "per"
    | 0[xX][\da-fA-F]+                                             # 0x44
    | \d+(?:,\d+)*-[a-z]{{3,}}(?:-\d+(?:,\d+)*-[a-z]{{3,}})+           # 3-bromo-4-methoxyaniline
    | \#(?=\d*[A-Fa-f])[\dA-Fa-f]{{3,8}}                            # colours
    | v\d+(?:\.\d+)*(?:[-+][\w.]+)? | (?!\d{{1,3}}(?:\.\d{{3}})+(?!\w|\.\d))\d+(?:\.\d+){{2,}}(?:[-+]\w[\w.]*)?   # versions, addresses of machines
    | \#\d+
    | (?=[\w./-]*[A-Z])\d\w*(?:[-/.]\w+){{2,}} | \d{{4,}}/\d{{3,}}    # 2309-55K-071, 20416/0087
    | \d{{2,}}(?:-\d+){{2,}} | \d{{2,}}-\d{{5,}} | \d{{5,}}-\d+                # 028-2025-40-0091737
    | (?:19|20)\d\d/\d{{1,5}} | (?!\d{{1,3}}(?:\ \d{{3}})+(?!\d))(?:0\d+(?:\ \d{{2,4}})+ | \d{{2,4}}(?:\ \d{{2,4}}){{2,}})(?![.,]?\d)   # 2025/06, 0601 10 30
    | [{_LETTER}_][\w]*(?:\\?_[\w]+)+                               # snake_case
    | [\w-]+(?:[/.:][\w-]+)*\.(?:py|js|ts|json|ya?ml|toml|md|txt|csv|tsv|pdf|docx?|xlsx?|pptx?|html?|xml|cfg|ini|sh|sql|c|h|cpp|rs|go|java|zip|gz|tar|png|jpe?g|svg|log|lock|db|exe|dll|so)
    | [A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)+\(?\)?                  # a.b.c, a::b
    | [A-Za-z_]\w*\(\)                                              # call()
    | (?:[{_LETTER}]+[-/.]?\d[\w]*(?:[-/.]\w+)*)                    # E-1234, COVID-19, x86, RULE-A002
    | (?=[\w./-]*\d)[{_LETTER}]\w*(?:[-/.]\w+)+                    # all-MiniLM-L6-v2
    | (?:\d+[A-Z]+[\w]*(?:[-/.]\w+)*)                               # 3D, 12AB-4
    | \d+[-/][A-Z]{{1,3}}\b                                         # 88-C, 17/B
    | (?:[{_LETTER}]+(?:-[{_LETTER}]+)*-\d[\w]*(?:[-/.]\w+)*)       # GPT-4, ABC-DE-12
    | [0-9a-f]*(?:[a-f]\d|\d[a-f])[0-9a-f]{{5,}}                    # hashes
    | [A-Z]{{2,}}(?:[-_][A-Z\d]+)+                                   # ABC-DE
    | [a-z]+[A-Z]\w* | (?:[A-Z][a-z0-9]+){{2,}}                     # camelCase
    )(?![\w])
    """
)
_LETTERED = re.compile(
    r"\b(?i:rev|revision|revisión|version|versión|class|clase|type|tipo|grade|annex|anexo|appendix|apéndice|building|edificio|block|bloque"
    r"|room|sala|aula|gate|puerta|stage|zone|zona|variant|variante|option|opción|line|línea|group|grupo|category|categoría)\.?\s(?P<letter>[A-HJ-UWYZ])(?![\w'+-]|[.,]\w)"
)
"""`rev. C`, `appendix B`: a letter alone that tells which."""
_UNIT_AND_NUMBER = re.compile(rf"([{_LETTER}]+(?:/[{_LETTER}]+)*)/\d+(?:[.,]\d+)?")
_COUNTED = re.compile(r"\d[ ]?\Z")
"""`60 mg/24 h` is an amount, `MG/24` a code."""
_AGE = re.compile(r"(?:under|over|sub|mayores|menores)-\d{1,2}s?", re.IGNORECASE)
_SYMBOL = re.compile(rf"[{_LETTER}]\\?_[{_LETTER}\d]{{1,8}}")
"""`f_max` and `V_supply` are written for the words `maximum frequency` and `supply voltage`."""
_NUMBER_AND_UNIT = re.compile(r"\d+[-/]?([A-Za-z]{1,4})")
_POWER_OF_TEN = re.compile(r"\d+[eE]\d{1,2}")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th|[oa]s?)", re.IGNORECASE)
_PARTS = re.compile(r"[^\W\d_]+|\d+(?:[.,]\d+)*|[^\w\s\\-]+")
_ABBREVIATION = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]?|(?:[A-Za-z]{1,2}\.)+")
_CODE = re.compile(r"(?<!`)`([^`\n]{1,200})`(?!`)")
_GROUPS = re.compile(r"\d{2,}(?:[-. ]\d{2,})*")
_CODE_DIGITS = 5
"""Digits of a number that may be a code, in whatever groups."""
_PATH = re.compile(r"\.\D|::|_")
_WORD = re.compile(r"(?<!\w)[^\W\d_]\w+")


def identifiers(text: str) -> Iterator[Fact]:
    """The identifiers of `text`, which `plain` has made; the value is the identifier in lower case.

    >>> [sorted(fact.values)[0][1] for fact in identifiers("E-1234 in max_bytes of v1.2.3, 5km, parseText, src/main.py")]
    ['e-1234', 'max_bytes', 'v1.2.3', 'parsetext', 'src/main.py']
    """
    for match in _IDENTIFIER.finditer(text):
        said = match.group().rstrip(".")
        if _means_something_else(said) or (
            _COUNTED.search(text, max(0, match.start() - 2), match.start()) and _is_unit_per_number(said)
        ):
            continue
        symbol = _SYMBOL.fullmatch(said) is not None
        yield Fact(
            "identifier",
            match.start(),
            match.start() + len(said),
            frozenset([("identifier", said.casefold())]),
            bare=frozenset([Fraction(said[1:])]) if said[0] == "#" and said[1:].isdigit() else frozenset(),
            sort="symbol" if symbol else "identifier",
            need="contrast" if symbol else "always",
        )
    for match in _LETTERED.finditer(text):
        yield Fact("identifier", *match.span("letter"), frozenset([("identifier", match["letter"])]), sort="letter")


def code_words(text: str) -> Iterator[Fact]:
    """The words that `text`, as it was written, sets as inline code: they are to be the document's."""
    for code in _CODE.finditer(text):
        for match in _WORD.finditer(text, code.start(1), code.end(1)):
            yield Fact("identifier", *match.span(), frozenset([("identifier", match.group().casefold())]), sort="code")


def stands_in(identifier: str, text: str) -> bool:
    """Whether `text` holds the identifier whole: hyphens, underscores and spaces in it count alike.

    >>> stands_in("e-1234", "Error E 1234."), stands_in("e-1234", "E-12345"), stands_in("v1.2", "version 1.2")
    (True, False, True)
    >>> stands_in("204577", "Sort code 20-45-77")
    True
    """
    if len(identifier) == 1:
        return re.search(rf"(?<![A-Za-z0-9]){identifier}(?![A-Za-z0-9])", text) is not None
    said = identifier.removesuffix("()")
    if _GROUPS.fullmatch(said) and sum(map(str.isdigit, said)) >= _CODE_DIGITS:
        digits = r"[-.\s]?".join(re.findall(r"\d", said))
        return re.search(rf"(?<![\d.,]){digits}(?![.,]?\d)", text) is not None
    if re.fullmatch(r"v\d.*", said):
        said = said[1:]
    signs = re.findall(r"[^\W_]", said)
    if len(signs) > _CODE_DIGITS and sum(map(str.isdigit, signs)) >= _CODE_DIGITS and not _PATH.search(said):
        code = r"[-.\s/]?".join(signs)  # in whatever groups: `RR418207665NO` is `RR 418 207 665 NO`
        if re.search(rf"(?<![A-Za-z0-9]){code}(?![A-Za-z0-9])", text, re.IGNORECASE):
            return True
    if re.fullmatch(r"[a-z]{2,}\d\.\d", said):  # `PM2.5` is `pm25` in a key
        said = (
            said.replace(".", "")
            if re.search(rf"(?<![^\W_]){said.replace('.', '')}(?![^\W_])", text, re.IGNORECASE)
            else said
        )
    parts = [re.escape(part) for part in _PARTS.findall(said.strip("-_"))]
    wanted = r"[-_\s\\]{0,2}".join(parts)
    before, after = r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9]|[-_./]\d)"
    if said[:1].isdigit():
        before = r"(?<![\d.])(?<!\d[,-])"
    return re.search(before + wanted + after, text, re.IGNORECASE) is not None


def _is_unit_per_number(said: str) -> bool:
    per = _UNIT_AND_NUMBER.fullmatch(said)
    return per is not None and all(map(unit, per[1].split("/")))


def _means_something_else(said: str) -> bool:
    if all(unit(part) for part in said.split("/")) or _AGE.fullmatch(said):
        return True
    number = _NUMBER_AND_UNIT.fullmatch(said)
    is_quantity = number is not None and (
        bool(unit(number[1])) or number[1] in {"k", "K", "M", "x", "bn", "mn", "h", "am", "pm"}
    )
    return (
        is_quantity
        or bool(_POWER_OF_TEN.fullmatch(said) or _ORDINAL.fullmatch(said) or _ABBREVIATION.fullmatch(said))
        or said.lower() in {"m2", "m3", "km2", "cm2"}
    )
