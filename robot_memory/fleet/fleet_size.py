"""How many robots each part of the fleet has."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from robot_memory.fleet.database import Row, Statements
from robot_memory.fleet.robot_standing import ALL, Part, parts_of
from robot_memory.fleet.schema import DIMENSIONS

_KINDS = ", ".join((*DIMENSIONS, "versions"))


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


def read_size(statements: Statements) -> FleetSize:
    """Return the numbers of all robots whose words are in use."""
    return _added(
        statements.rows(
            f"SELECT {_KINDS}, COUNT(*) FROM robots WHERE is_counted = 1 GROUP BY {_KINDS}"
        )
    )


def read_affected(statements: Statements, found: str, *values: object) -> FleetSize:
    """Return the numbers of robots that tell of some faults now.

    Args:
        statements: of a transaction.
        found: a statement that selects the numbers of the faults.
        values: of that statement.
    """
    return _added(
        statements.rows(
            f"SELECT {_KINDS}, COUNT(*) FROM robots WHERE is_counted = 1 AND rrn IN (SELECT rrn "
            f"FROM lessons WHERE withdrawn IS NULL AND fault IN ({found})) GROUP BY {_KINDS}",
            *values,
        )
    )


def _added(rows: Iterable[Row]) -> FleetSize:
    parts: Counter[Part] = Counter()
    by_version: Counter[Part] = Counter()
    for *kinds, versions, count in rows:
        for part in parts_of(dict(zip(DIMENSIONS, kinds, strict=True))):
            parts[part] += count
        for name, version in json.loads(versions).items():
            by_version[name, version] += count
    return FleetSize(parts, by_version)
