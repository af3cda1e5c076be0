"""Running time and occurrences by week: stored as told, and summed over robots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from robot_memory.applications.fleet.counted_robot import Part, parts_of
from robot_memory.applications.fleet.database import Statements
from robot_memory.applications.fleet.schema import DIMENSIONS
from robot_memory.sharing.federation.robot_profile import RobotProfile

_FIRST = date(1969, 12, 29)


def week_of(day: date) -> int:
    """Return the number of a day's week."""
    return (day - _FIRST).days // 7


def seconds_of(time: datetime) -> int:
    """Return a time as it is stored."""
    return int(time.timestamp())


_COLUMNS = ", ".join(("week", "minutes", "failures", *DIMENSIONS))
_UPSERT = """INSERT INTO robot_weeks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (rrn, week) DO UPDATE SET minutes = excluded.minutes, failures = excluded.failures,
model = excluded.model, batch = excluded.batch, site = excluded.site, floor = excluded.floor,
software = excluded.software"""
_ADD = """INSERT INTO exposure VALUES (?, ?, ?, ?, ?) ON CONFLICT (dimension, value, week)
DO UPDATE SET minutes = exposure.minutes + excluded.minutes,
failures = exposure.failures + excluded.failures"""


@dataclass(frozen=True)
class RobotWeek:
    """How a robot ran in a week.

    Attributes:
        minutes: for how long.
        failures: how many began.
        kinds: what the robot was then: model, batch, site, floor and software.
    """

    minutes: int
    failures: int
    kinds: Mapping[str, str]


def store_weeks(
    statements: Statements,
    rrn: str,
    robot: RobotProfile,
    kinds: Mapping[str, str],
    fault_of_entry: Mapping[str, int],
) -> None:
    """Store what a robot tells of its weeks; the same again changes nothing.

    A past week stays with what the robot was when it told of it first.

    Args:
        statements: of a transaction.
        rrn: the robot's.
        robot: what it tells.
        kinds: what it is now.
        fault_of_entry: the number of the fault that each of its entries tells of.
    """
    newest = week_of(robot.week)
    weeks = [week_of(day) for day in robot.weeks()]
    known = read_weeks(statements, rrn, weeks[0] if weeks else newest)
    told = {
        week: RobotWeek(
            minutes, failures, known[week].kinds if week in known and week < newest else kinds
        )
        for week, minutes, failures in zip(weeks, robot.minutes, robot.failures, strict=True)
        if minutes or failures or week in known
    }
    changed = {week: one for week, one in told.items() if known.get(week) != one}
    statements.run_many(
        _UPSERT,
        [
            (rrn, week, one.minutes, one.failures, *(one.kinds[name] for name in DIMENSIONS))
            for week, one in changed.items()
        ],
    )
    add_exposure(statements, {week: known[week] for week in changed if week in known}, -1)
    add_exposure(statements, changed, 1)
    _store_onsets(statements, rrn, robot, weeks, fault_of_entry)


def read_weeks(statements: Statements, rrn: str, first: int) -> dict[int, RobotWeek]:
    """Return the weeks of a robot from one on, by number."""
    rows = statements.rows(
        f"SELECT {_COLUMNS} FROM robot_weeks WHERE rrn = ? AND week >= ?", rrn, first
    )
    return {
        week: RobotWeek(minutes, failures, dict(zip(DIMENSIONS, kinds, strict=True)))
        for week, minutes, failures, *kinds in rows
    }


def add_exposure(statements: Statements, weeks: Mapping[int, RobotWeek], sign: int) -> None:
    """Add weeks of a robot to the sums of the fleet, or take them from there.

    Args:
        statements: of a transaction.
        weeks: by number.
        sign: 1 or -1.
    """
    minutes: Counter[tuple[Part, int]] = Counter()
    failures: Counter[tuple[Part, int]] = Counter()
    for week, one in weeks.items():
        for part in parts_of(one.kinds):
            minutes[part, week] += sign * one.minutes
            failures[part, week] += sign * one.failures
    statements.run_many(
        _ADD, [(*part, week, minutes[part, week], failures[part, week]) for part, week in minutes]
    )


def _store_onsets(
    statements: Statements,
    rrn: str,
    robot: RobotProfile,
    weeks: list[int],
    fault_of_entry: Mapping[str, int],
) -> None:
    onsets: Counter[tuple[int, int]] = Counter()
    for one in robot.faults:
        fault = fault_of_entry.get(one.id)
        if fault is not None:
            onsets.update({(fault, w): n for w, n in zip(weeks, one.onsets, strict=False) if n})
    known = {
        (fault, week): count
        for fault, week, count in statements.rows(
            "SELECT fault, week, onsets FROM fault_weeks WHERE rrn = ? AND week >= ?",
            rrn, min(weeks, default=0),
        )
    }  # fmt: skip
    statements.run_many(
        "INSERT INTO fault_weeks VALUES (?, ?, ?, ?) "
        "ON CONFLICT (fault, week, rrn) DO UPDATE SET onsets = excluded.onsets",
        [(*at, rrn, count) for at, count in sorted(onsets.items()) if known.get(at) != count],
    )
