"""Which reporters have fallen silent while others of the same topic go on."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass

_LEARNED = 5  # reports before a reporter's interval is known
_FADE = 0.999  # by which the longest interval fades with each report
_LATE = 2.0  # s without a word after which a reporter is looked at
_MOST_NEW, _MOST_REGULAR = 1024, 4096


@dataclass(frozen=True, slots=True)
class MissedReport:
    """A status or a driver of which nothing is heard.

    Attributes:
        name: of the status, or of the driver.
        last: when it was heard last.
        interval: its longest interval.
        is_silent: whether that is long enough to be told.
    """

    name: str
    last: float
    interval: float
    is_silent: bool


@dataclass(slots=True)
class _Reporter:
    """When a status was reported last, and its longest interval."""

    last: float
    interval: float = 0.0
    count: int = 1
    is_silent: bool = False


class SilentReporters:
    """Follows who reports, on a time axis that stands still while nobody does.

    Statuses of one driver that fall silent together have one cause, and are told once, under the
    driver's name. Whoever reports now and then is silent only after as many of its own intervals.

    Args:
        least: seconds without a word, at least, …
        intervals: … and as many of its own longest intervals.
    """

    def __init__(self, least: float, intervals: float) -> None:
        self._least = least
        self._intervals = intervals
        self._new: OrderedDict[str, _Reporter] = OrderedDict()
        self._regular: dict[str, _Reporter] = {}
        self._drivers: dict[str, list[str]] = {}
        self._told: dict[str, list[str]] = {}

    def heard(self, name: str, now: float) -> None:
        """Note a report; a silence is over with it."""
        reporter = self._regular.get(name)
        if reporter is None:
            self._get_to_know(name, now)
            return
        gap, reporter.last = now - reporter.last, now
        if reporter.is_silent:
            reporter.is_silent = False
            self._end(name)
        else:
            reporter.interval = max(gap, _FADE * reporter.interval)

    def forget(self, name: str) -> None:
        """Let go of a reporter that is none of ours."""
        self._new.pop(name, None)
        if self._regular.pop(name, None) is not None:
            self._drivers[driver_of(name)].remove(name)
            self._told.pop(name, None)

    def find(self, now: float) -> Iterator[MissedReport]:
        """Yield who is silent, or late: statuses, and drivers of which nothing is heard."""
        late = dict.fromkeys(
            driver_of(name)
            for name, reporter in self._regular.items()
            if not reporter.is_silent and now - reporter.last > _LATE
        )
        for driver in late:
            self._judge(driver, now)
        for who, names in self._told.items():
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

    def _get_to_know(self, name: str, now: float) -> None:
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
        """Tell one silence or several apart; where that is open yet, wait."""
        names = [name for name in self._drivers[driver] if not self._regular[name].is_silent]
        reporters = [self._regular[name] for name in names]
        newest = max(reporter.last for reporter in reporters)
        if all(now - reporter.last > self._limit(reporter) for reporter in reporters):
            self._tell(driver if len(names) > 1 else names[0], names)
            return
        for name, reporter in zip(names, reporters, strict=True):
            if newest - reporter.last > self._limit(reporter):
                self._tell(name, [name])

    def _tell(self, who: str, names: list[str]) -> None:
        self._told[who] = names
        for name in names:
            self._regular[name].is_silent = True

    def _end(self, name: str) -> None:
        """End the silence that a report breaks; the others of its driver are judged anew."""
        over = [who for who, names in self._told.items() if name in names]
        for who in over:
            for other in self._told.pop(who):
                if other in self._regular:
                    self._regular[other].is_silent = False


def driver_of(name: str) -> str:
    """Return who reports a status: what stands before the colon that diagnostic_updater writes."""
    head, colon, _ = name.partition(":")
    return head.strip() if colon else name
