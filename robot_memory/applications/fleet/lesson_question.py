"""Which lessons belong to one robot, to a class of robots, or to the whole fleet."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from robot_memory.applications.fleet.class_test import ClassFinding, find_classes
from robot_memory.applications.fleet.counted_robot import ALL, Part
from robot_memory.applications.fleet.database import Statements
from robot_memory.applications.fleet.fault_question import FoundFault, found_fault, shares_of
from robot_memory.applications.fleet.fleet_size import read_parts


@dataclass(frozen=True)
class SharedLesson:
    """A lesson of several robots.

    Attributes:
        fault: what they tell.
        findings: the parts of the fleet to which it belongs, the surest first; empty: chance may
            have put the robots where they are, so that it may be any robot's.
    """

    fault: FoundFault
    findings: tuple[ClassFinding, ...]


@dataclass(frozen=True)
class LessonAnswer:
    """The lessons of a fleet.

    Attributes:
        robots: of the fleet.
        shared: those of most robots.
        shared_count: how many lessons several robots tell.
        single_count: how many lessons only one robot tells.
    """

    robots: int
    shared: tuple[SharedLesson, ...]
    shared_count: int
    single_count: int


def ask_lessons(statements: Statements, most: int) -> LessonAnswer:
    """Sort lessons by whose they are; the tests of all that are returned are corrected together.

    Args:
        statements: of a transaction.
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
