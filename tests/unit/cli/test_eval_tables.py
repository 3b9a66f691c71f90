from math import nan

from pincite.cli.evaluate.tables import interval, show_comparisons, show_rows
from pincite.evaluate.compare import compare, compare_many
from pincite.evaluate.summary import summarise
from pincite.types.measured import Interval
from runs import result_of, run_of


def test_one_row_stands_under_a_line_that_says_what_was_measured(capsys):
    show_rows(summarise(run_of("handbook", {"q1a": 1, "q1b": 3, "q2a": None}), ks=(1, 4)))
    heading, titles, row = capsys.readouterr().out.splitlines()
    assert heading == "E, hybrid, n = 3, needles: 2"
    assert titles.split() == ["destroyed", "R@1", "R@4", "MRR"]
    assert row.split()[:4] == ["0", ".333", "[.061,", ".792]"]


def test_what_differs_between_rows_gets_a_column(capsys):
    runs = [run_of("one", {"q1a": 1}, strategy=name, retriever="hybrid+late") for name in ("A", "default")]
    show_rows([summarise(run)[0] for run in runs])
    heading, titles, first, second = capsys.readouterr().out.splitlines()
    assert heading == "hybrid+late, n = 1, needles: 1"
    assert titles.split()[:2] == ["strategy", "destroyed"]
    assert (first.split()[0], second.split()[0]) == ("A", "default")


def test_parts_without_numbers_show_dashes_and_skipped_questions_are_said(capsys):
    questions = [result_of("q1a", 1, style="course"), result_of("q2a", None, style="ticket", judged=False)]
    show_rows(summarise(run_of("handbook", questions), ks=(4,)))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "E, hybrid, questions without a known needle: 1"
    assert lines[-1].split() == ["style:ticket", "0", "0", "–", "–"]


def test_the_widest_table_fits_into_120_columns(capsys):
    ids = {f"q{i:03}a": 1 + i % 30 for i in range(160)}
    names = ((cut, how) for cut in ("A", "default") for how in ("dense", "hybrid+late"))
    show_rows([summarise(run_of("x", ids, strategy=cut, retriever=how))[0] for cut, how in names])
    assert max(len(line.rstrip()) for line in capsys.readouterr().out.splitlines()) <= 120


def test_nothing_to_show_shows_nothing(capsys):
    show_rows([])
    assert capsys.readouterr().out == ""


def test_comparisons_show_votes_differences_and_sentences(capsys):
    first, second = run_of("B", {f"q{i}a": 1 for i in range(8)}), run_of("A", {f"q{i}a": None for i in range(8)})
    show_comparisons(compare(first, second, ks=(4,)))
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines[1] == "R@4 +8 -0 0.0078 +8 -0 0.0078 +1.000 [+.261, +1.000]"
    assert lines[3] == "B finds more at 4 than A: +8 -0 needles, p = 0.0078"


def test_corrected_comparisons_show_the_corrected_p(capsys):
    runs = {name: run_of(name, {f"q{i}a": rank for i in range(8)}) for name, rank in (("B", 1), ("A", None))}
    show_comparisons(compare_many(runs, [("B", "A")], ks=(4,))["B", "A"])
    assert "0.0078 0.016 +1.000" in " ".join(capsys.readouterr().out.splitlines()[1].split())


def test_intervals_are_short_and_nothing_is_a_dash():
    assert interval(Interval(0.0, 0.0, 0.0588)) == ".000 [.000, .059]"
    assert interval(Interval(0.9999, 0.99949, 1.0)) == "1.000 [.999, 1.000]"
    assert interval(Interval(-0.5, -1.0, 0.25), signed=True) == "-.500 [-1.000, +.250]"
    assert interval(Interval(nan, nan, nan)) == interval(None) == "–"
