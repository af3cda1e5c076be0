"""What the sums count of one robot: what it is, and the faults that it tells of now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

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
    """A robot as it is counted.

    Attributes:
        kinds: its model, batch, site, floor and software; empty where it does not tell.
        faults: the numbers of the faults that it tells of.
        is_counted: whether its words are in use.
    """

    kinds: Mapping[str, str] = field(default_factory=dict)
    faults: frozenset[int] = frozenset()
    is_counted: bool = True

    @property
    def parts(self) -> list[Part]:
        """The parts of the fleet to which it belongs."""
        return parts_of(self.kinds)

    @property
    def counted(self) -> Counter[tuple[int, Part]]:
        """Its share in the numbers of robots that tell of a fault."""
        counted = (FLEET, *self.faults) if self.is_counted else ()
        return Counter((fault, part) for fault in counted for part in self.parts)


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
