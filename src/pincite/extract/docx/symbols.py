"""Characters that a document names by their number in a font, which is no number of Unicode."""

from __future__ import annotations

_PRIVATE = range(0xF000, 0xF100)
_UPPER = "ABXΔEΦΓHIϑKΛMNOΠΘPΣTYςΩΞΨZ"  # the letters of the font Symbol (Adobe), A to Z
_LOWER = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ"
_SYMBOL = {
    0xA3: "≤",
    0xB3: "≥",
    0xB1: "±",
    0xB4: "×",
    0xB8: "÷",
    0xB9: "≠",
    0xBB: "≈",
    0xA5: "∞",
    0xAE: "→",
    0xB0: "°",
    0xB7: "•",
}
_WINGDINGS = {
    0xFC: "✓", 0xFB: "✗", 0xFE: "☑", 0xFD: "☒", 0xA8: "☐", 0x6F: "☐", 0x6E: "■", 0x6C: "●", 0xA7: "▪", 0x76: "❖", 0xD8: "➢", 0xE0: "→",
    0xDF: "←", 0xE1: "↑", 0xE2: "↓", 0xE8: "➔", 0xF0: "⇨", 0x4A: "☺", 0x4C: "☹", 0x28: "☎", 0x2A: "✉", 0xAB: "★", 0xB7: "•",
}  # fmt: skip
_WINGDINGS_2 = {0x50: "✓", 0x4F: "✗", 0x52: "☑", 0x53: "☒", 0xA3: "☐", 0x97: "●"}


def drawn(font: str, code: int) -> str:
    """The character that a font draws at this number: of Symbol and Wingdings those that people put into texts.

    >>> drawn("Symbol", 0xF061), drawn("Wingdings", 0xF0FC), drawn("Arial", 0x20AC)
    ('α', '✓', '€')
    """
    own = code - 0xF000 if code in _PRIVATE else code
    match font.casefold():
        case "symbol":
            letter = chr(own)
            if letter.isascii() and letter.isalpha():
                return _UPPER[own - ord("A")] if letter.isupper() else _LOWER[own - ord("a")]
            return _SYMBOL.get(own, chr(code))
        case "wingdings":
            return _WINGDINGS.get(own, chr(code))
        case "wingdings 2":
            return _WINGDINGS_2.get(own, chr(code))
        case _:
            return "•" if code == _PRIVATE.start + 0xB7 else chr(code)
