"""An embedder behind an OpenAI-compatible endpoint: `POST {base}/embeddings`.

Source: https://platform.openai.com/docs/api-reference/embeddings.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import httpx
import numpy as np

from pincite.embed.encoder import unit
from pincite.errors import ConfigError, EmbedderError
from pincite.types.embedding import F32, EmbedderProfile, Encoded

FEWEST_CHARACTERS_A_TOKEN = 2
BATCH = 32
TRIES = 4
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504})


class RemoteEmbedder:
    """Unit vectors from a server; no token vectors.

    The tokenizer of the server is not known here: `count` takes one token for two characters or part of them (one
    for each character outside ASCII), more than tokenizers usually make, so that texts stay inside `window`. The
    dimensions are learnt from the first answer. The fingerprint can only name the server's address and model: a
    server that changes the model behind a name cannot be noticed. Texts leave this machine.
    """

    def __init__(
        self,
        model: str,
        url: str,
        *,
        key: str | None = None,
        window: int = 512,
        seconds: float = 60.0,
        client: httpx.Client | None = None,
    ) -> None:
        self._model = model
        self._url = _usable_url(url)
        self._key = _usable_key(key or "")
        self._window = window
        self._client = client or httpx.Client(timeout=seconds, trust_env=False)

    @cached_property
    def profile(self) -> EmbedderProfile:
        """What the index is sealed with; the first use asks the server for one vector."""
        dimensions = self._ask(["dimensions"]).shape[1]
        told = f"{self._url}\n{self._model}\n{dimensions}\n{self._window}"
        return EmbedderProfile(
            self._model, hashlib.sha256(told.encode()).hexdigest(), dimensions, self._window, "unknown", remote=True
        )

    def count(self, texts: Sequence[str]) -> list[int]:
        """An estimate from above of the tokens of each passage, two special ones included."""
        return [2 + _estimate(text) for text in texts]

    def passages(self, texts: Sequence[str]) -> list[Encoded]:
        """Encode passages, in the order given."""
        batches = [texts[start : start + BATCH] for start in range(0, len(texts), BATCH)]
        return [Encoded(vector) for batch in batches for vector in self._vectors(batch)]

    def query(self, text: str) -> Encoded:
        """Encode one query."""
        return self.passages([text])[0]

    def _vectors(self, texts: Sequence[str]) -> F32:
        vectors = self._ask(texts)
        if vectors.shape[1] != self.profile.dimensions:
            raise self._error(f"gave {vectors.shape[1]} dimensions, expected {self.profile.dimensions}")
        return unit(vectors)

    def _ask(self, texts: Sequence[str]) -> F32:
        reply = self._post({"model": self._model, "input": [text or " " for text in texts], "encoding_format": "float"})
        try:
            rows = sorted(reply.json()["data"], key=lambda row: int(row["index"]))
            vectors = np.array([row["embedding"] for row in rows], np.float32)
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            raise self._error(f"answered without vectors: {self._start(reply)}") from error
        if vectors.ndim != 2 or len(vectors) != len(texts) or not vectors.shape[1]:
            raise self._error(f"gave vectors of shape {vectors.shape} for {len(texts)} texts")
        return vectors

    def _post(self, body: dict[str, Any]) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        for left in reversed(range(TRIES)):
            pause = FIRST_PAUSE * 2 ** (TRIES - 1 - left)
            try:
                reply = self._client.post(f"{self._url}/embeddings", json=body, headers=headers)
            except httpx.TransportError as error:
                if not left:
                    raise self._error(f"does not answer: {str(error) or type(error).__name__}") from error
            except httpx.HTTPError as error:
                raise self._error(f"answered what cannot be read: {error}") from error
            else:
                if reply.is_success:
                    return reply
                if reply.status_code not in PASSING or not left:
                    raise self._error(f"answered {reply.status_code}: {self._start(reply)}")
                pause = _asked_pause(reply, pause)
            time.sleep(min(pause, LONGEST_PAUSE))
        raise AssertionError  # the last round returns or raises

    def _start(self, reply: httpx.Response) -> str:
        text = reply.text.replace(self._key, "[key]") if self._key else reply.text
        return "".join(char if char.isprintable() else " " for char in text[:200])

    def _error(self, what: str) -> EmbedderError:
        return EmbedderError(f"the embedder {self._model} at {self._url} {what}. Check its address, key and name.")


def _estimate(text: str) -> int:
    wide = sum(character > "\x7f" for character in text)
    return wide + -(-(len(text) - wide) // FEWEST_CHARACTERS_A_TOKEN)


def _asked_pause(reply: httpx.Response, pause: float) -> float:
    """The whole seconds of `Retry-After`; `pause` where there are none."""
    asked = reply.headers.get("retry-after", "")
    return float(asked) if asked.isascii() and asked.isdigit() else pause


def _usable_url(url: str) -> str:
    try:
        parsed = httpx.URL(url.strip())
    except httpx.InvalidURL:
        parsed = httpx.URL()
    if parsed.scheme not in {"http", "https"} or not parsed.host or parsed.userinfo:
        raise ConfigError(
            "the address of the embedder is no URL that begins with http:// or https://, names a host and holds no "
            "password: give one such as http://127.0.0.1:8080/v1"
        )
    return url.strip().rstrip("/")


def _usable_key(key: str) -> str:
    stripped = key.strip()
    if not stripped.isascii() or not stripped.isprintable():
        raise ConfigError("the key of the embedder holds characters that no HTTP header can carry: copy it again")
    return stripped
