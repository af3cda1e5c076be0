"""Sends HTTP requests with the standard library: no redirects, no endless answers.

See docs/how-to/look-in-a-browser.md, "Tell other programs what happened".
"""

from __future__ import annotations

import http.client
import socket
import threading
import urllib.request
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from robot_memory.foundation.secrets.secrets_filter import without_secrets


def address_problem(url: str) -> str:
    """Return why no request can be sent to an address, or "" if it can."""
    shown = shown_address(url)
    if not url.isascii() or not url.isprintable() or " " in url:
        return (
            f"{shown} holds characters that no address has: write those of the path in percent "
            "signs (%C3%BC for ü), and the host as xn--…"
        )
    try:
        parts = urlsplit(url)
        host, _ = (parts.hostname or ""), parts.port
        host.encode("idna")
    except ValueError as error:  # also a UnicodeError: a label of the name is empty or too long
        # The error's text may show part of a password, if that has a slash or looks like a port.
        what = str(error).partition(" as ")[0]
        return f"{shown} is no address" + ("" if "@" in url else f": {what}")
    if parts.scheme not in ("http", "https") or not host:
        return f"{shown} is no http or https address"
    return f"{shown} holds a user name, which is not sent" if "@" in parts.netloc else ""


def shown_address(url: str) -> str:
    """Return an address for errors: quoted, cut, without user, path and secrets.

    The path of a webhook is often secret.
    """
    before, at, rest = url.rpartition("@")
    scheme = next(filter(before.startswith, ("https://", "http://")), "")
    scheme, colon, place = (f"{scheme}[removed]@{rest}" if at else url).partition("://")
    host, slash, path = place.partition("/")
    name, mark, port = host.rpartition(":")
    if mark and not port.isdigit() and "]" not in port:
        host = f"{name}:…"  # the text in the place of a port may be a password
    shown = f"{scheme}{colon}{host}{slash}{'…' if path else ''}"
    return f"{without_secrets(shown)!r:.120}"


def open_answer(request: urllib.request.Request, timeout: float) -> http.client.HTTPResponse:
    """Send a request and return the answer after its headers; the body may come later.

    Args:
        timeout: seconds for each step: connecting, sending, the headers of the answer.

    Raises:
        urllib.error.HTTPError: the status is not 200 to 299; redirects are not followed.
        OSError, http.client.HTTPException: no answer in time, or not in HTTP.
    """
    answer: http.client.HTTPResponse = _OPENER.open(request, timeout=timeout)
    return answer


class _HttpConnection(http.client.HTTPConnection):
    """Limits the wait for a slow answer: each single byte would restart the socket's time-out."""

    def getresponse(self) -> http.client.HTTPResponse:
        late = threading.Event()

        def end() -> None:
            late.set()
            with suppress(OSError):  # the connection has ended already
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)

        timer = threading.Timer(self.timeout or 0.0, end)
        timer.daemon = True
        timer.start()
        try:
            return super().getresponse()
        except (OSError, http.client.HTTPException) as error:
            if late.is_set():
                raise TimeoutError(f"no answer within {self.timeout:g} s") from error
            raise
        finally:
            timer.cancel()


class _HttpsConnection(_HttpConnection, http.client.HTTPSConnection):
    """The same connection with TLS."""


class _HttpHandler(urllib.request.HTTPHandler):
    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_HttpConnection, req)


class _HttpsHandler(urllib.request.HTTPSHandler):
    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_HttpsConnection, req)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **options: Any) -> None:
        """Follow no redirect: signatures and keys are for the configured address only."""


_OPENER = urllib.request.build_opener(_HttpHandler, _HttpsHandler, _NoRedirect)
