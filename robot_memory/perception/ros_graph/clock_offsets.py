"""Offsets between clocks, from message stamps and reception times (rules.md §5.13).

See docs/explanation/perception.md, "Faults that no driver reports".
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

_WINDOW, _WINDOWS = 10.0, 3  # s, and how many consecutive windows must exceed the limit and agree
_FEWEST = 3  # stamps in these windows
_APART, _APART_SHARE, _MOST_APART = 0.5, 0.1, 5.0  # s, share, most s between agreeing windows
_DRIFT_AFTER = 600.0  # s after which a drift is reported
_SAME, _SAME_SHARE = 0.1, 0.1  # s, and share, by which offsets of one computer's clock may differ
_HOUR = 3600.0  # s


@dataclass(frozen=True)
class OffsetLimits:
    """Offsets from which stamps count as wrong, in seconds.

    Attributes:
        ahead: no message arrives before it is sent.
        behind: with a smaller delay, a message may be in transit, or contain an older reading.
        farthest: older stamps belong to a played recording, or are no date.
    """

    ahead: float
    behind: float
    farthest: float = math.inf

    def exceeded_by(self, seconds: float) -> bool:
        """Tell whether an offset exceeds the limits; ``seconds`` ahead, negative: behind."""
        is_beyond = seconds > self.ahead or seconds < -self.behind
        return is_beyond and abs(seconds) < self.farthest


#: s, between computers: transit rarely takes half a second for each message.
SENT = OffsetLimits(ahead=0.1, behind=0.5)
#: s, between a sensor and its computer: exposure and processing take time.
HEADER = OffsetLimits(ahead=0.1, behind=2.0, farthest=_HOUR)


@dataclass(frozen=True)
class ClockOffset:
    """The seconds by which stamps are ahead; negative: behind.

    ``drift`` is its growth in seconds an hour; NaN if it is not known yet.
    """

    seconds: float
    drift: float = math.nan


class OffsetTrack:
    """Follows the offset of one topic's stamps.

    Delays vary and are never negative, so only the stamp furthest ahead in a window counts.
    """

    def __init__(self, limits: OffsetLimits) -> None:
        self._limits = limits
        self._begun = -math.inf
        self._most, self._count = -math.inf, 0
        self._windows: deque[tuple[float, int]] = deque(maxlen=_WINDOWS)
        self._first: tuple[float, float] | None = None

    def observe(self, now: float, ahead: float) -> None:
        """Take in by how many seconds a stamp is ahead; ``now``: seconds that never step."""
        if now - self._begun >= _WINDOW:
            self._end_window(now)
        self._most = max(self._most, ahead)
        self._count += 1

    def _end_window(self, now: float) -> None:
        if self._count:
            self._windows.append((self._most, self._count))
        if now - self._begun >= 2.0 * _WINDOW * _WINDOWS:
            self._windows.clear()
            self._first = None
        self._begun, self._most, self._count = now, -math.inf, 0
        offset = self._known()
        if offset is not None and self._first is None:
            self._first = now, offset

    def _known(self) -> float | None:
        if len(self._windows) < _WINDOWS or sum(count for _, count in self._windows) < _FEWEST:
            return None
        return median(most for most, _ in self._windows)

    def offset(self, now: float) -> ClockOffset | None:
        """Return the offset of the stamps; None if there is none, or if no messages arrive."""
        seconds = self._known()
        if seconds is None or now - self._begun > 2.0 * _WINDOW:
            return None
        if not self._is_constant(seconds):
            return None
        if not all(self._limits.exceeded_by(most) for most, _ in self._windows):
            return None
        begun, first = self._first or (now, seconds)
        if now - begun < _DRIFT_AFTER:
            return ClockOffset(seconds)
        return ClockOffset(seconds, (seconds - first) / (now - begun) * _HOUR)

    def _is_constant(self, seconds: float) -> bool:
        """Tell whether the windows agree: a reading that is sent repeatedly grows older."""
        found = [most for most, _ in self._windows]
        apart = max(_APART, min(_APART_SHARE * abs(seconds), _MOST_APART))
        return max(found) - min(found) <= apart


@dataclass
class ComputerClock:
    """Nodes, and topics, with the same clock offset, which are therefore on one computer."""

    offset: ClockOffset
    nodes: list[str] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)


def by_computer(
    found: Mapping[str, ClockOffset], publishers: Mapping[str, str]
) -> Sequence[ComputerClock]:
    """Group topics with equal offsets; ``publishers``: the only publisher of each topic."""
    clocks: list[ComputerClock] = []
    for topic in sorted(found.keys() & publishers.keys(), key=lambda it: (publishers[it], it)):
        offset = found[topic]
        clock = next((it for it in clocks if is_same(it.offset.seconds, offset.seconds)), None)
        if clock is None:
            clock = ComputerClock(offset)
            clocks.append(clock)
        clock.topics.append(topic)
        if publishers[topic] not in clock.nodes:
            clock.nodes.append(publishers[topic])
    return clocks


def is_same(one: float, other: float) -> bool:
    """Tell whether two offsets may be those of one clock; both in seconds."""
    return abs(one - other) <= max(_SAME, _SAME_SHARE * abs(one))
