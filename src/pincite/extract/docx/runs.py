"""What stands inside a paragraph of a Word document: runs, fields, marks, changes, formulas."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from pincite.extract.block_writer import BlockWriter
from pincite.extract.builder import Builder
from pincite.extract.container.ooxml_text import DELETED, chosen, plain_text
from pincite.extract.container.xml_tree import Element, attribute, child, name
from pincite.extract.counting import roman
from pincite.extract.docx.styles import Styles, switched_on
from pincite.extract.docx.symbols import drawn
from pincite.extract.formula import office_formula
from pincite.extract.left_out import LeftOut

_BLANKS = re.compile(r"[\t\n\r]+")
_CHARACTERS = {"w:noBreakHyphen": "\u2011", "w:softHyphen": "\u00ad", "w:ptab": "\t", "w:tab": "\t"}
_INSERTED = {"w:ins", "w:moveTo"}
_NO_CONTENT = {
    "w:pPr", "w:rPr", "w:sdtPr", "w:sdtEndPr", "w:tblPr", "w:trPr", "w:tcPr", "w:fldData", "w:ffData", "w:rubyPr", "m:ctrlPr",
    "w:footnoteRef", "w:endnoteRef", "w:annotationRef",
}  # fmt: skip


@dataclass(slots=True)
class Waiting:
    """What a paragraph points at and what is written below it: notes by kind and id with their marks, and boxes."""

    notes: list[tuple[str, str, str]] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)


class Runs:
    """Writes the shown text of paragraphs; fields may run over several of them."""

    def __init__(self, builder: Builder, writer: BlockWriter, styles: Styles, left_out: LeftOut) -> None:
        self._builder = builder
        self._writer = writer
        self._styles = styles
        self._left_out = left_out
        self._fields: list[bool] = []
        self._unclosed: frozenset[Element] = frozenset()
        self._hidden_paragraph = False
        self.waiting = Waiting()
        self.counts = {"footnote": 0, "endnote": 0}
        self._marks: dict[tuple[str, str], str] = {}  # a note that is referred to again is written once
        self.inserted = 0
        self.commented: dict[str, tuple[int, int]] = {}
        self._special: dict[str, Callable[[Element], None]] = {
            "w:r": self._run,
            "w:t": self._text,
            "w:sdt": self._control,
            "w:br": lambda _: self._line_end(),
            "w:cr": lambda _: self._line_end(),
            "w:sym": self._symbol,
            "w:fldChar": self._field,
            "w:instrText": lambda e: self._left_out.add("field-code", e.text or ""),
            "w:footnoteReference": lambda e: self._reference(e, "footnote"),
            "w:endnoteReference": lambda e: self._reference(e, "endnote"),
            "w:commentRangeStart": self._comment_start,
            "w:commentRangeEnd": self._comment_end,
            "w:commentReference": self._comment_end,
            "w:txbxContent": self._box,
            "w:ruby": self._ruby,
            "w:object": lambda e: self.skip("embedded", e),
            "wp:docPr": lambda e: self._left_out.add("picture", attribute(e, "descr") or ""),
            "mc:AlternateContent": lambda e: self._inside(chosen(e)),
            "m:oMath": self._formula,
        }

    def write(self, element: Element, *, hidden: bool) -> None:
        """Write what the children of a paragraph show; `hidden` where its style hides its text."""
        self._hidden_paragraph = hidden
        self._inside(element)

    def _inside(self, element: Element | None) -> None:
        for found in element if element is not None else ():
            self._one(found)

    def _one(self, element: Element) -> None:
        short = name(element)
        if short in self._special:
            self._special[short](element)
        elif short in _CHARACTERS:
            self._put(_CHARACTERS[short])
        elif short in DELETED:
            self.skip("deleted", element)
        elif short not in _NO_CONTENT:
            self.inserted += short in _INSERTED
            self._inside(element)

    def _run(self, run: Element) -> None:
        properties = child(run, "w:rPr")
        if self._is_hidden(properties):
            self.skip("hidden", run)
        else:
            self._inside(run)

    def _is_hidden(self, properties: Element | None) -> bool:
        if properties is None:
            return self._hidden_paragraph
        own = switched_on(child(properties, "w:vanish"))
        if own is not None:
            return own
        style = child(properties, "w:rStyle")
        return self._hidden_paragraph or (style is not None and self._styles.hidden(attribute(style, "w:val")))

    def _text(self, element: Element) -> None:
        self._put(_BLANKS.sub(" ", element.text or ""))

    def _put(self, text: str) -> None:
        if not all(self._fields):
            self._left_out.add("field-code", text)
        elif self._writer.inside("row"):
            self._writer.exact(text.replace("\t", " "))
        else:
            self._writer.exact(text)

    def _line_end(self) -> None:
        if all(self._fields):
            self._writer.line_end()

    def _field(self, element: Element) -> None:
        match attribute(element, "w:fldCharType"):
            case "begin" if element not in self._unclosed:
                self._fields.append(False)
            case "separate" if self._fields:
                self._fields[-1] = True
            case "end" if self._fields:
                self._fields.pop()

    def _reference(self, element: Element, kind: str) -> None:
        key = kind, attribute(element, "w:id") or ""
        if key not in self._marks:
            self._marks[key] = self._next_mark(kind) if _shows_number(element) else ""
            self.waiting.notes.append((*key, self._marks[key]))
        if _shows_number(element):
            self._writer.insert(self._marks[key])

    def _next_mark(self, kind: str) -> str:
        self.counts[kind] += 1
        return f"({self.counts[kind] if kind == 'footnote' else roman(self.counts[kind])})"

    def _box(self, element: Element) -> None:
        self.waiting.boxes.append(element)

    def _comment_start(self, element: Element) -> None:
        self.commented[attribute(element, "w:id") or ""] = (self._builder.length, self._builder.length)

    def _comment_end(self, element: Element) -> None:
        here = self._builder.length
        start, _ = self.commented.get(attribute(element, "w:id") or "", (here, here))
        self.commented[attribute(element, "w:id") or ""] = (start, here)

    def _symbol(self, element: Element) -> None:
        self._put(drawn(attribute(element, "w:font") or "", _hexadecimal(attribute(element, "w:char"))))

    def _control(self, element: Element) -> None:
        if is_prompt(element):
            self.skip("placeholder", element)
        else:
            self._inside(child(element, "w:sdtContent"))

    def _formula(self, element: Element) -> None:
        self._put(office_formula(element))
        for found in element.iter():
            self.inserted += name(found) in _INSERTED
            if name(found) in DELETED:
                self._left_out.add("deleted", plain_text(found))

    def _ruby(self, element: Element) -> None:
        self._inside(child(element, "w:rubyBase"))
        if (above := child(element, "w:rt")) is not None:
            self.skip("phonetic", above)

    def skip(self, code: str, element: Element) -> None:
        """Leave an element out of the text; the fields that begin or end in it do so nevertheless."""
        self._left_out.add(code, plain_text(element))
        for mark in _field_marks(element):
            self._field(mark)

    @contextmanager
    def story(self, element: Element) -> Iterator[None]:
        """Read a text that stands for itself: no field runs into it or out of it, and one that never ends hides nothing."""
        outer = self._fields, self._unclosed
        self._fields, self._unclosed = [], _unclosed(element)
        try:
            yield
        finally:
            self._fields, self._unclosed = outer


def _shows_number(reference: Element) -> bool:
    return attribute(reference, "w:customMarkFollows") not in {"1", "true", "on"}


def _field_marks(element: Element) -> Iterator[Element]:
    """The marks of fields in an element, without those of the boxes in it, which are texts of their own."""
    for found in element:
        short = name(found)
        if short == "w:fldChar":
            yield found
        elif short != "w:txbxContent":
            yield from _field_marks(chosen(found) if short == "mc:AlternateContent" else found)


def _unclosed(story: Element) -> frozenset[Element]:
    """The beginnings of fields that nothing ends."""
    begun: list[Element] = []
    for mark in _field_marks(story):
        kind = attribute(mark, "w:fldCharType")
        if kind == "begin":
            begun.append(mark)
        elif kind == "end" and begun:
            begun.pop()
    return frozenset(begun)


def _hexadecimal(raw: str | None) -> int:
    return int(raw, 16) if raw and re.fullmatch("[0-9A-Fa-f]{1,5}", raw) else 0


def is_prompt(control: Element) -> bool:
    """Whether a content control shows the prompt that asks for its content."""
    return bool(switched_on(child(control, "w:sdtPr", "w:showingPlcHdr")))
