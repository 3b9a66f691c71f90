"""Formulas in one line, as they are typed: `(a+b)/2c`, `√(x^2+1)`, `∑_(i=1)^n i` (Unicode Technical Note 28, in spirit).

Office Math (ECMA-376, part 1, 22.1) and MathML become one small tree, which is then written with the brackets that the
line needs. Characters are those of the source; `/ ^ _ √` and brackets are ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pincite.extract.container.ooxml_text import DELETED, plain_text
from pincite.extract.container.xml_tree import Element, attribute, child, name

_SINGLE = re.compile(r"\d+(?:[.,]\d+)?|\w?|[^\w\s]")
_INVISIBLE = re.compile("[\u2061-\u2064]")
_BLANKS = re.compile(r"\s+")
_NAME = re.compile(r"[^\W\d_]{2}")
_ENDS_IN_NAME = re.compile(r"[^\W\d_]{2}\Z")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a formula by its name in MathML: a token has `text`, everything else is made of parts."""

    kind: str
    inside: Sequence[Part] = ()
    text: str = ""


def one_line(part: Part) -> str:
    """The formula in one line.

    >>> x = Part("mi", text="x")
    >>> one_line(Part("mfrac", [Part("mrow", [x, Part("mo", text="+"), Part("mn", text="1")]), x]))
    '(x+1)/x'
    """
    if part.text or not part.inside:
        return _BLANKS.sub(" ", _INVISIBLE.sub("", part.text))
    written = _WRITTEN.get(part.kind)
    inside = [one_line(found) for found in part.inside]
    return written(inside) if written else _joined(inside)


def _joined(parts: Iterable[str]) -> str:
    """Parts side by side; a name of several letters is parted from what follows it, as `sin x`."""
    line = last = ""
    for part in filter(None, parts):
        touches = last[-1:].isalnum() and part[0].isalnum()
        line += f" {part}" if touches and (_ENDS_IN_NAME.search(last) or _NAME.match(part)) else part
        last = part
    return line


def _one(part: str) -> str:
    """The part as one operand: in brackets, unless it is a number, a letter, a name (`max`), or in brackets already."""
    bare = part.strip()
    if _SINGLE.fullmatch(bare) or (bare.isalpha() and len(bare) > 2) or _is_bracketed(bare):
        return bare
    return f"({bare})"


def _is_bracketed(part: str) -> bool:
    depth = 0
    for index, char in enumerate(part):
        depth += (char == "(") - (char == ")")
        if depth == 0:
            return index == len(part) - 1 and part[0] == "("
    return False


def _scripts(*signs: str) -> Callable[[list[str]], str]:
    def written(parts: list[str]) -> str:
        base, *scripts = parts
        base = _one(base) if " " in base else base
        return base + "".join(sign + _one(script) for sign, script in zip(signs, scripts, strict=False) if script)

    return written


def _root(parts: list[str]) -> str:
    radicand, *degree = parts
    return f"{_one(degree[0]) if degree and degree[0] else ''}√{_one(radicand)}"


def _accent(parts: list[str]) -> str:
    base, *above = parts
    mark = above[0] if above else ""
    return base + mark if mark in _ACCENTS else _scripts("^")(parts)


_ACCENTS = frozenset("\u0302\u0303\u0304\u0305\u0307\u0308\u20d7^~¯ˆ˜→‾.˙¨")
_WRITTEN: dict[str, Callable[[list[str]], str]] = {
    "mfrac": lambda parts: "/".join(map(_one, parts)),
    "msup": _scripts("^"),
    "msub": _scripts("_"),
    "msubsup": _scripts("_", "^"),
    "munder": _scripts("_"),
    "mover": _accent,
    "munderover": _scripts("_", "^"),
    "msqrt": lambda parts: f"√{_one(_joined(parts))}",
    "mroot": _root,
    "mtable": "; ".join,
    "mtr": ", ".join,
    "mlabeledtr": lambda parts: ", ".join(parts[1:]),
    "mfenced": lambda parts: f"({', '.join(parts)})",
    "menclose": _joined,
}


def office_formula(formula: Element) -> str:
    """A formula of Office Math in one line, without what has been deleted; its words where it nests too deep for that."""
    try:
        return one_line(_office_row(formula))
    except RecursionError:
        return plain_text(formula)


def _office_part(element: Element) -> Part:
    made = _OFFICE.get(name(element))
    return made(element) if made else _office_row(element)


def _office_row(element: Element | None) -> Part:
    """What stands side by side; runs are one token, wherever a program has cut them."""
    parts: list[Part] = []
    for found in element if element is not None else ():
        short = name(found)
        if short == "m:r":
            text = "".join(inner.text or "" for inner in found if name(inner) in {"m:t", "w:t"})
            before = parts.pop().text if parts and parts[-1].kind == "run" else ""
            parts.append(Part("run", text=before + text))
        elif short not in DELETED and not short.endswith("Pr"):
            parts.append(_office_part(found))
    return Part("mrow", parts)


def _slots(kind: str, *slots: str) -> Callable[[Element], Part]:
    return lambda element: Part(kind, [_office_row(child(element, slot)) for slot in slots])


def _office_sum(element: Element) -> Part:
    sign = _character(element, "m:naryPr", "∫")
    limits = [_office_row(child(element, slot)) for slot in ("m:sub", "m:sup")]
    return Part(
        "mrow",
        [
            Part("msubsup", [Part("mo", text=sign), *limits]),
            Part("mtext", text=" "),
            _office_row(child(element, "m:e")),
        ],
    )


def _office_root(element: Element) -> Part:
    return Part("mroot", [_office_row(child(element, slot)) for slot in ("m:e", "m:deg")])


def _office_accent(element: Element) -> Part:
    mark = _character(element, "m:accPr", "\u0302")
    return Part("mover", [_office_row(child(element, "m:e")), Part("mo", text=mark)])


def _office_brackets(element: Element) -> Part:
    opening = _character(element, "m:dPr", "(", "m:begChr")
    closing = _character(element, "m:dPr", ")", "m:endChr")
    between = _character(element, "m:dPr", "|", "m:sepChr")
    parts: list[Part] = []
    for inner in _named(element, "m:e"):
        parts += [Part("mo", text=between), _office_row(inner)] if parts else [_office_row(inner)]
    return Part("mrow", [Part("mo", text=opening), *parts, Part("mo", text=closing)])


def _office_table(element: Element) -> Part:
    rows = [Part("mtr", [_office_row(cell) for cell in _named(row, "m:e")]) for row in _named(element, "m:mr")]
    return Part("mtable", rows)


def _office_lines(element: Element) -> Part:
    return Part("mtable", [_office_row(line) for line in _named(element, "m:e")])


def _named(element: Element, short: str) -> Iterator[Element]:
    return (found for found in element if name(found) == short)


def _character(element: Element, settings: str, default: str, short: str = "m:chr") -> str:
    found = child(element, settings, short)
    return default if found is None else attribute(found, "m:val") or ""


_OFFICE: dict[str, Callable[[Element], Part]] = {
    "m:f": _slots("mfrac", "m:num", "m:den"),
    "m:sSup": _slots("msup", "m:e", "m:sup"),
    "m:sSub": _slots("msub", "m:e", "m:sub"),
    "m:sSubSup": _slots("msubsup", "m:e", "m:sub", "m:sup"),
    "m:limLow": _slots("munder", "m:e", "m:lim"),
    "m:limUpp": _slots("mover", "m:e", "m:lim"),
    "m:func": _slots("mrow", "m:fName", "m:e"),
    "m:nary": _office_sum,
    "m:rad": _office_root,
    "m:acc": _office_accent,
    "m:d": _office_brackets,
    "m:m": _office_table,
    "m:eqArr": _office_lines,
}


def mathml_formula(formula: Element) -> str:
    """A formula in MathML, as OpenDocument keeps it, in one line; its words where it nests too deep for that."""
    try:
        return one_line(_from_mathml(formula))
    except RecursionError:
        return " ".join(" ".join(formula.itertext()).split())


def _from_mathml(formula: Element) -> Part:
    kind = formula.tag.rpartition("}")[2]
    return mathml_part(kind, [_from_mathml(found) for found in formula], formula.text or "")


def mathml_part(kind: str, inside: Sequence[Part], text: str) -> Part:
    """An element of MathML from its name, its parts and its text, whatever tree it stands in; nothing of what is not shown."""
    if kind in {"annotation", "annotation-xml", "mphantom"}:
        return Part("none")
    if kind == "semantics":
        return inside[0] if inside else Part("none")
    if kind == "mspace":
        return Part("mspace", text=" ")
    return Part(kind, inside) if inside else Part(kind, text=_BLANKS.sub(" ", text).strip())
