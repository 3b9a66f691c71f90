"""Whatever a claim and a quote are made of, they are compared without an error, and what is quoted word for word stands."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.answer.compare import compare
from pincite.answer.facts.find import facts_of
from pincite.answer.facts.quoted import Quoted

PIECES = """
12 . , / - : ² ₂ ½ € £ $ Q L S/ Gs. % °C kg km h min a.m. Z 2025 06 14th the el III V X | --- ; a,b,c _m3 _s May 3 July mayo no not
más de than at most como máximo zero bajo and y half media quarter con céntimos 50 euros GB/5 ab/2² 0601 10 20-45 RR418 v1.2 “ ٣ １ NM
nautical miles pp points puntos (%) in " x × ct/kWh per for SpO₂ f_max and/2 0.00 free none: # ¦ 1e5 10⁵ Sept. 2/3 5 of 9 rev. C 2.150
4) Art. las dos 15-06 los noventa 1T M.N. | Xalapa | pm10_ug_m3
""".split()  # noqa: SIM905 - read more easily than as quoted words
TEXTS = st.lists(
    st.tuples(st.sampled_from([*PIECES, "\n", "\n|---|---|\n", "   "]), st.sampled_from(["", " ", "\n"])), max_size=30
).map(lambda parts: "".join(piece + gap for piece, gap in parts))


@given(claim=TEXTS, quote=TEXTS, spanish=st.booleans())
@settings(max_examples=400, deadline=None)
def test_any_two_texts_are_compared_and_each_reason_is_a_place_of_the_claim(claim, quote, spanish):
    kinds, reasons = compare(claim, Quoted([quote]), spanish=spanish, same_language=True)
    assert all(claim[reason.start : reason.end] == reason.text for reason in reasons)
    assert len(kinds) == len(set(kinds))


@given(text=TEXTS, spanish=st.booleans())
@settings(max_examples=200, deadline=None)
def test_the_facts_of_a_text_are_places_in_it(text, spanish):
    assert all(0 <= fact.start < fact.end <= len(text) for fact in facts_of(text, spanish=spanish))
