"""What is known of a calibration in sentences: both rates side by side, near and far questions apart."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from pincite.types.calibration import Calibration, Certificate, Rate


class Sentence(NamedTuple):
    """A sentence, and what it is about: `made`, `cut`, `rates`, `certified` or `not certified`."""

    about: str
    text: str


def sentences(calibration: Calibration) -> list[Sentence]:
    """What it was made on, the cut, the bluffs beside the answers given up, and what is certified, group by group."""
    told = [Sentence("made", _made(calibration)), Sentence("cut", _cut(calibration))]
    if calibration.questions:
        told.append(Sentence("rates", _rates(calibration)))
    certificates = calibration.certificates
    return told + [
        Sentence("certified" if one.certified else "not certified", certificate_text(one)) for one in certificates
    ]


def rate_text(rate: Rate) -> str:
    """A rate as a person reads it.

    >>> rate_text(Rate(3, 60, 0.0104, 0.1392)), rate_text(Rate(0, 0, None, None))
    ('3 of 60 (5%, 1% to 14%)', 'none asked')
    """
    if rate.value is None or rate.low is None or rate.high is None:
        return "none asked"
    return f"{rate.count} of {rate.n} ({rate.value:.0%}, {rate.low:.0%} to {rate.high:.0%})"


def certificate_text(one: Certificate) -> str:
    """What may be promised of one group of questions, and of which.

    >>> certificate_text(Certificate("far", 0.05, 0.95, 59, 0, 59, certified=True, bound=0.0495))
    'far: certified, at most 4.95% bluffs at 95% confidence (59 needles) for questions drawn as these were'
    """
    if one.bound is None:
        return (
            f"{one.group}: not certified, {one.bluffs} of {one.needles} needles got an answer; at most {one.max_bluff:g} at "
            f"confidence {one.confidence:g} takes {one.needed} without one"
        )
    return (
        f"{one.group}: certified, at most {_upwards(one.bound)}% bluffs at {100 * one.confidence:.6g}% confidence"
        f" ({one.needles} needles) for questions drawn as these were"
    )


def _made(calibration: Calibration) -> str:
    asked = ", ".join(f"{count} {kind}" for kind, count in calibration.questions.items())
    on = f"{asked} questions (golden set {calibration.golden[:12]})"
    if not calibration.by_hand:
        return f"calibrated {calibration.date} on {on}"
    looked = f"looking at {on}" if asked else "without an evaluation"
    return f"cut set by hand {calibration.date}, {looked}: nothing is certified"


def _cut(calibration: Calibration) -> str:
    what = "cosine distance under" if calibration.method == "distance" else "chance of an answer at least"
    weights = f", weights {calibration.weights}" if calibration.weights else ""
    return f"gate {calibration.method}: {what} {calibration.cut:.4g}{weights}"


def _rates(calibration: Calibration) -> str:
    bluffs = "; ".join(f"{kind} {rate_text(rate)}" for kind, rate in calibration.bluffs.items()) or "none asked"
    return f"bluffs: {bluffs} | given up: {rate_text(calibration.given_up)}"


def _upwards(share: float) -> str:
    """A bound in percent; the last digit is rounded up, for a promise must not be stronger than what was tested.

    >>> _upwards(0.176073), _upwards(0.0495), _upwards(0.99999)
    ('17.61', '4.95', '100.00')
    """
    return f"{ceil(share * 1e4 - 1e-6) / 100:.2f}"
