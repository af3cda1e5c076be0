"""The only source of time, and whether wall time is trusted (rules.md §4.1, §4.2 and §4.4).

All other code takes an :class:`Instant` or a ``datetime``; only this module asks the system. A
robot's wall time can be wrong (no battery-backed clock, no network at boot). So each instant says
whether its wall time can be trusted, and holds the boot and the time since boot, which are always
right.

See docs/explanation/time.md, "Two clocks" and "When wall time is trusted".
"""

from __future__ import annotations

import ctypes
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone
from functools import cached_property
from pathlib import Path
from typing import Protocol

UTC = timezone.utc
#: The lower limit of a plausible wall time in a new home: no robot ran before this day.
BUILD_DATE = datetime(2026, 11, 1, tzinfo=UTC)

#: The boot of anything written with ``--now``: its stamps do not show the real time.
PRETENDED = "given with --now"

#: The most that another clock may be ahead of this one, seconds (rules.md §6.5 and §8.15).
MOST_AHEAD = 300

_BACKWARD_SLACK = timedelta(hours=1)
_FORWARD_LIMIT = timedelta(days=90)
_LIFETIME = timedelta(days=5 * 365)
_TIME_ERROR = 5  # adjtimex(2): the clock is not synchronised


@dataclass(frozen=True)
class Instant:
    """The time when something was received.

    Attributes:
        time: best estimate of the wall time, UTC.
        uptime: seconds since boot, suspend included (CLOCK_BOOTTIME).
        boot: identifies the boot that ``uptime`` counts from.
        trusted: whether ``time`` is known to be right, not only the best estimate.
        synchronised: whether the kernel confirms ``time``; stronger than plausible. Rows do not
            store it, so it is ignored when instants are compared.
    """

    time: datetime
    uptime: float
    boot: str
    trusted: bool
    synchronised: bool = field(default=False, compare=False)

    @cached_property
    def seconds(self) -> float:
        """``time`` as seconds since the epoch."""
        return self.time.timestamp()

    def earlier(self, uptime: float) -> Instant:
        """Return the instant of the same boot at an earlier uptime."""
        time = self.time - timedelta(seconds=self.uptime - uptime)
        return replace(self, time=time, uptime=uptime)


class Clock(Protocol):
    """Tells the time."""

    #: 'wall', 'simulated' or 'recording': a memory home belongs to one of them (rules.md §4.4).
    kind: str

    @property
    def is_running(self) -> bool:
        """Whether the clock has a time yet."""
        ...

    def now(self) -> Instant:
        """Return the present instant."""
        ...


@dataclass(frozen=True)
class ClockReading:
    """A reading of the system clocks: wall time, seconds since boot, kernel synchronisation."""

    wall: datetime
    uptime: float
    synchronised: bool


def wall_time_is_plausible(wall: datetime, newest: datetime | None) -> bool:
    """Whether an unsynchronised wall time is plausible (rules.md §4.2).

    ``newest`` is the newest stamp in the memory home, None in an empty home.
    """
    if newest is None:
        return BUILD_DATE <= wall <= BUILD_DATE + _LIFETIME
    return newest - _BACKWARD_SLACK <= wall <= newest + _FORWARD_LIMIT


def is_too_far_ahead(time: datetime, newest: datetime | None, wall: datetime) -> bool:
    """Whether a given time is so late that it would make all earlier data look old.

    Args:
        newest: the newest stamp in the memory home, None in an empty one.
        wall: this machine's wall time.
    """
    return time > max(newest or BUILD_DATE, wall) + _FORWARD_LIMIT


def estimate(reading: ClockReading, newest: datetime | None, boot: str) -> Instant:
    """Turn a reading into an instant: the wall time if trusted, else ``newest`` + uptime."""
    if reading.synchronised or wall_time_is_plausible(reading.wall, newest):
        return Instant(reading.wall, reading.uptime, boot, True, reading.synchronised)
    start = newest if newest is not None else BUILD_DATE
    provisional = start + timedelta(seconds=reading.uptime)
    return Instant(provisional, reading.uptime, boot, trusted=False)


class _Kernel:
    """Asks the kernel whether its clock is synchronised, at most once a second."""

    _INTERVAL = 1.0

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None)
        self._timex = ctypes.create_string_buffer(512)
        self._asked = -math.inf
        self._synchronised = False

    def is_synchronised(self, uptime: float) -> bool:
        if not 0.0 <= uptime - self._asked < self._INTERVAL:
            self._asked = uptime
            # struct timex is 208 bytes on 64-bit Linux; modes = 0 only reads. A container may
            # deny it.
            state: int = self._libc.adjtimex(self._timex)
            self._synchronised = 0 <= state < _TIME_ERROR
        return self._synchronised


_kernel = _Kernel()


def read_uptime() -> float:
    """Return the seconds since boot, suspend included; all processes of a machine agree on them."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def read_system() -> ClockReading:
    """Read the system's clocks."""
    uptime = read_uptime()
    return ClockReading(datetime.now(UTC), uptime, _kernel.is_synchronised(uptime))


def read_boot_id() -> str:
    """Return the kernel's identifier of this boot."""
    return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()


class SystemClock:
    """Wall time of this machine.

    Args:
        newest: the newest stamp in the home *before this boot*; None in an empty home. It may be
            set later through the attribute, once the home is open.
        read: reads the machine's clocks; a test passes its own.
        boot: the identifier of this boot.
    """

    kind = "wall"
    is_running = True

    def __init__(
        self,
        *,
        newest: datetime | None = None,
        read: Callable[[], ClockReading] = read_system,
        boot: str | None = None,
    ) -> None:
        self.newest = newest
        self._read = read
        self.boot = boot if boot is not None else read_boot_id()

    def now(self) -> Instant:
        """Return the present instant."""
        return estimate(self._read(), self.newest, self.boot)


def machine_clock(clock: Clock) -> SystemClock:
    """Return the machine's own clock, even if the home has recorded or simulated time."""
    return clock if isinstance(clock, SystemClock) else SystemClock()


class ManualClock:
    """A clock that is set from outside: a recording's stamps, simulated time, ``--now``.

    Args:
        time: the first instant, UTC.
        kind: 'recording', 'simulated' or 'wall' (a fixed ``--now`` on a wall-time home).
        boot: the identifier of the recording or the simulation run.
    """

    is_running = True

    def __init__(self, time: datetime, *, kind: str, boot: str) -> None:
        self.kind = kind
        self.boot = boot
        self._start = time
        self._time = time
        self._now: Instant | None = None  # cached, because it is asked for often

    def set(self, time: datetime) -> None:
        """Move to ``time``; moving back is allowed, as simulated time does on a reset."""
        self._time = time
        self._now = None

    def now(self) -> Instant:
        """Return the instant that was last set."""
        if self._now is None or self._now.boot != self.boot:
            uptime = (self._time - self._start).total_seconds()
            self._now = Instant(self._time, uptime, self.boot, trusted=True)
        return self._now
