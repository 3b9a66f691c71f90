"""Units by their names and signs: the dimension of each and how much of its base it is."""

from __future__ import annotations

from fractions import Fraction

Unit = tuple[str, Fraction]
"""A dimension and a factor to its base."""

_SPELLED = """
length 0.001 mm millimetre millimeter milímetro
length 0.01 cm centimetre centimeter centímetro
length 1 m metre meter metro
length 1000 km kilometre kilometer kilómetro
length 0.000001 µm micrometre micrometer micron micra
length 0.0254 inch inches pulgada
length 0.3048 ft foot feet pies
length 0.9144 yd yard yarda
length 1609.344 mi mile milla
mass 0.001 mg milligram miligramo
mass 0.000001 µg mcg microgram microgramo
mass 1 g gram gramme gramo
mass 1000 kg kilogram kilogramme kilogramo kilo
mass 1000000 t tonne tonelada
mass 907184.74 ton
mass 453.59237 lb lbs
mass 28.349523125 oz ounce onza
volume 0.001 ml mL millilitre milliliter mililitro
volume 0.01 cl cL centilitre centiliter centilitro
volume 0.1 dl dL decilitre deciliter decilitro
volume 1 l L litre liter litro
volume 1000 m³ m3
volume 3.785411784 gal gallon galón
volume 0.473176473 pint pinta
area 1 m² m2 sqm
area 1000000 km² km2
area 0.0001 cm² cm2
area 10000 ha hectare hectárea
area 4046.8564224 acre
area 0.09290304 ft² ft2 sqft
time 0.000000001 ns nanosecond nanosegundo
time 0.000001 µs us microsecond microsegundo
time 0.001 ms msec millisecond milisegundo
time 1 s sec secs second segundo seg
time 60 min mins minute minuto
time 3600 h hr hrs hour hora
time 86400 day día dia
time 604800 week semana
time 1209600 fortnight
time 1296000 quincena
years 1 month mes meses
years 3 quarter trimestre
years 6 semester semestre
years 12 year yr yrs año
years 120 decade década
years 1200 century centuries siglo
bits 1 bit
bits 1000 kbit kb Kb kilobit
bits 1000000 Mbit Mb megabit
bits 1000000000 Gbit Gb gigabit
bytes 1 B byte octeto
bytes 1000 kB KB kilobyte
bytes 1000000 MB megabyte mega
bytes 1000000000 GB gigabyte giga
bytes 1000000000000 TB terabyte
bytes 1000000000000000 PB petabyte
bytes 1024 KiB kibibyte
bytes 1048576 MiB mebibyte
bytes 1073741824 GiB gibibyte
bytes 1099511627776 TiB tebibyte
bitrate 1000 kbps kbit/s
bitrate 1000000 Mbps Mbit/s Mb/s
bitrate 1000000000 Gbps Gbit/s Gb/s
byterate 1000 kB/s KB/s
byterate 1000000 MB/s
byterate 1000000000 GB/s
frequency 1 Hz hertz
frequency 1000 kHz kilohertz kilohercio
frequency 1000000 MHz megahertz megahercio
frequency 1000000000 GHz gigahertz gigahercio
power 0.001 mW milliwatt milivatio
power 1 W watt vatio
power 1000 kW kilowatt kilovatio
power 1000000 MW megawatt megavatio
power 1000000000 GW gigawatt gigavatio
power 735.49875 hp horsepower
energy 1 J joule julio
energy 1000 kJ kilojoule kilojulio
energy 1000000 MJ megajoule
energy 3600 Wh
energy 3600000 kWh
energy 3600000000 MWh
energy 4184 kcal kilocalorie kilocaloría
energy 4.184 cal calorie caloría
voltage 0.001 mV millivolt milivoltio
voltage 1 V volt voltio
voltage 1000 kV kilovolt kilovoltio
current 0.001 mA milliamp milliampere miliamperio
current 1 A amp ampere amperio
charge 1 mAh
charge 1000 Ah
resistance 1 Ω ohm ohmio
resistance 1000 kΩ
pressure 1 Pa pascal
pressure 100 hPa mbar millibar
pressure 1000 kPa kilopascal
pressure 1000000 MPa
pressure 100000 bar bares
pressure 6894.757293168 psi
speed 3.6 m/s
speed 1 km/h kph kmh
speed 1.609344 mph
celsius 1 °C ºC celsius centígrado centigrade
fahrenheit 1 °F ºF fahrenheit
kelvin 1 K kelvin
decibel 1 dB decibel decibelio
pixels 1 px pixel píxel píxeles
resolution 1 dpi ppi
rotation 1 rpm
torque 1 Nm N·m N⋅m
force 1 N newton
force 1000 kN kilonewton
light 1 lx lux
flux 1 lm lumen
amount 1 mol mole
amount 0.001 mmol millimole
molar 1 M molar
molar 0.001 mM millimolar
molar 0.000001 µM micromolar
volume 0.000001 µL µl microlitre microliter microlitro
length 0.000000001 nm nanometre nanometer nanómetro
length 1852 nmi
speed 1.852 kn knot nudo
frames 1 fps
ppm 1 ppm
percent 1 %
EUR 1 € eur EUR euro
USD 1 $ US$ usd USD dollar dólar dólares
GBP 1 £ gbp GBP
JPY 1 ¥ JPY yen
CNY 1 CNY RMB yuan renminbi
CHF 1 CHF franc franco
MXN 1 MXN
pesos 1 peso
INR 1 ₹ INR rupee rupia
BRL 1 R$ BRL
SEK 1 SEK
NOK 1 NOK
DKK 1 DKK
kronor 1 kr
AUD 1 AUD A$
CAD 1 CAD C$
BTC 1 BTC bitcoin
"""
_CENT = tuple((currency, Fraction(1, 100)) for currency in ("EUR", "USD", "cents"))
_DEGREE = tuple((scale, Fraction(1)) for scale in ("degree", "celsius", "fahrenheit"))
_TWO_WAYS = {"pound": ("mass", "GBP"), "libra": ("mass", "GBP")}
_POUND = Fraction("453.59237")


def _table() -> dict[str, tuple[Unit, ...]]:
    found: dict[str, tuple[Unit, ...]] = {}
    for row in _SPELLED.strip().splitlines():
        dimension, factor, *names = row.split()
        for name in names:
            found[name] = ((dimension, Fraction(factor)),)
            if len(name) > 3 and name.isalpha():
                found[f"{name}s"] = found[f"{name}es"] = found[name]
    for name in _TWO_WAYS:
        found[name] = found[f"{name}s"] = (("mass", _POUND), ("GBP", Fraction(1)))
    found |= dict.fromkeys(("cent", "cents", "¢", "céntimo", "céntimos", "centavo", "centavos"), _CENT)
    found |= dict.fromkeys(("°", "º", "degree", "degrees", "grado", "grados"), _DEGREE)
    for name in ("day", "día", "dia", "año", "yen", "amp", "ton", "ohm", "bit", "mes"):
        found[f"{name}s"] = found[name]
    return found


UNITS = _table()
"""Every unit by its exact sign, and by its name in lower case, singular and plural."""

CURRENCIES = frozenset(
    sign for sign, ((dimension, _), *_) in UNITS.items() if dimension.isupper() and not sign.islower()
)
"""What may also stand before a number."""

_SPELLED_OUT = {name: units for name, units in UNITS.items() if len(name) > 2 and name.isalpha() and name.islower()}


PERIODS = frozenset(
    [
        "h",
        "hr",
        "hour",
        "hora",
        "s",
        "d",
        "day",
        "día",
        "dia",
        "night",
        "noche",
        "week",
        "semana",
        "month",
        "mes",
        "quarter",
        "trimestre",
        "year",
        "año",
    ]
)
"""What an amount may be per without being another unit: see `quantities.rates`."""


def unit(name: str) -> tuple[Unit, ...]:
    """The readings of a unit, none for what is no unit; signs by their case, names in any.

    >>> unit("KB") == unit("kilobytes"), unit("Mb") == unit("MB"), unit("Metros")
    (True, False, (('length', Fraction(1, 1)),))
    """
    found = UNITS.get(name) or _SPELLED_OUT.get(name.lower(), ())
    whole, slash, part = name.partition("/")
    if found or not slash or whole not in UNITS:
        return found
    if part.lower() in PERIODS:
        return UNITS[whole]
    return tuple((f"{dimension} per {part.lower()}", factor) for dimension, factor in UNITS[whole])
