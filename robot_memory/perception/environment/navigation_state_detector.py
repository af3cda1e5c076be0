"""Nav2: its behaviour tree runs a recovery, its collision monitor stops the robot."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.perception.definitions.message_definition import DefinitionCatalogue
from robot_memory.perception.detector import Detector, DetectorContext, DetectorOption
from robot_memory.perception.occurrences.detection import Detection

TREE, COLLISION_MONITOR = "nav2_msgs/msg/BehaviorTreeLog", "nav2_msgs/msg/CollisionMonitorState"
#: Names of actions in the trees that Nav2 ships; clearing a costmap alone is routine.
_RECOVERIES = re.compile(r"^(spin|back_?up|drive_?on_?heading)$", re.IGNORECASE)
_STOP = 1  # of CollisionMonitorState.action_type


class NavigationStateDetector(Detector):
    """Reports where Nav2 had to run a recovery, and where its collision monitor stopped the robot.

    Both are events of the surroundings: one makes no entry.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "apart": DetectorOption(20.0, "s without one, after which the next is a new event"),
    }

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._last = -math.inf

    @classmethod
    def reads_type(cls, message_type: str, definitions: DefinitionCatalogue) -> bool:
        """Tell whether it is one of the two types."""
        return message_type in (TREE, COLLISION_MONITOR)

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a BehaviorTreeLog or a CollisionMonitorState."""
        event = self._recovery(content) if self._context.type == TREE else self._stop(content)
        if event is None:
            return
        before, self._last = self._last, stamp
        if stamp - before >= self._options["apart"]:
            yield event

    def _recovery(self, content: Any) -> Detection | None:
        names = [
            change.node_name
            for change in getattr(content, "event_log", ())
            if change.current_status == "RUNNING" and _RECOVERIES.match(change.node_name)
        ]
        if not names:
            return None
        return self._event(
            Key("recoveries", "navigation", "recovery"), "Navigation has to recover",
            kind="recovery", detail={"message": names[0]},
        )  # fmt: skip

    def _stop(self, content: Any) -> Detection | None:
        if getattr(content, "action_type", 0) != _STOP:
            return None
        return self._event(
            Key("navigation", "navigation", "stop"), "Stopped by the collision monitor",
            kind="stop", detail={"polygon": str(getattr(content, "polygon_name", ""))[:80]},
        )  # fmt: skip
