"""Receives updates over a Zenoh session, and requests those that were missed."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import zenoh  # an extra: import this module only with an open session

from robot_memory.foundation.identity import is_rrn
from robot_memory.sharing.carriers.zenoh_config import (
    LATEST,
    UPDATES,
    latest_of_numbers,
    rrn_of_key,
    update_key,
)
from robot_memory.sharing.federation.signed_envelope import digest_of, is_digest

if TYPE_CHECKING:
    from robot_memory.foundation.token_bucket import TokenBucket
    from robot_memory.sharing.carriers.carrier import Take


_MOST_ROBOTS = 20_000
_MOST_OF_A_ROBOT = 4  # announced at once: its own, and those of outdated bridges
_GRACE, _LONGEST = 0.5, 60.0  # s until a sent update has arrived; s between two requests


@dataclass
class _Wanted:
    at: float
    pause: float


class LatestUpdates:
    """Tracks the announced and received updates of each robot, and when to request missing ones.

    Announcements are not signed. Invented ones use limited memory here, and make this robot request
    each invented update, finally once a minute. The caller checks the form of an announcement, and
    limits the robots and the requests.
    announcement, and bounds which robots may be announced and how many questions are asked.
    """

    def __init__(self) -> None:
        self._announced: dict[str, list[str]] = {}
        self._came: dict[str, deque[str]] = {}
        self._wanted: dict[tuple[str, str], _Wanted] = {}

    def announce(self, rrn: str, digest: str, now: float) -> None:
        """Note that an update was announced as a robot's latest."""
        if rrn not in self._announced and len(self._announced) >= _MOST_ROBOTS:
            return
        digests = self._announced.setdefault(rrn, [])
        if digest in digests or len(digests) >= _MOST_OF_A_ROBOT:
            return
        digests.append(digest)
        if digest not in self._came.get(rrn, ()):
            self._wanted[rrn, digest] = _Wanted(now + _GRACE, _GRACE)

    def end(self, rrn: str, digest: str) -> None:
        """Note that nobody offers an update any more."""
        self._wanted.pop((rrn, digest), None)
        digests = self._announced.get(rrn, [])
        if digest in digests:
            digests.remove(digest)
        if not digests:
            self._announced.pop(rrn, None)

    def note(self, rrn: str, digest: str) -> None:
        """Note that an update was received."""
        if rrn in self._came or len(self._came) < _MOST_ROBOTS:
            self._came.setdefault(rrn, deque(maxlen=2 * _MOST_OF_A_ROBOT)).append(digest)
        self._wanted.pop((rrn, digest), None)

    def due(self, now: float, most: int) -> list[str]:
        """Return at most ``most`` robots to ask now, those that have waited longest first.

        Each is asked again later if necessary.
        """
        late = [(rrn, wanted) for (rrn, _), wanted in self._wanted.items() if now >= wanted.at]
        rrns: dict[str, None] = {}
        for rrn, wanted in sorted(late, key=lambda each: each[1].at):
            if rrn in rrns or len(rrns) < most:
                rrns[rrn] = None
                wanted.pause = min(_LONGEST, 4.0 * wanted.pause)
                wanted.at = now + wanted.pause
        return list(rrns)

    def is_announced(self, rrn: str, digest: str) -> bool:
        """Whether an update is announced as a robot's latest."""
        return digest in self._announced.get(rrn, ())

    def count_missing(self) -> int:
        """Return the number of robots whose announced update is missing despite many requests.

        Any thread may call it.
        """
        late = [rrn for (rrn, _), wanted in list(self._wanted.items()) if wanted.pause >= _LONGEST]
        return len(set(late))

    def robots(self) -> list[str]:
        """Return the robots with announced updates. Any thread may call it."""
        return list(self._announced)


_MOST_WAITING = 600  # received updates that wait for this thread; a dropped one is requested again
_ANSWER = 5.0  # s

# Limits for reading announcements.
MOST_TOKENS = 2_048  # waiting, or read in a tick; a key may have 64 KiB
_MOST_OF_A_PART = 512  # tokens waiting, or read in a tick
_PARTS = 100  # by the last two digits of an RRN: of 20,000 robots, 200 in each
_AT_ONCE = 4  # parts
_LISTEN = 0.6  # s until all announcements of a part have come
_LOOK_AGAIN = 30.0  # s between two readings in parts

_Tokens = zenoh.Subscriber[zenoh.handlers.Handler[zenoh.Sample]]


@dataclass(eq=False, repr=False)
class ZenohReader:
    """Reads updates of others: first all that they keep, then each new one.

    The queue is outside of Python and limited: a flood costs this process little.
    """

    session: zenoh.Session
    take: Take  # receives the RRN of an update's key, and its bytes
    # whether this robot itself offers the update with an RRN and digest
    is_own: Callable[[str, str], bool]
    # returns the robots whose announced updates are requested; None for any
    expects: Callable[[], Set[str] | None]
    questions: TokenBucket  # limits the requests for updates
    latest: LatestUpdates = field(default_factory=LatestUpdates, init=False)

    def __post_init__(self) -> None:
        # Zenoh's own ring loses its content once all have answered.
        self._answers: deque[zenoh.Sample] = deque(maxlen=_MOST_WAITING)
        updates: zenoh.handlers.RingChannel[zenoh.Sample]
        updates = zenoh.handlers.RingChannel(_MOST_WAITING)
        self._updates = self.session.declare_subscriber(
            UPDATES, updates, allowed_origin=zenoh.Locality.REMOTE
        )
        self._announcements = _ZenohAnnouncements(self.session)

    def deliver(self) -> bool:
        """Hand over received updates; return whether there were any."""
        is_any = False
        while (sample := self._updates.try_recv()) is not None:
            self._take_in(sample)
            is_any = True
        while self._answers:
            self._take_in(self._answers.popleft())
            is_any = True
        return is_any

    def tick(self, now: float) -> None:
        """Read announcements, and request missing updates; ``now`` in seconds."""
        expected = self.expects()
        for token in self._announcements.read(now):
            self._note_token(token, expected, now)
        for rrn in self.latest.due(now, int(self.questions.left(now))):
            self.questions.take()
            self._ask(rrn)

    def close(self) -> None:
        """Stop receiving."""
        with contextlib.suppress(zenoh.ZError):  # the session is closed: nothing comes
            self._updates.undeclare()
        self._announcements.close()

    def _take_in(self, sample: zenoh.Sample) -> None:
        rrn, data = rrn_of_key(str(sample.key_expr)), sample.payload.to_bytes()
        if is_rrn(rrn):
            self.latest.note(rrn, digest_of(data))
            self.take(rrn, data)

    def _note_token(self, token: zenoh.Sample, expected: Set[str] | None, now: float) -> None:
        rrn, _, digest = str(token.key_expr).split("/")[2:]
        if not is_digest(digest) or not is_rrn(rrn) or self.is_own(rrn, digest):
            return
        if expected is not None and rrn not in expected:
            return
        if token.kind == zenoh.SampleKind.PUT:
            self.latest.announce(rrn, digest, now)
        else:
            self.latest.end(rrn, digest)

    def _ask(self, rrn: str) -> None:
        self.session.get(
            update_key(rrn), self._keep_answer, timeout=_ANSWER, target=zenoh.QueryTarget.ALL,
            consolidation=zenoh.ConsolidationMode.NONE, allowed_destination=zenoh.Locality.REMOTE,
        )  # fmt: skip

    def _keep_answer(self, reply: zenoh.Reply) -> None:
        """Keep an answer for the reading thread; called in a thread of Zenoh."""
        if reply.ok is not None:
            self._answers.append(reply.ok)


class _ZenohAnnouncements:
    """Reads the liveliness tokens of all robots, in limited time and memory.

    The queue is outside of Python and limited: a flood costs this process little. After an
    overflow, from a flood or a large fleet, all tokens are read again in small parts.
    """

    def __init__(self, session: zenoh.Session) -> None:
        self._session = session
        self._all = self._subscribe(LATEST, MOST_TOKENS)
        self._parts: list[_Tokens] = []
        self._left: deque[int] = deque()
        self._is_some_lost = False
        self._next_at = self._again_at = 0.0

    def read(self, now: float) -> list[zenoh.Sample]:
        """Return new and ended tokens, a limited number per tick; ``now`` in seconds."""
        tokens = _taken(self._all, MOST_TOKENS)
        self._is_some_lost |= len(tokens) == MOST_TOKENS
        for part in self._parts:
            tokens += _taken(part, _MOST_OF_A_PART)
        if now >= self._next_at:
            self._go_on(now)
        return tokens

    def close(self) -> None:
        with contextlib.suppress(zenoh.ZError):  # the session is closed: nothing comes
            for each in (self._all, *self._parts):
                each.undeclare()

    def _go_on(self, now: float) -> None:
        """Listen to the next parts; after a loss, begin again with the first ones."""
        if self._is_some_lost and not self._left and now >= self._again_at:
            self._is_some_lost = False
            self._again_at = now + _LOOK_AGAIN
            self._left.extend(range(_PARTS))
        for part in self._parts:
            part.undeclare()
        numbers = [self._left.popleft() for _ in range(min(_AT_ONCE, len(self._left)))]
        self._parts = [
            self._subscribe(latest_of_numbers(f"{number:02}"), _MOST_OF_A_PART)
            for number in numbers
        ]
        self._next_at = now + _LISTEN if numbers else now

    def _subscribe(self, key: str, most: int) -> _Tokens:
        """Receive announcements of updates, including earlier ones."""
        ring: zenoh.handlers.RingChannel[zenoh.Sample] = zenoh.handlers.RingChannel(most)
        return self._session.liveliness().declare_subscriber(key, ring, history=True)


def _taken(tokens: _Tokens, most: int) -> list[zenoh.Sample]:
    found: list[zenoh.Sample] = []
    while len(found) < most and (token := tokens.try_recv()) is not None:
        found.append(token)
    return found
