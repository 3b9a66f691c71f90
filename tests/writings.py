"""One fact in many writings, English and Spanish: numbers in figures and words, units, dates, times of day."""

import re

FRAMES = {
    "en": ["The value of the part is {}.", "The part has {}, as the list says.", "For the part they give {}."],
    "es": ["El valor de la pieza es {}.", "La pieza tiene {}, según la lista.", "Para la pieza se indica {}."],
}
LAYOUTS = [
    "{} [1].",
    "**{}** [1].",
    "- {} [1]",
    "1. {} [1]",
    "> {} [1].",
    "| {} | [1] |",
    "*{}* [1].",
    "__{}__ [1].",
    "## Answer\n\n{} [1].",
    "{}. [1]",
    "{}.[1]",
    "<b>{}</b> [1].",
]
ONES = {
    "en": [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ],
    "es": [
        "cero",
        "uno",
        "dos",
        "tres",
        "cuatro",
        "cinco",
        "seis",
        "siete",
        "ocho",
        "nueve",
        "diez",
        "once",
        "doce",
        "trece",
        "catorce",
        "quince",
        "dieciséis",
        "diecisiete",
        "dieciocho",
        "diecinueve",
        "veinte",
        "veintiuno",
        "veintidós",
        "veintitrés",
        "veinticuatro",
        "veinticinco",
        "veintiséis",
        "veintisiete",
        "veintiocho",
        "veintinueve",
    ],
}
TENS = {
    "en": ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"],
    "es": ["veinte", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"],
}
HUNDREDS = [
    "ciento",
    "doscientos",
    "trescientos",
    "cuatrocientos",
    "quinientos",
    "seiscientos",
    "setecientos",
    "ochocientos",
    "novecientos",
]
MONTHS = {
    "en": [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
    "es": [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ],
}


def spelled(n, lang):
    """A number under a million in words."""
    if n < len(ONES[lang]):
        return ONES[lang][n]
    if n < 100:
        ten, one = divmod(n, 10)
        joiner = "-" if lang == "en" else " y "
        return TENS[lang][ten - 2] + (joiner + ONES[lang][one] if one else "")
    if n < 1000:
        return hundreds(n, lang)
    thousands, rest = divmod(n, 1000)
    if lang == "es":
        head = "mil" if thousands == 1 else re.sub(r"(?<=veinti)uno$", "ún", spelled(thousands, lang)) + " mil"
        head = re.sub(r"uno mil$", "un mil", head)
        return head + (f" {spelled(rest, lang)}" if rest else "")
    return f"{spelled(thousands, lang)} thousand" + (f" {spelled(rest, lang)}" if rest else "")


def hundreds(n, lang):
    hundred, rest = divmod(n, 100)
    if lang == "es":
        return "cien" if n == 100 else HUNDREDS[hundred - 1] + (f" {spelled(rest, lang)}" if rest else "")
    return f"{ONES[lang][hundred]} hundred" + (f" and {spelled(rest, lang)}" if rest else "")


def grouped(n, mark):
    return f"{n:,}".replace(",", mark)


def whole_numbers(n, lang):
    marks = {"en": [",", " ", "\u202f"], "es": [".", " ", "\u00a0"]}[lang]
    words = [spelled(n, lang)] if n not in {0, 1} and not (lang == "es" and str(n)[-4:-3] == "1" and n > 10_000) else []
    return [str(n), *(grouped(n, mark) for mark in marks if n >= 1000), *words]


def decimals(n, places, lang):
    """`n / 10**places`, with and without a zero behind."""
    point = {"en": ".", "es": ","}[lang]
    text = f"{n // 10**places}{point}{n % 10**places:0{places}d}"
    return [text, f"{text}0"] if places != 2 else [text]


SAME_UNITS = [
    "km|kilometre|kilometres|kilometers|kilómetros",
    "m|metres|meters|metros",
    "cm|centimetres|centímetros",
    "mm|millimetres|milímetros",
    "µm|μm|micrometres|micrómetros",
    "nm|nanometres|nanómetros",
    "kg|kilograms|kilogramos|kilos",
    "g|grams|gramos",
    "mg|milligrams|miligramos",
    "µg|micrograms|microgramos|mcg",
    "t|tonnes|toneladas",
    "l|L|litres|liters|litros",
    "ml|mL|millilitres|mililitros",
    "cl|cL|centilitres|centilitros",
    "µl|µL|microlitres|microlitros",
    "hl|hectolitres|hectolitros",
    "m²|m2|square metres|metros cuadrados",
    "km²|km2|square kilometres|kilómetros cuadrados",
    "m³|m3|cubic metres|metros cúbicos",
    "cm³|cm3|cubic centimetres|centímetros cúbicos",
    "hm³|cubic hectometres|hectómetros cúbicos",
    "ha|hectares|hectáreas",
    "m³/s|m3/s|cubic metres per second|metros cúbicos por segundo",
    "m³/h|m3/h|cubic metres an hour|metros cúbicos por hora|metros cúbicos a la hora",
    "km/h|kilometres per hour|kilómetros por hora",
    "m/s|metres per second|metros por segundo",
    "mg/l|mg/L|milligrams per litre|miligramos por litro",
    "mg/dL|mg/dl|milligrams per decilitre|miligramos por decilitro",
    "g/cm³|g/cm3|grams per cubic centimetre|gramos por centímetro cúbico",
    "mg/kg|milligrams per kilogram|miligramos por kilogramo",
    "kWh/m²|kilowatt-hours per square metre|kilovatios hora por metro cuadrado",
    "l/min|litres per minute|litros por minuto",
    "MB/s|megabytes per second|megabytes por segundo",
    "Mbit/s|Mbps|megabits per second|megabits por segundo",
    "s|seconds|segundos",
    "ms|milliseconds|milisegundos",
    "min|minutes|minutos",
    "h|hours|horas",
    "days|días",
    "weeks|semanas",
    "months|meses",
    "years|años",
    "W|watts|vatios",
    "kW|kilowatts|kilovatios",
    "MW|megawatts|megavatios",
    "kWh|kilowatt-hours|kilowatt hours|kilovatios hora",
    "MWh|megawatt-hours|megavatios hora",
    "V|volts|voltios",
    "mV|millivolts|milivoltios",
    "kV|kilovolts|kilovoltios",
    "A|amps|amperes|amperios",
    "mA|milliamps|miliamperios",
    "mAh|milliamp hours",
    "Hz|hertz|hercios",
    "kHz|kilohertz|kilohercios",
    "GHz|gigahertz|gigahercios",
    "J|joules|julios",
    "kJ|kilojoules|kilojulios",
    "kcal|kilocalories|kilocalorías",
    "bar|bares",
    "mbar|hPa|millibars",
    "kPa|kilopascals|kilopascales",
    "N|newtons",
    "Nm|N·m|newton metres",
    "dB|decibels|decibelios",
    "Ω|ohms|ohmios",
    "kΩ|kilohms|kiloohms",
    "KB|kB|kilobytes",
    "MB|megabytes",
    "GB|gigabytes",
    "TB|terabytes",
    "MiB|mebibytes",
    "°C|degrees Celsius|grados Celsius|degrees|grados|ºC",
    "°F|degrees Fahrenheit|grados Fahrenheit",
    "%|percent|per cent|por ciento",
    "ppm",
    "rpm",
    "lm|lumens|lúmenes",
    "€|euros|EUR",
    "£|pounds|GBP",
    "$|dollars|USD|dólares",
    "CHF|francs|francos",
    "kroner|kr|DKK",
    "working days|business days|días hábiles|días laborables",
]
FAMILIES = [row.split("|") for row in SAME_UNITS]
SIGNS = {"€", "£", "$", "EUR", "GBP", "USD", "CHF", "DKK"}
GLUED = {
    "%",
    "°C",
    "°F",
    "km",
    "kg",
    "g",
    "mg",
    "ml",
    "mL",
    "l",
    "cm",
    "mm",
    "m",
    "h",
    "min",
    "s",
    "ms",
    "kW",
    "W",
    "V",
    "GB",
    "MB",
    "kWh",
}


def amounts(n, name, lang):
    number = {"en": f"{n:,}", "es": grouped(n, ".")}[lang]
    found = [
        f"{number} {name}",
        f"{number}\u00a0{name}",
        f"**{number}** {name}",
        f"{number}&nbsp;{name}",
        f"**{number} {name}**",
    ]
    if name in GLUED:
        found += [f"{number}{name}", f"{number}\u202f{name}"]
    if name in SIGNS:
        found += [f"{name} {number}", f"{name}{number}" if len(name) == 1 else f"{name}\u00a0{number}"]
    if name.isalpha() and lang == "en" and len(name) > 3 and n < 1000:
        found.append(f"{spelled(n, 'en')} {name}")
    return found


def dates_of(year, month, day, lang):
    name = MONTHS[lang][month - 1]
    iso = f"{year}-{month:02}-{day:02}"
    if lang == "es":
        return [
            f"{day} de {name} de {year}",
            f"{day} de {name} del {year}",
            f"{day:02}/{month:02}/{year}",
            f"{day}-{month}-{year}",
            iso,
            f"{day} {name[:3]}. {year}",
            f"{day}.{month}.{year}",
        ]
    ordinal = {1: "st", 2: "nd", 3: "rd"}.get(day % 10 if day not in {11, 12, 13} else 0, "th")
    return [
        f"{day} {name} {year}",
        f"{name} {day}, {year}",
        f"{name} {day}{ordinal}, {year}",
        f"{day}{ordinal} {name} {year}",
        f"the {day}{ordinal} of {name} {year}",
        f"{day} {name[:3]} {year}",
        f"{name[:3]}{'' if month == 5 else '.'} {day}, {year}",  # May is no abbreviation
        f"{day:02}/{month:02}/{year}",
        iso,
        f"{day}-{name[:3]}-{year}",
    ]


def times_of(hour, minute, lang):
    found = [f"{hour}:{minute:02}", f"{hour:02}:{minute:02}"]
    half, short = "am" if hour < 12 else "pm", hour % 12 or 12
    if lang == "es":
        part = "de la noche" if hour >= 20 else "de la tarde" if hour > 12 else "de la mañana"
        words = {0: "", 15: " y cuarto", 30: " y media"}.get(minute)
        said = [f"las {ONES['es'][short]}{words} {part}"] if words is not None and short > 1 and 6 <= hour != 12 else []
        return [*found, f"{hour}:{minute:02} h", f"{hour}.{minute:02} h", *(said or [])]
    found += [f"{short}:{minute:02} {half}", f"{short}.{minute:02} {half[0]}.m.", f"{short}:{minute:02}{half.upper()}"]
    if 6 <= hour < 12 and minute in {15, 30}:
        found.append({15: "quarter past ", 30: "half past "}[minute] + f"{ONES['en'][short]} in the morning")
    return [*found, *([f"{short} {half}", f"{short}{half}"] if minute == 0 else [])]
