"""Sends a request with the standard library; redirects are not followed."""

from __future__ import annotations

import http.client
import urllib.error
import urllib.request
from typing import Any

_TIMEOUT = 10.0  # s


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any) -> None:
        """Follow none: a signed body goes to the address that was configured, or nowhere."""


_OPENER = urllib.request.build_opener(_NoRedirect)


def send_request(url: str, body: bytes, headers: dict[str, str]) -> int:
    """Send a body and return the status of the answer.

    Raises:
        OSError: nobody answered, or not in HTTP.
    """
    request = urllib.request.Request(url, body, headers, method="POST")
    try:
        with _OPENER.open(request, timeout=_TIMEOUT) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code
    except http.client.HTTPException as error:
        raise OSError(f"the answer is not HTTP: {error!r:.200}") from error
