"""A document as sections of atoms: what stands under one heading, in pieces that are not cut without need."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest

from pincite.chunk.code_lines import code_atoms, definition_atoms
from pincite.chunk.cohesion import cohesion
from pincite.chunk.header import one_line, shortened
from pincite.chunk.pack import BLOCK, GLUE, LEAD, PART, SENTENCE, Atom, Span
from pincite.chunk.runs import Run, is_mark, runs
from pincite.chunk.sentences import sentences
from pincite.chunk.tables import header_rows
from pincite.types.document import Block, Document

_LONGEST_HEADING = 200
_WRAPPED = 120
_HIDDEN_LINES = re.compile(r"(?:\\r)?(?:\\n)+")
_JOINTS = {"list": PART, "table": PART, "quote": PART, "item": SENTENCE}


@dataclass(slots=True)
class Section:
    """The heading path (outermost first) and the atoms between two headings, or those of one definition of a program."""

    path: tuple[str, ...]
    heading: Run | None = None
    definition: str = ""
    atoms: list[Atom] = field(default_factory=list)


def sections(document: Document) -> list[Section]:
    """The sections that have something to chunk, in order.

    A heading is not part of what stands under it: its words are in the path. One with nothing under it, neither text
    nor a lower heading, is its own atom, and so is one too long to be a title, whose path holds a shortened form. Code
    whose block names a definition is a section of its own, with that name at the end of the path.
    """
    flat = list(runs(document))
    tables = header_rows(flat)
    found = [Section(())]
    levels: list[tuple[int, str]] = []
    before: Run | None = None
    for run, following in zip_longest(flat, flat[1:]):
        if run.block and run.block.kind == "heading":
            _leave(found[-1], run.block.level)
            found.append(_enter(document.text, levels, run, run.block))
            before = None
        elif (run.block is None or run.block.kind != "metadata") and not _marks_heading(document.text, run, following):
            if (definition := _definition(run)) != found[-1].definition:
                found.append(_section(levels, definition))
                before = None
            found[-1].atoms.extend(_atoms(document.text, run, before, tables))
            before = run
    _leave(found[-1], 0)
    return [section for section in found if section.atoms]


def _enter(text: str, levels: list[tuple[int, str]], run: Run, block: Block) -> Section:
    while levels and levels[-1][0] >= block.level:
        levels.pop()
    title = one_line(block.title or text[run.start : run.end])
    above = tuple(name for _, name in levels)
    levels.append((block.level, shortened(title, _LONGEST_HEADING)))
    section = Section((*above, levels[-1][1]), run)
    if len(title) > _LONGEST_HEADING:
        section.atoms.extend(_prose(text, run, BLOCK))
    return section


def _section(levels: list[tuple[int, str]], definition: str) -> Section:
    path = tuple(name for _, name in levels)
    return Section((*path, shortened(definition, _LONGEST_HEADING)) if definition else path, definition=definition)


def _leave(section: Section, next_level: int) -> None:
    """A heading followed by one that is not below it, or by the end (level 0), stands for itself."""
    run = section.heading
    if run and run.block and not section.atoms and next_level <= run.block.level:
        section.atoms.append(Atom(run.start, run.end, BLOCK))


def _marks_heading(text: str, run: Run, following: Run | None) -> bool:
    """Whether this is only the mark of a quotation or a list, which begins the line of a heading."""
    if not following or not following.block or following.block.kind != "heading":
        return False
    line = text.rfind("\n", 0, run.start) + 1
    return _same_line(text, run, following) and is_mark(text, line, following.start)


def _same_line(text: str, run: Run, following: Run) -> bool:
    return "\n" not in text[run.start : following.start]


def _atoms(text: str, run: Run, before: Run | None, tables: Mapping[int, Span]) -> Iterable[Atom]:
    cost = _cost(text, run, before) if before else BLOCK
    kind = run.block.kind if run.block else "paragraph"
    if kind == "code":
        atoms = definition_atoms if run.block and run.block.level else code_atoms
        return atoms(text, run.start, run.end, cost)
    if kind == "row":
        return [_row(run, cost, tables.get(run.table) if run.table is not None else None)]
    return _prose(text, run, cost)


def _row(run: Run, cost: float, head: Span | None) -> Atom:
    if not head or run.start < head[0]:
        return Atom(run.start, run.end, cost)
    if run.start < head[1]:
        return Atom(run.start, run.end, cost if run.start == head[0] else GLUE)
    return Atom(run.start, run.end, cost, head)


def _prose(text: str, run: Run, cost: float) -> Iterator[Atom]:
    last: Span | None = None
    for start, end in sentences(text, run.start, run.end):
        yield Atom(start, end, _between(text, last, (start, end)) if last else cost)
        last = (start, end)


def _between(text: str, before: Span, sentence: Span) -> float:
    """What a cut between two sentences costs: less where a dump hides a line end, or a long line has one."""
    found = _HIDDEN_LINES.match(text, *sentence)
    if found:
        return BLOCK if found.end() - found.start() > 2 else PART
    gap = text.find("\n", before[1], sentence[0])
    if gap >= 0 and gap - text.rfind("\n", max(0, gap - _WRAPPED), gap) > _WRAPPED:
        return PART
    return SENTENCE + cohesion(text[slice(*before)], text[slice(*sentence)])


def _cost(text: str, run: Run, before: Run) -> float:
    """What a cut between two runs of a section costs."""
    if is_mark(text, before.start, before.end) and _same_line(text, before, run):
        return GLUE
    if is_mark(text, run.start, run.end) or _header_row(before):
        return GLUE
    if text[before.end - 1] in ":：?？" or text[run.end - 1] in "?？" or "caption" in (_kind(run), _kind(before)):
        return LEAD
    return _JOINTS.get(run.joint.kind, BLOCK) if run.joint else BLOCK


def _header_row(run: Run) -> bool:
    return run.block is not None and run.block.kind == "row" and run.block.level == 1


def _definition(run: Run) -> str:
    return run.block.title if run.block and run.block.kind == "code" else ""


def _kind(run: Run) -> str:
    return run.block.kind if run.block else ""
