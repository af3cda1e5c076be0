"""This fault: on how many robots, on which, since when, and whether it comes more often."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timezone

from robot_memory.errors import Defect, InvalidInput
from robot_memory.fleet.class_test import ClassFinding, PartShare, find_classes
from robot_memory.fleet.counted_robot import ALL, Part
from robot_memory.fleet.database import Statements
from robot_memory.fleet.fleet_size import FleetSize, read_affected, read_size
from robot_memory.fleet.fleet_trend import (
    WINDOW,
    FleetTrend,
    WindowCounts,
    busiest_of,
    compare_windows,
)
from robot_memory.fleet.weeks import week_of

_MOST_WORDS = 12
_SHOWN = 10  # faults
_MOST_FAULTS = 1000  # that are asked about together
_HOUR = 60.0  # minutes
_SIGNS = re.compile("[!%_]")  # that LIKE reads as more than themselves


@dataclass(frozen=True)
class FoundFault:
    """A fault that was found.

    Attributes:
        id: its number.
        component: which part; empty where none is told.
        text: as one robot says it.
        robots: how many tell of it now.
    """

    id: int
    component: str
    text: str
    robots: int


@dataclass(frozen=True)
class FaultAnswer:
    """What the fleet says of some faults.

    Attributes:
        faults: those with most robots.
        fault_count: how many were found in all.
        robots: robots that tell of one of them now.
        fleet: all robots.
        affected: the robots that tell of one, by what they are.
        since, last: the first and the last evidence, UTC; None where there is none.
        findings: parts of the fleet in which they are more common than chance explains.
        trend: whether they come more often.
    """

    faults: tuple[FoundFault, ...]
    fault_count: int
    robots: int
    fleet: FleetSize
    affected: FleetSize
    since: datetime | None
    last: datetime | None
    findings: tuple[ClassFinding, ...]
    trend: FleetTrend


def ask_fault(statements: Statements, words: str, today: date) -> FaultAnswer:
    """Answer for all faults that have each of some words.

    Args:
        statements: of a transaction.
        words: of a component, a symptom or a sentence; parts of words count, case does not.
        today: the windows of the trend end with its week.

    Raises:
        InvalidInput: there are no words, or too many, or too many faults have them.
    """
    condition, values = _condition(words)
    rows = statements.rows(
        "SELECT id, component, text, robots, first_seen, last_seen FROM faults "
        f"WHERE {condition} ORDER BY robots DESC, id LIMIT ?",
        *values, _MOST_FAULTS + 1,
    )  # fmt: skip
    if len(rows) > _MOST_FAULTS:
        problem = f"more than {_MOST_FAULTS} faults have them; give more words"
        raise InvalidInput("nothing was searched", [Defect("words", problem)])
    faults = ", ".join(str(row[0]) for row in rows) or "NULL"
    fleet, affected = read_size(statements), read_affected(statements, faults)
    findings = find_classes(shares_of(fleet.by_part, affected.by_part))
    return FaultAnswer(
        tuple(FoundFault(*row[:4]) for row in rows[:_SHOWN]),
        len(rows),
        affected.robots,
        fleet,
        affected,
        _time(min((first for *_, first, _ in rows), default=None)),
        _time(max((last for *_, last in rows), default=None)),
        tuple(sorted(filter(None, findings), key=lambda one: one.p)),
        _trend(statements, faults, week_of(today)),
    )


def _condition(words: str) -> tuple[str, list[str]]:
    """Return the condition that a fault has all words, and its values."""
    given = words.casefold().split()
    if not 0 < len(given) <= _MOST_WORDS:
        problem = f"{len(given)} words are not 1 to {_MOST_WORDS}"
        raise InvalidInput("nothing was searched", [Defect("words", problem)])
    patterns = ["%" + _SIGNS.sub(r"!\g<0>", word) + "%" for word in given]
    return " AND ".join(["words LIKE ? ESCAPE '!'"] * len(patterns)), patterns


def shares_of(robots: Counter[Part], affected: Counter[Part]) -> list[PartShare]:
    """Return a fault's share in each part of the fleet that has others beside it."""
    return [
        PartShare(part, affected[part], count, affected[ALL] - affected[part], robots[ALL] - count)
        for part, count in sorted(robots.items())
        if part != ALL and count < robots[ALL]
    ]


def _trend(statements: Statements, faults: str, newest: int) -> FleetTrend:
    middle, first = newest - WINDOW + 1, newest - 2 * WINDOW + 1
    rows = statements.rows(
        "SELECT rrn, SUM(CASE WHEN week < ? THEN onsets ELSE 0 END), "
        "SUM(CASE WHEN week >= ? THEN onsets ELSE 0 END) FROM fault_weeks "
        f"WHERE week BETWEEN ? AND ? AND fault IN ({faults}) GROUP BY rrn",
        middle, middle, first, newest,
    )  # fmt: skip
    hours = _hours(statements, "exposure", "dimension = '' AND value = ''", first, middle, newest)
    before = WindowCounts(hours[0], {rrn: int(one) for rrn, one, _ in rows if one})
    after = WindowCounts(hours[1], {rrn: int(two) for rrn, _, two in rows if two})
    busiest = busiest_of(before, after)
    own = _hours(statements, "robot_weeks", "rrn = ?", first, middle, newest, busiest)
    return compare_windows(before, after, {busiest: own})


def _hours(
    statements: Statements, table: str, condition: str, first: int, middle: int, newest: int,
    *values: object,
) -> tuple[float, float]:  # fmt: skip
    """Return the running time in both windows, hours."""
    ((before, after),) = statements.rows(
        "SELECT SUM(CASE WHEN week < ? THEN minutes ELSE 0 END), "
        f"SUM(CASE WHEN week >= ? THEN minutes ELSE 0 END) FROM {table} "
        f"WHERE week BETWEEN ? AND ? AND {condition}",
        middle, middle, first, newest, *values,
    )  # fmt: skip
    return float(before or 0) / _HOUR, float(after or 0) / _HOUR


def _time(seconds: int | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, timezone.utc)
