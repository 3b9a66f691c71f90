"""A model in a GGUF file, run in this process by llama.cpp (the extra `local`)."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pincite.answer.prompt import Prompt
from pincite.errors import ConfigError, GeneratorError

_SHOWN = 200


class LocalModel:
    """Writes with the GGUF model at `file`, which is loaded with the first question that passes the gate.

    `window` counts tokens, those of the prompt and of the answer together; `max_tokens` bounds the answer, and one that
    reaches it was cut, so it is an error. `temperature` 0 decodes greedily. `threads` 0 takes what llama.cpp chooses.

    The library opens a port on loopback beside; it is given a key that nobody is told, and serves no pages.

    Raises ConfigError where the extra is not installed or `file` is no GGUF file.
    """

    def __init__(
        self,
        file: Path,
        *,
        window: int = 4096,
        max_tokens: int = 512,
        temperature: float = 0.0,
        threads: int = 0,
    ) -> None:
        _check_file(file)
        if find_spec("xllamacpp") is None:
            raise ConfigError(
                "generator = local needs the extra `local`: install it with `pip install 'pincite[local]'`, or set "
                "generator = endpoint"
            )
        self._file = file
        self._window = window
        self._max_tokens = max_tokens
        self._temperature = temperature
        self._threads = threads
        self._server: Any = None
        self._opening = threading.Lock()
        self.name = file.name

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> str:
        """The whole answer; with `on_text` each piece is also handed over as it comes.

        Raises `GeneratorError` when there is no whole answer: pieces already handed over are then to be thrown away.
        """
        pieces: list[str] = []
        ends: list[str] = []
        errors: list[str] = []

        def hear(event: dict[str, Any]) -> None:
            if "error" in event:
                errors.append(str(event["error"].get("message", event["error"])))
            for choice in event.get("choices", ())[:1]:
                text = choice["delta"].get("content")
                ends.extend([choice["finish_reason"]] if choice["finish_reason"] else [])
                if text:
                    pieces.append(text)
                    if on_text:
                        on_text(text)

        self._loaded().handle_chat_completions(self._body(prompt), hear)
        return self._whole("".join(pieces), ends, errors)

    def _body(self, prompt: Prompt) -> dict[str, Any]:
        messages = [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}]
        options = {"temperature": self._temperature, "max_tokens": self._max_tokens, "stream": True}
        return {"messages": messages, **options}

    def _loaded(self) -> Any:
        with self._opening:  # several who ask at once must not load gigabytes each
            if self._server is None:
                self._server = self._load()
            return self._server

    def _load(self) -> Any:
        import xllamacpp  # noqa: PLC0415 - 30 MB, and an extra

        params = xllamacpp.CommonParams()
        params.model.path = str(self._file)
        params.n_ctx, params.n_parallel, params.warmup, params.verbosity = self._window, 1, False, -1
        params.api_keys, params.ui, params.port = [secrets.token_hex(16)], False, 0
        if self._threads:
            params.cpuparams.n_threads = self._threads
        try:
            return xllamacpp.Server(params)
        except Exception as error:
            raise self._error(f"cannot be loaded ({error})", "check that it is a chat model llama.cpp knows") from error

    def _whole(self, text: str, ends: list[str], errors: list[str]) -> str:
        if errors:
            raise self._error(f"failed ({errors[0][:_SHOWN]})", "raise `generator_window`, or lower `evidence`")
        if "length" in ends:
            raise self._error(
                "ran out of room before its answer was whole", "raise `generator_window`, or lower `evidence`"
            )
        if not ends or not text.strip():
            raise self._error("wrote no whole answer", "check that it is a chat model")
        return text

    def _error(self, found: str, to_do: str) -> GeneratorError:
        return GeneratorError(f"The model {self.name} {found}. To do: {to_do}.")


def _check_file(file: Path) -> None:
    try:
        with file.open("rb") as opened:
            head = opened.read(4)
    except OSError as error:
        raise ConfigError(f"`generator_file` {file} cannot be read: {error.strerror}; name a GGUF file") from error
    if head != b"GGUF":
        raise ConfigError(f"`generator_file` {file} begins with {head!r}, expected b'GGUF': name a GGUF file")
