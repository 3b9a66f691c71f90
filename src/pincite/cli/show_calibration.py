"""What is known of a calibration, on the screen."""

from __future__ import annotations

from pincite.cli.show import say
from pincite.evaluate.calibrate.words import sentences
from pincite.types.calibration import Calibration

STYLES = {"rates": "bold", "not certified": "yellow"}


def show_calibration(calibration: Calibration) -> None:
    """Print what it was made on, the cut, the bluffs beside the answers given up, and what is certified."""
    for sentence in sentences(calibration):
        say(sentence.text, style=STYLES.get(sentence.about, ""))
