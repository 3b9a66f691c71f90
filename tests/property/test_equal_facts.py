"""However a number, an amount, a date or a time is written, it is the same; and another value is another in every writing."""
# ruff: noqa: PLR0917 - hypothesis fills the arguments by place

import html
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.answer.facts.unit_table import UNITS
from pincite.answer.markers import read_markers
from pincite.answer.verify import verify
from pincite.types.answer import Citation
from pincite.types.locator import Locator
from writings import FAMILIES, FRAMES, LAYOUTS, amounts, dates_of, decimals, grouped, times_of, whole_numbers


def judged(quote, answer):
    (claim,) = verify(answer, read_markers(answer, 1), [citation(quote)])
    return claim


def citation(quote):
    return Citation(1, "d", "a.txt", "a.txt", "", "", quote, 0.4, 1.0, Locator(0, len(quote)))


def said(lang, frame, layout, fact):
    sentence = FRAMES[lang][frame].format(fact)
    return LAYOUTS[layout].format(sentence.rstrip(".").replace("|", "/"))


PLACE = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, len(LAYOUTS) - 1))
LANG = st.sampled_from(["en", "es"])


def agree(place, lang, one, other, languages=None):
    frame, other_frame, layout = place
    quote = FRAMES[lang][frame].format(one)
    claim = judged(quote, said(languages or lang, other_frame, layout, other))
    assert claim.holds, (quote, other, claim.reasons)


def differ(place, lang, one, other, languages=None):
    frame, other_frame, layout = place
    quote = FRAMES[lang][frame].format(one)
    claim = judged(quote, said(languages or lang, other_frame, layout, other))
    assert not claim.holds, (quote, other)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 999_999), LANG, PLACE, st.data())
def test_a_whole_number_is_the_same_in_every_writing(n, lang, place, data):
    one, other = (data.draw(st.sampled_from(whole_numbers(n, lang))) for _ in range(2))
    agree(place, lang, one, other)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 999_999), st.integers(2, 999_999), LANG, PLACE, st.data())
def test_another_whole_number_is_another_in_every_writing(n, m, lang, place, data):
    if n == m or 1000 * n == m or 1000 * m == n:
        return  # `1.234` may be either
    one, other = (data.draw(st.sampled_from(whole_numbers(k, lang))) for k in (n, m))
    differ(place, lang, one, other)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 9_999), st.sampled_from([1, 2]), LANG, PLACE, st.data())
def test_a_decimal_is_the_same_with_point_and_comma(n, places, lang, place, data):
    other_lang = data.draw(LANG)
    if n % 10**places == 0:
        n += 1
    one, other = (
        data.draw(st.sampled_from(decimals(n, places, lang))),
        data.draw(st.sampled_from(decimals(n, places, other_lang))),
    )
    agree(place, lang, f"{one} kg", f"{other} kg", other_lang)
    differ(place, lang, f"{one} kg", f"{decimals(n + 1, places, other_lang)[0]} kg", other_lang)


@pytest.mark.parametrize("family", FAMILIES, ids=[row[0] for row in FAMILIES])
@settings(max_examples=3, deadline=None)
@given(n=st.integers(2, 99_999), lang=LANG, other_lang=LANG, place=PLACE, data=st.data())
def test_an_amount_is_the_same_in_every_writing_of_its_unit(family, n, lang, other_lang, place, data):
    one = data.draw(st.sampled_from(amounts(n, data.draw(st.sampled_from(family)), lang)))
    other = data.draw(st.sampled_from(amounts(n, data.draw(st.sampled_from(family)), other_lang)))
    agree(place, lang, one, other, other_lang)


@pytest.mark.parametrize("family", FAMILIES, ids=[row[0] for row in FAMILIES])
@settings(max_examples=3, deadline=None)
@given(n=st.integers(2, 999), by=st.integers(1, 900), lang=LANG, place=PLACE, data=st.data())
def test_another_amount_or_another_unit_is_another_in_every_writing(family, n, by, lang, place, data):
    one = data.draw(st.sampled_from(amounts(n, data.draw(st.sampled_from(family)), lang)))
    other = data.draw(st.sampled_from(amounts(n + by, data.draw(st.sampled_from(family)), lang)))
    differ(place, lang, one, other)
    strange = data.draw(st.sampled_from([row for row in FAMILIES if unlike(row[0], family[0])]))
    differ(place, lang, one, data.draw(st.sampled_from(amounts(n, strange[0], lang))))


def unlike(one, other):
    """Whether two units are surely two: `5 degrees` may be `5 °F`, and `12 l` be all that a claim says of `12 l/h`."""
    alike = [{"°C", "°F"}, {"mbar", "kPa", "bar"}, {"cm³", "ml"}]
    return one.split("/")[0] != other.split("/")[0] and not any({one, other} <= pair for pair in alike)


@settings(max_examples=40, deadline=None)
@given(st.integers(1850, 2060), st.integers(1, 12), st.integers(1, 28), LANG, LANG, PLACE, st.data())
def test_a_date_is_the_same_in_every_writing_and_the_next_day_is_not(year, month, day, lang, other_lang, place, data):
    one = data.draw(st.sampled_from(dates_of(year, month, day, lang)))
    other = data.draw(st.sampled_from(dates_of(year, month, day, other_lang)))
    agree(place, lang, one, other, other_lang)
    for changed in ((year + 1, month, day), (year, month % 12 + 1, day), (year, month, day % 28 + 1)):
        if changed[1:] != (day, month) and changed != (year, month, day):
            differ(
                place,
                lang,
                dates_of(year, month, day, lang)[0],
                data.draw(st.sampled_from(dates_of(*changed, other_lang)[:2])),
                other_lang,
            )


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 23), st.sampled_from([0, 5, 10, 15, 20, 30, 45, 50]), LANG, LANG, PLACE, st.data())
def test_a_time_is_the_same_in_every_writing_and_another_is_another(hour, minute, lang, other_lang, place, data):
    one = data.draw(st.sampled_from(times_of(hour, minute, lang)))
    other = data.draw(st.sampled_from(times_of(hour, minute, other_lang)))
    agree(place, lang, one, other, other_lang)
    changed = times_of((hour + 1) % 23 + 1, minute, other_lang)
    differ(place, lang, one, data.draw(st.sampled_from(changed)), other_lang)


RANGES = {
    "en": [
        "{a}-{b} {u}",
        "{a}–{b} {u}",
        "{a} to {b} {u}",
        "between {a} and {b} {u}",
        "from {a} {u} to {b} {u}",
        "{a} {u} to {b} {u}",
    ],
    "es": [
        "{a}-{b} {u}",
        "{a} – {b} {u}",
        "de {a} a {b} {u}",
        "entre {a} y {b} {u}",
        "{a} {u} a {b} {u}",
        "de {a} hasta {b} {u}",
    ],
}


@settings(max_examples=60, deadline=None)
@given(
    st.integers(2, 400),
    st.integers(1, 400),
    st.sampled_from(["kg", "mm", "km", "€", "°C", "%", "ml"]),
    LANG,
    LANG,
    PLACE,
    st.data(),
)
def test_a_range_is_the_same_in_every_writing_and_another_end_is_another(
    low, more, unit, lang, other_lang, place, data
):
    one, other = (data.draw(st.sampled_from(RANGES[k])) for k in (lang, other_lang))
    first = one.format(a=low, b=low + more, u=unit)
    agree(place, lang, first, other.format(a=low, b=low + more, u=unit), other_lang)
    differ(place, lang, first, other.format(a=low, b=low + more + 1, u=unit), other_lang)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 9_999), st.sampled_from(["million", "thousand"]), LANG, PLACE, st.data())
def test_millions_are_the_same_in_figures_and_in_words(n, scale, lang, place, data):
    factor = {"million": 10**6, "thousand": 1000}[scale]
    name = {"en": scale, "es": {"million": "millones", "thousand": "mil"}[scale]}[lang]
    sign = {"million": ["M", "mn"], "thousand": ["k"]}[scale]
    of = " de" if lang == "es" and scale == "million" else ""
    writings = [
        f"{n} {name}{of} euros",
        f"{grouped(n * factor, ',' if lang == 'en' else '.')} euros",
        f"€{n}{sign[0]}",
        *(f"{n} {one} €" for one in sign),
    ]
    one, other = (data.draw(st.sampled_from(writings)) for _ in range(2))
    agree(place, lang, one, other)
    differ(place, lang, one, f"{n + 1} {name}{of} euros")


@settings(max_examples=40, deadline=None)
@given(
    st.text(alphabet="ABCDEFGHKLMNP", min_size=2, max_size=3),
    st.integers(100, 9999),
    st.sampled_from("-/_"),
    LANG,
    PLACE,
)
def test_an_identifier_is_the_same_as_code_and_bold_and_another_is_another(letters, n, joiner, lang, place):
    code = f"{letters}{joiner}{n}"
    for other in (code, f"`{code}`", f"**{code}**", html.escape(code)):
        agree(place, lang, code, other)
    differ(place, lang, code, f"{letters}{joiner}{n + 1}")
    differ(place, lang, code, f"`{letters[::-1]}X{joiner}{n}`")


def test_every_unit_has_a_factor_that_is_not_zero():
    assert all(factor > Fraction(0) for units in UNITS.values() for _, factor in units)
