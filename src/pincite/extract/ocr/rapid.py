"""The engine of the extra `ocr`: rapidocr with the models in its wheel, run by OpenVINO, which Pincite has anyway."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from pincite.errors import ExtractError
from pincite.extract.ocr.ocr import GreyImage, OcrLine, OcrWord
from pincite.types.places import Box

_DETECTION = "PP-OCRv6_det_small.onnx"
_RECOGNITION = "PP-OCRv6_rec_small.onnx"
_STEP = 5.0
_NARROWEST = 8

_Character = tuple[str, float, Sequence[Sequence[float]]]


class RapidOcr:
    """Reads Latin, Greek, Cyrillic, Chinese and Japanese print; one picture at a time, on `threads` processors."""

    def __init__(self, version: str, threads: int) -> None:
        self.name = f"rapidocr {version}"
        self._threads = threads
        self._run: Any = None

    def read(self, image: GreyImage) -> list[OcrLine]:
        """The lines as it detects them, from top to bottom; its own threshold is off, nothing it reads is left out."""
        self._run = self._run or _load(self._threads)
        found = self._run(_not_too_narrow(image), use_cls=False, return_word_box=True, return_single_char_box=True)
        texts = getattr(found, "txts", None) or ()
        boxes = getattr(found, "boxes", None)
        return [
            line
            for text, score, box, characters in zip(
                texts, found.scores or (), boxes if boxes is not None else (), found.word_results, strict=False
            )
            if (line := tuple(_words(text, score, box, characters, image)))
        ]


def _load(threads: int) -> Any:
    """The engine with its models, which lie in its package: nothing is looked for on a network."""
    spec = find_spec("rapidocr")
    models = Path(spec.origin).parent / "models" if spec and spec.origin else Path()
    try:
        from rapidocr import EngineType, RapidOCR  # noqa: PLC0415 - an extra, and slow to import

        parameters = {f"{stage}.engine_type": EngineType.OPENVINO for stage in ("Det", "Cls", "Rec")} | {
            "Det.model_path": str(models / _DETECTION),
            "Rec.model_path": str(models / _RECOGNITION),
            "Rec.rec_batch_num": 1,
            "Global.log_level": "critical",
            "Global.text_score": 0.0,
            "EngineConfig.openvino.inference_num_threads": threads,
            "EngineConfig.openvino.num_streams": 1,
        }
        engine = RapidOCR(params=parameters)
    except (ImportError, OSError) as error:
        message = f"rapidocr is installed, but does not load: {error}"
        raise ExtractError("needs_ocr", message) from error
    _set_right(engine)
    return engine


def _set_right(engine: Any) -> None:
    """Bring lines to few widths, and give each character its own score.

    OpenVINO compiles anew for each width and keeps what it compiled: 160 MB of addresses more with every page of a
    book, flat with widths in steps. And rapidocr 3.10 counts scores with the spaces but boxes without.
    """
    recognizer = engine._load_rec_model()  # noqa: SLF001 - pinned, and there is no other way to its widths
    resize, decode = recognizer.resize_norm_img, recognizer.postprocess_op

    def resized(line: Any, ratio: float) -> Any:
        return resize(line, _widened(ratio))

    def decoded(predictions: Any, words: bool = False, **ratios: Any) -> Any:  # noqa: FBT001, FBT002 - rapidocr's own
        ratios["max_wh_ratio"] = _widened(ratios["max_wh_ratio"])
        lines, found = decode(predictions, words, **ratios)
        for (text, _), info in zip(lines, found, strict=False):
            info.confs = [score for letter, score in zip(text, info.confs, strict=False) if not letter.isspace()]
        return lines, found

    recognizer.resize_norm_img, recognizer.postprocess_op = resized, decoded


def _widened(ratio: float) -> float:
    return _STEP * math.ceil(ratio / _STEP)


def _not_too_narrow(image: GreyImage) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The picture, with white beside or below it where it is a strip: the detector would blow up its short side."""
    pixels = np.frombuffer(image.pixels, np.uint8).reshape(image.height, image.width)
    height, width = max(image.height, image.width // _NARROWEST), max(image.width, image.height // _NARROWEST)
    return np.pad(pixels, ((0, height - image.height), (0, width - image.width)), constant_values=255)


def _words(
    text: str, score: float, box: Sequence[Sequence[float]], characters: Sequence[_Character], image: GreyImage
) -> Iterator[OcrWord]:
    words = text.split()
    if sum(map(len, words)) != len(characters):  # one box for all, then
        if words:
            yield OcrWord(" ".join(words), _around(box, image), float(score))
        return
    start = 0
    for word in words:
        letters = characters[start : start + len(word)]
        start += len(word)
        corners = [corner for _, _, quad in letters for corner in quad]
        yield OcrWord(word, _around(corners, image), sum(float(sure) for _, sure, _ in letters) / len(letters))


def _around(corners: Sequence[Sequence[float]], image: GreyImage) -> Box:
    across = [min(max(float(x) / image.width, 0.0), 1.0) for x, _ in corners]
    down = [min(max(float(y) / image.height, 0.0), 1.0) for _, y in corners]
    return Box(min(across), min(down), max(across), max(down))
