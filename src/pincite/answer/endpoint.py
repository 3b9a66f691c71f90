"""A model behind any OpenAI-compatible chat endpoint, local or remote."""

from __future__ import annotations

import json
import ssl
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx

from pincite.answer.prompt import Prompt
from pincite.errors import ConfigError, GeneratorError

_LONGEST_ANSWER = 4_000_000
_LONGEST_WAIT = 30.0
_SHOWN_OF_BODY = 200


class _TryAgain(Exception):
    """The endpoint was busy or not there, and had not begun to answer: `wait` seconds if it said so."""

    def __init__(self, error: GeneratorError, wait: float | None = None) -> None:
        super().__init__(str(error))
        self.error = error
        self.wait = wait


class ChatEndpoint:
    """Writes by `POST {url}/chat/completions`.

    `url` is the base URL (`http://127.0.0.1:8080/v1`). `temperature` 0 asks for the same answer each time.
    `max_tokens` bounds the answer: one that reaches it was cut, so it is an error. `timeout` is in seconds: for
    connecting and between two pieces of the response; the whole answer may take `total_timeout`. `retries` are made
    with a doubling wait from `backoff` seconds (or the endpoint's own `Retry-After`, at most 30), only on 429, 5xx and
    failures to connect, so never after the first token. Only the given address is called: redirects, proxies of
    the environment and `.netrc` are not followed. The key is sent as a bearer token and appears in no message.

    Raises `ConfigError` for an address or a key that cannot be used.
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        key: str = "",
        temperature: float = 0.0,
        max_tokens: int = 1024,
        timeout: float = 60.0,
        total_timeout: float = 600.0,
        retries: int = 3,
        backoff: float = 0.5,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._url = _completions_url(url)
        self._key = _usable_key(key)
        self.model = model
        self.name = f"{model} at {self._url.netloc.decode('ascii')}"
        self._options = {"temperature": temperature, "max_tokens": max_tokens}
        self._timeout = timeout
        self._total_timeout = total_timeout
        self._retries = retries
        self._backoff = backoff
        self._sleep = sleep

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> str:
        """The whole answer; with `on_text` it is streamed, and each piece is also handed over as it comes.

        Raises `GeneratorError` when there is no whole answer: pieces already handed over are then to be thrown away.
        """
        for attempt in range(self._retries + 1):
            try:
                return self._once(prompt, on_text)
            except _TryAgain as busy:
                if attempt == self._retries:
                    raise GeneratorError(f"{busy.error} (after {attempt + 1} tries)") from busy.error.__cause__
                self._sleep(self._backoff * 2**attempt if busy.wait is None else busy.wait)
        raise AssertionError("the last try returns or raises")

    def _once(self, prompt: Prompt, on_text: Callable[[str], None] | None) -> str:
        try:
            with (
                httpx.Client(timeout=self._timeout, trust_env=False, verify=ssl.create_default_context()) as client,
                client.stream(
                    "POST", self._url, json=self._body(prompt, stream=on_text is not None), headers=self._headers()
                ) as response,
            ):
                body = self._bounded(response)
                self._check_status(response, body)
                if response.headers.get("content-type", "").startswith("text/event-stream"):
                    return self._streamed(body, on_text)
                return self._whole(b"".join(body), on_text)
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise _TryAgain(self._error(f"cannot be reached ({error})", "start it, or check the address")) from error
        except httpx.TimeoutException as error:
            raise self._error(f"sent nothing for {self._timeout:g} seconds", "raise the time-out") from error
        except httpx.HTTPError as error:
            raise self._error(f"broke off its response ({error})", "ask again") from error

    def _body(self, prompt: Prompt, *, stream: bool) -> dict[str, Any]:
        messages = [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}]
        return {"model": self.model, "messages": messages, "stream": stream, **self._options}

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._key}"} if self._key else {}

    def _bounded(self, response: httpx.Response) -> Iterator[bytes]:
        """The body piece by piece, an error when it is too long or takes too long."""
        deadline = time.monotonic() + self._total_timeout
        length = 0
        for piece in response.iter_bytes():
            length += len(piece)
            if length > _LONGEST_ANSWER:
                raise self._error(f"sent more than {_LONGEST_ANSWER} bytes", "lower the largest number of tokens")
            if time.monotonic() > deadline:
                raise self._error(f"was not done after {self._total_timeout:g} seconds", "raise the total time-out")
            yield piece

    def _check_status(self, response: httpx.Response, body: Iterator[bytes]) -> None:
        status = response.status_code
        if status == httpx.codes.OK:
            return
        if response.is_redirect:
            raise self._error(f"answers {status}, a redirect, which is not followed", "give the final address")
        error = self._error(f"answers {status}: {self._excerpt(_beginning(body))}", _what_to_do(status))
        if status == httpx.codes.TOO_MANY_REQUESTS or status >= httpx.codes.INTERNAL_SERVER_ERROR:
            raise _TryAgain(error, _retry_after(response))
        raise error

    def _streamed(self, body: Iterator[bytes], on_text: Callable[[str], None] | None) -> str:
        """The answer of server-sent events; it is whole only with a `[DONE]` or a reason to have finished."""
        pieces: list[str] = []
        seen = bytearray()
        begun = finished = False
        for data in _events(_watched(body, seen)):
            if data == b"[DONE]":
                finished = True
                break
            parsed = self._parsed(data)
            text, reason = self._choice(parsed, "delta")
            begun = begun or "choices" in parsed
            finished = finished or reason is not None
            if text:
                pieces.append(text)
                if on_text:
                    on_text(text)
        if not finished and not begun:
            raise self._no_chat(bytes(seen))
        if not finished:
            raise self._error("broke off in the middle of its answer", "ask again")
        return self._not_empty("".join(pieces))

    def _whole(self, body: bytes, on_text: Callable[[str], None] | None) -> str:
        text, _ = self._choice(self._parsed(body), "message")
        answer = self._not_empty(text)
        if on_text:
            on_text(answer)
        return answer

    def _parsed(self, data: bytes) -> Any:
        try:
            return json.loads(data)
        except (ValueError, RecursionError):
            raise self._no_chat(data) from None

    def _choice(self, parsed: Any, part: str) -> tuple[str, str | None]:
        """The text and the reason to have finished, of the first choice; events without a choice have neither."""
        if not isinstance(parsed, dict):
            raise self._no_chat(json.dumps(parsed).encode())
        if "error" in parsed:
            raise self._error(f"answers {self._excerpt(json.dumps(parsed).encode())}", "see its own log")
        choices = parsed.get("choices")
        if part == "delta" and not choices:
            return "", None
        choice = choices[0] if isinstance(choices, list) and choices else None
        message = choice.get(part, {} if part == "delta" else None) if isinstance(choice, dict) else None
        if not isinstance(choice, dict) or not isinstance(message, dict):
            raise self._no_chat(json.dumps(parsed).encode())
        reason = choice.get("finish_reason")
        self._check_reason(reason)
        content = message.get("content")
        return content if isinstance(content, str) else "", reason if isinstance(reason, str) else None

    def _no_chat(self, body: bytes) -> GeneratorError:
        """Something else than an answer, sent as if all were well: asking again would bring the same."""
        found = repr(self._excerpt(body)) if body.strip() else "nothing"
        return self._error(f"sent {found}, which is no chat completion", "check the address (`generator_url`)")

    def _check_reason(self, reason: object) -> None:
        if reason == "length":
            limit = self._options["max_tokens"]
            raise self._error(
                f"reached {limit} tokens before its answer was whole", "raise the largest number of tokens"
            )
        if reason == "content_filter":
            raise self._error("withheld its answer by a filter of its own", "ask in other words")

    def _not_empty(self, text: str) -> str:
        if not text.strip():
            raise self._error("sent an empty answer", "check the model's name and its chat template")
        return text

    def _excerpt(self, body: bytes) -> str:
        """The start of a body on one line, the key taken out of it."""
        text = body.decode("utf-8", "replace")
        if self._key:
            text = text.replace(self._key, "(key)")
        printable = "".join(char if char.isprintable() else " " for char in text[: _SHOWN_OF_BODY * 4])
        return " ".join(printable.split())[:_SHOWN_OF_BODY]

    def _error(self, found: str, to_do: str) -> GeneratorError:
        message = f"The endpoint {self._url.netloc.decode('ascii')} {found}. To do: {to_do}."
        return GeneratorError(message.replace(self._key, "(key)") if self._key else message)


def _completions_url(url: str) -> httpx.URL:
    try:
        parsed = httpx.URL(url.strip())
    except (httpx.InvalidURL, ValueError):
        raise ConfigError("The address of the endpoint is no URL. Give one such as http://127.0.0.1:8080/v1.") from None
    if parsed.scheme not in {"http", "https"} or not parsed.host:
        raise ConfigError(
            f"The address of the endpoint begins with {parsed.scheme or 'no scheme'!r}, not with http:// or https://. "
            "Give one such as http://127.0.0.1:8080/v1."
        )
    if parsed.userinfo:
        raise ConfigError(
            "The address of the endpoint holds a user or a password. Take it out, and give a key instead."
        )
    path = parsed.path.rstrip("/")
    return parsed.copy_with(path=path if path.endswith("/chat/completions") else f"{path}/chat/completions")


def _usable_key(key: str) -> str:
    stripped = key.strip()
    if not stripped.isascii() or not stripped.isprintable():
        raise ConfigError("The key holds characters that no HTTP header can carry. Copy it again, without line ends.")
    return stripped


def _what_to_do(status: int) -> str:
    if status in {401, 403}:
        return "check the key"
    if status == 404:
        return "check the address and the model's name"
    return "wait and ask again" if status in {429, 503} else "see its own log"


def _retry_after(response: httpx.Response) -> float | None:
    value = response.headers.get("retry-after", "")
    return min(float(value), _LONGEST_WAIT) if value.isascii() and value.isdigit() else None


def _beginning(body: Iterator[bytes]) -> bytes:
    start = b""
    for piece in body:
        start += piece
        if len(start) >= _SHOWN_OF_BODY * 4:
            break
    return start


def _watched(body: Iterator[bytes], seen: bytearray) -> Iterator[bytes]:
    """The body, its beginning kept in `seen`."""
    for piece in body:
        seen.extend(piece[: _SHOWN_OF_BODY * 4 - len(seen)])
        yield piece


def _events(body: Iterator[bytes]) -> Iterator[bytes]:
    """The data of server-sent events (WHATWG HTML 9.2), one line each, as every chat API sends them.

    Cut at line feeds only: JSON may hold the line separators of Unicode, at which `str.splitlines` would cut.
    """
    rest = b""
    for piece in body:
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            if line.startswith(b"data:"):
                yield line.removeprefix(b"data:").strip()
    if rest.startswith(b"data:"):
        yield rest.removeprefix(b"data:").strip()
