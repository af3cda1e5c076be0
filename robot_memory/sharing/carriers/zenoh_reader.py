"""Receives updates over a Zenoh session, and requests those that were missed."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Set
from typing import TYPE_CHECKING

import zenoh  # an extra: import this module only where a session is open

from robot_memory.foundation.identity import is_rrn
from robot_memory.sharing.carriers.latest_updates import LatestUpdates
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


class ZenohReader:
    """Reads updates of others; all that they keep comes once, then each new one.

    What waits is kept outside of Python and bounded: a flood costs this process little.

    Args:
        session: open.
        take: is given what came, with the RRN in whose place it stood.
        is_own: tells whether this robot itself offers an update of that RRN and digest.
        expects: tells which robots are asked for what they announce; None for any.
        questions: how many updates may be asked for.
    """

    def __init__(
        self,
        session: zenoh.Session,
        take: Take,
        is_own: Callable[[str, str], bool],
        expects: Callable[[], Set[str] | None],
        questions: TokenBucket,
    ) -> None:
        self._session = session
        self._take = take
        self._is_own = is_own
        self._expects = expects
        self._questions = questions
        self._latest = LatestUpdates()
        # A ring of Zenoh's own loses what is in it once all have answered.
        self._answers: deque[zenoh.Sample] = deque(maxlen=_MOST_WAITING)
        updates: zenoh.handlers.RingChannel[zenoh.Sample]
        updates = zenoh.handlers.RingChannel(_MOST_WAITING)
        self._updates = session.declare_subscriber(
            UPDATES, updates, allowed_origin=zenoh.Locality.REMOTE
        )
        self._announcements = _ZenohAnnouncements(session)

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
        expected = self._expects()
        for token in self._announcements.read(now):
            self._note_token(token, expected, now)
        for rrn in self._latest.due(now, int(self._questions.left(now))):
            self._questions.take()
            self._ask(rrn)

    def robots(self) -> set[str]:
        """Return the robots whose updates are announced. Any thread may ask."""
        return set(self._latest.robots())

    def count_missing(self) -> int:
        """Return how many robots announce what does not come. Any thread may ask."""
        return self._latest.count_missing()

    def offers(self, rrn: str, digest: str) -> bool:
        """Tell whether others announce an update now."""
        return self._latest.is_announced(rrn, digest)

    def close(self) -> None:
        """Receive nothing any more."""
        with contextlib.suppress(zenoh.ZError):  # the session is closed: nothing comes
            self._updates.undeclare()
        self._announcements.close()

    def _take_in(self, sample: zenoh.Sample) -> None:
        rrn, data = rrn_of_key(str(sample.key_expr)), sample.payload.to_bytes()
        if is_rrn(rrn):
            self._latest.note(rrn, digest_of(data))
            self._take(rrn, data)

    def _note_token(self, token: zenoh.Sample, expected: Set[str] | None, now: float) -> None:
        rrn, _, digest = str(token.key_expr).split("/")[2:]
        if not is_digest(digest) or not is_rrn(rrn) or self._is_own(rrn, digest):
            return
        if expected is not None and rrn not in expected:
            return
        if token.kind == zenoh.SampleKind.PUT:
            self._latest.announce(rrn, digest, now)
        else:
            self._latest.end(rrn, digest)

    def _ask(self, rrn: str) -> None:
        self._session.get(
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

    Args:
        session: open.
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
        """Receive nothing any more."""
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
