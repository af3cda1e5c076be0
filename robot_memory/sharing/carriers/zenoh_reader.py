"""Receives updates over a Zenoh session, and requests those that were missed."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import zenoh  # an extra: import this module only where a session is open

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
_MOST_OF_A_ROBOT = 4  # announced at once: its own, and those of bridges that are behind
_GRACE, _LONGEST = 0.5, 60.0  # s until an update that was sent has come; between two questions


@dataclass
class _Wanted:
    at: float
    pause: float


class LatestUpdates:
    """Keeps which update of each robot was announced, which came, and when to ask for the others.

    Announcements are not signed. Invented ones fill memory that is bounded here, and make this
    robot ask for each invented update, in the end once a minute. The caller checks the form of an
    announcement, and bounds which robots may be announced and how many questions are asked.
    """

    def __init__(self) -> None:
        self._announced: dict[str, list[str]] = {}
        self._came: dict[str, deque[str]] = {}
        self._wanted: dict[tuple[str, str], _Wanted] = {}

    def announce(self, rrn: str, digest: str, now: float) -> None:
        """Note that an update is a robot's latest."""
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
        """Note that an update came."""
        if rrn in self._came or len(self._came) < _MOST_ROBOTS:
            self._came.setdefault(rrn, deque(maxlen=2 * _MOST_OF_A_ROBOT)).append(digest)
        self._wanted.pop((rrn, digest), None)

    def due(self, now: float, most: int) -> list[str]:
        """Return robots to ask now, so many at most: first those that have waited longest.

        Each is asked again later, if need be.
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
        """Tell whether an update is announced as a robot's latest."""
        return digest in self._announced.get(rrn, ())

    def count_missing(self) -> int:
        """Return how many robots announce what does not come, however often it was asked for.

        Any thread may ask.
        """
        late = [rrn for (rrn, _), wanted in list(self._wanted.items()) if wanted.pause >= _LONGEST]
        return len(set(late))

    def robots(self) -> list[str]:
        """Return the robots whose updates are announced. Any thread may ask."""
        return list(self._announced)


_MOST_WAITING = 600  # updates that wait for this thread; the oldest is dropped, and asked for
_ANSWER = 5.0  # s

# What is read of announcements.
MOST_TOKENS = 2_048  # that wait, and that are read in a tick; a key may have 64 KiB
_MOST_OF_A_PART = 512  # tokens that wait, and that are read in a tick
_PARTS = 100  # by the last two digits of an RRN: 200 of 20,000 robots in each
_AT_ONCE = 4  # parts
_LISTEN = 0.6  # s in which what is announced comes
_LOOK_AGAIN = 30.0  # s from one reading in parts to the next

_Tokens = zenoh.Subscriber[zenoh.handlers.Handler[zenoh.Sample]]


@dataclass(eq=False, repr=False)
class ZenohReader:
    """Reads updates of others; all that they keep comes once, then each new one.

    What waits is kept outside of Python and bounded: a flood costs this process little.
    """

    session: zenoh.Session
    take: Take  # is given what came, with the RRN in whose place it stood
    # tells whether this robot itself offers an update of that RRN and digest
    is_own: Callable[[str, str], bool]
    # tells which robots are asked for what they announce; None for any
    expects: Callable[[], Set[str] | None]
    questions: TokenBucket  # how many updates may be asked for
    latest: LatestUpdates = field(default_factory=LatestUpdates, init=False)

    def __post_init__(self) -> None:
        # A ring of Zenoh's own loses what is in it once all have answered.
        self._answers: deque[zenoh.Sample] = deque(maxlen=_MOST_WAITING)
        updates: zenoh.handlers.RingChannel[zenoh.Sample]
        updates = zenoh.handlers.RingChannel(_MOST_WAITING)
        self._updates = self.session.declare_subscriber(
            UPDATES, updates, allowed_origin=zenoh.Locality.REMOTE
        )
        self._announcements = _ZenohAnnouncements(self.session)

    def deliver(self) -> bool:
        """Hand over what came; return whether anything did."""
        is_any = False
        while (sample := self._updates.try_recv()) is not None:
            self._take_in(sample)
            is_any = True
        while self._answers:
            self._take_in(self._answers.popleft())
            is_any = True
        return is_any

    def tick(self, now: float) -> None:
        """Read what others announce, and ask for what did not come; ``now`` in seconds."""
        expected = self.expects()
        for token in self._announcements.read(now):
            self._note_token(token, expected, now)
        for rrn in self.latest.due(now, int(self.questions.left(now))):
            self.questions.take()
            self._ask(rrn)

    def close(self) -> None:
        """Receive nothing any more."""
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
        """Keep an answer for the thread that reads, in a thread of Zenoh."""
        if reply.ok is not None:
            self._answers.append(reply.ok)


class _ZenohAnnouncements:
    """Reads the liveliness tokens of all robots, in bounded time and memory.

    What waits is kept outside of Python and bounded: a flood costs this process little. Where more
    came than fits, whether of a flood or of a large fleet, all is read again in small parts.
    """

    def __init__(self, session: zenoh.Session) -> None:
        self._session = session
        self._all = self._subscribe(LATEST, MOST_TOKENS)
        self._parts: list[_Tokens] = []
        self._left: deque[int] = deque()
        self._is_some_lost = False
        self._next_at = self._again_at = 0.0

    def read(self, now: float) -> list[zenoh.Sample]:
        """Return tokens that came or went, so many at most in a tick; ``now`` in seconds."""
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
        """Listen to the next parts; begin with the first ones where something was lost."""
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
        """Receive who announces what, also what was announced before."""
        ring: zenoh.handlers.RingChannel[zenoh.Sample] = zenoh.handlers.RingChannel(most)
        return self._session.liveliness().declare_subscriber(key, ring, history=True)


def _taken(tokens: _Tokens, most: int) -> list[zenoh.Sample]:
    found: list[zenoh.Sample] = []
    while len(found) < most and (token := tokens.try_recv()) is not None:
        found.append(token)
    return found
