"""The one source of time (rules.md §4).

Everything else takes an :class:`Instant` or a ``datetime``; nothing else asks the system.
Wall time on a robot can be wrong (no battery-backed clock, no network at boot), so each instant
says whether its wall time may be trusted, and carries the boot and the time since boot, which
are always right.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Protocol

UTC = timezone.utc
#: No robot of ours ran before this day: the lower bound of a plausible wall time in a new home.
BUILD_DATE = datetime(2026, 11, 1, tzinfo=UTC)

_BACKWARD_SLACK = timedelta(hours=1)
_FORWARD_LIMIT = timedelta(days=90)
_LIFETIME = timedelta(days=5 * 365)
_TIME_ERROR = 5  # adjtimex(2): the clock is not synchronised


@dataclass(frozen=True)
class Instant:
    """A receipt time.

    Attributes:
        time: best estimate of the wall time, UTC.
        uptime: seconds since boot, suspend included (CLOCK_BOOTTIME).
        boot: identifies the boot that ``uptime`` counts from.
        trusted: whether ``time`` is known to be right, not only the best there is.
    """

    time: datetime
    uptime: float
    boot: str
    trusted: bool


class Clock(Protocol):
    """Tells the time."""

    #: 'wall', 'simulated' or 'recording': a memory home belongs to one of them (rules.md §4.4).
    kind: str

    def now(self) -> Instant:
        """Return the present instant."""
        ...


@dataclass(frozen=True)
class Reading:
    """What the operating system says: wall time, seconds since boot, kernel synchronisation."""

    wall: datetime
    uptime: float
    synchronised: bool


def wall_time_is_plausible(wall: datetime, newest: datetime | None) -> bool:
    """Tell whether an unsynchronised wall time may be believed (rules.md §4.2).

    ``newest`` is the newest stamp in the memory home, None in an empty home.
    """
    if newest is None:
        return BUILD_DATE <= wall <= BUILD_DATE + _LIFETIME
    return newest - _BACKWARD_SLACK <= wall <= newest + _FORWARD_LIMIT


def estimate(reading: Reading, newest: datetime | None, boot: str) -> Instant:
    """Turn a reading into an instant: wall time where it can be trusted, else newest + uptime."""
    if reading.synchronised or wall_time_is_plausible(reading.wall, newest):
        return Instant(reading.wall, reading.uptime, boot, trusted=True)
    provisional = start_of_provisional_time(newest) + timedelta(seconds=reading.uptime)
    return Instant(provisional, reading.uptime, boot, trusted=False)


def start_of_provisional_time(newest: datetime | None) -> datetime:
    """Return the time that a boot without trusted wall time counts its uptime from."""
    return newest if newest is not None else BUILD_DATE


def read_system() -> Reading:
    """Read the system's clocks."""
    return Reading(
        wall=datetime.now(UTC),
        uptime=time.clock_gettime(time.CLOCK_BOOTTIME),
        synchronised=_kernel_is_synchronised(),
    )


def read_boot_id() -> str:
    """Return the kernel's identifier of this boot."""
    return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()


def _kernel_is_synchronised() -> bool:
    # struct timex is 208 bytes on 64-bit Linux; modes = 0 only reads. A container may deny it.
    state: int = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(512))
    return 0 <= state < _TIME_ERROR


class SystemClock:
    """Wall time of this machine.

    Args:
        newest: newest stamp in the home *before this boot*; None in an empty home. It is set
            once the home has been opened, and may be set later through the attribute.
        read: reads the machine's clocks; a test passes its own.
        boot: identifier of this boot.
    """

    kind = "wall"

    def __init__(
        self,
        *,
        newest: datetime | None = None,
        read: Callable[[], Reading] = read_system,
        boot: str | None = None,
    ) -> None:
        self.newest = newest
        self._read = read
        self.boot = boot if boot is not None else read_boot_id()

    def now(self) -> Instant:
        """Return the present instant."""
        return estimate(self._read(), self.newest, self.boot)


class SetClock:
    """A clock that is set from outside: a recording's stamps, simulated time, ``--now``.

    Args:
        time: the first instant, UTC.
        kind: 'recording', 'simulated' or 'wall' (a fixed ``--now`` on a wall-time home).
        boot: identifies the recording or the simulation run.
    """

    def __init__(self, time: datetime, *, kind: str, boot: str) -> None:
        self.kind = kind
        self.boot = boot
        self._start = time
        self._time = time

    def set(self, time: datetime) -> None:
        """Move to ``time``; moving back is allowed, as simulated time does on a reset."""
        self._time = time

    def now(self) -> Instant:
        """Return the instant that was set last."""
        uptime = (self._time - self._start).total_seconds()
        return Instant(self._time, uptime, self.boot, trusted=True)
