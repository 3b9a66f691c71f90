"""A report as one HTML page that needs nothing else: no script, no font, no picture from elsewhere."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256

from pincite.evaluate.report import words
from pincite.evaluate.report.curves import distributions, risks, trade
from pincite.evaluate.report.gather import Report
from pincite.evaluate.report.losses import FATES, Losses
from pincite.evaluate.report.plots import Group, Lines, duels, fate_name, fates, forest, key
from pincite.evaluate.report.style import STYLE
from pincite.evaluate.report.svg import element, visible
from pincite.evaluate.report.tables import Name, Table, asked, compared, found, lost, parts, runs, separated, swept
from pincite.evaluate.report.worst import Bluff, Missed, Passage
from pincite.types.measured import Row

POLICY = (
    f"default-src 'none'; style-src 'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'; base-uri 'none'; "
    "form-action 'none'"
)
"""What a browser may do with the page: use the style that stands in it."""

_BOUNDS = re.compile(r"\[[^]]*\]")
_LONG = 44
"""Letters that a cell may have on one line."""


def to_html(report: Report) -> str:
    """The whole page. Every word of a document, a question or a name in it is escaped, and nothing is loaded or run.

    The policy in its head allows one thing, the style that stands in the page, by its hash (W3C, Content Security Policy
    Level 3), so that even a mistake in escaping could neither run nor load anything.
    """
    sections = [section for section in _sections(report) if section is not None]
    body = _header(report, [(id_, title) for id_, title, _ in sections])
    body += element("main", "".join(_section(*section) for section in sections)) + _footer(report)
    return f'<!DOCTYPE html>\n<html lang="en">\n{_head(report)}\n<body>\n{body}\n</body>\n</html>\n'


_Section = tuple[str, str, str]
"""Id, title and markup."""


def _sections(report: Report) -> list[_Section | None]:
    return [
        ("found", "What was found", _found(report)),
        ("lost", "Where needles are lost", _lost(report)),
        ("compared", "Compared", _compared(report)) if report.comparisons else None,
        ("refusing", "Refusing", _refusing(report)) if report.refusal else None,
        ("missed", "The worst misses", _misses(report.misses, report.losses[0])) if report.misses else None,
        ("bluffs", "The nearest bluffs", _bluffs(report.bluffs)) if report.bluffs else None,
        ("measured", "What was measured", _why(words.ASKED) + _table(asked(report)) + _table(runs(report))),
    ]


def _head(report: Report) -> str:
    return (
        '<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{visible(_title(report))}</title>\n<style>{STYLE}</style>\n</head>"
    )


def _title(report: Report) -> str:
    return f"How well the search finds: {report.asked.name}"


def _header(report: Report, sections: Sequence[tuple[str, str]]) -> str:
    links = "".join(element("li", element("a", title, href=f"#{id_}")) for id_, title in sections)
    first, date = visible(report.first.name), visible(report.date)
    lead = "".join(element("li", visible(sentence)) for sentence in words.headline(report))
    return element(
        "header",
        element("h1", visible(_title(report)))
        + element("p", f"<bdi>{first}</bdi>, measured {date} with Pincite {visible(report.version)}", class_="sub")
        + element("ul", lead, class_="lead")
        + element("nav", element("ul", links), aria_label="Sections"),
    )


def _section(id_: str, title: str, body: str) -> str:
    return element("section", element("h2", title, id=f"{id_}-h") + body, id=id_, aria_labelledby=f"{id_}-h")


def _found(report: Report) -> str:
    body = _why(words.FOUND) + _plot(forest("forest", "Recall and MRR of each run", _groups(report, whole=True)))
    body += _table(found(report))
    by_part = parts(report)
    if by_part:
        body += element("h3", "By phrasing and kind") + _why(words.PARTS)
        body += _plot(forest("parts", "The first run by part", _groups(report, whole=False))) + _table(by_part)
    return body


def _groups(report: Report, *, whole: bool) -> list[Group]:
    """By measure the runs, or by measure the parts of the first run."""
    if whole:
        rows = [(run.name, report.rows[run.name][0]) for run in report.runs]
        cuts = sorted({k for _, row in rows for k in row.recall})
    else:
        rows = [(row.part, row) for row in report.rows[report.first.name]]
        cuts = [k for k in rows[0][1].recall if k == report.first.evidence]
    return [*((f"R@{k}", _recalls(rows, k)) for k in cuts), ("MRR", [(name, row.mrr) for name, row in rows])]


def _recalls(rows: Sequence[tuple[str, Row]], k: int) -> Lines:
    return [(name, row.recall[k]) for name, row in rows if k in row.recall]


def _lost(report: Report) -> str:
    first = report.losses[0]
    legend = "".join(element("li", key("lost", fate) + visible(fate_name(fate, first))) for fate in FATES)
    plot = fates("lost", "Where needles are lost", report.losses)
    return _why(words.LOST) + _plot(plot, element("ul", legend, class_="legend")) + _table(lost(report))


def _compared(report: Report) -> str:
    body = _why(words.COMPARED)
    for number, ((first, second), family) in enumerate(report.comparisons.items()):
        title = f"{first} against {second}"
        sentences = "".join(element("li", visible(one.sentence)) for one in family)
        body += element("h3", f"<bdi>{visible(first)}</bdi> against <bdi>{visible(second)}</bdi>")
        body += _plot(duels(f"duel{number}", title, family)) + element("ul", sentences) + _table(compared(family))
    return body


def _refusing(report: Report) -> str:
    refusal, apart = report.refusal, separated(report)
    if refusal is None or report.distances is None or apart is None:
        return ""
    threshold, rows = refusal.run.threshold, refusal.sweep.rows
    notes = "".join(element("p", visible(note), class_="why") for note in refusal.sweep.notes)
    return (
        notes
        + _why(words.DISTANCES)
        + _plot(distributions("distances", "How far the nearest passage is", report.distances, threshold))
        + _table(apart)
        + _why(words.SEPARATION)
        + element("h3", "What a threshold costs")
        + _why(words.TRADE)
        + _plot(trade("trade", "Bluffs and answers given up by threshold", rows, threshold))
        + _why(words.SWEEP)
        + _table(swept(rows))
        + element("h3", "Risk and coverage")
        + _why(words.RISK)
        + _plot(risks("risk", "Risk against coverage", refusal.risks, threshold))
    )


def _misses(misses: Sequence[Missed], lost: Losses) -> str:
    return _why(words.MISSED) + "".join(_missed(one, lost) for one in misses)


def _missed(one: Missed, lost: Losses) -> str:
    rank = "" if one.rank is None else f"; the needle stands at rank {one.rank}"
    passages = "".join(_passage("wanted", passage, "needle") for passage in one.needles)
    for passage in one.returned:
        what = "instead" if one.before(passage) else "below it"
        passages += _passage(f"{what}, rank {passage.rank}", passage, "instead")
    return _card(one.question, f"{fate_name(one.fate, lost)}{rank}; question {one.id}", passages)


def _bluffs(bluffs: Sequence[Bluff]) -> str:
    return _why(words.BLUFFS) + "".join(_bluff(one) for one in bluffs)


def _bluff(one: Bluff) -> str:
    passages = "".join(_passage(f"evidence, rank {passage.rank}", passage, "instead") for passage in one.evidence)
    return _card(one.question, f"{one.kind}; question {one.id}", passages)


def _card(question: str, about: str, passages: str) -> str:
    head = element("h3", visible(question), dir="auto") + element("p", visible(about), class_="sub")
    return element("article", head + element("dl", passages))


def _passage(what: str, passage: Passage, class_: str) -> str:
    far = "" if passage.distance is None else f", distance {passage.distance:.3f}"
    place = f"{visible(what)}: <bdi>{visible(passage.document)}</bdi> #char={passage.start},{passage.end}{far}"
    quote = element("blockquote", visible(passage.text), class_=class_, dir="auto")
    return element("dt", place) + element("dd", quote)


def _why(text: str) -> str:
    return element("p", visible(text), class_="why")


def _plot(drawing: str, below: str = "") -> str:
    return element("figure", element("div", drawing, class_="wide", tabindex="0") + below, class_="plot")


def _table(table: Table) -> str:
    head = "".join(element("th", _cell(cell), scope="col") for cell in table.head)
    rows = "".join(_row(row, now=place == table.marked) for place, row in enumerate(table.rows))
    body = element("caption", visible(table.caption)) + element("thead", element("tr", head)) + element("tbody", rows)
    return element("figure", element("div", element("table", body), class_="wide", tabindex="0"))


def _row(cells: Sequence[str], *, now: bool) -> str:
    first, *rest = cells
    body = element("th", _cell(first) + (" (in force)" if now else ""), scope="row")
    body += "".join(element("td", _cell(cell), class_="long" if len(cell) > _LONG else None) for cell in rest)
    return element("tr", body, class_="now" if now else None)


def _cell(cell: str) -> str:
    """A cell; intervals are set smaller than what they are of."""
    if not isinstance(cell, Name):
        return _BOUNDS.sub(r"<small>\g<0></small>", visible(cell))
    return element("bdi", visible(cell), class_="hash" if len(cell) == 64 and cell.isalnum() else None)


def _footer(report: Report) -> str:
    text = (
        f"Made by Pincite {report.version} without a model that writes. A hit is one returned passage that holds the whole "
        "needle. Shares have Wilson intervals by question, MRR and differences a bootstrap over needles, AUROC DeLong's by "
        "needle; p is an exact two-sided sign test."
    )
    return element("footer", element("p", visible(text)))
