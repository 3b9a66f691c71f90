"""Units by their names and signs: the dimension of each and how much of its base it is."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

Unit = tuple[str, Fraction]
"""A dimension and a factor to its base."""

_PREFIXES = {
    "p": ("pico", "pico", "1e-12"),
    "n": ("nano", "nano", "1e-9"),
    "µ": ("micro", "micro", "1e-6"),
    "m": ("milli", "mili", "1e-3"),
    "c": ("centi", "centi", "1e-2"),
    "d": ("deci", "deci", "1e-1"),
    "h": ("hecto", "hecto", "1e2"),
    "k": ("kilo", "kilo", "1e3"),
    "M": ("mega", "mega", "1e6"),
    "G": ("giga", "giga", "1e9"),
    "T": ("tera", "tera", "1e12"),
    "P": ("peta", "peta", "1e15"),
}
"""The prefixes of the SI: sign, English, Spanish, factor."""

_PREFIXED = """
length 1 nµmcdhk m metre,meter,metro
mass 1 pnµmcdhk g gram,gramme,gramo
volume 1 pnµmcdh l,L litre,liter,litro
time 1 pnµm s second,segundo
power 1 nµmkMGT W watt,vatio,wat
power 1 kM Wp
apparent 1 kM VA voltampere,voltamperio
energy 3600 mkMGT Wh watthour,vatiohora
energy 1 mkMGT J joule,julio
energy 4.184 k cal calorie,caloría
voltage 1 nµmkM V volt,voltio
current 1 nµmk A amp,ampere,amperio
charge 1000 m Ah
resistance 1 mkMG Ω ohm,ohmio
capacity 1 pnµm F farad,faradio
frequency 1 mkMGT Hz hertz,hercio
force|area 1 µmhkMG Pa pascal
force|area 100000 m bar bar,bares
force 1 mkM N newton
torque 1 mk Nm newtonmetre,newtonmeter
amount 1 pnµmk mol mole
molar 1 pnµm M molar
bits 1 kMGT bit bit
bytes 1 kMGTP B byte,octeto
bits|time 1 kMGT bps
decibel 10 d B bel,belio
activity 1 kMGT Bq becquerel
dose 1 nµm Sv sievert
dose 1 m Gy
field 1 nµm T tesla
mass 1000000 kMG t tonne,tonelada
pixels 1 kMG px pixel,píxel,megapíxel
"""
"""Dimension, factor, prefixes that are in use, signs, names."""

_SPELLED = """
length 0.000001 micron micra
length 1852 NM nmi
length 0.0254 inch inches pulgada
length 0.3048 ft foot feet pies
length 0.9144 yd yds yard yarda
length 1609.344 mi mile milla
length 1852 nmi
mass 907184.74 ton
mass 0.001 mgs
mass 0.000001 mcg
mass 1000 kilo kgs Kg KG
mass 453.59237 lb lbs
mass 28.349523125 oz ounce onza
mass 0.2 carat quilate
volume 0.001 cc ML
volume 1000 m³ m3 cbm
volume 0.000001 mm³ mm3
volume 0.001 cm³ cm3
volume 1 dm³ dm3
volume 1000000000 hm³ hm3
volume 1000000000000 km³ km3
volume 0.028316846592 ft³ ft3 cuft
volume 3.785411784 gal gallon galón galones
volume 0.473176473 pint pinta
spoon 1 teaspoon cucharadita
tablespoon 1 tablespoon cucharada
area 1 m² m2 sqm qm
area 0.000001 mm² mm2
area 0.0001 cm² cm2
area 1000000 km² km2
area 10000 ha hectare hectárea
area 4046.8564224 acre
area 0.09290304 ft² ft2 sqft
time 1 sec secs seg segs
time 0.001 msec
time 60 min mins minute minuto
time 3600 h hr hrs hour hora
time 86400 day día dia d
time 604800 week semana wk wks
time 1209600 fortnight
time 1296000 quincena
years 1 month mes meses mo mos
years 2 bimestre
years 3 quarter trimestre
years 6 semester semestre
years 12 year yr yrs año
years 120 decade década
years 1200 century centuries siglo
bits 1000 kb Kb
bits 1000000 Mb
bits 1000000000 Gb
bytes 1000 KB Kb/B
bytes 1000000 mega megas
bytes 1000000000 giga gigas
bytes 1024 KiB kibibyte
bytes 1048576 MiB mebibyte
bytes 1073741824 GiB gibibyte
bytes 1099511627776 TiB tebibyte
power 735.49875 hp horsepower
energy 4184 Cal
energy 3600000 kwh kWhs
charge 1 mah
force|area 6894.757293168 psi
force|area 133.322387415 mmHg
force|area 101325 atm atmosphere atmósfera
length|time 0.27777777777777777777 kph kmh kmph
length|time 0.44704 mph
length|time 0.51444444444444444444 kn knot nudo
celsius 1 °C ºC degC celsius centígrado centigrade
fahrenheit 1 °F ºF fahrenheit
kelvin 1 K kelvin
resistance 1000 kilohm
resistance 1000000 megohm
resolution 1 dpi ppi ppp
turns 1 rev revs revolution revolución revoluciones vuelta
turns|time 0.016666666666666666667 rpm
torque 1 N·m N⋅m N-m
light 1 lx lux
flux 1 lm lumen lúmen lúmenes
luminance 1 nit nits
angle 1 rad
arc 1 arcsecond arcsec
arc 60 arcminute arcmin
frames 1 frame fotograma cuadro
frames|time 1 fps
ppm 1 ppm
ppb 1 ppb
percent 1 % percent percentage pct porcentaje
permille 1 ‰
iu 1 IU UI
decibel 1 dBA
gravity 1 ×g xg
DKK 1 DKK
SEK 1 SEK
NOK 1 NOK
EUR 1 € eur EUR euro Eur
EUR 1000 k€ K€ kEUR
EUR 1000000 M€ MEUR m€ Mio.€
USD 1 usd USD US$
USD 1000 k$ K$
USD 1000000 M$
GBP 1 £ gbp GBP quid
GBP 0.01 pence penny penique
JPY 1 JPY yen yenes
CNY 1 CNY RMB yuan renminbi
CHF 1 CHF franc franco SFr Fr
INR 1 ₹ INR rupee rupia
BRL 1 R$ BRL reais
KRW 1 ₩ KRW
PLN 1 PLN zł zloty złoty
CZK 1 CZK Kč
HUF 1 HUF forint
RUB 1 ₽ RUB rouble ruble rublo
TRY 1 ₺ TRY
ILS 1 ₪ ILS shekel
ZAR 1 ZAR rand
THB 1 THB baht
MXN 1 MXN
ARS 1 ARS
COP 1 COP
CLP 1 CLP
PEN 1 PEN S/ S/. sol soles
CRC 1 CRC ₡ colón colones
PYG 1 PYG ₲ Gs. Gs guaraní guaraníes
GTQ 1 GTQ quetzal quetzales
UYU 1 UYU $U
BOB 1 BOB Bs. Bs boliviano
HNL 1 HNL lempira
DOP 1 DOP RD$
PAB 1 PAB B/. balboa
AUD 1 AUD A$
CAD 1 CAD C$
NZD 1 NZD NZ$
SGD 1 SGD S$
HKD 1 HKD HK$
ESP 1 peseta
BTC 1 BTC bitcoin
"""
_STRESSED = {"o": "ó", "i": "í", "a": "á"}
_ONE = Fraction(1)
_POUND = Fraction("453.59237")
_DOLLARS = ("USD", "AUD", "CAD", "NZD", "SGD", "HKD")
_CENT = tuple((currency, Fraction(1, 100)) for currency in ("EUR", "USD", "AUD", "CAD", "cents"))
_SEVERAL: dict[tuple[str, ...], tuple[Unit, ...]] = {
    ("pound", "pounds", "libra", "libras"): (("mass", _POUND), ("GBP", _ONE)),
    (
        "cent",
        "cents",
        "¢",
        "céntimo",
        "céntimos",
        "centimo",
        "centimos",
        "centavo",
        "centavos",
        "cts",
        "cts.",
        "cént",
        "cents.",
        "c€",
    ): _CENT,
    ("tsp", "tsps", "cdta", "cdtas", "cdita"): (("spoon", _ONE), ("volume", Fraction("0.0049289216"))),
    ("tbsp", "tbsps", "cda", "cdas"): (("tablespoon", _ONE), ("volume", Fraction("0.0147867648"))),
    ("ct",): (*_CENT, ("mass", Fraction("0.2"))),
    ("p",): (("GBP", Fraction(1, 100)),),
    ("°", "º", "degree", "degrees", "grado", "grados"): tuple((s, _ONE) for s in ("degree", "celsius", "fahrenheit")),
    ("kt",): (("length|time", Fraction(463, 900)), ("mass", Fraction(10**9))),
    ("g",): (("mass", _ONE), ("gravity", _ONE)),
    ("$",): tuple((one, _ONE) for one in (*_DOLLARS, "MXN", "ARS", "COP", "CLP")),
    ("dollar", "dollars", "dólar", "dólares", "dolar", "dolares"): tuple((one, _ONE) for one in _DOLLARS),
    ("peso", "pesos"): tuple((one, _ONE) for one in ("MXN", "ARS", "COP", "CLP", "UYU", "DOP", "pesos")),
    ("kr", "kr.", "krona", "kronor", "krone", "kroner", "corona", "coronas"): tuple(
        (one, _ONE) for one in ("DKK", "SEK", "NOK", "kronor")
    ),
    ("¥",): (("JPY", _ONE), ("CNY", _ONE)),
}
"""What has several readings: two quantities agree where one reading of each does."""


def _rows() -> Iterator[tuple[str, Fraction, list[str]]]:
    """Every unit with its names; what is spelled out comes last, for it wins over what a prefix makes (`ha`, `min`)."""
    for row in _PREFIXED.strip().splitlines():
        dimension, factor, prefixes, signs, *names = row.split()
        words = names[0].split(",") if names else []
        yield dimension, Fraction(factor), [*signs.split(","), *words]
        for prefix in prefixes:
            english, spanish, by = _PREFIXES[prefix]
            written = ("µ", "μ", "u") if prefix == "µ" else (prefix,)
            made = [f"{one}{sign}" for one in written for sign in signs.split(",")]
            made += [f"{one}{word}" for one in (english, spanish) for word in words]
            made += [f"{spanish[:-1]}{_STRESSED[spanish[-1]]}metro"] if "metro" in words else []
            yield dimension, Fraction(factor) * Fraction(by), made
    for row in _SPELLED.strip().splitlines():
        dimension, factor, *names = row.split()
        yield dimension, _exact(factor), names


def _exact(factor: str) -> Fraction:
    """The factor; one with as many digits as fit is a fraction that repeats: 0.2777... is 5/18."""
    return Fraction(factor).limit_denominator(3600) if len(factor) > 18 else Fraction(factor)


def _table() -> dict[str, tuple[Unit, ...]]:
    found: dict[str, tuple[Unit, ...]] = {}
    for dimension, factor, names in _rows():
        for name in names:
            found[name] = ((dimension, factor),)
            if len(name) > 3 and name.isalpha():
                found[f"{name}s"] = found[f"{name}es"] = found[name]
    for several, units in _SEVERAL.items():
        found |= dict.fromkeys(several, units)
    for name in ("day", "día", "dia", "año", "yen", "amp", "ton", "ohm", "bit", "mes", "nit", "bel"):
        found[f"{name}s"] = found[name]
    for name in [name for name in found if not name.isascii() and len(name) > 4 and name.isalpha()]:
        found.setdefault(_bare(name), found[name])
    return found


def _bare(name: str) -> str:
    return name.translate(str.maketrans("áéíóúü", "aeiouu"))


UNITS = _table()
"""Every unit by its exact sign, and by its name in lower case, singular and plural."""

CURRENCIES = frozenset(
    sign for sign, ((dimension, _), *_) in UNITS.items() if dimension.isupper() and not sign.islower()
)
"""What may also stand before a number."""

_SPELLED_OUT = {name: units for name, units in UNITS.items() if len(name) > 2 and name.isalpha() and name.islower()}


def unit(name: str) -> tuple[Unit, ...]:
    """The readings of a unit, none for what is no unit; signs by their case, names in any.

    >>> unit("KB") == unit("kilobytes"), unit("Mb") == unit("MB"), unit("Metros")
    (True, False, (('length', Fraction(1, 1)),))
    """
    return UNITS.get(name) or _SPELLED_OUT.get(name.lower(), ())


def per(units: tuple[Unit, ...], others: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """What one unit is for each of another: `km` by `h`.

    >>> per(unit("km"), unit("h")) == unit("kph")
    True
    """
    return tuple((f"{one}|{two}", factor / other) for one, factor in units for two, other in others)
