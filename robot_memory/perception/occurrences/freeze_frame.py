"""Freeze frames: the readings of the ten seconds before an onset. They are not tf frames.

The last 90 s of every signal that detectors read are kept, and five minutes of the operating
conditions, because a deviation is reported minutes after it began.

See docs/explanation/perception.md, "The ten seconds before an onset".
"""

from __future__ import annotations

import json
import math
import re
import statistics
from array import array
from collections.abc import Collection, Mapping, Sequence

from robot_memory.foundation.token_bucket import Allowance
from robot_memory.perception.occurrences.detection import FRESH
from robot_memory.perception.occurrences.occurrence import Occurrence
from robot_memory.perception.occurrences.occurrence_limiter import NOTICE, Quota

#: By signal: seconds before the onset (negative) and value, oldest first.
FreezeFrame = dict[str, list[list[float]]]

_MOST_BYTES = 4000  # bytes of the signals as JSON
#: Signals of the component at fault, operating conditions, other signals that changed.
_MOST_NEAR, _MOST_CONDITIONS, _MOST_OTHERS = 6, 4, 3
_CHANGED = 6.0  # spreads of the first half of a signal
_STEPS = 200.0  # steps into which the range of a signal is divided when shown
_DIGITS = 4  # significant digits of a signal that stands still
_FINEST = 18  # decimal places


def matter(topic: str, component: str) -> list[str]:
    """Return the names by which the signals of a fault are found, the most specific first.

    These are the component, the driver before its colon, and the topic if the component is named
    after the topic. Otherwise, other components of the same topic would be found too.
    """
    driver = component.partition(":")[0]
    names = [component, driver] if topic.strip("/") not in component else [component, topic]
    return [name for name in names if name]


def freeze(
    before: Mapping[str, Sequence[Sample]],
    onset: float,
    matter: Sequence[str],
    conditions: Collection[str],
) -> FreezeFrame:
    """Return the freeze frame of an onset, at most about four kilobytes.

    It holds the signals of the faulty component first, then the operating conditions, then the
    other signals that changed most. ``matter`` is a result of :func:`matter`.
    """
    changes = {name: _change(samples, onset) for name, samples in before.items()}
    ranked = sorted(before, key=lambda name: (-changes[name], name))
    near: list[str] = []
    for word in matter:
        whole = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")  # "Motor 1" is not in "Motor 12"
        near += [name for name in ranked if name not in near and whole.search(name)]
    of_conditions = [name for name in ranked if name in conditions and name not in near]
    others = [name for name in ranked if changes[name] >= _CHANGED
              and name not in near and name not in conditions]  # fmt: skip
    frame: FreezeFrame = {}
    left = _MOST_BYTES
    for name in near[:_MOST_NEAR] + of_conditions[:_MOST_CONDITIONS] + others[:_MOST_OTHERS]:
        samples = _compact(before[name], onset)
        left -= len(json.dumps({name: samples}))
        if left < 0:
            break
        frame[name] = samples
    return frame


def _change(samples: Sequence[Sample], onset: float) -> float:
    """Return the largest distance of the second half from the first, in spreads of the first."""
    middle = onset - SHOWN / 2.0
    first = [value for stamp, value in samples if stamp <= middle]
    second = [value for stamp, value in samples if stamp > middle]
    if not first or not second:
        return 0.0
    usual = statistics.median(first)
    spread = statistics.fmean(abs(value - usual) for value in first)
    least = 1e-3 * abs(usual) + 1e-9
    return max(abs(value - usual) for value in second) / (spread + least)


def _compact(samples: Sequence[Sample], onset: float) -> list[list[float]]:
    values = [value for _, value in samples]
    digits = _digits(min(values), max(values))
    return [[round(stamp - onset, 2) + 0.0, round(value, digits) + 0.0] for stamp, value in samples]


def _digits(low: float, high: float) -> int:
    """Return the number of decimal places at which changes between values can be seen."""
    step = (high - low) / _STEPS or max(abs(low), abs(high)) * 10.0**-_DIGITS
    if not 0.0 < step < math.inf:
        return 0
    return min(_FINEST, max(0, math.ceil(-math.log10(step))))


#: Seconds of a signal in the freeze frame of an onset.
SHOWN = 10.0
#: Seconds that are kept: an onset may be confirmed a minute later.
_KEPT = 90.0
_SLOT = 0.625  # s whose extremes are kept
_KEPT_CONDITIONS = 300.0  # s, likewise for onsets that are confirmed even later
_WIDTH = 4  # numbers in a slot: time and value of the low, time and value of the high
_MOST_SIGNALS = 256  # signals of all topics

#: The time, in seconds on the detectors' time axis, and the value of a reading.
Sample = tuple[float, float]


class Trace:
    """One signal over the last seconds: the extremes of each 0.6 s, and the latest value.

    A fast signal takes no more memory than a slow one, and no spike is lost. ``kept`` is its
    duration in seconds; ``stamp`` is that of the latest reading, on the detectors' time axis.
    """

    __slots__ = (
        "_high", "_high_at", "_low", "_low_at", "_ring", "_slot", "_slots", "stamp", "value",
    )  # fmt: skip

    def __init__(self, stamp: float, value: float, kept: float = _KEPT) -> None:
        self._slots = math.ceil(kept / _SLOT)
        self._ring = array("d", [-math.inf]) * (self._slots * _WIDTH)
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
        begin = self._slot % self._slots * _WIDTH
        self._ring[begin : begin + _WIDTH] = array(
            "d", (self._low_at, self._low, self._high_at, self._high)
        )

    def before(self, onset: float) -> list[Sample]:
        """Return the samples of the ten seconds up to an onset, oldest first."""
        since = onset - SHOWN
        samples = {
            (self._low_at, self._low), (self._high_at, self._high), (self.stamp, self.value)
        }  # fmt: skip
        begin = math.floor(since / _SLOT) % self._slots * _WIDTH
        end = (math.floor(onset / _SLOT) % self._slots + 1) * _WIDTH
        ring = self._ring
        kept = ring[begin:end] if begin < end else ring[begin:] + ring[:end]
        samples.update(zip(kept[::_WIDTH], kept[1::_WIDTH], strict=True))
        samples.update(zip(kept[2::_WIDTH], kept[3::_WIDTH], strict=True))
        return sorted(sample for sample in samples if since <= sample[0] <= onset)


class RecentReadings:
    """The recent readings of all detectors, by the name of the signal.

    A name holds topic, field and component: ``/joint_states effort[elbow]``,
    ``/diagnostics base: Motor Temperature``. At most 256 signals are kept, for ``kept`` seconds. A
    new signal replaces one that is no longer read.
    """

    def __init__(self, kept: float = _KEPT) -> None:
        self._kept = kept
        self._traces: dict[str, Trace] = {}
        self._full_until = -math.inf

    def __len__(self) -> int:
        return len(self._traces)

    def note(self, name: str, stamp: float, value: float) -> None:
        """Take in a reading, in SI units if the message uses them; NaN and infinity are ignored."""
        if not math.isfinite(value):
            return
        trace = self._traces.get(name)
        if trace is not None:
            trace.observe(stamp, value)
        elif len(self._traces) < _MOST_SIGNALS or self._drops_one(stamp):
            self._traces[name] = Trace(stamp, value, self._kept)

    def _drops_one(self, stamp: float) -> bool:
        """Drop a signal that is no longer read, if any; search at most once a second."""
        if stamp < self._full_until:
            return False
        name, oldest = min(self._traces.items(), key=lambda item: item[1].stamp)
        if stamp - oldest.stamp <= self._kept:
            self._full_until = stamp + 1.0
            return False
        del self._traces[name]
        return True

    def now(self, stamp: float) -> dict[str, float]:
        """Return the readings of the last five seconds."""
        since = stamp - FRESH
        return {name: it.value for name, it in self._traces.items() if it.stamp >= since}

    def before(self, onset: float) -> dict[str, list[Sample]]:
        """Return the ten seconds before an onset, by signal; the onset may be a minute ago."""
        found = {name: trace.before(onset) for name, trace in self._traces.items()}
        return {name: samples for name, samples in found.items() if samples}


#: Freeze frames for one key: 3 at once and one more each hour; for all keys: 60, and 60 an hour.
_EACH, _TOGETHER = Allowance(3.0, 1.0 / 3600.0), Allowance(60.0, 60.0 / 3600.0)


class FreezeFrameRecorder:
    """Takes freeze frames from the readings of detectors and the operating conditions.

    A freeze frame has a few kilobytes. Therefore a fault that recurs often gets one only sometimes,
    and a notice that a source is rate-limited gets none.
    """

    def __init__(self, readings: RecentReadings) -> None:
        self._readings = readings
        self._conditions = RecentReadings(_KEPT_CONDITIONS)
        self._quota = Quota(_EACH, _TOGETHER, everyone="all")

    def note(self, stamp: float, conditions: Mapping[str, float]) -> None:
        """Add the current operating conditions."""
        for name, value in conditions.items():
            self._conditions.note(name, stamp, value)

    def conditions_at(self, stamp: float) -> dict[str, float]:
        """Return the operating conditions at a moment; empty if they are no longer known."""
        before = self._conditions.before(stamp).items()
        return {name: samples[-1][1] for name, samples in before if stamp - samples[-1][0] <= FRESH}

    def take(self, occurrence: Occurrence) -> FreezeFrame:
        """Return the freeze frame of an onset; empty if the quota refuses one."""
        key, onset = occurrence.detection.key, occurrence.began
        if key.detector == NOTICE or self._quota.refuses(key.to_text(), onset):
            return {}
        conditions = self._conditions.before(onset)
        before = {**conditions, **self._readings.before(onset)}
        return freeze(before, onset, matter(occurrence.topic, key.component), conditions)
