"""The questions that a fleet's database answers, each as of one moment."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from robot_memory.applications.fleet.database import DatabaseAddress, Row, Statements, open_database
from robot_memory.applications.fleet.fault_question import (
    FaultAnswer,
    FoundFault,
    ask_fault,
    found_fault,
    shares_of,
)
from robot_memory.applications.fleet.fleet_notes import FleetNote, FleetNotes
from robot_memory.applications.fleet.fleet_statistics import ClassFinding, find_classes
from robot_memory.applications.fleet.fleet_sums import (
    ALL,
    Part,
    read_parts,
    seconds_of,
    time_of,
    week_of,
)
from robot_memory.applications.fleet.schema import DIMENSIONS, check_version
from robot_memory.applications.reliability.rate_statistics import RateEstimate, estimate_rate
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.sharing.federation.update_verdict import NOT_LISTED, REVOKED


@dataclass(frozen=True)
class SharedLesson:
    """A lesson of several robots."""

    fault: FoundFault  # the lesson's fault
    # the parts of the fleet to which it belongs, the surest first; empty: chance may explain which
    # robots have it, so it may concern any robot
    findings: tuple[ClassFinding, ...]


@dataclass(frozen=True)
class LessonAnswer:
    """The lessons of a fleet."""

    robots: int  # robots in the fleet
    shared: tuple[SharedLesson, ...]  # the lessons of the most robots
    shared_count: int  # number of lessons from several robots
    single_count: int  # number of lessons from a single robot


def ask_lessons(statements: Statements, most: int) -> LessonAnswer:
    """Assign lessons to parts of the fleet; all returned lessons' tests are corrected together.

    Args:
        most: the number of lessons from several robots to return, those of the most robots first.
    """
    fleet = read_parts(statements)
    rows = statements.rows(
        "SELECT id, component, text, robots FROM faults WHERE robots > 1 "
        "ORDER BY robots DESC, id LIMIT ?",
        most,
    )
    faults = [found_fault(statements, row) for row in rows]
    ((shared,),) = statements.rows("SELECT COUNT(*) FROM faults WHERE robots > 1")
    ((single,),) = statements.rows("SELECT COUNT(*) FROM faults WHERE robots = 1")
    affected = _affected(statements, faults)
    shares = [(fault, one) for fault in faults for one in shares_of(fleet, affected[fault.id])]
    findings: dict[int, list[ClassFinding]] = {fault.id: [] for fault in faults}
    for (fault, _), found in zip(shares, find_classes([one for _, one in shares]), strict=True):
        if found is not None:
            findings[fault.id].append(found)
    return LessonAnswer(
        fleet[ALL],
        tuple(
            SharedLesson(fault, tuple(sorted(findings[fault.id], key=lambda one: one.p)))
            for fault in faults
        ),
        shared,
        single,
    )


def _affected(statements: Statements, faults: list[FoundFault]) -> dict[int, Counter[Part]]:
    """Return the robots that report each fault, by part, from the writer's sums."""
    by_fault = {fault.id: Counter({ALL: fault.robots}) for fault in faults}
    if faults:
        marks = ", ".join("?" * len(faults))
        for fault, dimension, value, robots in statements.rows(
            "SELECT fault, dimension, value, robots FROM fault_robots "
            f"WHERE robots > 0 AND fault IN ({marks})",
            *by_fault,
        ):
            by_fault[fault][dimension, value] = robots
    return by_fault


LONGEST_WEEKS = 56
#: Instead of a dimension: each robot separately.
ROBOT = "robot"
#: The properties by which failures can be compared.
COMPARED_BY = (*DIMENSIONS, ROBOT)
_MOST_ROBOTS = 50
_MOST_FAULTS = 3  # faults of a robot
#: A robot's current sentence about a fault, or its last one.
_OWN_WORDS = """SELECT text FROM lessons WHERE rrn = ? AND fault = ?
ORDER BY CASE WHEN withdrawn IS NULL THEN 0 ELSE 1 END, last_seen DESC, entry_id LIMIT 1"""


@dataclass(frozen=True)
class FrequentFault:
    """A fault that a robot had."""

    component: str  # which part; empty where the robot does not tell
    text: str  # as this robot says it; what it is called where it says nothing of it any more
    onsets: int  # how often it began, as a failure or as less, such as a warning


@dataclass(frozen=True)
class PartReliability:
    """The failures of a part of the fleet."""

    value: str  # a model, a site, a robot's RRN; empty for robots that do not report it
    # failures per hour of operation, with the exact interval (95 %); None without hours
    rate: RateEstimate | None
    name: str = ""  # a robot's name; empty for other parts
    faults: tuple[FrequentFault, ...] = ()  # a robot's most frequent faults; at most three


def ask_mtbf(
    statements: Statements, dimension: str, weeks: int, today: date
) -> list[PartReliability]:
    """Return the failures of each part, the part with the longest running time first.

    Robots are ordered by the lower end of their rate's interval, the worst first: a robot that
    failed once in its only hour is not surely worse than one that fails each day. At most 50 are
    returned.

    Args:
        dimension: one of :data:`COMPARED_BY`; empty: the whole fleet.
        weeks: the number of weeks, including the current one.

    Raises:
        InvalidInput: the dimension is unknown, or there are too many weeks.
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
    """Return each robot's most frequent faults after a week, in its own words."""
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
        # Use each robot's own words: the text in `faults` may be another robot's.
        said = statements.rows(_OWN_WORDS, rrn, fault)
        most[rrn].append(FrequentFault(component, said[0][0] if said else symptom, int(count)))
    return most


def _reliabilities(rows: Sequence[Row]) -> list[PartReliability]:
    """Return the parts with running time from rows of value, name, minutes and failures."""
    return [
        PartReliability(value, estimate_rate(int(failures), float(minutes) / 60.0), name)
        for value, name, minutes, failures in rows
        if minutes
    ]


#: Robots send an update each day; after two days without one a robot is missing.
HOURS = 48.0
#: The most hours that a question may give.
LONGEST = 10_000.0
_UNTRUSTED = (REVOKED, NOT_LISTED)
_WANTED = "problem NOT IN (?, ?)"


@dataclass(frozen=True)
class SilentRobot:
    """A robot that is trusted, and was not heard for long, or whose updates are refused."""

    # rrn, name: as the operator trusts it
    rrn: str
    name: str
    # model, site: as it told last
    model: str
    site: str
    issued: datetime | None  # when it made its last update, UTC; None where it was never heard
    problem: str  # why nothing of it is used; empty where that is not so


@dataclass(frozen=True)
class SilenceAnswer:
    """The robots that are silent."""

    silent: tuple[SilentRobot, ...]  # those that are longest silent
    count: int  # how many there are in all
    robots: int  # all that ought to be heard


def ask_silence(statements: Statements, hours: float, most: int, now: datetime) -> SilenceAnswer:
    """Return the robots whose last update is older than ``hours``, never came, or is refused.

    A robot makes an update at least once a day.

    Raises:
        InvalidInput: the hours are out of bounds.
    """
    if not 0.0 < hours <= LONGEST:
        defect = Defect("hours", f"{hours:g} is not above 0 and up to {LONGEST:g}")
        raise InvalidInput("nothing was searched", [defect])
    limit = seconds_of(now - timedelta(hours=hours))
    silent = f"({_WANTED} AND (issued IS NULL OR issued < ? OR problem <> ''))"
    rows = statements.rows(
        f"SELECT rrn, name, model, site, issued, problem FROM robots WHERE {silent} "
        "ORDER BY COALESCE(issued, 0), rrn LIMIT ?",
        *_UNTRUSTED, limit, most,
    )  # fmt: skip
    ((count,),) = statements.rows(f"SELECT COUNT(*) FROM robots WHERE {silent}", *_UNTRUSTED, limit)
    ((robots,),) = statements.rows(f"SELECT COUNT(*) FROM robots WHERE {_WANTED}", *_UNTRUSTED)
    return SilenceAnswer(
        tuple(
            SilentRobot(
                rrn, name, model, site, None if issued is None else time_of(issued), problem
            )
            for rrn, name, model, site, issued, problem in rows
        ),
        count,
        robots,
    )  # fmt: skip


class FleetQuestions:
    """Answers questions without changing anything. One thread at a time may use it.

    Raises:
        FleetRefused: there is no database, or it does not answer.
    """

    def __init__(self, address: DatabaseAddress) -> None:
        self._database = open_database(address, write=False)
        check_version(self._database)

    def __enter__(self) -> FleetQuestions:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def fault(self, words: str, now: datetime) -> FaultAnswer:
        """See :func:`.fault_question.ask_fault`."""
        with self._database.reading() as statements:
            return ask_fault(statements, words, now.date())

    def lessons(self, most: int) -> LessonAnswer:
        """See :func:`ask_lessons`."""
        with self._database.reading() as statements:
            return ask_lessons(statements, most)

    def mtbf(self, dimension: str, weeks: int, now: datetime) -> list[PartReliability]:
        """See :func:`ask_mtbf`."""
        with self._database.reading() as statements:
            return ask_mtbf(statements, dimension, weeks, now.date())

    def notes(self, now: datetime) -> list[FleetNote]:
        """Return the current notes, newest first."""
        return FleetNotes(self._database).told(now)

    def silence(self, hours: float, most: int, now: datetime) -> SilenceAnswer:
        """See :func:`ask_silence`."""
        with self._database.reading() as statements:
            return ask_silence(statements, hours, most, now)
