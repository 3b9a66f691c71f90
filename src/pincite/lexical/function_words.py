"""Words of English and Spanish that carry no subject."""

from __future__ import annotations

FUNCTION_WORDS = frozenset(
    """
    a an the and or but if so of to in on at by for from with without as than then that this these those there here it its
    is are was were be been being am do does did done doing has have had having can could may might must shall should will
    would not no yes i me my we us our you your he him his she her they them their who whom whose what which when where why how
    s t re ve ll d m any some all each every much many more most other another such same own only also just about into over under
    between up down out off again too very get got
    el la los las lo un una uno unos unas y e o u pero si no de del al a en por para con sin sobre entre como que cual cuales
    quien quienes cuyo cuya donde cuando cuanto cuanta cuantos cuantas es son era eran fue fueron ser sido estar esta estan
    este esto esta estos estas ese esa eso esos esas aquel se me te nos os le les mi mis tu tus su sus yo ella ellos ellas
    usted ustedes hay ha han he hemos haber puede pueden puedo debe deben hacer hace tiene tienen tengo muy mas menos ya
    tambien cada todo toda todos todas otro otra otros otras porque
    """.split()  # noqa: SIM905 - read more easily than as quoted words
)
"""English and Spanish words that carry no subject, without accents; in other languages every word counts."""
