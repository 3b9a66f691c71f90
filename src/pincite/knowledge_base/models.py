"""Opening what the settings name: the embedder with its weights, the projection, the cross-encoder, the generator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

from pincite.answer.local import LocalModel
from pincite.answer.write import Generator
from pincite.config import Config, secret
from pincite.embed.open import open_embedder
from pincite.embed.projection import Projection, load_projection
from pincite.errors import ConfigError, EmbedderError, ExtractError, WeightsNotFound
from pincite.extract.media.recording import NO_WORDS, SpeechModel
from pincite.extract.sandbox import Extractor
from pincite.retrieve.cross import LocalCrossEncoder
from pincite.retrieve.rerank import CrossEncoder
from pincite.types.embedding import F32, Embedder
from pincite.weights.cache import cache_folder
from pincite.weights.find import find_weights
from pincite.weights.known import KNOWN

Say = Callable[[str], None]


def load_embedder(config: Config, say: Say | None = None, *, precision: str | None = None) -> Embedder:
    """The embedder that the settings name; `say` is told before its weights are fetched.

    `precision` is `bf16` or `f32` where it runs in this process as a BERT (None: bf16 where the processor has it).
    """
    if config.embedder == "endpoint":
        return _remote(config)
    folder: Path | None = None
    if _use(config.embedder) == "embedder":
        folder = find_weights(config.embedder, folder=Path(config.weights) if config.weights else None, say=say)
    hashes = KNOWN[config.embedder].files if folder else None  # just checked: no need to hash them again
    return open_embedder(
        config.embedder, folder=folder, threads=config.threads, cache=cache_folder(), hashes=hashes, precision=precision
    )


def open_extractor(config: Config, say: Say | None = None) -> Extractor:
    """What reads files within the limits of the settings; `say` is told before a model that recognises speech is fetched.

    Raises ConfigError where `speech_model` names neither a known model nor a folder with one, or `password_file` cannot
    be read.
    """
    name = config.speech_model
    if config.speech != "off" and _use(name) != "speech" and not (Path(name) / "model.bin").is_file():
        known = ", ".join(model for model in KNOWN if _use(model) == "speech")
        raise ConfigError(f"`speech_model` is {name}: expected one of {known}, or a folder that holds a model.bin")
    return Extractor(
        max_bytes=config.max_bytes,
        seconds=config.extract_seconds,
        memory=config.extract_memory,
        speech=None if config.speech == "off" else lambda: _speech_model(config, say),
        ocr=config.ocr,
        ocr_languages=config.ocr_languages,
        ocr_seconds=config.ocr_seconds,
        threads=config.threads,
        passwords=_passwords(config.password_file),
    )


def _passwords(file: str | None) -> list[str]:
    if file is None:
        return []
    try:
        return [line for line in Path(file).read_text(encoding="utf-8-sig").splitlines() if line]
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            f"`password_file` is {file}: expected a text file in UTF-8 ({type(error).__name__})"
        ) from None


def _speech_model(config: Config, say: Say | None) -> SpeechModel:
    """The model that recognises words; raises ExtractError where the extra or the files of the model are not to be had."""
    if find_spec("faster_whisper") is None:
        raise ExtractError("unsupported", NO_WORDS, retryable=True)
    folder = Path(config.speech_model)
    if _use(config.speech_model) == "speech":
        try:
            folder = find_weights(config.speech_model, say=say)
        except WeightsNotFound as error:
            raise ExtractError("unsupported", f"the speech model is not to be had: {error}", retryable=True) from error
    return SpeechModel(str(folder.resolve()), config.speech_language, config.threads)


def _use(model: str) -> str:
    """What a known model does; empty for any other name."""
    return KNOWN[model].use if model in KNOWN else ""


def _remote(config: Config) -> Embedder:
    if not config.embedder_url or not config.embedder_model:
        raise ConfigError("embedder = endpoint needs `embedder_url` and `embedder_model`")
    return open_embedder(
        config.embedder_model,
        url=config.embedder_url,
        key=secret("PINCITE_EMBEDDER_KEY"),
        window=config.embedder_window,
    )


def projection_of(embedder: Embedder) -> Projection | None:
    """The compression of the embedder's token vectors; None when it has none."""
    name = embedder.profile.projection
    return load_projection(name) if name else None


class UnloadedCrossEncoder:
    """Stands for a cross-encoder that cannot be loaded: a search goes on without it and says why it was skipped."""

    def __init__(self, folder: str, error: Exception) -> None:
        self.folder = folder
        self.error = error

    def score(self, query: str, passages: Sequence[str]) -> F32:  # noqa: ARG002 - it never comes to reading them
        """Raise EmbedderError with what loading raised."""
        found = str(self.error) or type(self.error).__name__
        raise EmbedderError(f"`cross_encoder` {self.folder} cannot be loaded: {found}") from self.error


def load_cross_encoder(config: Config) -> CrossEncoder | None:
    """The cross-encoder in the folder that the settings name; None when they name none.

    One that cannot be loaded raises nothing here, only when it is to score: it costs a search its order and no more.
    """
    if not config.cross_encoder:
        return None
    try:
        return LocalCrossEncoder(Path(config.cross_encoder), threads=config.threads, cache=cache_folder())
    except Exception as error:  # noqa: BLE001 - a search must survive whatever a foreign model does
        return UnloadedCrossEncoder(config.cross_encoder, error)


def load_generator(config: Config, *, temperature: float = 0.0) -> Generator | None:
    """The model that writes answers; None for the extractive default, which needs none. `temperature` 0 is greedy.

    Raises ConfigError where a setting that it needs is not there or can't be used.
    """
    if config.generator == "extractive":
        return None
    if config.generator == "local":
        if not config.generator_file:
            raise ConfigError("generator = local needs `generator_file`, the path of a GGUF file")
        return LocalModel(
            Path(config.generator_file), window=config.generator_window, temperature=temperature, threads=config.threads
        )
    if not config.generator_url or not config.generator_model:
        raise ConfigError("generator = endpoint needs `generator_url` and `generator_model`")
    from pincite.answer.endpoint import ChatEndpoint  # noqa: PLC0415 - its HTTP client loads for 50 ms

    return ChatEndpoint(
        config.generator_url,
        config.generator_model,
        key=secret("PINCITE_API_KEY"),
        timeout=config.generator_seconds,
        temperature=temperature,
    )


def endpoints_of(config: Config) -> tuple[str, ...]:
    """The addresses that texts or questions are sent to under these settings; empty when all stays here."""
    urls = (
        config.embedder_url if config.embedder == "endpoint" else None,
        config.generator_url if config.generator == "endpoint" else None,
    )
    return tuple(url for url in urls if url)
