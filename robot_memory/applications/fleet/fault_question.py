"""The question about a fault: on which robots, since when, and whether it becomes more frequent."""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain
from typing import Any

from robot_memory.applications.fleet.database import Statements
from robot_memory.applications.fleet.fleet_statistics import (
    WINDOW,
    BusiestRobot,
    ClassFinding,
    FleetTrend,
    PartShare,
    WindowCounts,
    compare_windows,
    find_classes,
)
from robot_memory.applications.fleet.fleet_sums import (
    ALL,
    FleetSize,
    Part,
    read_sizes,
    time_of,
    week_of,
)
from robot_memory.entries.agreeing_entries import without_numbers
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.sharing.federation.shared_entry import SharedEntry

_LARGEST_ID = 2**63


@dataclass(frozen=True)
class FleetFault:
    """A fault found by a detector, or stated by somebody."""

    # the detector and what it noticed; empty for a statement
    detector: str
    component: str  # the robot's name for the part; empty if unknown
    symptom: str
    text: str  # in one robot's words

    @property
    def id(self) -> int:
        """The fault's number, which is the same for each robot that reports it."""
        said = "" if self.detector else " ".join(self.text.casefold().split())
        parts = "\n".join((self.detector, self.component, self.symptom, said))
        return int.from_bytes(hashlib.sha256(parts.encode()).digest()[:8], "big") % _LARGEST_ID

    @property
    def words(self) -> str:
        """The searchable text for the first robot that reports the fault."""
        parts = (self.component, self.symptom, self.detector, self.text, self.searched)
        return " ".join(part for part in dict.fromkeys(parts) if part).casefold()

    @property
    def searched(self) -> str:
        """The searchable text for each further robot, without numbers."""
        return without_numbers(self.text).casefold()


def fault_of(entry: SharedEntry, component: str) -> FleetFault:
    """Return the fault of an entry: a detector's fault by its key, any other by its words."""
    detector, symptom = entry.about or ("", "")
    return FleetFault(detector, component if detector else "", symptom, entry.text)


_MOST_TEXTS = 1000  # texts that are searched: those of most robots
_MOST_STATEMENTS = 50_000  # of robots about one fault that are read
_LONGEST = 4000  # characters of searchable text
_TOLD = """SELECT DISTINCT text, rrn FROM lessons WHERE fault = ? AND withdrawn IS NULL
ORDER BY text, rrn LIMIT ?"""
#: All texts of a fault, current ones first.
_KEPT = """SELECT text FROM lessons WHERE fault = ? GROUP BY text
ORDER BY MIN(COALESCE(withdrawn, 0)), COUNT(DISTINCT rrn) DESC, text LIMIT ?"""


@dataclass(frozen=True)
class FaultSentence:
    """What robots say of a fault, in words that differ in numbers alone."""

    text: str  # in one robot's words
    robots: int  # number of robots that say so now


def sentences_of(statements: Statements, fault: int) -> list[FaultSentence]:
    """Return the current sentences of robots about a fault, the most common sentence first.

    Among equally common sentences, a robot's only sentence precedes one of many. A robot that says
    a sentence with several numbers counts as one robot.
    """
    by_text: defaultdict[str, list[str]] = defaultdict(list)
    for text, rrn in statements.rows(_TOLD, fault, _MOST_STATEMENTS):
        by_text[text].append(rrn)
    sentences = Counter(chain.from_iterable(by_text.values()))  # number of sentences per robot
    robots: defaultdict[str, set[str]] = defaultdict(set)
    texts: dict[str, str] = {}
    for text in sorted(by_text, key=lambda text: -len(by_text[text])):
        words = without_numbers(text)
        robots[words].update(by_text[text])
        texts.setdefault(words, text)

    def rank(words: str) -> tuple[int, float]:
        return -len(robots[words]), -sum(1.0 / sentences[rrn] for rrn in robots[words])

    return [FaultSentence(texts[words], len(robots[words])) for words in sorted(robots, key=rank)]


def store_searched_words(statements: Statements, faults: Iterable[FleetFault]) -> None:
    """Make stored faults searchable by the words of the robots that report them now."""
    said = {one.id: one.searched for one in faults}
    if not said:
        return
    marks = ", ".join("?" * len(said))
    rows = statements.rows(f"SELECT id, words FROM faults WHERE id IN ({marks})", *said)
    more = [
        (f"{words} {said[number]}"[:_LONGEST], number)
        for number, words in rows
        if said[number] not in words and len(words) < _LONGEST
    ]
    statements.run_many("UPDATE faults SET words = ? WHERE id = ?", more)


def mend_fault(statements: Statements, fault: int) -> None:
    """Describe a fault in the words of the remaining robots, or delete it with the last one."""
    known = statements.rows("SELECT detector, component, symptom FROM faults WHERE id = ?", fault)
    kept = statements.rows(_KEPT, fault, _MOST_TEXTS)
    if not known or not kept:
        statements.run("DELETE FROM faults WHERE id = ?", fault)
        statements.run("DELETE FROM fault_robots WHERE fault = ?", fault)
        return
    detector, component, symptom = known[0]
    mended = [FleetFault(detector, component, symptom, text) for (text,) in kept]
    words = " ".join(dict.fromkeys((mended[0].words, *(one.searched for one in mended))))
    statements.run(
        "UPDATE faults SET text = ?, words = ?, "
        "first_seen = (SELECT MIN(first_seen) FROM lessons WHERE fault = ?), "
        "last_seen = (SELECT MAX(last_seen) FROM lessons WHERE fault = ?) WHERE id = ?",
        mended[0].text, words[:_LONGEST], fault, fault, fault,
    )  # fmt: skip


_MOST_WORDS = 12
_SHOWN = 10  # faults
_MOST_FAULTS = 1000  # faults in one question
_HOUR = 60.0  # minutes
_SIGNS = re.compile("[!%_]")  # wildcards of LIKE and its escape
#: The occurrences on the busiest robot and on all robots, in both windows and in the later window.
#: They are summed in the database: a class of faults has ten thousand rows.
_ONSETS = """WITH each AS (
    SELECT rrn, SUM(onsets) AS both_windows, SUM(CASE WHEN week >= ? THEN onsets ELSE 0 END) AS late
    FROM fault_weeks WHERE week BETWEEN ? AND ? AND fault IN ({faults}) GROUP BY rrn)
SELECT rrn, both_windows, late, every, every_late, robots, robots_late FROM each CROSS JOIN (
    SELECT SUM(both_windows) AS every, SUM(late) AS every_late,
    SUM(CASE WHEN both_windows > late THEN 1 ELSE 0 END) AS robots,
    SUM(CASE WHEN late > 0 THEN 1 ELSE 0 END) AS robots_late FROM each) AS sums
ORDER BY both_windows DESC, rrn LIMIT 1"""


@dataclass(frozen=True)
class FoundFault:
    """A fault that was found."""

    id: int  # fault number
    component: str  # part name; empty if unknown
    text: str  # in the words of most robots
    robots: int  # number of robots that report it now
    otherwise: tuple[FaultSentence, ...] = ()  # other sentences, the most common first


@dataclass(frozen=True)
class FaultAnswer:
    """The fleet's answer about some faults."""

    faults: tuple[FoundFault, ...]  # the faults with the most robots
    fault_count: int  # number of faults found; of those without current robots only the newest
    robots: int  # number of robots that report one of them now
    fleet: FleetSize  # all robots
    affected: FleetSize  # the robots that report one, by part of the fleet
    # the first and the last evidence, UTC; None if there is none
    since: datetime | None
    last: datetime | None
    # parts of the fleet in which they are more common than chance explains
    findings: tuple[ClassFinding, ...]
    trend: FleetTrend  # whether they become more frequent


def ask_fault(statements: Statements, words: str, today: date) -> FaultAnswer:
    """Answer for all faults that contain each of the words.

    Args:
        words: of a component, a symptom or a sentence; parts of words match, in any case.
        today: the trend's windows end with its week.

    Raises:
        InvalidInput: there are no words, too many words, or too many matching faults that robots
            report now.
    """
    condition, values = _condition(words)
    rows = statements.rows(
        "SELECT id, component, text, robots, first_seen, last_seen FROM faults "
        f"WHERE {condition} ORDER BY robots DESC, last_seen DESC, id LIMIT ?",
        *values, _MOST_FAULTS + 1,
    )  # fmt: skip
    left_out = rows[_MOST_FAULTS:]
    if any(robots for _, _, _, robots, _, _ in left_out):
        problem = f"more than {_MOST_FAULTS} faults that robots tell now have them; give more words"
        raise InvalidInput("nothing was searched", [Defect("words", problem)])
    rows = rows[:_MOST_FAULTS]
    faults = ", ".join(str(row[0]) for row in rows) or "NULL"
    fleet, affected = read_sizes(statements, faults)
    findings = find_classes(shares_of(fleet.by_part, affected.by_part))
    return FaultAnswer(
        tuple(found_fault(statements, row) for row in rows[:_SHOWN]),
        len(rows),
        affected.robots,
        fleet,
        affected,
        time_of(min(first for *_, first, _ in rows)) if rows else None,
        time_of(max(last for *_, last in rows)) if rows else None,
        tuple(sorted(filter(None, findings), key=lambda one: one.p)),
        _trend(statements, faults, week_of(today)),
    )


def found_fault(statements: Statements, row: Sequence[Any]) -> FoundFault:
    """Return a fault with the robots' sentences; ``row`` begins with the fault's fields."""
    number, component, text, robots = row[:4]
    said = sentences_of(statements, number)
    if said:
        text = said[0].text
    return FoundFault(number, component, text, robots, tuple(said[1:]))


def _condition(words: str) -> tuple[str, list[str]]:
    """Return the SQL condition that a fault contains all words, and its values."""
    given = words.casefold().split()
    if not 0 < len(given) <= _MOST_WORDS:
        problem = f"{len(given)} words are not 1 to {_MOST_WORDS}"
        raise InvalidInput("nothing was searched", [Defect("words", problem)])
    patterns = ["%" + _SIGNS.sub(r"!\g<0>", word) + "%" for word in given]
    return " AND ".join(["words LIKE ? ESCAPE '!'"] * len(patterns)), patterns


def shares_of(robots: Counter[Part], affected: Counter[Part]) -> list[PartShare]:
    """Return a fault's share in each part of the fleet that is not the whole fleet."""
    return [
        PartShare(part, affected[part], count, affected[ALL] - affected[part], robots[ALL] - count)
        for part, count in sorted(robots.items())
        if part != ALL and count < robots[ALL]
    ]


def _trend(statements: Statements, faults: str, newest: int) -> FleetTrend:
    middle, first = newest - WINDOW + 1, newest - 2 * WINDOW + 1
    found = statements.rows(_ONSETS.format(faults=faults), middle, first, newest)
    hours = _hours(statements, "exposure", "dimension = '' AND value = ''", first, middle, newest)
    if not found:
        return compare_windows(WindowCounts(hours[0], 0), WindowCounts(hours[1], 0), None)
    ((rrn, *counts),) = found
    own, own_after, every, every_after, robots, robots_after = map(int, counts)
    ran = _hours(statements, "robot_weeks", "rrn = ?", first, middle, newest, rrn)
    return compare_windows(
        WindowCounts(hours[0], every - every_after, robots),
        WindowCounts(hours[1], every_after, robots_after),
        BusiestRobot(rrn, WindowCounts(ran[0], own - own_after), WindowCounts(ran[1], own_after)),
    )


def _hours(
    statements: Statements, table: str, condition: str, first: int, middle: int, newest: int,
    *values: object,
) -> tuple[float, float]:  # fmt: skip
    """Return the running time in both windows, in hours."""
    ((before, after),) = statements.rows(
        "SELECT SUM(CASE WHEN week < ? THEN minutes ELSE 0 END), "
        f"SUM(CASE WHEN week >= ? THEN minutes ELSE 0 END) FROM {table} "
        f"WHERE week BETWEEN ? AND ? AND {condition}",
        middle, middle, first, newest, *values,
    )  # fmt: skip
    return float(before or 0) / _HOUR, float(after or 0) / _HOUR
