"""Mean operating time between failures, by what robots are, or of each robot."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from robot_memory.applications.fleet.database import Row, Statements
from robot_memory.applications.fleet.schema import DIMENSIONS
from robot_memory.applications.fleet.week_counts import week_of
from robot_memory.applications.reliability.poisson_bounds import RateEstimate, estimate_rate
from robot_memory.foundation.errors import Defect, InvalidInput

LONGEST_WEEKS = 56
#: In place of a dimension: each robot by itself.
ROBOT = "robot"
#: What failures can be compared by.
COMPARED_BY = (*DIMENSIONS, ROBOT)
_MOST_ROBOTS = 50
_MOST_FAULTS = 3  # of a robot
#: What a robot tells of a fault now, or told last.
_OWN_WORDS = """SELECT text FROM lessons WHERE rrn = ? AND fault = ?
ORDER BY CASE WHEN withdrawn IS NULL THEN 0 ELSE 1 END, last_seen DESC, entry_id LIMIT 1"""


@dataclass(frozen=True)
class FrequentFault:
    """A fault that a robot had.

    Attributes:
        component: which part; empty where the robot does not tell.
        text: as this robot says it; what it is called where it says nothing of it any more.
        onsets: how often it began, as a failure or as less, such as a warning.
    """

    component: str
    text: str
    onsets: int


@dataclass(frozen=True)
class PartReliability:
    """The failures of a part of the fleet.

    Attributes:
        value: a model, a site, the number of a robot; empty for robots that do not tell.
        rate: failures for each hour of operation, with its exact interval (95 %); None of no hours.
        name: of a robot; empty of other parts.
        faults: of a robot, those that began most often; at most three.
    """

    value: str
    rate: RateEstimate | None
    name: str = ""
    faults: tuple[FrequentFault, ...] = ()


def ask_mtbf(
    statements: Statements, dimension: str, weeks: int, today: date
) -> list[PartReliability]:
    """Return the failures of each part, of the longest running one first.

    Of robots the worst is first, by the lower end of the interval of its rate: a robot that failed
    once in its only hour is not surely worse than one that fails each day. At most 50 are returned.

    Args:
        statements: of a transaction.
        dimension: one of :data:`COMPARED_BY`; empty: the fleet as one.
        weeks: how many, the present one included.
        today: a day of the present week.

    Raises:
        InvalidInput: the dimension is not known, or the weeks are too many.
    """
    defects = []
    if dimension not in ("", *COMPARED_BY):
        defects.append(Defect("by", f"{dimension!r:.40} is not one of {', '.join(COMPARED_BY)}"))
    if not 1 <= weeks <= LONGEST_WEEKS:
        defects.append(Defect("weeks", f"{weeks} is not from 1 to {LONGEST_WEEKS}"))
    if defects:
        raise InvalidInput("nothing was computed", defects)
    since = week_of(today) - weeks
    if dimension == ROBOT:
        return _of_robots(statements, since)
    rows = statements.rows(
        "SELECT value, '', SUM(minutes), SUM(failures) FROM exposure "
        "WHERE dimension = ? AND week > ? GROUP BY value ORDER BY SUM(minutes) DESC, value",
        dimension, since,
    )  # fmt: skip
    return _reliabilities(rows)


def _of_robots(statements: Statements, since: int) -> list[PartReliability]:
    """Return the failures of each robot after a week."""
    rows = statements.rows(
        "SELECT robots.rrn, name, SUM(minutes), SUM(failures) FROM robot_weeks "
        "JOIN robots ON robots.rrn = robot_weeks.rrn WHERE week > ? "
        "GROUP BY robots.rrn, name ORDER BY SUM(minutes) DESC, robots.rrn",
        since,
    )  # fmt: skip
    found = _reliabilities(rows)
    found.sort(key=lambda one: 0.0 if one.rate is None else one.rate.low, reverse=True)
    found = found[:_MOST_ROBOTS]
    faults = _most_frequent(statements, [one.value for one in found], since)
    return [replace(one, faults=tuple(faults[one.value])) for one in found]


def _most_frequent(
    statements: Statements, robots: Sequence[str], since: int
) -> dict[str, list[FrequentFault]]:
    """Return the faults that began most often on each robot after a week, in its own words."""
    most: defaultdict[str, list[FrequentFault]] = defaultdict(list)
    if not robots:
        return most
    marks = ", ".join("?" * len(robots))
    onsets = (
        "SELECT rrn, fault, SUM(onsets) AS onsets, ROW_NUMBER() OVER "
        "(PARTITION BY rrn ORDER BY SUM(onsets) DESC, fault) AS place FROM fault_weeks "
        f"WHERE week > ? AND rrn IN ({marks}) AND onsets > 0 GROUP BY rrn, fault"
    )
    for rrn, fault, count, component, symptom in statements.rows(
        f"SELECT rrn, fault, counted.onsets, component, symptom FROM ({onsets}) AS counted "
        "JOIN faults ON faults.id = fault WHERE place <= ? ORDER BY place, rrn",
        since, *robots, _MOST_FAULTS,
    ):  # fmt: skip
        # Each robot is told in its own words: those of `faults` may be another one's.
        said = statements.rows(_OWN_WORDS, rrn, fault)
        most[rrn].append(FrequentFault(component, said[0][0] if said else symptom, int(count)))
    return most


def _reliabilities(rows: Sequence[Row]) -> list[PartReliability]:
    """Return what ran, by its value, name, minutes and failures."""
    return [
        PartReliability(value, estimate_rate(int(failures), float(minutes) / 60.0), name)
        for value, name, minutes, failures in rows
        if minutes
    ]
