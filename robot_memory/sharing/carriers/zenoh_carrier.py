"""Updates over Zenoh: between sites, through routers.

Each robot's latest update stands under ``robot_memory/peers/<RRN>/update``. A liveliness token,
``robot_memory/peers/<RRN>/latest/<digest>``, tells who is there and which update is the latest.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Set
from dataclasses import replace
from typing import TYPE_CHECKING

from robot_memory.foundation.token_bucket import Allowance, TokenBucket
from robot_memory.sharing.carriers.carrier import CarrierStatus, Take
from robot_memory.sharing.carriers.zenoh_config import latest_key, update_key
from robot_memory.sharing.carriers.zenoh_connection import ZenohConnection
from robot_memory.sharing.federation.signed_envelope import digest_of

if TYPE_CHECKING:  # the package is an extra
    import zenoh

    from robot_memory.sharing.carriers.zenoh_reader import ZenohReader

_POLL = 0.05  # s
_FOUND = 1.5  # s from listening, until which some that are there may not have been found yet
_CONNECTED = 4.0  # s from the start, until which a router may not have been found yet
_QUESTIONS = Allowance(burst=256.0, per_second=50.0)
ANSWERS = Allowance(burst=512.0, per_second=50.0)


class ZenohCarrier:
    """Carries updates over Zenoh; see :class:`robot_memory.sharing.carriers.carrier.Carrier`.

    Args:
        config_file: of Zenoh; names the routers, and the certificates where there are any.
        expects: tells which robots are asked for what they announce; None for any.
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
        self._known_at = 0.0  # from when on those that are there are known

    def publish(self, rrn: str, data: bytes) -> None:
        """Send an update; without a connection it is kept, and found once there is one."""
        self._data[rrn] = data
        known = self._publications.get(rrn)
        if known is not None:
            known.replace(data)
        elif self._session is not None:
            self._publications[rrn] = _ZenohPublication(self._session, rrn, data)

    def withdraw(self, rrn: str) -> None:
        """Offer a robot's update no more."""
        self._data.pop(rrn, None)
        publication = self._publications.pop(rrn, None)
        if publication is not None:
            publication.close()

    def listen(self, take: Take) -> None:
        """Receive; what others announce is asked for, also what came before."""
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
        """Whether updates are received, once there is a session."""
        return self._take is not None

    def deliver(self, patience: float) -> None:
        """Hand over what came; wait for more no longer than that."""
        until = time.monotonic() + patience
        while not (self._reader is not None and self._reader.deliver()):
            left = until - time.monotonic()
            if left <= 0.0:
                return
            time.sleep(min(_POLL, left))

    def tick(self, now: float) -> None:
        """Take up a new session; ask for what was missed."""
        session = self._connection.session
        if session is not self._session:
            self._take_up(session)
        if self._reader is not None:
            self._reader.tick(now)

    def awaits(self, heard: Set[str]) -> bool:
        """Tell whether somebody is announced who was not heard; nobody is without a connection."""
        if time.monotonic() < self._found_at:
            return True
        reader = self._reader
        if reader is None or not self._connection.is_connected:
            return False
        return not set(reader.latest.robots()) <= heard | self._data.keys()

    def offers(self, rrn: str, digest: str) -> bool:
        """Tell whether others offer an update; that is not known until a connection lasts."""
        now, reader = time.monotonic(), self._reader
        if reader is None or not self._connection.is_connected:
            self._known_at = now + _FOUND
        if reader is None or now < max(self._known_at, self._found_at):
            return True
        return reader.latest.is_announced(rrn, digest)

    def status(self) -> CarrierStatus:
        """Return how the connection does, and how many robots announce what does not come."""
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
        """Go on over another session, or none: all of the last one has ended with it."""
        self._session = session
        self._reader = None
        self._publications.clear()
        if session is not None:
            for rrn, data in self._data.items():
                self._publications[rrn] = _ZenohPublication(session, rrn, data)
            self._read()

    def _read(self) -> None:
        """Read anew where there is something to read from."""
        if self._take is None or self._session is None:
            return
        from robot_memory.sharing.carriers.zenoh_reader import ZenohReader  # it needs the library

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
    """Keeps an update where others find it: published, announced, and sent on request.

    The token appears at others when they, or the network between, come back. So each learns which
    update is the latest, and asks for those only that it has not.
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
        """Send another update in its place."""
        self._data = data
        # Dropped where the way is congested: whoever misses it asks, as the token is not dropped.
        self._session.put(self._key, data)
        before = self._token
        self._token = self._session.liveliness().declare_token(
            latest_key(self._rrn, digest_of(data))
        )
        if before is not None:
            before.undeclare()

    def _answer(self, query: zenoh.Query) -> None:
        """Answer whoever asks, in a thread of Zenoh."""
        with self._lock:
            may_answer = self._answers.try_take(time.monotonic())
        if may_answer:
            query.reply(self._key, self._data)

    def close(self) -> None:
        """Offer it no more."""
        import zenoh

        with contextlib.suppress(zenoh.ZError):  # the session is closed: nothing is offered
            self._queryable.undeclare()
            if self._token is not None:
                self._token.undeclare()
