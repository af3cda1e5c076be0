"""How many alarms a robot gives a day (rules.md §11.9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from robot_memory.applications.reliability.rate_statistics import RateEstimate, estimate_rate
from robot_memory.foundation.disk.files import Signature, signature_of
from robot_memory.foundation.time.stamps import time_of
from robot_memory.ledger import Source
from robot_memory.long_term.levels.hash_chain import FIELD
from robot_memory.memory import RobotMemory

#: The default period.
WINDOW = timedelta(days=7)
_ALARMS = ("entry_created", "entry_reopened")
_MOST_LINES = 10_000  # of the memory itself; lines of agents contain no alarms
_DAY = 86400.0  # s
_LEAST = 0.25  # days, before which a rate a day misleads


@dataclass(frozen=True)
class AlarmLoad:
    """The alarms of one robot in a period."""

    # the counted period, UTC
    since: datetime
    until: datetime
    # alarms per day, with the exact interval (95 %); None for an empty period
    rate: RateEstimate | None

    @property
    def words(self) -> str:
        """The rate and its interval, with the count and the period."""
        rate = self.rate
        if rate is None:
            return "no data"
        if rate.exposure < _LEAST:
            return f"{rate.count} in {rate.exposure * 24:.2g} h; no rate before {_LEAST * 24:.0f} h"
        return (
            f"{rate.value:.2g} ({rate.low:.2g} to {rate.high:.2g}); {rate.count} in "
            f"{rate.exposure:.3g} days"
        )


class AlarmCounter:
    """Counts the alarms of the newest days; rereads the event log only after a change."""

    def __init__(self, memory: RobotMemory, window: timedelta = WINDOW) -> None:
        self.memory, self._window = memory, window
        self._seen: tuple[Signature | None, float] | None = None
        self._begins: datetime | None = None
        self._alarms: list[Mapping[str, Any]] = []

    def load(self) -> AlarmLoad:
        """Count the alarms, as far as the memory and the event log go back."""
        memory = self.memory
        now, inject_min = memory.clock.now().time, memory.settings.inject_min
        first = memory.ledger.after(0, limit=1) if memory.has_ledger else []
        since = max(now - self._window, first[0].time) if first else now
        self._read(inject_min)
        if self._begins is not None:
            since = max(since, self._begins)
        return _load_of(self._alarms, since, now)

    def _read(self, inject_min: float) -> None:
        """Read the alarms, and the time of the first line if earlier lines are missing.

        Most calls find no new alarms, and reading a large event log takes a tenth of a second.
        """
        events = self.memory.long_term.levels.events
        seen = signature_of(events.path), inject_min
        if seen == self._seen:
            return
        lines = events.newest_of_ours(_MOST_LINES)
        chain = lines[0].get(FIELD) if lines else None
        is_whole = not lines or (isinstance(chain, Mapping) and chain.get("seq") == 1)
        # otherwise earlier lines were archived or not read
        self._begins = None if is_whole else time_of(lines[0].get("timestamp"))
        self._alarms = [line for line in lines if _is_alarm(line, inject_min)]
        self._seen = seen


def count_alarms(
    lines: Iterable[Mapping[str, Any]], since: datetime, until: datetime, inject_min: float
) -> AlarmLoad:
    """Count the alarms among lines of the event log.

    An alarm is an entry that detectors created or that reopened by itself, with enough confidence
    to be reported, and neither declared known nor muted. A line repeated by a crash counts once.

    Args:
        since, until: which time; ``until`` belongs to it.
        inject_min: the least confidence of reported entries.
    """
    return _load_of((line for line in lines if _is_alarm(line, inject_min)), since, until)


def _load_of(alarms: Iterable[Mapping[str, Any]], since: datetime, until: datetime) -> AlarmLoad:
    found = set()
    for line in alarms:
        time = time_of(line.get("timestamp"))
        if time is not None and since <= time <= until:
            found.add((line.get("id"), line.get("row"), line["type"]))
    days = (until - since).total_seconds() / _DAY
    return AlarmLoad(since, until, estimate_rate(len(found), days))


def _is_alarm(line: Mapping[str, Any], inject_min: float) -> bool:
    """Whether a line of the event log is an alarm; see :func:`count_alarms`."""
    confidence = line.get("confidence")
    return (
        line.get("type") in _ALARMS
        and line.get("source") == Source.DETECTOR.value
        and isinstance(confidence, (int, float))
        and confidence >= inject_min
        and not (line.get("known") or line.get("muted"))
    )
