"""Updates over Zenoh: between sites, through routers.

Each robot's latest update is under ``robot_memory/peers/<RRN>/update``. A liveliness token,
``robot_memory/peers/<RRN>/latest/<digest>``, shows that the robot is present and which update is
its latest.

A separate thread opens, watches and reopens the session: opening it, and finding out why that
fails, may take seconds.
"""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping, Set
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from robot_memory.foundation.errors import FederationRefused
from robot_memory.foundation.token_bucket import Allowance, TokenBucket
from robot_memory.sharing.carriers.carrier import CarrierStatus, Take
from robot_memory.sharing.carriers.zenoh_config import (
    endpoints_of,
    latest_key,
    read_config,
    tls_of,
    update_key,
)
from robot_memory.sharing.federation.signed_envelope import digest_of

if TYPE_CHECKING:  # the package is an extra
    import zenoh

    from robot_memory.sharing.carriers.zenoh_reader import ZenohReader

_POLL = 0.05  # s
_FOUND = 1.5  # s after listening began, in which present robots may not be found yet
_CONNECTED = 4.0  # s after the start, in which a router may not be found yet
_QUESTIONS = Allowance(burst=256.0, per_second=50.0)
ANSWERS = Allowance(burst=512.0, per_second=50.0)


class ZenohCarrier:
    """Carries updates over Zenoh; see :class:`robot_memory.sharing.carriers.carrier.Carrier`.

    Args:
        config_file: of Zenoh; names the routers, and the certificates, if any.
        expects: returns the robots whose announced updates are requested; None for any.
    """

    name = "zenoh"
    capacity: int | None = None

    def __init__(self, config_file: str, expects: Callable[[], Set[str] | None]) -> None:
        self._expects = expects
        self._connection = ZenohConnection(config_file)
        self._session: zenoh.Session | None = None
        self._data: dict[str, bytes] = {}
        self._publications: dict[str, _ZenohPublication] = {}
        self._take: Take | None = None
        self._reader: ZenohReader | None = None
        self._questions = TokenBucket(_QUESTIONS, time.monotonic())
        self._found_at = time.monotonic() + _CONNECTED
        self._known_at = 0.0  # the time from which present robots are known

    def publish(self, rrn: str, data: bytes) -> None:
        """Send an update; without a connection it is kept, and can be found later."""
        self._data[rrn] = data
        known = self._publications.get(rrn)
        if known is not None:
            known.replace(data)
        elif self._session is not None:
            self._publications[rrn] = _ZenohPublication(self._session, rrn, data)

    def withdraw(self, rrn: str) -> None:
        """Stop offering a robot's update."""
        self._data.pop(rrn, None)
        publication = self._publications.pop(rrn, None)
        if publication is not None:
            publication.close()

    def listen(self, take: Take) -> None:
        """Receive; announced updates are requested, also earlier ones."""
        self._take = take
        self._read()

    def pause(self) -> None:
        """Receive nothing."""
        self._take = None
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    @property
    def is_listening(self) -> bool:
        """Whether updates are received, as soon as there is a session."""
        return self._take is not None

    def deliver(self, patience: float) -> None:
        """Hand over received updates; wait at most ``patience`` seconds for more."""
        until = time.monotonic() + patience
        while not (self._reader is not None and self._reader.deliver()):
            left = until - time.monotonic()
            if left <= 0.0:
                return
            time.sleep(min(_POLL, left))

    def tick(self, now: float) -> None:
        """Switch to a new session; request missed updates."""
        session = self._connection.session
        if session is not self._session:
            self._take_up(session)
        if self._reader is not None:
            self._reader.tick(now)

    def awaits(self, heard: Set[str]) -> bool:
        """Whether a robot is announced but was not heard; false without a connection."""
        if time.monotonic() < self._found_at:
            return True
        reader = self._reader
        if reader is None or not self._connection.is_connected:
            return False
        return not set(reader.latest.robots()) <= heard | self._data.keys()

    def offers(self, rrn: str, digest: str) -> bool:
        """Whether others offer an update; true until the connection has lasted long enough."""
        now, reader = time.monotonic(), self._reader
        if reader is None or not self._connection.is_connected:
            self._known_at = now + _FOUND
        if reader is None or now < max(self._known_at, self._found_at):
            return True
        return reader.latest.is_announced(rrn, digest)

    def status(self) -> CarrierStatus:
        """Return the connection's state, and the number of announced but missing updates."""
        status, reader = self._connection.status, self._reader
        if reader is None or status.problem:
            return status
        missing = {"zenoh robots whose update does not come": str(reader.latest.count_missing())}
        return replace(status, values={**status.values, **missing})

    def close(self) -> None:
        """End the session."""
        self.pause()
        self._connection.close()

    def _take_up(self, session: zenoh.Session | None) -> None:
        """Switch to another session, or none: everything of the last one ended with it."""
        self._session = session
        self._reader = None
        self._publications.clear()
        if session is not None:
            for rrn, data in self._data.items():
                self._publications[rrn] = _ZenohPublication(session, rrn, data)
            self._read()

    def _read(self) -> None:
        """Start a new reader, if there is a session to read from."""
        if self._take is None or self._session is None:
            return
        from robot_memory.sharing.carriers.zenoh_reader import ZenohReader  # needs the library

        if self._reader is not None:
            self._reader.close()
        self._reader = ZenohReader(
            self._session, self._take, self._is_own, self._expects, self._questions
        )
        self._found_at = time.monotonic() + _FOUND

    def _is_own(self, rrn: str, digest: str) -> bool:
        data = self._data.get(rrn)
        return data is not None and digest_of(data) == digest


class _ZenohPublication:
    """Makes an update available to others: published, announced, and sent on request.

    The token appears at others when they, or the network between, come back. So each learns which
    update is the latest, and requests only updates that it lacks.
    """

    def __init__(self, session: zenoh.Session, rrn: str, data: bytes) -> None:
        self._session = session
        self._rrn = rrn
        self._key = update_key(rrn)
        self._data = data
        self._answers = TokenBucket(ANSWERS, time.monotonic())
        self._lock = threading.Lock()
        self._queryable = session.declare_queryable(self._key, self._answer)
        self._token: zenoh.LivelinessToken | None = None
        self.replace(data)

    def replace(self, data: bytes) -> None:
        self._data = data
        # Dropped on congestion: a robot that misses it requests it, because the token is not
        # dropped.
        self._session.put(self._key, data)
        before = self._token
        self._token = self._session.liveliness().declare_token(
            latest_key(self._rrn, digest_of(data))
        )
        if before is not None:
            before.undeclare()

    def _answer(self, query: zenoh.Query) -> None:
        """Answer a request, in a thread of Zenoh."""
        with self._lock:
            may_answer = self._answers.try_take(time.monotonic())
        if may_answer:
            query.reply(self._key, self._data)

    def close(self) -> None:
        import zenoh

        with contextlib.suppress(zenoh.ZError):  # the session is closed: nothing is offered
            self._queryable.undeclare()
            if self._token is not None:
                self._token.undeclare()


_STEP_PATIENCE = 3.0  # s
_ALERT = 1.0  # s in which a server that refuses a certificate reports it (TLS 1.3)
_REFUSES = (
    "it answers, but admits no Zenoh session: see the router's log, its access control, and "
    "whether it speaks Zenoh 1"
)


def diagnose(endpoint: str, tls: Mapping[str, Any]) -> str:
    """Return in a sentence why a connection to a router fails; takes at most some seconds.

    Args:
        endpoint: a Zenoh locator, such as ``tls/router.example.org:7447``.
        tls: ``transport/link/tls`` of the configuration.
    """
    endpoint = endpoint.partition("?")[0].partition("#")[0]  # the rest may hold a key
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
    except ValueError as error:  # UnicodeError is a ValueError: a label is empty or too long
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
    """Return the text of an error, without OpenSSL's line numbers."""
    if isinstance(error, ssl.SSLError) and error.reason:
        return str(error.reason).lower().replace("_", " ")
    if isinstance(error, OSError) and error.strerror:
        file = f" ({error.filename})" if error.filename else ""
        return f"{error.strerror.lower()}{file}"
    return str(error)


_RETRY = 2.0  # s between two attempts to open a session
_REPAIR = 30.0  # s between two attempts with an unusable file
_LOOK = 0.5  # s between two checks of a session
_LOST = 3.0  # s without a connection before it is reported; Zenoh retries each second
_PATIENCE = 1.0  # s that the node waits for the thread at its end
_WAITING = "what this robot says is kept, and sent once it is connected"


class ZenohConnection:
    """Keeps a session open; the configuration is read again for each attempt."""

    def __init__(self, config_file: str) -> None:
        self._config_file = config_file
        self._session: zenoh.Session | None = None
        self._closing = threading.Event()
        self._lost_for = 0.0
        self.status = CarrierStatus()  # its present state
        self._thread = threading.Thread(target=self._run, name="zenoh", daemon=True)
        self._thread.start()

    @property
    def session(self) -> zenoh.Session | None:
        """The session, connected or not; None if there is none."""
        return self._session

    @property
    def is_connected(self) -> bool:
        """Whether a router, or another Zenoh node, is connected."""
        return self._session is not None and _count_links(self._session) > 0

    def close(self) -> None:
        """End the session and the thread."""
        self._closing.set()
        self._thread.join(_PATIENCE)

    # -- the thread --------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._closing.is_set():
            self._closing.wait(self._step())
        if self._session is not None:
            _close(self._session)

    def _step(self) -> float:
        """Open or watch the session; return the seconds until the next step."""
        try:
            return self._watch() if self._session else self._open()
        except Exception as error:  # no error may end this thread unnoticed
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
        import zenoh  # read_config has checked that it is installed

        try:
            self._session = zenoh.open(config)
        except zenoh.ZError as error:
            reasons = _reasons(endpoints_of(config), tls_of(config)) or str(error)
            self.status = CarrierStatus(f"no router is connected: {reasons}; {_WAITING}")
            return _RETRY
        self._lost_for = 0.0
        return 0.0

    def _watch(self) -> float:
        """Watch the session; return the seconds until the next step."""
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
