"""How the robot runs: its conditions now, samples of them, and the conditions before an onset.

"14 of 15 onsets above 0.3 m/s" means something only if the share of time above 0.3 m/s is known.
Moments picked at random give this share, for any variable and for several together.

Specification: rules.md §10.2.

See docs/explanation/conditions.md; docs/explanation/perception.md, "Conditions and places".
"""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple, TypeVar

from robot_memory.perception.occurrences.detection import Detection

_Values = Mapping[str, float | str]
_Signals = Callable[[float], _Values]
_Value = TypeVar("_Value")

#: The message type of table rows.
TABLE = "csv"
#: A fault changes measurements while it happens: the values this long before an onset count.
_BEFORE = 2.0  # s
_LATEST = 5.0  # s for which a reading of the conditions holds
#: Signals may be noisy or cyclic: they are averaged over this many seconds, up to one second
#: before an onset.
_AVERAGED = 5.0  # s
_UP_TO = 1.0  # s
_FEWEST = 3  # readings needed for an average
_TICK = 1.0  # s between two readings of the conditions
_KEPT = 60  # readings, for the conditions before an onset
#: The first half minute of a run differs from the rest.
_START_UP = 30.0  # s
_SHORTEST, _LONGEST = 1.0, 10.0  # seconds of running that a moment stands for
_OF_RUNNING = 1000.0  # a moment stands for the running time so far divided by this
_GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0  # of a stretch, from one moment's place to the next
_MOST_WAITING = 4096  # moments that were not taken yet
_MOST_CONDITIONS = 64  # conditions and signals; the first ones are kept


def without_own(
    values: Mapping[str, _Value],
    detection: Detection,
    *,
    topic: str,
    is_table: bool,
    own_conditions: Collection[str],
) -> dict[str, _Value]:
    """Leave out values of the fault's own component: "battery low below 20 % charge" says nothing.

    A table has columns of many components; ``own_conditions`` are those read from the topic itself.
    """
    component = detection.key.component
    are_others = is_table and component == topic
    return {
        name: value
        for name, value in values.items()
        if name not in own_conditions
        and not (_is_signal(name) and _names(_quantity(name), detection.text))
        and (are_others or not _names(component, name))
    }


def _is_signal(name: str) -> bool:
    """Tell a signal, ``/joint_states elbow effort``, from a condition, such as ``speed``."""
    return "/" in name or " " in name


def _quantity(name: str) -> str:
    """Return a signal's name without its axis: ``/imu linear_acceleration.x`` has two more."""
    stem, dot, axis = name.rpartition(".")
    return stem if dot and " " not in axis else name


def _names(word: str, text: str) -> bool:
    return bool(word) and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


class PickedSample(NamedTuple):
    """A moment: its stamp, the seconds of running time that it represents, and its conditions."""

    stamp: float
    seconds: float
    values: _Values


class OperatingSampler:
    """Remembers the conditions of the last minute, and picks moments of normal running.

    At first a moment is picked each second, in a long run every ten seconds. Its place within the
    interval varies, so that a robot that works in cycles is not always sampled in the same phase.
    Memory is bounded: the first sixty-four conditions are kept, and picked moments are thinned if
    nobody takes them.
    """

    def __init__(self, conditions: _Signals, signals: _Signals) -> None:
        self._conditions = conditions
        self._signals = signals
        self._recent: deque[_Recent] = deque(maxlen=_KEPT)
        self._picked: list[PickedSample] = []
        self._names: dict[str, None] = {}
        self._began: float | None = None
        self._picked_at = 0.0
        self._due = 0.0
        self._count = 0

    def advance(self, stamp: float, running: float) -> None:
        """Advance the time; ``running``: how long the robot was heard so far, without pauses, s."""
        if running <= 0.0:
            return
        if self._began is None:
            self._began = stamp
        if self._recent and stamp - self._recent[-1].stamp < _TICK:
            return
        conditions, signals = self._conditions(stamp), self._signals(stamp)
        self._recent.append(_Recent(stamp, self._admitted(conditions), self._admitted(signals)))
        if stamp - self._began < _START_UP:
            self._picked_at = self._due = running
        elif running >= self._due and running > self._picked_at:
            self._pick(stamp, running)

    def _pick(self, stamp: float, running: float) -> None:
        values = {**self._latest(stamp), **self._averages(stamp)}
        self._picked.append(PickedSample(stamp, running - self._picked_at, values))
        self._picked_at = running
        self._count += 1
        stretch = min(_LONGEST, max(_SHORTEST, running / _OF_RUNNING))
        place = math.modf(self._count * _GOLDEN)[0]
        begin = math.floor(running / stretch + 1.0) * stretch
        self._due = begin + (place * stretch if stretch >= 2.0 * _TICK else 0.0)
        if len(self._picked) > _MOST_WAITING:
            self._picked = _thinned(self._picked)

    def _admitted(self, values: _Values) -> _Values:
        """Leave out new conditions once there are enough of them."""
        for name in values:
            if len(self._names) >= _MOST_CONDITIONS:
                break
            self._names.setdefault(name)
        return {name: value for name, value in values.items() if name in self._names}

    def before(self, onset: float) -> _Values:
        """Return the conditions shortly before an onset; empty if they are not known."""
        if self._began is None or onset - self._began < _START_UP:
            return {}
        return {**self._latest(onset - _BEFORE), **self._averages(onset - _UP_TO)}

    def _latest(self, stamp: float) -> _Values:
        for recent in reversed(self._recent):
            if recent.stamp <= stamp:
                return recent.conditions if stamp - recent.stamp <= _LATEST else {}
        return {}

    def _averages(self, stamp: float) -> _Values:
        by_name: dict[str, list[float | str]] = {}
        for recent in self._recent:
            if stamp - _AVERAGED < recent.stamp <= stamp:
                for name, value in recent.signals.items():
                    by_name.setdefault(name, []).append(value)
        return {
            name: _average(values) for name, values in by_name.items() if len(values) >= _FEWEST
        }

    def take(self) -> list[PickedSample]:
        """Return the moments picked since the last call."""
        samples, self._picked = self._picked, []
        return samples


class _Recent(NamedTuple):
    """The conditions and signals at one moment of the last minute."""

    stamp: float
    conditions: _Values
    signals: _Values


def _average(values: list[float | str]) -> float | str:
    """Return the mean of numbers; for words and flags, which have no mean, the last value."""
    numbers = [value for value in values if not isinstance(value, str)]
    if len(numbers) < len(values) or all(value in (0.0, 1.0) for value in numbers):
        return values[-1]
    return math.fsum(numbers) / len(numbers)


def _thinned(picked: list[PickedSample]) -> list[PickedSample]:
    """Return every second moment; it also represents the one before it."""
    pairs = zip(picked[0::2], picked[1::2], strict=False)
    rest = picked[len(picked) // 2 * 2 :]
    return [b._replace(seconds=a.seconds + b.seconds) for a, b in pairs] + rest
