"""Sends the request of a webhook; redirects are not followed."""

from __future__ import annotations

import http.client
import urllib.error
import urllib.request

from robot_memory.http_request import open_answer

_TIMEOUT = 10.0  # s


def send_request(url: str, body: bytes, headers: dict[str, str]) -> int:
    """Send a body and return the status of the answer.

    Raises:
        OSError: nobody answered in time, or not in HTTP.
    """
    request = urllib.request.Request(url, body, headers, method="POST")
    try:
        with open_answer(request, _TIMEOUT) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code
    except http.client.HTTPException as error:
        raise OSError(f"the answer is not HTTP: {error!r:.200}") from error
