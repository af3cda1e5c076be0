"""Asks an OpenAI-compatible endpoint, ``<base>/chat/completions``: a local server, or a service.

It is off unless an address is set. Whoever uses the answer checks it: a model's word is never
taken for evidence, and never deletes or overwrites anything.

See docs/reference/night-shift.md, "Model".
"""

from __future__ import annotations

import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from http.client import HTTPException, HTTPResponse

from robot_memory.foundation.errors import Defect, InvalidSettings, ModelFailed
from robot_memory.foundation.http_request import address_problem, open_answer
from robot_memory.foundation.secrets.secrets_filter import without_secrets

_LARGEST = 1_000_000  # bytes of an answer
_PIECE = 1 << 14  # bytes


class ChatModel:
    """Sends one prompt, and returns the answer. Calling it is all that can be done with it.

    Args:
        base_url: ``http://127.0.0.1:8080/v1``.
        model: its name there.
        api_key_env: the environment variable that holds the key, read at each call; empty: no key.
        timeout: seconds that one answer may take.
        environ: where the variable is looked up.
        clock: counts seconds.

    Raises:
        InvalidSettings: the address cannot be used, or no model is named.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        api_key_env: str = "",
        timeout: float = 30.0,
        *,
        environ: Mapping[str, str] = os.environ,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        problem = address_problem(base_url)
        defects = [Defect("model.url", problem)] if problem else []
        if not model.strip():
            defects.append(Defect("model.name", "is empty"))
        if defects:
            raise InvalidSettings("the model cannot be used", defects)
        self.url = f"{base_url.rstrip('/')}/chat/completions"
        self._shown = without_secrets(self.url)
        self._model = model
        self._key_variable = api_key_env
        self._timeout = timeout
        self._environ = environ
        self._clock = clock

    def __call__(self, prompt: str) -> str:
        """Return what the model answers.

        Raises:
            ModelFailed: it could not be asked, or did not answer in time or in the known form.
        """
        end = self._clock() + self._timeout
        try:
            with open_answer(self._request(prompt), self._timeout) as response:
                data = self._read(response, end)
        except urllib.error.HTTPError as error:
            error.close()
            raise ModelFailed(f"{self._shown} answered {error.code} {error.reason}") from None
        except (OSError, HTTPException) as error:
            reason = getattr(error, "reason", error)
            raise ModelFailed(f"{self._shown} cannot be asked: {reason}") from None
        return self._answer_in(data)

    def _request(self, prompt: str) -> urllib.request.Request:
        headers = {"Content-Type": "application/json"}
        if self._key_variable:
            key = self._environ.get(self._key_variable, "")
            if not key or not key.isascii() or not key.isprintable():
                raise ModelFailed(
                    f"{self._shown} was not asked: the environment variable {self._key_variable} "
                    "holds no key"
                )
            headers["Authorization"] = f"Bearer {key}"
        messages = [{"role": "user", "content": prompt}]
        body = {"model": self._model, "messages": messages, "temperature": 0}
        return urllib.request.Request(
            self.url, json.dumps(body).encode(), headers=headers, method="POST"
        )

    def _read(self, response: HTTPResponse, end: float) -> bytes:
        data = b""
        # read1 returns what has come: a server that sends a byte a second would hold read for ever.
        while piece := response.read1(_PIECE):
            data += piece
            if len(data) > _LARGEST:
                raise ModelFailed(f"{self._shown} answered more than {_LARGEST} bytes")
            if self._clock() > end:
                raise ModelFailed(f"{self._shown} did not answer within {self._timeout:g} s")
        return data

    def _answer_in(self, data: bytes) -> str:
        try:
            content = json.loads(data)["choices"][0]["message"]["content"]
        except (ValueError, KeyError, IndexError, TypeError, RecursionError):
            content = None
        if not isinstance(content, str):
            raise ModelFailed(f"{self._shown} answered in a form that is not known: {data[:80]!r}")
        return content
