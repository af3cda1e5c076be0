"""Reads which updates robots announce, in bounded time and memory."""

from __future__ import annotations

import contextlib
from collections import deque

import zenoh  # an extra: import this module only where a session is open

from robot_memory.carriers.zenoh_config import LATEST, latest_of_numbers

MOST_TOKENS = 2_048  # that wait, and that are read in a tick; a key may have 64 KiB
_MOST_OF_A_PART = 512  # tokens that wait, and that are read in a tick
_PARTS = 100  # by the last two digits of an RRN: 200 of 20,000 robots in each
_AT_ONCE = 4  # parts
_LISTEN = 0.6  # s in which what is announced comes
_LOOK_AGAIN = 30.0  # s from one reading in parts to the next

_Tokens = zenoh.Subscriber[zenoh.handlers.Handler[zenoh.Sample]]


class ZenohAnnouncements:
    """Reads the liveliness tokens of all robots.

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
