"""What is counted of robots: what each is, its faults, and how it ran by week.

Sums over the fleet are kept in the transaction that changes what they are sums of.
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

#: A part of the fleet: a dimension and a value of it; both empty for all robots.
Part = tuple[str, str]
ALL: Part = ("", "")
#: In place of a fault: the robots themselves.
FLEET = 0


@dataclass(frozen=True)
class CountedRobot:
    """A robot as it is counted."""

    # its model, batch, site, floor and software; empty where it does not tell
    kinds: Mapping[str, str] = field(default_factory=dict)
    faults: frozenset[int] = frozenset()  # the numbers of the faults that it tells of
    is_counted: bool = True  # whether its words are in use

    @property
    def counted(self) -> Counter[tuple[int, Part]]:
        """Its share in the numbers of robots that tell of a fault."""
        counted = (FLEET, *self.faults) if self.is_counted else ()
        return Counter((fault, part) for fault in counted for part in parts_of(self.kinds))


def parts_of(kinds: Mapping[str, str]) -> list[Part]:
    """Return the parts of the fleet to which a robot of some kinds belongs."""
    told = [(name, kinds[name]) for name in DIMENSIONS if kinds.get(name)]
    return [ALL, *told]


def kinds_of(robot: RobotProfile | None) -> dict[str, str]:
    """Return what a robot is, as it describes itself; empty texts where it does not."""
    if robot is None:
        return dict.fromkeys(DIMENSIONS, "")
    return {
        "model": robot.model, "batch": robot.batch, "site": robot.site, "floor": robot.floor,
        "software": robot.versions.get("software", ""),
    }  # fmt: skip


def read_counted_robot(statements: Statements, rrn: str) -> CountedRobot:
    """Return how a robot is counted in the database; of one that is not, nothing is."""
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
    """Bring the numbers of robots with each fault up to date, where a robot has changed."""
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
    """Return the number of a day's week."""
    return (day - _FIRST).days // 7


def seconds_of(time: datetime) -> int:
    """Return a time as it is stored."""
    return int(time.timestamp())


def time_of(seconds: int) -> datetime:
    """Return a time that is stored."""
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
    """How a robot ran in a week."""

    minutes: int  # for how long
    failures: int  # how many began
    kinds: Mapping[str, str]  # what the robot was then: model, batch, site, floor and software


def store_weeks(
    statements: Statements,
    rrn: str,
    robot: RobotProfile,
    kinds: Mapping[str, str],
    fault_of_entry: Mapping[str, int],
) -> None:
    """Store what a robot tells of its weeks; the same again changes nothing.

    A past week stays with what the robot was when it told of it first.
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
    """Add weeks of a robot to the sums of the fleet; with the sign -1, take them from there."""
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

    by_part: Counter[Part]  # robots, by part; the part of all is :data:`ALL`
    by_version: Counter[Part]  # robots, by the name of a version and its value

    @property
    def robots(self) -> int:
        """How many there are."""
        return self.by_part[ALL]


def read_parts(statements: Statements) -> Counter[Part]:
    """Return the numbers of all robots whose words are in use, by part."""
    rows = statements.rows(
        "SELECT dimension, value, robots FROM fault_robots WHERE fault = ? AND robots > 0", FLEET
    )
    return Counter({(dimension, value): robots for dimension, value, robots in rows})


def read_sizes(statements: Statements, faults: str) -> tuple[FleetSize, FleetSize]:
    """Return the numbers of all robots whose words are in use, and of those with some faults now.

    Args:
        faults: their numbers, with commas between.
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
