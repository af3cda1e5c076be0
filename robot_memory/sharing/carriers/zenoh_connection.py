"""A Zenoh session that is opened, watched and opened again, in a thread of its own.

Opening a session and asking the network why that fails may take seconds.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from robot_memory.foundation.errors import FederationRefused
from robot_memory.sharing.carriers.carrier import CarrierStatus
from robot_memory.sharing.carriers.zenoh_config import endpoints_of, read_config, tls_of

if TYPE_CHECKING:  # the package is an extra
    import zenoh

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
    # Only now: it loads OpenSSL, 4 MB that a robot whose router answers does not need.
    from robot_memory.sharing.carriers.connection_diagnosis import diagnose

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
