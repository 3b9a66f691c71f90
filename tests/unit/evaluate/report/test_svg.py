import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evaluate.refusal.risk import RiskCoverage
from pincite.evaluate.report.curves import distributions, risks, trade
from pincite.evaluate.report.gather import Distances
from pincite.evaluate.report.losses import FATES, Losses
from pincite.evaluate.report.plots import duels, fates, forest
from pincite.evaluate.report.svg import Scale, round_scale, visible
from pincite.types.measured import Comparison, Interval

NAN = Interval(float("nan"), float("nan"), float("nan"))
SVG = "{http://www.w3.org/2000/svg}"


def drawn(markup):
    root = ET.fromstring(markup)
    assert root.find(f"{SVG}title").text
    assert root.find(f"{SVG}desc").text is not None
    assert root.get("role") == "img"
    assert "nan" not in " ".join(value for one in root.iter() for value in one.attrib.values()).lower()
    return root


def test_a_forest_plot_has_one_mark_for_each_interval_that_was_measured():
    rows = [("ours", Interval(0.5, 0.4, 0.6)), ("theirs", NAN)]
    root = drawn(forest("f", "Recall", [("R@1", rows), ("MRR", rows)]))
    assert len(root.findall(f".//{SVG}circle")) == 2
    assert "ours .500 [.400, .600]" in root.find(f"{SVG}desc").text


def test_a_forest_plot_without_any_figure_can_be_drawn():
    drawn(forest("f", "Recall", [("R@1", [("ours", NAN)])]))


def test_the_parts_of_a_loss_bar_fill_it_and_leave_out_what_did_not_happen():
    lost = Losses("ours", 10, 100, 4, 0.6, dict(zip(FATES, (5, 0, 2, 2, 1, 0), strict=True)))
    root = drawn(fates("l", "Lost", [lost]))
    widths = [float(one.get("width")) for one in root.iter(f"{SVG}rect") if one.get("class") == "edge"]
    assert len(widths) == 4
    assert sum(widths) == pytest.approx(760)


def test_wins_and_losses_of_nobody_can_be_drawn():
    even = Comparison("R@1", 4, 4, 0, 0, 1.0, 0, 0, 1.0, Interval(0, 0, 0), None, None, "no difference")
    drawn(duels("d", "Ours against theirs", [even]))
    drawn(duels("d", "Ours against theirs", []))


def test_curves_of_nothing_can_be_drawn():
    drawn(distributions("h", "Distances", Distances((), {}), None))
    drawn(trade("t", "Trade", [], 0.6))
    drawn(risks("r", "Risk", [RiskCoverage("none", 0, 0, (), (), (), NAN, NAN)], 0.6))


def test_histograms_stand_back_to_back_and_each_is_in_its_own_shares():
    root = drawn(distributions("h", "Distances", Distances((0.31, 0.32), {"far": (0.81,)}), 0.6))
    heights = {one.get("class"): float(one.get("height")) for one in root.iter(f"{SVG}rect")}
    assert heights["bar yes"] == heights["bar no"] == 100


def test_a_value_beyond_a_scale_stands_at_its_end():
    assert Scale(0, 1, 10, 20).at(-3) == 10


@given(st.lists(st.floats(0, 2), min_size=1, max_size=8))
def test_a_round_scale_holds_every_value(values):
    scale = round_scale(values, 0, 100)
    assert scale.low <= min(values) + 1e-9
    assert max(values) <= scale.high + 1e-9
    assert scale.low < scale.high
    assert len(scale.ticks()) <= 12


@given(st.text())
def test_words_never_become_markup_whatever_they_are(text):
    shown = visible(text)
    assert not re.search(r"[<>\"'\x00-\x08\x7f\u202a-\u202e\ud800-\udfff]", shown)
    assert ET.fromstring(f"<p a='{shown}'>{shown}</p>") is not None
