"""How many robots each part of the fleet has."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from robot_memory.applications.fleet.counted_robot import ALL, FLEET, Part, parts_of
from robot_memory.applications.fleet.database import Statements


@dataclass(frozen=True)
class FleetSize:
    """Numbers of robots.

    Attributes:
        by_part: robots, by part; the part of all is :data:`ALL`.
        by_version: robots, by the name of a version and its value.
    """

    by_part: Counter[Part]
    by_version: Counter[Part]

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
        statements: of a transaction.
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
                _add(size.by_part, parts, count)
                _add(size.by_version, versions, count)
    return fleet, affected


def _add(sizes: Counter[Part], parts: Iterable[Part], count: int) -> None:
    for part in parts:
        sizes[part] += count
