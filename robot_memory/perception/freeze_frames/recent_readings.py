"""Keeps the last 90 s of every signal that detectors read, for the freeze frame of an onset.

See docs/explanation/perception.md, "The ten seconds before an onset".
"""

from __future__ import annotations

import math
from array import array

#: How much of a signal an onset shows, seconds.
SHOWN = 10.0
#: Seconds that are kept: an onset may be confirmed a minute after it.
_KEPT = 90.0
_SLOT = 0.625  # s of which the extremes are kept
_SLOTS = math.ceil(_KEPT / _SLOT)
_WIDTH = 4  # numbers of a slot: when and how low, when and how high
_MOST_SIGNALS = 256  # signals of all topics
_FRESH = 5.0  # s after which a reading is no longer current

#: When, in seconds on the detectors' time axis, and what was read.
Sample = tuple[float, float]


class Trace:
    """One signal of the last minute and a half: the extremes of each 0.6 s, and the latest value.

    A fast signal takes no more memory than a slow one, and no spike is lost.

    Attributes:
        stamp: time of the latest reading, seconds on the time axis of the detectors.
        value: the latest reading.
    """

    __slots__ = ("_high", "_high_at", "_low", "_low_at", "_ring", "_slot", "stamp", "value")

    def __init__(self, stamp: float, value: float) -> None:
        self._ring = array("d", [-math.inf]) * (_SLOTS * _WIDTH)
        self._slot = math.floor(stamp / _SLOT)
        self._low_at = self._high_at = self.stamp = stamp
        self._low = self._high = self.value = value

    def observe(self, stamp: float, value: float) -> None:
        """Take in a reading."""
        slot = math.floor(stamp / _SLOT)
        self.stamp, self.value = stamp, value
        if slot > self._slot:
            self._put_away()
            self._slot = slot
            self._low_at = self._high_at = stamp
            self._low = self._high = value
        elif value < self._low:
            self._low_at, self._low = stamp, value
        elif value > self._high:
            self._high_at, self._high = stamp, value

    def _put_away(self) -> None:
        begin = self._slot % _SLOTS * _WIDTH
        self._ring[begin : begin + _WIDTH] = array(
            "d", (self._low_at, self._low, self._high_at, self._high)
        )

    def before(self, onset: float) -> list[Sample]:
        """Return the samples of the ten seconds up to an onset, oldest first."""
        since = onset - SHOWN
        samples = {
            (self._low_at, self._low), (self._high_at, self._high), (self.stamp, self.value)
        }  # fmt: skip
        begin = math.floor(since / _SLOT) % _SLOTS * _WIDTH
        end = (math.floor(onset / _SLOT) % _SLOTS + 1) * _WIDTH
        ring = self._ring
        kept = ring[begin:end] if begin < end else ring[begin:] + ring[:end]
        samples.update(zip(kept[::_WIDTH], kept[1::_WIDTH], strict=True))
        samples.update(zip(kept[2::_WIDTH], kept[3::_WIDTH], strict=True))
        return sorted(sample for sample in samples if since <= sample[0] <= onset)


class RecentReadings:
    """The recent readings of all detectors, by the name of the signal.

    A name holds topic, field and component: ``/joint_states effort[elbow]``,
    ``/diagnostics base: Motor Temperature``. At most 256 signals are kept. A new signal replaces
    one that is no longer read.
    """

    def __init__(self) -> None:
        self._traces: dict[str, Trace] = {}
        self._full_until = -math.inf

    def __len__(self) -> int:
        return len(self._traces)

    def note(self, name: str, stamp: float, value: float) -> None:
        """Take in a reading.

        Args:
            name: of which signal.
            stamp: when, seconds on the detectors' time axis.
            value: SI units where the message says so; NaN and infinity are no readings.
        """
        if not math.isfinite(value):
            return
        trace = self._traces.get(name)
        if trace is not None:
            trace.observe(stamp, value)
        elif len(self._traces) < _MOST_SIGNALS or self._drops_one(stamp):
            self._traces[name] = Trace(stamp, value)

    def _drops_one(self, stamp: float) -> bool:
        """Drop a signal that is no longer read, if any; search at most once a second."""
        if stamp < self._full_until:
            return False
        name, oldest = min(self._traces.items(), key=lambda item: item[1].stamp)
        if stamp - oldest.stamp <= _KEPT:
            self._full_until = stamp + 1.0
            return False
        del self._traces[name]
        return True

    def now(self, stamp: float) -> dict[str, float]:
        """Return what was read within the last five seconds."""
        since = stamp - _FRESH
        return {name: it.value for name, it in self._traces.items() if it.stamp >= since}

    def before(self, onset: float) -> dict[str, list[Sample]]:
        """Return the ten seconds before an onset, by signal; the onset may be a minute ago."""
        found = {name: trace.before(onset) for name, trace in self._traces.items()}
        return {name: samples for name, samples in found.items() if samples}
