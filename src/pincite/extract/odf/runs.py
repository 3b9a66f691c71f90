"""What stands inside a paragraph of an OpenDocument file: spans, blanks, notes, changes, frames."""

from __future__ import annotations

import re
from collections.abc import Callable

from pincite.extract.block_writer import BlockWriter
from pincite.extract.builder import Builder
from pincite.extract.container.xml_tree import Element, attribute, child, name, number
from pincite.extract.formula import mathml_formula
from pincite.extract.left_out import LeftOut
from pincite.extract.odf.styles import OdfStyles

_BLANKS = re.compile(r"[ \t\r\n]+")
_MOST_BLANKS = 1000
_NO_TEXT = {"text:tracked-changes", "office:annotation", "office:forms", "office:event-listeners", "text:script", "svg:title",
            "svg:desc"}  # fmt: skip
_SHAPES = {
    "draw:text-box",
    "draw:custom-shape",
    "draw:rect",
    "draw:ellipse",
    "draw:line",
    "draw:connector",
    "draw:caption",
}


class OdfRuns:
    """Writes the shown text of paragraphs; `notes` and `boxes` are what is written below them."""

    def __init__(
        self,
        builder: Builder,
        writer: BlockWriter,
        styles: OdfStyles,
        left_out: LeftOut,
        formula: Callable[[Element], Element | None],
    ) -> None:
        self._builder = builder
        self._writer = writer
        self._styles = styles
        self._left_out = left_out
        self._formula = formula
        self._after_blank = True
        self.notes: list[tuple[str, Element]] = []
        self.boxes: list[Element] = []
        self._special: dict[str, Callable[[Element], None]] = {
            "text:s": lambda e: self._writer.exact(" " * min(max(number(e, "text:c", 1), 0), _MOST_BLANKS)),
            "text:tab": lambda _: self._writer.exact(" " if self._writer.inside("row") else "\t"),
            "text:line-break": self._line_break,
            "text:span": self._span,
            "text:note": self._note,
            "text:ruby": self._ruby,
            "text:hidden-text": self._hidden_text,
            "text:placeholder": lambda e: self._left_out.add("placeholder", plain_text(e)),
            "office:annotation": self._annotation,
            "svg:title": lambda e: self._left_out.add("picture", e.text or ""),
            "svg:desc": lambda e: self._left_out.add("picture", e.text or ""),
            "draw:frame": self._frame,
            "draw:g": self._frame,
            "draw:object": self._object,
            "draw:object-ole": lambda _: None,
            "text:script": lambda _: None,
            "office:event-listeners": lambda _: None,
        }

    def write(self, paragraph: Element) -> None:
        """Write what a paragraph shows."""
        self._after_blank = True
        if self._styles.hidden("paragraph", attribute(paragraph, "text:style-name")) or _is_hidden_by_field(paragraph):
            self._left_out.add("hidden", plain_text(paragraph))
        else:
            self._inside(paragraph)

    def _inside(self, element: Element) -> None:
        self._text(element.text)
        for found in element:
            self._one(found)
            self._text(found.tail)

    def _frame(self, element: Element) -> None:
        for found in element:
            self._one(found)

    def _one(self, element: Element) -> None:
        short = name(element)
        if short in self._special:
            self._special[short](element)
        elif short in _SHAPES:
            self.boxes.append(element)
        else:
            self._inside(element)

    def _text(self, text: str | None) -> None:
        """White space counts as one space, and as none at the start of a paragraph or after another one."""
        if not text:
            return
        text = _BLANKS.sub(" ", text)
        if self._after_blank:
            text = text.removeprefix(" ")
        if text:
            self._after_blank = text.endswith(" ")
            self._writer.exact(text)

    def _line_break(self, _: Element) -> None:
        self._after_blank = True
        self._writer.line_end()

    def _span(self, element: Element) -> None:
        if self._styles.hidden("text", attribute(element, "text:style-name")):
            self._left_out.add("hidden", plain_text(element))
        else:
            self._inside(element)

    def _note(self, element: Element) -> None:
        citation, body = child(element, "text:note-citation"), child(element, "text:note-body")
        mark = f"({plain_text(citation)})" if citation is not None else ""
        self._writer.insert(mark)
        self._after_blank = False
        if body is not None:
            self.notes.append((mark, body))

    def _object(self, element: Element) -> None:
        if (formula := self._formula(element)) is None:
            self._left_out.add("embedded", plain_text(element) or "an object")
        else:
            self._writer.exact(mathml_formula(formula))
            self._after_blank = False

    def _ruby(self, element: Element) -> None:
        for found in element:
            if name(found) == "text:ruby-base":
                self._inside(found)
            else:
                self._left_out.add("phonetic", plain_text(found))

    def _hidden_text(self, element: Element) -> None:
        if attribute(element, "text:is-hidden") == "true":
            self._left_out.add("hidden", plain_text(element) or attribute(element, "text:string-value") or "")
        else:
            self._inside(element)

    def _annotation(self, element: Element) -> None:
        creator = child(element, "dc:creator")
        author = (creator.text if creator is not None else None) or "someone"
        words = " ".join(plain_text(found) for found in element if name(found) in {"text:p", "text:list"})
        at = self._builder.length
        self._builder.note("comment", f"left out: a comment by {author}", start=at, end=at, text=words)


def plain_text(element: Element) -> str:
    """The words of an element in one line, for notes."""
    words: list[str] = []
    _collect(element, words)
    return " ".join("".join(words).split())


def _collect(element: Element, words: list[str]) -> None:
    words.append(element.text or "")
    for found in element:
        if name(found) not in _NO_TEXT:
            _collect(found, words)
        words.append(found.tail or "")
    if name(element) in {"text:p", "text:h", "text:s", "text:tab", "text:line-break", "table:table-cell"}:
        words.append(" ")


def _is_hidden_by_field(paragraph: Element) -> bool:
    return any(
        name(found) == "text:hidden-paragraph" and attribute(found, "text:is-hidden") == "true" for found in paragraph
    )
