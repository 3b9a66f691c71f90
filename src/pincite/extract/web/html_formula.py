"""Formulas of web pages: MathML, as a browser shows it, in one line."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from pincite.extract.formula import Part, mathml_part, one_line


def formula_of(math: LexborNode) -> str:
    """The formula in a `math` element, without annotations; its words where it nests too deep for that."""
    try:
        return one_line(_part(math))
    except RecursionError:
        return math.text(separator=" ")


def _part(node: LexborNode) -> Part:
    inside, words = [], []
    child = node.child
    while child is not None:
        if child.is_element_node:
            inside.append(_part(child))
        elif child.is_text_node:
            words.append(child.text_content or "")
        child = child.next
    return mathml_part((node.tag or "").rpartition(":")[2], inside, "".join(words))
