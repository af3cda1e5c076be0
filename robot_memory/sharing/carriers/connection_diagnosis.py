"""Finds out why a Zenoh router cannot be reached, as Zenoh reports only that it cannot."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Mapping
from typing import Any

_PATIENCE = 3.0  # s, for each step
_ALERT = 1.0  # s in which a server that refuses a certificate says so (TLS 1.3)
_REFUSES = (
    "it answers, but admits no Zenoh session: see the router's log, its access control, and "
    "whether it speaks Zenoh 1"
)


def diagnose(endpoint: str, tls: Mapping[str, Any]) -> str:
    """Say in a sentence why a connection to a router fails; tries it, for some seconds at most.

    Args:
        endpoint: a Zenoh locator, as ``tls/router.example.org:7447``.
        tls: ``transport/link/tls`` of the configuration.
    """
    endpoint = endpoint.partition("?")[0].partition("#")[0]  # what follows may hold a key
    protocol, _, rest = endpoint.partition("/")
    host, _, port = rest.rpartition(":")
    if protocol not in ("tcp", "tls"):
        return f"{endpoint}: no session could be opened"
    if not _is_port(port):
        return f"{endpoint}: the port is no number from 1 to 65535: mend connect/endpoints"
    try:
        context = _context(tls) if protocol == "tls" else None
    except (OSError, ValueError) as error:  # SSLError is an OSError
        return f"{endpoint}: this robot's certificates cannot be read: {_words(error)}"
    try:
        with socket.create_connection((host.strip("[]"), int(port)), _PATIENCE) as plain:
            reason = _REFUSES if context is None else _shake_hands(plain, host, context)
    except ssl.SSLCertVerificationError as error:
        reason = f"the router's certificate is not accepted: {error.verify_message}"
    except ssl.SSLError as error:
        reason = f"the router refuses this robot's certificate: {_words(error)}"
    except OSError as error:
        reason = f"not reached: {_words(error)}"
    except ValueError as error:  # UnicodeError is one: no name may have an empty or a long label
        reason = f"{host} is no name of a host: {error}: mend connect/endpoints"
    return f"{endpoint}: {reason}"


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 5 and 1 <= int(text) <= 65535


def _context(tls: Mapping[str, Any]) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=tls.get("root_ca_certificate"))
    context.check_hostname = tls.get("verify_name_on_connect") is not False
    if tls.get("enable_mtls") and tls.get("connect_certificate"):
        context.load_cert_chain(tls["connect_certificate"], tls.get("connect_private_key"))
    return context


def _shake_hands(plain: socket.socket, host: str, context: ssl.SSLContext) -> str:
    with context.wrap_socket(plain, server_hostname=host.strip("[]")) as secure:
        secure.settimeout(_ALERT)
        try:
            secure.recv(1)
        except TimeoutError:
            return _REFUSES
        return "it closes the connection: it may want a certificate of this robot (mutual TLS)"


def _words(error: Exception) -> str:
    """Return what an error says, without numbers of lines in OpenSSL."""
    if isinstance(error, ssl.SSLError) and error.reason:
        return str(error.reason).lower().replace("_", " ")
    if isinstance(error, OSError) and error.strerror:
        file = f" ({error.filename})" if error.filename else ""
        return f"{error.strerror.lower()}{file}"
    return str(error)
