"""A sweep as a person reads it: bluffs always beside answers given up."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from pincite.cli.evaluate.tables import NOTHING, interval, share
from pincite.cli.show import print_rows, say
from pincite.types.amount import amount

if TYPE_CHECKING:
    from pincite.evaluate.refusal.in_force import InForce
    from pincite.evaluate.refusal.measure import Refusal
    from pincite.evaluate.refusal.separation import Extreme, Separation
    from pincite.evaluate.refusal.share import Share
    from pincite.evaluate.refusal.sweep import SweepRow


def show_refusal(found: Refusal) -> None:
    """Print the table of thresholds by distance, the four cells in force, how the distances separate, and risk against coverage."""
    _show_rows(found.sweep.rows)
    if found.sweep.current is not None:
        _show_cells(found.sweep.current)
    else:
        show_in_force(found.in_force)
    _show_separation(found.separation)
    for risk in found.risks:
        say(
            f"risk against coverage, failure = {risk.label} ({risk.failures} of {risk.n}): "
            f"AURC {interval(risk.aurc)}, AUGRC {interval(risk.augrc)}; lower is better"
        )
    for note in found.sweep.notes:
        say(note, style="yellow")


def show_in_force(found: InForce) -> None:
    """Print bluffs beside answers given up behind the gate that `ask` uses; nothing where no question tells of either."""
    if not (found.bluffs.n or found.given_up.n or found.unjudged_given_up.n):
        return
    cut = "no cut, so nothing is refused" if found.cut is None else f"cut {found.cut:g}"
    yes = found.given_up if found.given_up.n else found.unjudged_given_up
    say(
        f"the gate in force ({found.method}, {cut}): bluffs {_of(found.bluffs)}, given up {_of(yes)}; "
        f"{found.right.count} with right evidence, {found.wrong.count} with wrong"
    )
    kinds = ", ".join(f"{kind} {one.count}/{one.n}" for kind, one in found.bluffs_by_kind.items())
    if len(found.bluffs_by_kind) > 1:
        say(f"  bluffs by kind: {kinds}", style="dim")


def _of(found: Share) -> str:
    return f"{found.count} of {found.n} {interval(found.interval)}" if found.n else NOTHING


def _show_rows(rows: tuple[SweepRow, ...]) -> None:
    first = rows[0]
    say(
        f"{amount(first.right.n, 'answerable question')} with a known needle, {first.bluffs.n} unanswerable; shares with 95% intervals, "
        "* is the threshold in force"
    )
    unjudged = bool(first.unjudged_given_up.n)
    titles = ["threshold", "bluffs", "given up", "right", "wrong evidence", *first.bluffs_by_kind]
    print_rows([*titles, *(["given up, no needle known"] if unjudged else [])], [_cells(row, unjudged) for row in rows])


def _cells(row: SweepRow, unjudged: bool) -> list[str]:  # noqa: FBT001 - whether there is such a column
    threshold = "none" if row.threshold is None else f"{row.threshold:g}{'*' if row.current else ''}"
    kinds = [f"{one.count}/{one.n}" for one in row.bluffs_by_kind.values()]
    main = [threshold, counted(row.bluffs), counted(row.given_up), str(row.right.count), str(row.wrong.count)]
    return [*main, *kinds, *([counted(row.unjudged_given_up)] if unjudged else [])]


def _show_cells(row: SweepRow) -> None:
    refused = row.bluffs.n - row.bluffs.count
    say(
        f"at {row.threshold:g}, the threshold in force: {row.right.count} answered rightly, {row.wrong.count} with wrong "
        f"evidence, {row.given_up.count} given up, {amount(row.bluffs.count, 'bluff')}; {refused} rightly refused"
    )
    say(
        f"of the {row.given_up.count} given up: {row.destroyed} destroyed, {row.not_found} whose evidence would lack the needle "
        f"without a threshold too, {row.lost} lost to the threshold; by needle {interval(row.given_up_by_needle)}"
    )


def _show_separation(found: Separation) -> None:
    from pincite.evaluate.refusal.separation import QUANTILES  # noqa: PLC0415 - loaded by now; a search need not load it

    worst, best = found.worst_answerable, found.best_unanswerable
    if worst and best:
        overlap = (
            "so no threshold gets both right"
            if worst.distance >= best.distance
            else "so a threshold between parts them"
        )
        say(
            f"the answerable question farthest from its answer lies at {_place(worst)}, the unanswerable one nearest to any "
            f"passage at {_place(best)}: {overlap}"
        )
    names = {
        "answerable": "answerable, nearest",
        "to_answer": "answerable, to the answer",
        "unanswerable": "unanswerable",
    }
    rows = [[names[name], *map(_distance, some)] for name, some in found.quantiles.items() if some]
    print_rows(["distances", *(f"{at:.0%}" for at in QUANTILES)], rows)
    told = {kind: one for kind, one in found.auroc.items() if not isnan(one.value)}
    if told:
        say(
            "AUROC, answerable nearer than unanswerable: "
            + ", ".join(f"{kind} {interval(one)}" for kind, one in told.items())
        )
    for one in found.at_most:
        cut = "any threshold" if one.threshold is None else f"up to {one.threshold:.3f}"
        say(
            f"bluffs of at most {one.allowed:.0%} on these questions: {cut}; bluffs {counted(one.bluffs)}, given up "
            f"{counted(one.given_up)}"
        )


def counted(found: Share) -> str:
    """The count, the share and its interval; a dash where nothing was asked."""
    return f"{found.count} {interval(found.interval)}" if found.n else NOTHING


def _place(found: Extreme) -> str:
    return f"{share(found.distance)} ({found.id})"


def _distance(found: float | None) -> str:
    return NOTHING if found is None else share(found)
