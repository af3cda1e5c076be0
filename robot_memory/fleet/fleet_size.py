"""How many robots each part of the fleet has."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from robot_memory.fleet.counted_robot import ALL, FLEET, Part, parts_of
from robot_memory.fleet.database import Row, Statements


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


def read_size(statements: Statements) -> FleetSize:
    """Return the numbers of all robots whose words are in use."""
    return _added(
        statements.rows("SELECT kinds, COUNT(*) FROM robots WHERE is_counted = 1 GROUP BY kinds")
    )


def read_affected(statements: Statements, faults: str) -> FleetSize:
    """Return the numbers of robots that tell of some faults now.

    Args:
        statements: of a transaction.
        faults: their numbers, with commas between.
    """
    return _added(
        statements.rows(
            "SELECT kinds, COUNT(*) FROM robots WHERE is_counted = 1 AND rrn IN (SELECT rrn FROM "
            f"lessons WHERE withdrawn IS NULL AND fault IN ({faults})) GROUP BY kinds"
        )
    )


def _added(rows: Iterable[Row]) -> FleetSize:
    parts: Counter[Part] = Counter()
    by_version: Counter[Part] = Counter()
    for text, count in rows:
        told = json.loads(text)
        for part in parts_of(told["kinds"]):
            parts[part] += count
        for name, version in told["versions"].items():
            by_version[name, version] += count
    return FleetSize(parts, by_version)
