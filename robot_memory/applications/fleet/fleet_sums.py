"""The counted properties of robots: their kinds, their faults, and their running time by week.

Fleet sums are updated in the same transaction as the rows they sum up.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timezone

from robot_memory.applications.fleet.database import Statements
from robot_memory.applications.fleet.schema import DIMENSIONS
from robot_memory.sharing.federation.robot_profile import RobotProfile

#: A part of the fleet: a dimension and its value; both empty for all robots.
Part = tuple[str, str]
ALL: Part = ("", "")
#: Instead of a fault: the robots themselves.
FLEET = 0


@dataclass(frozen=True)
class CountedRobot:
    """A robot's properties that are counted."""

    # its model, batch, site, floor and software; empty if unknown
    kinds: Mapping[str, str] = field(default_factory=dict)
    faults: frozenset[int] = frozenset()  # the numbers of the faults that it reports
    is_counted: bool = True  # whether its words are in use

    @property
    def counted(self) -> Counter[tuple[int, Part]]:
        """The robot's contribution to the numbers of robots per fault and part."""
        counted = (FLEET, *self.faults) if self.is_counted else ()
        return Counter((fault, part) for fault in counted for part in parts_of(self.kinds))


def parts_of(kinds: Mapping[str, str]) -> list[Part]:
    """Return the parts of the fleet to which a robot of these kinds belongs."""
    told = [(name, kinds[name]) for name in DIMENSIONS if kinds.get(name)]
    return [ALL, *told]


def kinds_of(robot: RobotProfile | None) -> dict[str, str]:
    """Return a robot's kinds as it describes them; empty texts where unknown."""
    if robot is None:
        return dict.fromkeys(DIMENSIONS, "")
    return {
        "model": robot.model, "batch": robot.batch, "site": robot.site, "floor": robot.floor,
        "software": robot.versions.get("software", ""),
    }  # fmt: skip


def read_counted_robot(statements: Statements, rrn: str) -> CountedRobot:
    """Return how a robot is counted in the database; an uncounted robot has no kinds or faults."""
    found = statements.rows(
        f"SELECT {', '.join(DIMENSIONS)} FROM robots WHERE rrn = ? AND is_counted = 1", rrn
    )
    if not found:
        return CountedRobot(is_counted=False)
    faults = statements.rows(
        "SELECT DISTINCT fault FROM lessons WHERE rrn = ? AND withdrawn IS NULL", rrn
    )
    kinds = dict(zip(DIMENSIONS, found[0], strict=True))
    return CountedRobot(kinds, frozenset(fault for (fault,) in faults))


def recount(statements: Statements, before: CountedRobot, after: CountedRobot) -> None:
    """Update the numbers of robots per fault after a robot changed."""
    changes = after.counted
    changes.subtract(before.counted)
    totals, parts = [], []
    for (fault, part), change in sorted(changes.items()):
        if change and part == ALL and fault != FLEET:
            totals.append((change, fault))
        elif change:
            parts.append((fault, *part, change))
    statements.run_many("UPDATE faults SET robots = robots + ? WHERE id = ?", totals)
    statements.run_many(
        "INSERT INTO fault_robots VALUES (?, ?, ?, ?) ON CONFLICT (fault, dimension, value) "
        "DO UPDATE SET robots = fault_robots.robots + excluded.robots",
        parts,
    )


_FIRST = date(1969, 12, 29)


def week_of(day: date) -> int:
    """Return a day's week number."""
    return (day - _FIRST).days // 7


def seconds_of(time: datetime) -> int:
    """Return a time in its stored form."""
    return int(time.timestamp())


def time_of(seconds: int) -> datetime:
    """Return the time from its stored form."""
    return datetime.fromtimestamp(seconds, timezone.utc)


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
    """A robot's operation in a week."""

    minutes: int  # running time
    failures: int  # number of failures that began
    kinds: Mapping[str, str]  # the robot's model, batch, site, floor and software in that week


def store_weeks(
    statements: Statements,
    rrn: str,
    robot: RobotProfile,
    kinds: Mapping[str, str],
    fault_of_entry: Mapping[str, int],
) -> None:
    """Store a robot's weeks; storing the same again changes nothing.

    A past week keeps the kinds that the robot had when it first reported the week.
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
    """Return a robot's weeks since ``first``, by number."""
    rows = statements.rows(
        f"SELECT {_COLUMNS} FROM robot_weeks WHERE rrn = ? AND week >= ?", rrn, first
    )
    return {
        week: RobotWeek(minutes, failures, dict(zip(DIMENSIONS, kinds, strict=True)))
        for week, minutes, failures, *kinds in rows
    }


def add_exposure(statements: Statements, weeks: Mapping[int, RobotWeek], sign: int) -> None:
    """Add a robot's weeks to the fleet's sums; with the sign -1, subtract them."""
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


@dataclass(frozen=True)
class FleetSize:
    """Numbers of robots."""

    by_part: Counter[Part]  # robots by part; the whole fleet is :data:`ALL`
    by_version: Counter[Part]  # robots by the name and value of a version

    @property
    def robots(self) -> int:
        """The number of all robots."""
        return self.by_part[ALL]


def read_parts(statements: Statements) -> Counter[Part]:
    """Return the numbers of all robots whose words are in use, by part."""
    rows = statements.rows(
        "SELECT dimension, value, robots FROM fault_robots WHERE fault = ? AND robots > 0", FLEET
    )
    return Counter({(dimension, value): robots for dimension, value, robots in rows})


def read_sizes(statements: Statements, faults: str) -> tuple[FleetSize, FleetSize]:
    """Return the numbers of robots whose words are in use: all, and those with some faults now.

    Args:
        faults: fault numbers, separated by commas.
    """
    rows = statements.rows(
        "SELECT kinds, COUNT(*), SUM(CASE WHEN rrn IN (SELECT rrn FROM lessons WHERE withdrawn IS "
        f"NULL AND fault IN ({faults})) THEN 1 ELSE 0 END) FROM robots WHERE is_counted = 1 "
        "GROUP BY kinds"
    )
    fleet, affected = FleetSize(Counter(), Counter()), FleetSize(Counter(), Counter())
    for text, robots, with_fault in rows:
        told = json.loads(text)
        parts, versions = parts_of(told["kinds"]), list(told["versions"].items())
        for size, count in ((fleet, int(robots)), (affected, int(with_fault))):
            if count:
                size.by_part.update(dict.fromkeys(parts, count))
                size.by_version.update(dict.fromkeys(versions, count))
    return fleet, affected
