"""Atoms small enough for a chunk of their own: what alone exceeds the budget is divided, nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pincite.chunk.divide import divide
from pincite.chunk.pack import SENTENCE, Atom, Budget
from pincite.chunk.ruler import Ruler
from pincite.chunk.sentences import sentences

_PIECES = 4
_CRUMB = 16


def fitting(text: str, sections: Sequence[Sequence[Atom]], ruler: Ruler, budget: Budget) -> list[list[Atom]]:
    """The atoms of each section with their tokens; those over `budget` divided, first by length, then by count."""
    short = [[piece for atom in atoms for piece in _short(text, atom, budget)] for atoms in sections]
    todo = [atom for atoms in short for atom in atoms]
    tokens: dict[int, int] = {}
    parts: dict[Atom, list[Atom]] = {}
    while todo:
        counts = ruler.bare(text[atom.start : atom.end] for atom in todo)
        over = [atom for atom, many in zip(todo, counts, strict=True) if many > budget.tokens and len_of(atom) > 1]
        parts.update((atom, list(_smaller(text, atom, budget))) for atom in over)
        tokens.update((atom.start, many) for atom, many in zip(todo, counts, strict=True))
        todo = [piece for atom in over for piece in parts[atom]]
    sized = ((leaf._replace(tokens=tokens[leaf.start]) for leaf in _leaves(atoms, parts)) for atoms in short)
    return [list(_joined(atoms, budget)) for atoms in sized]


def len_of(atom: Atom) -> int:
    """How many code points an atom spans."""
    return atom.end - atom.start


def cut(text: str, atom: Atom, budget: Budget) -> Iterator[Atom]:
    """An atom of two or more code points in two or more parts, none longer than a part of the target."""
    step = max(1, min(budget.target // _PIECES, (len_of(atom) + 1) // 2))
    for start, end, cost in divide(text, atom.start, atom.end, step):
        yield Atom(start, end, cost or atom.cost, atom.table)


def _joined(atoms: Iterator[Atom], budget: Budget) -> Iterator[Atom]:
    """Neighbours that are crumbs even together become one: packing takes time by the atoms that a chunk may hold."""
    crumb = next(atoms, None)
    for atom in atoms:
        if crumb and _are_crumbs(crumb, atom, budget):
            crumb = crumb._replace(end=atom.end, tokens=crumb.tokens + atom.tokens)
        else:
            if crumb:
                yield crumb
            crumb = atom
    if crumb:
        yield crumb


def _are_crumbs(one: Atom, two: Atom, budget: Budget) -> bool:
    small = two.end - one.start <= budget.target // _CRUMB
    return small and one.tokens + two.tokens <= budget.tokens // _CRUMB


def _leaves(atoms: Sequence[Atom], parts: dict[Atom, list[Atom]]) -> Iterator[Atom]:
    open_atoms = list(reversed(atoms))
    while open_atoms:
        atom = open_atoms.pop()
        if atom in parts:
            open_atoms.extend(reversed(parts[atom]))
        else:
            yield atom


def _short(text: str, atom: Atom, budget: Budget) -> Iterator[Atom]:
    """No part longer than a chunk may be: an encoder may count a megabyte without blanks as one unknown word."""
    if len_of(atom) <= budget.points:
        yield atom
        return
    for piece in _sentences(text, atom):
        if len_of(piece) <= budget.points:
            yield piece
        else:
            yield from (part for loose in _sentences(text, piece, loose=True) for part in _capped(text, loose, budget))


def _capped(text: str, atom: Atom, budget: Budget) -> Iterator[Atom]:
    return iter([atom]) if len_of(atom) <= budget.points else cut(text, atom, budget)


def _smaller(text: str, atom: Atom, budget: Budget) -> Iterator[Atom]:
    for loose in (False, True):
        whole = list(_sentences(text, atom, loose=loose))
        if len(whole) > 1:
            yield from whole
            return
    yield from cut(text, atom, budget)


def _sentences(text: str, atom: Atom, *, loose: bool = False) -> Iterator[Atom]:
    cost = atom.cost
    for start, end in sentences(text, atom.start, atom.end, loose=loose):
        yield Atom(start, end, cost, atom.table)
        cost = SENTENCE
