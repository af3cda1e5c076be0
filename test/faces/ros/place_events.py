"""A memory of a robot that had to recover repeatedly at one place."""

from __future__ import annotations

from robot_memory import RobotMemory
from robot_memory.ledger import Key, Kind, Observation

_RECOVERY = Key("recoveries", "navigation", "recovery")


def recover(memory: RobotMemory, times: int, x: float, y: float) -> None:
    """Let navigation recover at a place on the map, each time on a sufficiently long drive."""
    for leg in range(1, times + 1):
        at = {"frame": "map", "x": x, "y": y, "sigma": 0.1}
        detail = {"at": at, "session": "s", "leg": leg, "visits": leg, "way": 500.0 * leg}
        memory.observe(
            Observation(
                Kind.EVENT, memory.clock.now(), "Navigation has to recover", key=_RECOVERY,
                detector="recoveries", topic="/rosout", component="navigation",
                confidence=0.5, entry_type="environment_note", tags=("navigation",),
                detail=detail,
            )
        )  # fmt: skip
