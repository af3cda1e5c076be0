"""Navigation runs a recovery, or its collision monitor stops the robot.

Navigation stacks log each recovery, at INFO or above: Nav2's behaviour server "Running spin",
move_base "Rotate recovery behavior started", others with the word "recovery". Nav2 also publishes
messages of its behaviour tree and of its collision monitor.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.perception.detector import Detector, DetectorOption
from robot_memory.perception.message_definition import DefinitionCatalogue
from robot_memory.perception.occurrences.detection import Detection

_INFO = 20  # of rcl_interfaces/msg/Log
_RECOVERERS = re.compile(r"behaviou?r_?server|recover(y|ies)", re.IGNORECASE)
_RUNS = re.compile(
    r"\b(running|executing|starting) (the )?(spin|back_?up|drive_?on_?heading|clear)", re.IGNORECASE
)
_SAYS = re.compile(
    r"\brecovery (behaviou?r )?(\S+ )?(started|starting|running|triggered|executing)"
    r"|(?<!\bafter )\b(running|executing|starting|triggering|entering) (\S+ ){0,3}recover(y|ies)\b",
    re.IGNORECASE,
)


class _NavigationEvents(Detector):
    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "apart": DetectorOption(20.0, "s without one, after which the next is a new event"),
    }

    def _set_up(self) -> None:
        self._last = -math.inf

    def _is_new(self, stamp: float) -> bool:
        before, self._last = self._last, stamp
        return stamp - before >= self._options["apart"]

    def _recovery(self, message: str) -> Detection:
        key, detail = Key("recoveries", "navigation", "recovery"), {"message": message}
        return self._event(key, "Navigation has to recover", kind="recovery", detail=detail)


class RecoveriesDetector(_NavigationEvents):
    """Reports where navigation had to run a recovery.

    The reason for the recovery is in the log message, which `log` reports.
    """

    TYPE: ClassVar[str] = "rcl_interfaces/msg/Log"
    IS_SHARED: ClassVar[bool] = True
    FIELDS: ClassVar[frozenset[str]] = frozenset({"level", "name", "msg"})

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a Log message."""
        if content.level < _INFO or not _is_recovery(content.name, content.msg):
            return
        if not self._context.scope.keeps_logger(content.name, self._context.topic):
            return
        if self._is_new(stamp):
            yield self._recovery(content.msg[:500])


def _is_recovery(name: str, message: str) -> bool:
    by_name = _RECOVERERS.search(name) is not None and _RUNS.search(message) is not None
    return by_name or _SAYS.search(message) is not None


TREE, COLLISION_MONITOR = "nav2_msgs/msg/BehaviorTreeLog", "nav2_msgs/msg/CollisionMonitorState"
#: Names of recovery actions in Nav2's own trees; clearing a costmap alone is routine.
_RECOVERIES = re.compile(r"^(spin|back_?up|drive_?on_?heading)$", re.IGNORECASE)
_STOP = 1  # of CollisionMonitorState.action_type


class NavigationStateDetector(_NavigationEvents):
    """Reports where Nav2 had to run a recovery, and where its collision monitor stopped the robot.

    Both are events of the surroundings: one makes no entry.
    """

    @classmethod
    def reads_type(cls, message_type: str, definitions: DefinitionCatalogue) -> bool:
        """Tell whether it is one of the two types."""
        return message_type in (TREE, COLLISION_MONITOR)

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a BehaviorTreeLog or a CollisionMonitorState."""
        event = self._of_tree(content) if self._context.type == TREE else self._stop(content)
        if event is not None and self._is_new(stamp):
            yield event

    def _of_tree(self, content: Any) -> Detection | None:
        for change in getattr(content, "event_log", ()):
            if change.current_status == "RUNNING" and _RECOVERIES.match(change.node_name):
                return self._recovery(change.node_name)
        return None

    def _stop(self, content: Any) -> Detection | None:
        if getattr(content, "action_type", 0) != _STOP:
            return None
        return self._event(
            Key("navigation", "navigation", "stop"), "Stopped by the collision monitor",
            kind="stop", detail={"polygon": str(getattr(content, "polygon_name", ""))[:80]},
        )  # fmt: skip
