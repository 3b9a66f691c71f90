"""A claim's facts against a whole quote: the same in another writing is borne out, its neighbour is not."""

from time import process_time

import pytest

from pincite.answer.compare import compare
from pincite.answer.facts.quoted import Quoted

MODELS = (
    "| Model | Lumo 13 | Lumo 15 Pro | Corva T5 |\n|---|---|---|---|\n| Display | 13.3 in | 15.6 in | 14.0 in |\n"
    "| Battery life | 14 h | 9.5 h | 11 h |\n| Price | €1,099 | €1,849 | €949 |"
)
RIVER = (
    "station_id,name,date,river_level_m,flow_m3_s,battery_pct\nGW-0193,Ashford Weir,2025-05-02,1.42,18.7,86\n"
    "GW-0207,Mill Lock,2025-05-02,2.08,24.1,41"
)
GREENHOUSE = "climate:\n  day_temp_c: 21.5\n  humidity_max_pct: 82\n  pump_kw: 2.2\ncost_limit_eur_month: 1450"
KEPT = "lot,product,weight_kg,temp_C,use_by\nHU-1,peas,1250,-19.4,2025-09-30\nHU-2,cod,860,-21.0,2024-12-15"
RECOAT = "| Paint | Matt | Satin |\n|---|---|---|\n| Dry after (min) | 45 | 60 |\n| Recoat (h) | 4 | 6 |"
CHIP = (
    "Parameter | Min | Typ | Max | Unit\nInput voltage | 2.7 | - | 16 | V\nQuiescent current | - | 42 | 65 | µA\n"
    "Dropout voltage at 300 mA | - | 185 | 260 | mV"
)
SHIFTS = "Profesional;Lun;Mar;Mié;Jue;Vie;Sáb;Dom\nAmparo Giner;M;M;T;T;L;N;N\nÓscar Belmonte;T;T;L;N;N;L;M"
WORKS = "Las obras, expediente OB-3371, durarán como máximo 75 días."


def objections(claim, quote, spanish):
    _, reasons = compare(claim, Quoted([quote]), spanish=spanish, same_language=True)
    return [(reason.kind, reason.text) for reason in reasons]


@pytest.mark.parametrize(
    ("quote", "same", "other"),
    [
        ("Do not exceed 60 mg in 24 hours.", "Max. dose: 60 mg/24 h", "Max. dose: 60 mg/12 h"),
        ("Bake at 240 °C for 15 minutes.", "Bake: 240 °C/15 min", "Bake: 240 °C/25 min"),
        ("Part GB/100.", "Part `GB/100`", "Part GB/200"),
        ("Children under 6 travel free.", "Free for under-6s", "Free for under-9s"),
        ("The fund is of 6,150.75 euros.", "The fund: 6,150 euros and 75 cents", "The fund: 6,150 euros and 57 cents"),
        ("The programme lasts 3 h 15 min.", "It lasts three hours and a quarter", "It lasts three hours and a half"),
        ("The low was −2.5 °C.", "It was two and a half degrees below zero", "It was two and a half degrees"),
        ("Condition rating 5 of 9.", "Condition: 5 out of 9", "Condition: 5 out of 8"),
        ("The margin is ±2.3 points.", "The margin is 2.3 pp", "The margin is 3.2 pp"),
        ("Sort code 20-45-77.", "Sort code 204577", "Sort code 204578"),
        ("Item no.: RR 418 207 665 NO.", "Item RR418207665NO", "Item RR418207656NO"),
        ("Tariff code 0601 10 30.", "Code 0601.10.30", "Code 0601 30 10"),
        ("Serial number 2309-55K-071.", "Serial no. 2309-55K-071", "Serial no. 2309-55K-017"),
        ("Licence PL 20416/0087.", "PL 20416/0087", "PL 20416/0078"),
        ("Motion 2025/06 passed on 2 October 2025.", "Motion 2025/06 passed", "Motion 2025/09 passed"),
        ("Delivery: free.", "Delivery: GBP 0.00", "Delivery: GBP 5.00"),
        ("Mileage is paid at £0.28 per km.", "Mileage: £0.28/km", "Mileage: £0.28 per mile"),
        ("Estimate £2,600-£3,400.", "Estimate: GBP 2600 to GBP 3400", "Estimate: GBP 2600 to GBP 4300"),
        ("From Thursday 13 March; later from the 14th.", "from 14 March", "from 15 March"),
        ("Meets on 3 July. The first part is paid.", "It meets on July 3", "It meets on July 1"),
        ("Flight at FL180.", "Flight level 180", "Flight level 190"),
        ("A phase III trial.", "A phase 3 trial", "A phase 2 trial"),
        ("Rejected papers: 43. Turnout 38%.", "Forty-three papers were rejected", "Forty papers were rejected"),
        ("Staff until 00:30: £1,940.", "Staff until 12:30 am", "Staff until 12:30 pm"),
        ("Route distance 312 NM.", "The route covers 312 nautical miles", "The route covers 312 miles"),
        ("The speed is 60 mph.", "sixty miles per hour", "sixteen miles per hour"),
        ("The painting is 61.5 x 48 cm.", "615 x 480 mm", "651 x 480 mm"),
        ("Value 1.15 kg / NOK 2,400 / 6110.", "worth NOK 2,400", "worth NOK 2,500"),
        (MODELS, "The Corva T5 (€949) lasts 11 h", "The Corva T5 lasts 14 h"),
        (MODELS, "The Lumo 15 Pro has a 15.6-inch screen", "The Lumo 15 Pro has a 15.6-cm screen"),
        (RIVER, "| Ashford Weir | 142 cm | 18.7 m³/s | 86% |", "| Ashford Weir | 142 mm | 18.7 m³/s | 86% |"),
        (RIVER, "Mill Lock had 2.08 m", "Mill Lock had 1.42 m"),
        ("It took 8.212 GHz.", "It took 8212 MHz", "It took 8.212 MHz"),
        ("Data sheet DS-311 rev. C.", "DS-311 revision C", "DS-311 revision G"),
        ("Model LT-5520-B, 5000 points.", "It has 5,000 points", "It has 5520 points"),
        ("Screen: 2.6 in\nProof: yes", "A 2.6-inch screen", "A 2.8-inch screen"),
        ("A grant of CHF 640,000.", "640,000 Swiss francs", "460,000 Swiss francs"),
        ("Free unloading: 90 minutes.", "Free for an hour and a half", "Free for an hour and a quarter"),
        ("Staff accrue 2.25 days of annual leave per month.", "2.25 days a month", "2.52 days a month"),
        ("The three groups did not differ.", "The three groups did not differ", "The two groups did not differ"),
        ("3) No.\n4) The minimum mark is 7.5.", "| 4 | Minimum mark: 7.5 |", "| 5 | Minimum mark: 7.5 |"),
        (KEPT, "| HU-1 | 1,250 kg | 30 Sep 2025 |", "| HU-1 | 1,250 t | 30 Sep 2025 |"),
        (RECOAT, "Satin is recoated after 6 hours", "Satin is recoated after 6 minutes"),
        ("The share is 3.5 %.", "three point five per cent", "three point six per cent"),
        ("plot,pm25_ug_m3,yield_t_ha\nA,8.4,3.67\nB,9.1,8.15", "A had PM2.5 of 8.4 µg/m³", "A had PM10 of 8.4 µg/m³"),
        ("plot,pm25_ug_m3,yield_t_ha\nA,8.4,3.67\nB,9.1,8.15", "A gave 3.67 t/ha", "A gave 3.76 t/ha"),
        (CHIP, "The quiescent current is at most 65 µA", "The quiescent current is at most 65 mA"),
        ("idle: seconds before it is closed. Default 90.", "closed after 90 seconds", "closed after 90 minutes"),
        (
            "Cllr Maria Osei asked.",
            "It was Councillor Maria Osei who asked for it.",
            "It was Councillor Maria Oseni who asked for it.",
        ),
        (GREENHOUSE, "21.5 °C by day, at most 82%", "21.5 °F by day, at most 82%"),
        (GREENHOUSE, "Pump: 2,200 W; cost limit €1,450 per month", "Pump: 2,200 kW; cost limit €1,450 per month"),
    ],
)
def test_a_fact_in_another_writing_stands_in_the_quote_and_its_neighbour_does_not(quote, same, other):
    assert objections(same, quote, spanish=False) == []
    assert objections(other, quote, spanish=False) != []


@pytest.mark.parametrize(
    ("quote", "same", "other"),
    [
        (WORKS, "Las obras no pueden durar más de 75 días", "Las obras pueden durar más de 75 días"),
        ("El error es del 2,8 % como máximo.", "El error no pasa del 2,8 %", "El error pasa del 2,8 %"),
        ("No bajará de 0,5 mg/L.", "Cloro: mínimo 0,5 mg/L", "Cloro: mínimo 5 mg/L"),
        ("No hallamos efecto del pH.", "El pH no mostró ningún efecto", "Hallamos efecto del pH"),
        ("No se permite llenar piscinas.", "Está prohibido llenar piscinas", "Se permite llenar piscinas"),
        ("Ya no se admite Android 9.", "Android 9 ha dejado de admitirse", "Android 8 ha dejado de admitirse"),
        ("No superará los 35 dB.", "El máximo es de 35 dB", "Superará los 35 dB"),
        (
            "Ocuparán como máximo el 35 % del ancho.",
            "No ocuparán más del 35 % del ancho",
            "Ocuparán más del 35 % del ancho",
        ),
        ("No abrirá antes del 15 de junio.", "Estará cerrada hasta el 15-06", "Estará cerrada hasta el 15-07"),
        (
            "Vigente hasta el 30/06/2027.",
            "Vigente hasta el 30 de junio de 2027",
            "Vigente hasta el 30 de junio de 2024",
        ),
        ("El recorrido suma 2.150 m.", "El recorrido suma 2150 m", "El recorrido suma 2.150 km"),
        ("Ventas del primer trimestre: 86.400 euros.", "Ventas 1T: 86 400 euros", "Ventas 2T: 86 400 euros"),
        ("Al precio de $14.85 M.N. por litro.", "Cuesta 14,85 pesos por litro", "Cuesta 18,45 pesos por litro"),
        ("Los 96 cuartos gastan.", "Cada uno de los noventa y seis cuartos", "Cada uno de los noventa y cinco cuartos"),
        ("Velocidad 1; no usar velocidad 2.", "En velocidad 1, sin pasar a la 2", "En velocidad 1, sin pasar a la 3"),
        ("Art. 8. El nivel es de 30 dB.", "Art. 8: 30 decibelios", "Art. 9: 30 decibelios"),
        ("Recargo: 3,5 % mensual.", "Tres coma cinco por ciento mensual", "Tres coma seis por ciento mensual"),
        ("Entre el 45 % y el 55 %.", "Entre el cuarenta y cinco y el 55 %", "Entre el cuarenta y seis y el 55 %"),
        ("Las pérdidas bajarán del 38 % al 29 %.", "Que pasen del 38 % al 29 %", "Que pasen del 39 % al 29 %"),
        (
            "El 06/08/2024 zarpamos de la isla con tres tripulantes y sin viento.",
            "Zarpamos el 6 de agosto de 2024",
            "Zarpamos el 8 de junio de 2024",
        ),
        (SHIFTS, "Amparo libra el viernes y el martes no", "Amparo libra en mayo"),
        (
            "La grave, con Gs. 2.475.000; la leve, 8 jornales.",
            "La grave son Gs. 2.475.000",
            "La grave son Gs. 2.457.000",
        ),
        (
            "Ruta | Buque | Adulto (B/.)\nPerico | Doña Lupe | 12.50\nHonda | Coral | 18.75",
            "Adulto: 12,50 balboas",
            "Adulto: 12,50 euros",
        ),
        ("Costo: S/ 27.350.", "Costo: PEN 27.350", "Costo: PEN 27.530"),
        ("Multa de Gs. 2.475.000. Nada más.", "Multa de 2.475.000 guaraníes", "Multa de 2.457.000 guaraníes"),
        ("Presupuesto: L 1.246.300.", "Presupuesto: 1.246.300 lempiras", "Presupuesto: 1.264.300 lempiras"),
        ("La mayor, de magnitud 3,8, el 18 de mayo.", "Fue de magnitud 3,8", "Fue de magnitud 8,3"),
        ("Temperatura a las 20:45: 16 °C.", "A las 8:45 p. m.: 16 °C", "A las 8:45 a. m.: 16 °C"),
    ],
)
def test_a_limit_or_a_denial_in_other_words_is_the_same_and_its_opposite_is_not(quote, same, other):
    assert objections(same, quote, spanish=True) == []
    assert objections(other, quote, spanish=True) != []


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("SpO₂: 95 %", "Oxygen saturation 95%."),
        ("f_max (I²C): 0.4 MHz", "I2C address: 0x4A; max. bus clock: 400 kHz."),
        ("RH 45–50 %", "Keep at 45% to 50% relative humidity."),
        ("NRND after 2026-03-01", "Not recommended for new designs after 1 March 2026."),
        (
            "While Sensors made €4 million, Hydraulics lost €6 million",
            "Hydraulics lost €6 million, Sensors made €4 million.",
        ),
        ("a fine of up to $12,500", "A fine not exceeding $12,500."),
        ("No account fee was charged", "Account fee: none."),
        ("Windows 8.1 support has been dropped", "Windows 8.1 is no longer supported."),
        (
            "It can be renewed, unless another has reserved it",
            "Renewals are possible, but not if another has reserved it.",
        ),
        ("0.28 mg/L was under the 0.30 mg/L minimum", "Chlorine 0.28 mg/L below minimum 0.30 mg/L."),
        ("A call ends when it exceeds 30 seconds", "Calls last at most 30 seconds; past that they end."),
        ("In severe illness, the maximum is 20 mg", "In severe illness do not exceed 20 mg."),
        ("from Friday 8 to Saturday 9 November", "from Friday 8 November until Saturday 9 November."),
        ("| 6 | Tender not awarded |", "Item 6: the tender was not awarded, as only 2 bids came."),
    ],
)
def test_short_forms_and_words_for_the_same_are_no_fault(claim, quote):
    assert objections(claim, quote, spanish=False) == []


FEES = "Tariff | Unit rate (p) | Exit fee | Term\nFlex | 24.86 | none | none\nFixed 12 | 23.10 | £50 | 12 months"


def test_the_head_of_a_table_affirms_nothing_and_the_prose_beside_a_table_does():
    assert objections("Flex has no exit fee and no term", FEES, spanish=False) == []
    beside = "| a | 1 |\n| b | 2 |\n\nPets are allowed in the garden."
    assert objections("Pets are not allowed in the garden", beside, spanish=False) != []


def test_the_number_of_what_was_told_is_held_against_its_own_count_only():
    quote = (
        "Recalled after two hours: 21.7 words with a nap, 18.4 without. Sleepiness did not differ between the groups."
    )
    assert objections("The two groups were equally sleepy", quote, spanish=False) == []
    assert objections("The two groups were alike", "The three groups were alike.", spanish=False) != []


def test_once_before_a_number_is_no_number_of_its_own():
    quote = "Either may end it after the first six months."
    assert objections("Once six months have gone by, either may end it", quote, spanish=False) == []
    assert objections("Once four months have gone by, either may end it", quote, spanish=False) != []


def test_a_code_with_a_slash_is_no_month_of_the_quote():
    assert objections("Form GB/5 applies", "Form X applies in May.", spanish=False) == [("identifier", "GB/5")]


def test_a_symbol_is_held_against_another_symbol():
    assert objections("CO₂ rose by 3 %", "The NO₂ rose by 3 %.", spanish=False) != []


@pytest.mark.parametrize(
    "piece", ["not more than 5 ", "before 5 and after 6, ", "mg/", "| 1 ", "0601 10 ", "phase III ", "one point five "]
)
def test_no_repetition_takes_a_long_time(piece):
    text = piece * (3000 // len(piece))
    start = process_time()
    objections(text, text, spanish=False)
    assert process_time() - start < 5
