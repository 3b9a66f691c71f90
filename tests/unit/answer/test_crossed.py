"""The values of a table belong to their items: another's is found, and one's own is never held against its neighbours."""

import pytest

from pincite.answer.compare import compare
from pincite.answer.facts.quoted import Quoted

RUN = (
    "| Pos | Athlete | Club | Bib | Time (min) |\n|---|---|---|---|---|\n| 1 | Ingrid Solvang | Vestby IL | K204 | 41.36 |\n"
    "| 2 | Mara Teixeira | CA Douro | K117 | 41.92 |\n| 3 | Hanne Brask | Aalvik SK | K233 | 42.08 |\n"
)
AIR = (
    "station_id;name;measured_on;pm10_ug_m3;humidity_pct;wind_m_s\nAQ-031;Millgate;2023-01-17;42.5;81;1.9\n"
    "AQ-034;Foundry Road;2023-01-17;58.0;77;2.4\nAQ-052;North Quay;2023-01-18;19.3;90;6.7"
)
SPRAYERS = (
    "| Property | Aquilo 12 | Brume X5 | Zephyr Pro |\n|---|---|---|---|\n| Empty weight (kg) | 3.8 | 4.6 | 5.2 |\n"
    "| Run time (min) | none, manual | 190 | 240 |\n| Price (€) | 89.00 | 214.50 | 329.00 |\n"
    "| Part no. of nozzle | N-1103 | N-1130 | N-2204 |"
)
SOIL = (
    "| Parcela | Profundidad (cm) | pH | Nitrógeno (kg/ha) |\n|---|---|---|---|\n| Norte | 30 | 7.8 | 64 |\n"
    "| Centro | 30 | 6.9 | 81 |\n| Sur | 45 | 8.2 | 43 |"
)
FERRY = (
    "| Trayecto | Adulto (€) | Niño (€) |\n|---|---|---|\n| Puerto Cala - Lobería | 17,80 | 8,90 |\n"
    "| Puerto Cala - Islote Gris | 23,50 | 11,75 |\n| Lobería - Islote Gris | 9,20 | 4,60 |"
)
BUS = (
    "Parada            Ida 1    Ida 2    Ida 3\nXalapa (CAXA)     06:15    11:40    17:30\n"
    "Coatepec Centro   06:45    12:10    18:00\nTeocelo           07:20    12:45    18:35"
)
DOORS = "| Property | Rio | Lima |\n|---|---|---|\n| Doors | 3 | 5 |\n| Seats | 4 | 7 |"


def objections(claim, quote, *, spanish=False):
    _, reasons = compare(claim, Quoted([quote]), spanish=spanish, same_language=True)
    return [(reason.text, reason.instead) for reason in reasons]


@pytest.mark.parametrize(
    ("table", "right", "wrong", "instead"),
    [
        (RUN, "Mara Teixeira ran with bib K117.", "Mara Teixeira ran with bib K233.", ("K233", "K117")),
        (RUN, "The time of Teixeira was 41.92 min.", "The time of Teixeira was 42.08 min.", ("42.08 min", "41.92")),
        (AIR, "Humidity at Millgate was 81%.", "Humidity at Millgate was 77%.", ("77%", "81")),
        (AIR, "The wind at AQ-052 was 6.7 m/s.", "The wind at AQ-052 was 2.4 m/s.", ("2.4 m/s", "6.7")),
        (AIR, "North Quay was measured on 18 January 2023.", "Millgate was measured on 18 January 2023.", None),
        (SPRAYERS, "The Brume X5 costs €214.50.", "The Brume X5 costs €329.00.", ("€329.00", "214.50")),
        (SPRAYERS, "The nozzle of the Aquilo 12 is N-1103.", "The nozzle of the Aquilo 12 is N-1130.", None),
        (SPRAYERS, "It takes the Zephyr Pro 240 min.", "It takes the Zephyr Pro 190 min.", ("190 min", "240")),
        (SOIL, "La parcela Centro tiene 81 kg/ha.", "La parcela Centro tiene 64 kg/ha.", ("64 kg/ha", "81")),
        (
            FERRY,
            "El niño paga 11,75 € entre Puerto Cala e Islote Gris.",
            "El niño paga 8,90 € entre Puerto Cala e Islote Gris.",
            ("8,90 €", "11,75"),
        ),
        (BUS, "La Ida 3 sale de Xalapa a las 17:30.", "La Ida 3 sale de Xalapa a las 06:15.", None),
    ],
)
def test_the_value_of_another_line_is_told_with_the_one_in_its_place(table, right, wrong, instead):
    spanish = table in {SOIL, FERRY, BUS}
    assert objections(right, table, spanish=spanish) == []
    found = objections(wrong, table, spanish=spanish)
    assert found
    assert instead is None or found == [instead]


@pytest.mark.parametrize(
    ("table", "claim"),
    [
        (SPRAYERS, "The Aquilo 12 is manual, weighs 3.8 kg and costs €89.00; the Zephyr Pro runs for 240 min."),
        (SPRAYERS, "The Brume X5 runs for 190 min, the other for 240 min."),
        (RUN, "Mara Teixeira (41.92 min) was faster than the third, who took 42.08 min."),
        (RUN, "Hanne Brask came after 41.36 and 41.92, at 42.08 min."),
        (DOORS, "The Rio has 3 doors and places for 4."),
        (BUS, "**Ida 3:** Xalapa (CAXA) 17:30 → Coatepec Centro 18:00 → Teocelo 18:35"),
        (AIR, "| AQ-034 Foundry Road | 58,0 µg/m³ | 77 percent |"),
    ],
)
def test_values_of_several_lines_and_of_other_properties_are_no_fault(table, claim):
    assert objections(claim, table) == []


def test_a_value_that_stands_outside_the_table_as_well_is_not_judged_by_it():
    quote = SOIL + "\n\nLa dosis para la parcela Centro es de 64 kg/ha."
    assert objections("Para la parcela Centro son 64 kg/ha.", quote, spanish=True) == []
