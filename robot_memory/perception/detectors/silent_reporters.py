"""Which reporters of a topic have fallen silent while others still report.

See docs/reference/detectors.md, "diagnostics".
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

_LEARNED = 5  # reports before a reporter's interval is known
_DECAY = 0.999  # factor by which the longest interval decays with each report
_LATE = 2.0  # s without a report after which a reporter is judged
_MOST_NEW, _MOST_REGULAR = 1024, 4096  # reporters with unknown, and with known intervals


class MissedReport(NamedTuple):
    """A status or a driver that is late, or has been silent for long enough to be a fault."""

    name: str
    last: float
    interval: float
    is_silent: bool


@dataclass(slots=True)
class _Reporter:
    """When a status was last reported, and its longest interval, s."""

    last: float
    interval: float = 0.0
    count: int = 1
    is_silent: bool = False


class SilentReporters:
    """Follows the reporters of a topic, on a time axis that stops while none of them reports.

    Statuses of one driver that fall silent together have one cause: they are reported once, under
    the name of the driver. A reporter with long intervals is silent only after several of them.

    Args:
        least: seconds without a report before a reporter is silent, at least.
        intervals: how many of its longest intervals must pass as well.
    """

    def __init__(self, least: float, intervals: float) -> None:
        self._least = least
        self._intervals = intervals
        self._new: OrderedDict[str, _Reporter] = OrderedDict()
        self._regular: dict[str, _Reporter] = {}
        self._drivers: dict[str, list[str]] = {}
        self._silences: dict[str, list[str]] = {}

    def note_report(self, name: str, now: float) -> None:
        """Note a report; it ends a silence of its reporter."""
        reporter = self._regular.get(name)
        if reporter is None:
            self._add_new(name, now)
            return
        gap, reporter.last = now - reporter.last, now
        if reporter.is_silent:
            reporter.is_silent = False
            self._end(name)
        else:
            reporter.interval = max(gap, _DECAY * reporter.interval)

    def forget(self, name: str) -> None:
        """Forget a reporter that belongs to another robot."""
        self._new.pop(name, None)
        if self._regular.pop(name, None) is not None:
            self._drivers[driver_of(name)].remove(name)
            self._silences.pop(name, None)

    def find(self, now: float) -> Iterator[MissedReport]:
        """Yield statuses, and whole drivers, that are silent or late."""
        late = dict.fromkeys(
            driver_of(name)
            for name, reporter in self._regular.items()
            if not reporter.is_silent and now - reporter.last > _LATE
        )
        for driver in late:
            self._judge(driver, now)
        for who, names in self._silences.items():
            yield self._missed(who, names, is_silent=True)
        for driver in late:
            names = [name for name in self._drivers[driver] if not self._regular[name].is_silent]
            if names and all(now - self._regular[name].last > _LATE for name in names):
                yield self._missed(driver if len(names) > 1 else names[0], names, is_silent=False)

    def _missed(self, who: str, names: list[str], *, is_silent: bool) -> MissedReport:
        reporters = [self._regular[name] for name in names if name in self._regular]
        last = max((reporter.last for reporter in reporters), default=0.0)
        interval = max((reporter.interval for reporter in reporters), default=0.0)
        return MissedReport(who, last, interval, is_silent)

    def _limit(self, reporter: _Reporter) -> float:
        return max(self._least, self._intervals * reporter.interval)

    def _add_new(self, name: str, now: float) -> None:
        reporter = self._new.get(name)
        if reporter is None:
            self._new[name] = _Reporter(now)
            if len(self._new) > _MOST_NEW:
                self._new.popitem(last=False)
            return
        reporter.interval = max(reporter.interval, now - reporter.last)
        reporter.last = now
        reporter.count += 1
        self._new.move_to_end(name)
        if reporter.count > _LEARNED and len(self._regular) < _MOST_REGULAR:
            self._regular[name] = self._new.pop(name)
            self._drivers.setdefault(driver_of(name), []).append(name)

    def _judge(self, driver: str, now: float) -> None:
        """Decide whether a whole driver is silent, or some of its statuses, or neither yet."""
        names = [name for name in self._drivers[driver] if not self._regular[name].is_silent]
        reporters = [self._regular[name] for name in names]
        newest = max(reporter.last for reporter in reporters)
        if all(now - reporter.last > self._limit(reporter) for reporter in reporters):
            self._add_silence(driver if len(names) > 1 else names[0], names)
            return
        for name, reporter in zip(names, reporters, strict=True):
            if newest - reporter.last > self._limit(reporter):
                self._add_silence(name, [name])

    def _add_silence(self, who: str, names: list[str]) -> None:
        self._silences[who] = names
        for name in names:
            self._regular[name].is_silent = True

    def _end(self, name: str) -> None:
        """End the silence that a report breaks; its other members are judged anew."""
        over = [who for who, names in self._silences.items() if name in names]
        for who in over:
            for other in self._silences.pop(who):
                if other in self._regular:
                    self._regular[other].is_silent = False


def driver_of(name: str) -> str:
    """Return the driver in a status name: the part before diagnostic_updater's colon."""
    head, colon, _ = name.partition(":")
    return head.strip() if colon else name
