"""Which of nine old encodings a text is in, when nothing says so: the one in which it reads as some language.

Each candidate decodes a sample; every character beyond ASCII then speaks for or against it. In an alphabet: a letter of
the best language of that encoding counts for, a strange letter, a sign inside a word, a capital after a small letter or
two scripts in one word against. In Chinese, Japanese and Korean: characters that are common count for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

_SAMPLE = 20_000
_ALPHABETS = {
    "cp1252": (
        "äöüß",
        "àâæçéèêëîïôœùûüÿ",
        "áéíóúüñºª",
        "áâãàçéêíóôõúºª",
        "àèéìíòóù",
        "åäöé",
        "æøåéóò",
        "áéíóúýþæöð",
        "éëïóöüè",
        "àçéèíïóòúü·",
    ),
    "cp1251": (
        "абвгдежзийклмнопрстуфхцчшщъыьэюяё",
        "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
        "абвгдеёжзійклмнопрстуўфхцчшыьэюя",
    ),
    "koi8_r": ("абвгдежзийклмнопрстуфхцчшщъыьэюяё",),
    "cp866": ("абвгдежзийклмнопрстуфхцчшщъыьэюяё",),
    "cp1250": ("ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîşţ", "čćđšž"),
}
_MARKS = "“”‘’„‚–—…«»€£§©®°•№¿¡\xa0"
_WIDE_MARKS = "、。，「」・：；！？（）《》“”—…"
_COMMON = {
    "cp932": "日本人大年会国中時行的事月分生上者間後見一二三十東京部合入議予算書",
    "gb18030": "的一是不了在人有我他这中大来上国个到说们为子和地出也时年得就要下以生会自学对可后小多然于心么之都开定方法京北文句子月准批获",
    "big5": "的一是不了在人有我他這中大來上國個到說們為子和地出也時年得就要下以生會自學對可後小多然於心麼之都開定方法臺北文句月准批獲",
    "cp949": "이다는의에을를가은로고하지한사들서기자도인나리어스대시라그부해일정수전여면아보제요니으세안했습게만과원",
}


def guess_encoding(data: bytes) -> str:
    """The likeliest encoding of bytes that are not UTF-8.

    >>> guess_encoding("Кассовый разрыв".encode("koi8_r")), guess_encoding("señor".encode("cp1252"))
    ('koi8_r', 'cp1252')
    """
    start = next((index for index, byte in enumerate(data) if byte > 0x7F), 0)
    sample = data[max(0, start - 100) : start + _SAMPLE]
    marks = {name: _alphabet_mark(sample, name) for name in _ALPHABETS}
    marks |= {name: _ideograph_mark(sample, name) for name in _COMMON}
    return max(marks, key=lambda name: marks[name])  # of equals the first


def _alphabet_mark(sample: bytes, name: str) -> float:
    text = sample.decode(name, "replace")
    return max(_mean_vote(text, set(alphabet)) for alphabet in _ALPHABETS[name])


def _mean_vote(text: str, alphabet: set[str]) -> float:
    votes = list(_votes(text, alphabet))
    return sum(votes) / max(len(votes), 1)


def _votes(text: str, alphabet: set[str]) -> Iterator[float]:
    """For each character beyond ASCII: how well it stands where it stands, at most 1."""
    before = " "
    for char, after in zip(text, [*text[1:], " "], strict=True):
        if char > "\x7f":
            yield _vote(before, char, after, alphabet)
        before = char


def _vote(before: str, char: str, after: str, alphabet: set[str]) -> float:
    if char in _MARKS:
        joins = before.isalpha() and after.isalpha() and char not in "’—–"
        return -1.0 if joins or (char in "£§№" and after.isalpha()) else 0.8
    if not char.isalpha():
        return -1.0
    vote = 1.0 if char.lower() in alphabet else -1.0
    if char.isupper() and before.islower():
        vote -= 1.0
    if after.isdigit() and not before.isalpha():
        vote -= 0.5
    mixed = before.isalpha() and before.isascii() and "\u0400" <= char <= "\u04ff"
    return vote - mixed


def _ideograph_mark(sample: bytes, name: str) -> float:
    """The mean over bytes: a character of two bytes speaks twice."""
    text = sample.decode(name, "replace")
    common = set(_COMMON[name])
    total = weight = 0.0
    for char in text:
        if char > "\x7f":
            size = 1 if char == "\ufffd" else len(char.encode(name))
            total += size * (0.5 * (char in common) + _rank(char, name))
            weight += size
    return total / max(weight, 1.0)


_FIRST_LEVEL: dict[str, Callable[[int, int], bool]] = {
    "cp932": lambda lead, _: 0x88 <= lead <= 0x97,
    "gb18030": lambda lead, trail: 0xB0 <= lead <= 0xD7 and trail >= 0xA1,
    "big5": lambda lead, _: 0xA4 <= lead <= 0xC6,
    "cp949": lambda lead, trail: 0xB0 <= lead <= 0xC8 and trail >= 0xA1,
}


def _rank(char: str, name: str) -> float:
    """How common a character is by where its standard puts it, from -2 to 1."""
    if char == "\ufffd":
        return -2.0
    if "\u3041" <= char <= "\u30fe":  # kana stand in every one of these standards, but fill pages only in one
        return 1.0 if name == "cp932" else 0.2
    if char in _WIDE_MARKS:
        return 1.0
    code = char.encode(name)
    if len(code) != 2 or not char.isalpha():
        return 0.3 if len(code) == 1 else -0.3
    return 0.75 if _FIRST_LEVEL[name](code[0], code[1]) else -0.1
