r"""An answer as a message of a chat, for a client that we don't know.

Such a client renders Markdown: what looks like an address, whoever wrote it, would become a link, a picture in a
document would be fetched from wherever it lies, and a tag would be HTML. So the first is shown as code, the others are taken apart;
the answer itself stands unchanged in the field `pincite`.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, NamedTuple
from urllib.parse import quote

from pincite.answer.markers import read_markers
from pincite.answer.pointing import ADDRESSES
from pincite.types.answer import Abstention, Answer, Citation

_BACKTICKS = re.compile(r"`+")
_OPENS = re.compile(r"!(?=\[)|<(?=[A-Za-z/!?])")
"""Where a picture or a tag begins, in code too: what a client takes for code is not known here."""
_APART = "\u200b"
"""Has no width; a sign behind it means nothing to what stands before it."""


class Shown(NamedTuple):
    """The text of a message and its annotations."""

    text: str
    annotations: list[dict[str, Any]]


class _Edit(NamedTuple):
    start: int
    end: int
    instead: str


def as_message(found: Answer | Abstention, base: str, site: str) -> Shown:
    """What a chat shows; `site` is the address of the service, without a slash at its end, `base` the knowledge base.

    Each annotation is a `url_citation` whose `start_index` and `end_index` are the place of a marker `[n]` in the text: code
    points, half open. A refusal is a sentence without any.
    """
    if isinstance(found, Abstention):
        return Shown(f"No answer: {found.reason}", [])
    edits = _edits(found)
    text, citations = _edited(found.text, edits), {citation.index: citation for citation in found.citations}
    annotations = [
        _annotation(_moved(marker.start, edits), _moved(marker.end, edits), citations[marker.index], base, site)
        for marker in found.markers
    ]
    return Shown(text + _doubts(found), annotations)


def _annotation(start: int, end: int, citation: Citation, base: str, site: str) -> dict[str, Any]:
    title = " - ".join(word for word in (citation.document_name, citation.label) if word)
    address = f"{site}/b/{quote(base, safe='')}/d/{quote(citation.document_id, safe='')}{citation.locator.characters}"
    cited = {"start_index": start, "end_index": end, "title": title, "url": address}
    return {"type": "url_citation", "url_citation": cited}


def _edits(answer: Answer) -> list[_Edit]:
    """What is shown in another form, in the order of the text, none within another."""
    pointing = read_markers(answer.text, len(answer.citations)).violations
    addresses = [found for found in pointing if found.kind in ADDRESSES]
    edits = [_Edit(found.start, found.end, _as_code(answer.text, found.start, found.end)) for found in addresses]
    edits += [_Edit(found.start(), found.end(), found.group() + _APART) for found in _OPENS.finditer(answer.text)]
    apart: list[_Edit] = []
    for edit in sorted(edits, key=lambda edit: (edit.start, -edit.end)):
        if not apart or edit.start >= apart[-1].end:
            apart.append(edit)
    return apart


def _as_code(text: str, start: int, end: int) -> str:
    """`text[start:end]` as code that no backtick elsewhere closes, and no sign beside it opens."""
    fence = "`" * (1 + max(map(len, _BACKTICKS.findall(text)), default=0))
    lead, tail = (_APART if sign.strip() else "" for sign in (text[:start][-1:], text[end : end + 1]))
    return f"{lead}{fence}{text[start:end].replace('`', '')}{fence}{tail}"


def _edited(text: str, edits: list[_Edit]) -> str:
    for start, end, instead in reversed(edits):
        text = text[:start] + instead + text[end:]
    return text


def _moved(position: int, edits: list[_Edit]) -> int:
    return position + sum(len(instead) - (end - start) for start, end, instead in edits if end <= position)


def _doubts(answer: Answer) -> str:
    """A line on the sentences that do not stand up; empty when all do."""
    failed = Counter(claim.verdict for claim in answer.claims if not claim.holds)
    if not failed:
        return ""
    counted = ", ".join(f"{count} {verdict}" for verdict, count in failed.items())
    return f"\n\n> {sum(failed.values())} of {len(answer.claims)} sentences did not pass the checks: {counted}."
