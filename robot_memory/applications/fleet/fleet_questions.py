"""The questions that a fleet's memory answers, each at one moment of the database."""

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

    fault: FoundFault  # what they tell
    # the parts of the fleet to which it belongs, the surest first; empty: chance may have put the
    # robots where they are, so that it may be any robot's
    findings: tuple[ClassFinding, ...]


@dataclass(frozen=True)
class LessonAnswer:
    """The lessons of a fleet."""

    robots: int  # of the fleet
    shared: tuple[SharedLesson, ...]  # those of most robots
    shared_count: int  # how many lessons several robots tell
    single_count: int  # how many lessons only one robot tells


def ask_lessons(statements: Statements, most: int) -> LessonAnswer:
    """Sort lessons by whose they are; the tests of all that are returned are corrected together.

    Args:
        most: lessons of several robots that are returned, those of most robots first.
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
    """Return the robots that tell of each fault, by part; sums that the writer keeps."""
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
    """A fault that a robot had."""

    component: str  # which part; empty where the robot does not tell
    text: str  # as this robot says it; what it is called where it says nothing of it any more
    onsets: int  # how often it began, as a failure or as less, such as a warning


@dataclass(frozen=True)
class PartReliability:
    """The failures of a part of the fleet."""

    value: str  # a model, a site, the number of a robot; empty for robots that do not tell
    # failures for each hour of operation, with its exact interval (95 %); None of no hours
    rate: RateEstimate | None
    name: str = ""  # of a robot; empty of other parts
    faults: tuple[FrequentFault, ...] = ()  # of a robot, those that began most often; at most three


def ask_mtbf(
    statements: Statements, dimension: str, weeks: int, today: date
) -> list[PartReliability]:
    """Return the failures of each part, of the longest running one first.

    Of robots the worst is first, by the lower end of the interval of its rate: a robot that failed
    once in its only hour is not surely worse than one that fails each day. At most 50 are returned.

    Args:
        dimension: one of :data:`COMPARED_BY`; empty: the fleet as one.
        weeks: how many, the present one included.

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


#: A robot tells something each day; after two it is missed.
HOURS = 48.0
#: Hours that may be asked for at most.
LONGEST = 10_000.0
_UNTRUSTED = (REVOKED, NOT_LISTED)
_WANTED = "problem NOT IN (?, ?)"


@dataclass(frozen=True)
class SilentRobot:
    """A robot that is trusted, and was not heard for long."""

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
    """Return the robots whose last update is older than so many hours, or never came.

    A robot makes an update at least once a day.

    Raises:
        InvalidInput: the hours are out of bounds.
    """
    if not 0.0 < hours <= LONGEST:
        defect = Defect("hours", f"{hours:g} is not above 0 and up to {LONGEST:g}")
        raise InvalidInput("nothing was searched", [defect])
    limit = seconds_of(now - timedelta(hours=hours))
    silent = f"({_WANTED} AND (issued IS NULL OR issued < ?))"
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
    """Answers questions, and changes nothing. One thread at a time may use it.

    Raises:
        FleetRefused: there is none, or it does not answer.
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
        """Return the notes that robots are told now, the newest first."""
        return FleetNotes(self._database).told(now)

    def silence(self, hours: float, most: int, now: datetime) -> SilenceAnswer:
        """See :func:`ask_silence`."""
        with self._database.reading() as statements:
            return ask_silence(statements, hours, most, now)
