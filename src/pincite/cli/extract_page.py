"""What was read of a file as one HTML page: its text in blocks, and each page as a picture with the boxes of its words."""

from __future__ import annotations

from base64 import b64encode
from collections import defaultdict
from collections.abc import Callable, Iterator
from html import escape
from itertools import pairwise

from pincite.types.document import Document
from pincite.types.places import Page, Place

WIDTH = 900
"""Pixels of a page."""

MOST_PAGES = 50

_STYLE = """
:root { color-scheme: light dark } body { font: 15px/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 60rem; padding: 0 1rem }
figure { position: relative; margin: 1rem 0; border: 1px solid #8888 } img { display: block; width: 100% }
figure i { position: absolute; outline: 1px solid #c97a; background: #ffd54a44 } figure i.doubt { background: #f006 }
.text { white-space: pre-wrap; overflow-wrap: anywhere } .text span { border-left: 3px solid #8885; padding-left: .4rem; display: inline-block; max-width: 100% }
.heading { font-weight: 700 } .code { font-family: ui-monospace, monospace } .notes { color: #a60 }
"""


def extract_page(document: Document, name: str, draw: Callable[[int, int], bytes] | None) -> str:
    """The page; `draw` gives page n (from 1) at a width in pixels as a PNG, None for a file without pages.

    It loads nothing from elsewhere, and whatever the file holds is shown as text. Raises what `draw` raises.
    """
    notes = "".join(f"<li>{escape(note.code)}: {escape(note.message)}</li>" for note in document.notes)
    about = f"{document.type}, {len(document.text)} characters, {escape(document.extractor)}"
    pictures = "".join(_figures(document, draw)) if draw else ""
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(name)}</title><style>{_STYLE}</style>'
        f'<h1>{escape(document.title or name)}</h1><p>{about}</p><ul class="notes">{notes}</ul>{pictures}'
        f'<h2>Text</h2><div class="text" dir="auto">{"".join(_blocks(document))}</div></html>\n'
    )


def _figures(document: Document, draw: Callable[[int, int], bytes]) -> Iterator[str]:
    on_page: dict[int, list[Place]] = defaultdict(list)
    for place in document.places:
        if isinstance(place.where, Page):
            on_page[place.where.number].append(place)
    for number in sorted(on_page)[:MOST_PAGES]:
        picture = b64encode(draw(number, WIDTH)).decode()
        boxes = "".join(_box(document, place) for place in on_page[number])
        yield (
            f'<h2>Page {number}</h2><figure><img alt="page {number}" src="data:image/png;base64,{picture}">{boxes}</figure>'
        )
    if len(on_page) > MOST_PAGES:
        yield f"<p>The other {len(on_page) - MOST_PAGES} pages are not drawn; their text is below.</p>"


def _box(document: Document, place: Place) -> str:
    box = place.where.box if isinstance(place.where, Page) else None
    if box is None:
        return ""
    words = escape(document.text[place.start : place.end], quote=True)
    edges = (
        f"left:{100 * box.left:.3f}%;top:{100 * box.top:.3f}%;width:{100 * (box.right - box.left):.3f}%;"
        f"height:{100 * (box.bottom - box.top):.3f}%"
    )
    sure = "" if place.confidence == 1 else f" ({place.confidence:.2f})"
    kind = ' class="doubt"' if place.confidence < 1 else ""
    return f'<i{kind} style="{edges}" title="{words}{sure}"></i>'


def _blocks(document: Document) -> Iterator[str]:
    """The whole text, cut at the edges of blocks; each piece in the innermost block that holds it, a line's end in none."""
    edges = {0, len(document.text)} | {edge for block in document.blocks for edge in (block.start, block.end)}
    opened = 0
    around: list[tuple[int, str]] = []
    for start, end in pairwise(sorted(edges)):
        around = [(last, kind) for last, kind in around if last > start]
        while opened < len(document.blocks) and document.blocks[opened].start <= start:
            block = document.blocks[opened]
            around.append((block.end, block.kind))
            opened += 1
        words = escape(document.text[start:end])
        inside = [kind for last, kind in around if last >= end] if words.strip() else []
        yield f'<span class="{inside[-1]}" title="{inside[-1]} {start}-{end}">{words}</span>' if inside else words
