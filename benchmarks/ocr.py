"""What reads scans best: rapidocr and tesseract on pages of our own text, drawn, dirtied and turned by us.

    python benchmarks/ocr.py [--seed 0]

Every engine that is installed reads the same pages: English and Spanish, 11 and 8 points at 200 dots an inch, clean, with
noise, and skewed by two degrees; and one page at 100 dots an inch. A word counts as read where it stands in the right
order, letter for letter, punctuation included. Seconds are wall clock for a page; the models are loaded before.
"""

from __future__ import annotations

import argparse
import sys
import time
from difflib import SequenceMatcher
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
from PIL import Image, ImageFilter

from pincite.errors import ConfigError
from pincite.extract.ocr.ocr import GreyImage, find_ocr

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from pdf_maker import Sheet, column, make_pdf

TEXTS = {
    "English": """The parish keeps its oldest register in a chest of oak beside the vestry door. It was begun on 3 May 1687,
        when Father Whitcombe was paid £12 a year, and it has 214 leaves, of which nine are missing. Baptisms stand on the left,
        burials on the right; marriages were entered at the back until 1754. Two clerks shared the work: the first wrote a
        round, patient hand, the second (a weaver's son, it is said) hurried and blotted. In the cold winter of 1709 he noted
        37 burials in six weeks, "more than the ground would take", and after that nothing until Easter. Whoever wants to
        see the book should write to the warden at least ten days before, naming the years; copies cost £1.50 a page. Pencils
        only, please: ink, food and wet umbrellas stay outside. The lower margin of leaves 88-93 was trimmed by a binder,
        so that several names end too soon. What can still be guessed is given in brackets, with a question mark.""",
    "Spanish": """La parroquia guarda su registro más antiguo en un arcón de roble junto a la puerta de la sacristía. Se abrió el
        3 de mayo de 1687, cuando don Íñigo Muñoz cobraba 12 ducados al año, y tiene 214 hojas, de las que faltan nueve. Los
        bautizos están a la izquierda y los entierros a la derecha; las bodas se apuntaban al final hasta 1754. Dos
        escribanos se repartían el trabajo: el primero tenía una letra redonda y paciente; el segundo (hijo de un tejedor,
        según dicen) iba deprisa y echaba borrones. En el frío invierno de 1709 anotó 37 entierros en seis semanas, «más de
        los que cabían en la tierra», y después nada hasta Pascua. ¿Quién quiere ver el libro? Escriba al mayordomo con diez
        días de antelación e indique los años; las copias cuestan 1,50 € por página. ¡Solo lápiz, por favor! La tinta, la
        comida y los paraguas mojados se quedan fuera. Un encuadernador recortó el margen de las hojas 88-93.""",
}


def page_of(text, size, dots):
    """The picture of a page that holds `text` in lines."""
    lines, width = [""], int(940 / size)
    for word in text.split():
        if len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    data = make_pdf([Sheet(column(lines, top=760, step=1.35 * size, size=size))])
    return pdfium.PdfDocument(data)[0].render(scale=dots / 72, grayscale=True).to_pil()


def noisy(picture, random):
    """Blurred a little, speckled, and grey instead of white."""
    pixels = np.asarray(picture.filter(ImageFilter.GaussianBlur(0.8)), np.float32) * 0.8 + 20
    return Image.fromarray(np.clip(pixels + random.normal(0, 28, pixels.shape), 0, 255).astype(np.uint8))


def skewed(picture):
    """Turned by two degrees, as a sheet lies on the glass."""
    return picture.rotate(2, Image.Resampling.BICUBIC, fillcolor=255)


def pages(language, random):
    """The pages of one language, by name."""
    for size in (11, 8):
        clean = page_of(TEXTS[language], size, 200)
        yield f"{size} points, clean", clean
        yield f"{size} points, noise", noisy(clean, random)
        yield f"{size} points, skewed", skewed(clean)
    yield "11 points, 100 dpi", page_of(TEXTS[language], 11, 100)


def measured(engine, picture, truth):
    """(words right, words read, seconds, confidences of right words, of wrong ones)."""
    image = GreyImage(picture.width, picture.height, picture.convert("L").tobytes())
    began = time.perf_counter()
    words = [word for line in engine.read(image) for word in line]
    seconds = time.perf_counter() - began
    matched = SequenceMatcher(None, truth, [word.text for word in words], autojunk=False).get_matching_blocks()
    right = {at for block in matched for at in range(block.b, block.b + block.size)}
    sure = [[word.confidence for at, word in enumerate(words) if (at in right) is wanted] for wanted in (True, False)]
    return len(right), len(words), seconds, *sure


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0)
    seed = parser.parse_args().seed
    for choice in ("rapidocr", "tesseract"):
        try:
            engine = find_ocr(choice)
        except ConfigError as error:
            print(f"{choice}: {error}")
            continue
        engine.read(GreyImage(200, 200, b"\xff" * 40_000))
        report(engine, seed)


def report(engine, seed):
    """One table: a row for each page, then the confidences."""
    print(f"\n{engine.name}\n\n| page | words right | words read | seconds |\n| --- | --- | --- | --- |")
    right_words, wrong_words, seconds = [], [], []
    for language, text in TEXTS.items():
        truth = text.split()
        for name, picture in pages(language, np.random.default_rng(seed)):
            right, read, took, sure, unsure = measured(engine, picture, truth)
            print(
                f"| {language}, {name} | {right / len(truth):.3f} | {read} of {len(truth)} | {took:.1f} |", flush=True
            )
            right_words += sure
            wrong_words += unsure
            seconds.append(took)
    print(f"\nmedian {np.median(seconds):.2f} s a page; mean confidence of {len(right_words)} right words ", end="")
    print(
        f"{np.mean(right_words):.3f}, of {len(wrong_words)} wrong ones {np.mean(wrong_words or [np.nan]):.3f}; ", end=""
    )
    print(f"below 0.75: {np.mean(np.less(right_words, 0.75)):.3f} and {np.mean(np.less(wrong_words, 0.75)):.3f}")


if __name__ == "__main__":
    main()
