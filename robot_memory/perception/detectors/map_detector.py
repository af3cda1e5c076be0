"""The map that the robot publishes, for the page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from robot_memory.perception.detector import Detector
from robot_memory.perception.occurrences.detection import Detection

_INTERVAL = 60.0  # s between two maps that are read


class MapDetector(Detector):
    """Keeps the walls of the map that a localiser publishes, for the page; it reports nothing.

    A map that cannot be used raises an error, which says why; the one before stays.
    """

    TYPE: ClassVar[str] = "nav_msgs/msg/OccupancyGrid"
    FIELDS: ClassVar[frozenset[str]] = frozenset({"header.frame_id", "info", "data"})

    def process(self, stamp: float, content: Any) -> Iterable[Detection]:
        """Take in a map."""
        self.due = stamp + _INTERVAL
        self._context.shared.floor_map.learn(content)
        return ()
