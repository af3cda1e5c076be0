"""A Zenoh session that is opened, watched and opened again, in a thread of its own.

Opening a session, and asking the network why that fails may take seconds.
"""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from robot_memory.foundation.errors import FederationRefused
from robot_memory.sharing.carriers.carrier import CarrierStatus
from robot_memory.sharing.carriers.zenoh_config import endpoints_of, read_config, tls_of

if TYPE_CHECKING:
    import zenoh


_STEP_PATIENCE = 3.0  # s
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
        with socket.create_connection((host.strip("[]"), int(port)), _STEP_PATIENCE) as plain:
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


_RETRY = 2.0  # s between two attempts to open a session
_REPAIR = 30.0  # s between two attempts with a file that cannot be used
_LOOK = 0.5  # s between two looks at a session
_LOST = 3.0  # s after which a lost connection is a problem; Zenoh tries each second by itself
_PATIENCE = 1.0  # s that the end of the node waits for an attempt to end
_WAITING = "what this robot says is kept, and sent once it is connected"


class ZenohConnection:
    """Keeps a session open.

    Args:
        config_file: a Zenoh configuration; read again at each attempt.

    Attributes:
        status: how it does.
    """

    def __init__(self, config_file: str) -> None:
        self._config_file = config_file
        self._session: zenoh.Session | None = None
        self._closing = threading.Event()
        self._lost_for = 0.0
        self.status = CarrierStatus()
        self._thread = threading.Thread(target=self._run, name="zenoh", daemon=True)
        self._thread.start()

    @property
    def session(self) -> zenoh.Session | None:
        """The session, connected or not; None while there is none."""
        return self._session

    @property
    def is_connected(self) -> bool:
        """Whether a router, or another Zenoh node, is at the other end."""
        return self._session is not None and _count_links(self._session) > 0

    def close(self) -> None:
        """End the session, and the thread."""
        self._closing.set()
        self._thread.join(_PATIENCE)

    # -- the thread --------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._closing.is_set():
            self._closing.wait(self._step())
        if self._session is not None:
            _close(self._session)

    def _step(self) -> float:
        """Open a session, or look after it; return the seconds until the next step."""
        try:
            return self._watch() if self._session else self._open()
        except Exception as error:  # no error may end this thread unseen
            problem = f"an error that was not foreseen: {type(error).__name__}: {error}"
            self.status = CarrierStatus(
                f"{problem}; {_WAITING}; please report it", needs_person=True
            )
            return _REPAIR

    def _open(self) -> float:
        """Try to open a session; return the seconds until the next step."""
        try:
            config = read_config(self._config_file)
        except FederationRefused as error:
            self.status = CarrierStatus(str(error), needs_person=True)
            return _REPAIR
        import zenoh  # there, as the file was read

        try:
            self._session = zenoh.open(config)
        except zenoh.ZError as error:
            reasons = _reasons(endpoints_of(config), tls_of(config)) or str(error)
            self.status = CarrierStatus(f"no router is connected: {reasons}; {_WAITING}")
            return _RETRY
        self._lost_for = 0.0
        return 0.0

    def _watch(self) -> float:
        """Look after the session; return the seconds until the next step."""
        session = self._session
        if session is None or session.is_closed():
            self._session = None
            return 0.0
        links = _count_links(session)
        if links:
            self._lost_for = 0.0
            self.status = CarrierStatus(values={"zenoh links": str(links)})
            return _LOOK
        self._lost_for += _LOOK
        if self._lost_for >= _LOST:
            self._lost_for = 0.0
            self.status = CarrierStatus(f"the connection is lost: {self._why_lost()}; {_WAITING}")
        return _LOOK

    def _why_lost(self) -> str:
        with contextlib.suppress(FederationRefused):  # changed since; it counts at the next start
            config = read_config(self._config_file)
            return _reasons(endpoints_of(config), tls_of(config)) or "no router is found"
        return "no router is found"


def _reasons(endpoints: list[str], tls: Mapping[str, Any]) -> str:
    return "; ".join(diagnose(endpoint, tls) for endpoint in endpoints)


def _count_links(session: zenoh.Session) -> int:
    import zenoh

    try:
        return len(session.info.routers_zid()) + len(session.info.peers_zid())
    except zenoh.ZError:  # it was closed meanwhile
        return 0


def _close(session: zenoh.Session) -> None:
    import zenoh

    with contextlib.suppress(zenoh.ZError):  # it is closed already
        session.close()
