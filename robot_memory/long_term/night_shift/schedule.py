"""When each task of the night shift is due, without cron, and when it was last done.

(003 §Cron Schedule.) ``health.json`` has the times of the last consolidation and the last health
check; all else is in ``night-shift.json``, which two successful consolidations in a row leave
unchanged. :mod:`.night_shift` decides when a failed step is due again.

The quality probe asks canary facts through a search that does not count as a recall, so that it
boosts no activation (003 §Quality Probe; rules.md §8.4).

See docs/reference/night-shift.md, "Schedule" and "health.json";
docs/explanation/night-shift.md, "Wrong clocks and missed nights".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta, timezone, tzinfo
from pathlib import Path
from typing import Any

from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.clock import Instant
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.graph import Canary
from robot_memory.long_term.levels.json_files import keep_object, read_object

SUMMARIZE, CONSOLIDATE, HEALTH_CHECK, QUALITY_PROBE = (
    "summarize", "consolidate", "health-check", "quality-probe",
)  # fmt: skip
#: The document's actions, in its order.
ACTIONS = (SUMMARIZE, CONSOLIDATE, HEALTH_CHECK, QUALITY_PROBE)

#: The document's local times; the health check runs every six hours.
_TIMES = {
    SUMMARIZE: [time(23)],
    CONSOLIDATE: [time(0, 30)],
    HEALTH_CHECK: [time(hour) for hour in range(0, 24, 6)],
    QUALITY_PROBE: [time(3)],
}
_SUNDAY = 6  # the weekday of the probe, as date.weekday() counts
#: If the last run is this far in the future, the clock was wrong, not just set back a little.
_FAR = timedelta(days=1)


@dataclass(frozen=True)
class ProbeResult:
    """The number of canaries that recall answered, and the first hundred questions that failed."""

    time: datetime
    passed: int
    asked: int
    failed: tuple[str, ...] = ()

    @property
    def ratio(self) -> float:
        """The share of passed canaries, in [0, 1]; 1 if there are none."""
        return self.passed / self.asked if self.asked else 1.0

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "time": stamps.to_text(self.time),
            "passed": self.passed,
            "asked": self.asked,
            "ratio": round(self.ratio, 4),
            "failed": list(self.failed),
        }


def read_probe(data: Any) -> ProbeResult | None:
    """Read the output of :meth:`ProbeResult.as_record`; None for any other data."""
    if not isinstance(data, dict):
        return None
    time, passed, asked = time_of(data.get("time")), data.get("passed"), data.get("asked")
    if time is None or type(passed) is not int or type(asked) is not int:
        return None
    failed = data.get("failed")
    return ProbeResult(time, passed, asked, tuple(map(str, failed or ())))


def ask(
    canaries: Sequence[Canary], search: Callable[[str], Sequence[str]], now: datetime
) -> ProbeResult:
    """Ask all canaries; dates are compared in one form: "May 15, 2026" is "2026-05-15"."""
    failed = [one.query for one in canaries if not one.is_met_by(search(one.query))]
    return ProbeResult(now, len(canaries) - len(failed), len(canaries), tuple(failed[:100]))


@dataclass(frozen=True)
class NightState:
    """The state that is kept between nights."""

    # when the daily summarization was last done as an action of its own, UTC; None: never
    summarized: datetime | None = None
    probe: ProbeResult | None = None
    # steps that failed in their last run, with their problems
    failed: Mapping[str, str] = field(default_factory=dict)

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "summarized": stamps.to_text(self.summarized) if self.summarized else None,
            "probe": self.probe.as_record() if self.probe else None,
            "failed": dict(self.failed),
        }


class NightStateFile:
    """``night-shift.json``, in the memory home."""

    def __init__(self, home: Path) -> None:
        self.path = home / "night-shift.json"

    def read(self) -> NightState:
        """Return the state; empty for a damaged file. Nothing is changed."""
        data = read_object(self.path) or {}
        failed = data.get("failed")
        return NightState(
            time_of(data.get("summarized")),
            read_probe(data.get("probe")),
            {str(key): str(value) for key, value in failed.items()}
            if isinstance(failed, dict) else {},
        )  # fmt: skip

    def write(self, state: NightState) -> None:
        """Store the state, unless it is unchanged. A damaged file is set aside."""
        keep_object(self.path, state.as_record(), NightState().as_record())


@dataclass(frozen=True)
class Schedule:
    """When the actions are due, by local times in ``zone``, or in this machine's time zone."""

    zone: tzinfo | None = None

    def due(self, last: Mapping[str, datetime], now: Instant) -> list[str]:
        """Return the actions that are due, in order of their times.

        - An action is due once after each of its times; after several missed nights, only once. - A
        clock that was set back repeats nothing, unless an action's last run is more than a day in
        the
          future: then the clock was wrong, and the action is due once.
        - While the time is not trusted, only the health check is due: it changes only
        ``health.json``, and
          reports that the clock is not trusted.

        Args:
            last: when each action was last done; a missing action was never done.
        """
        allowed = ACTIONS if now.trusted else (HEALTH_CHECK,)
        slots = {action: self.latest(action, now.time) for action in allowed}
        found = [action for action in allowed if _is_due(last.get(action), slots[action], now.time)]
        return sorted(found, key=lambda action: (slots[action], ACTIONS.index(action)))

    def latest(self, action: str, now: datetime) -> datetime:
        """Return the latest scheduled time of an action up to now, UTC.

        Raises:
            KeyError: there is no such action.
        """
        today = now.astimezone(self.zone).date()
        days = (today - timedelta(days=days) for days in range(8, -2, -1))
        # A local time that daylight saving skips becomes the time right after it.
        moments = (
            datetime.combine(day, moment, self.zone).astimezone(timezone.utc)
            for day in days if action != QUALITY_PROBE or day.weekday() == _SUNDAY
            for moment in _TIMES[action]
        )  # fmt: skip
        return max(moment for moment in moments if moment <= now)


def _is_due(last: datetime | None, slot: datetime, now: datetime) -> bool:
    return last is None or last < slot or last - now > _FAR
