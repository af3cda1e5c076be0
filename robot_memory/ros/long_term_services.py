"""``~/recall`` and ``~/consolidate``: they may take seconds (rules.md §5.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from robot_memory.errors import HomeRefused
from robot_memory.escaping import json_text
from robot_memory.memory import RobotMemory
from robot_memory.ros.convert import hit_message, to_text
from robot_memory.ros.slow_node import SlowNode
from robot_memory.srv import Consolidate, Recall

_DEFAULT_HITS = 10


class LongTermServices:
    """Offers the services of long-term memory.

    Args:
        slow: serves them.
        memory: what answers.
        is_time_known: whether there is a time to go by.
    """

    def __init__(
        self, slow: SlowNode, memory: RobotMemory, is_time_known: Callable[[], bool]
    ) -> None:
        self._memory = memory
        self._is_time_known = is_time_known
        slow.offer(Recall, "recall", self._recall)
        if memory.settings.accept_writes:
            slow.offer(Consolidate, "consolidate", self._consolidate)

    def _recall(self, request: Any, response: Any) -> None:
        hits = self._memory.recall(
            request.query, limit=request.limit or _DEFAULT_HITS, sources=request.sources
        )
        response.hits = [hit_message(hit) for hit in hits]
        response.success = True
        response.message = "" if hits else "nothing was found"

    def _consolidate(self, request: Any, response: Any) -> None:
        if not self._is_time_known():
            raise HomeRefused(
                "use_sim_time is set and /clock has not been heard; nothing was done: start the "
                "simulation, then try again"
            )
        report = self._memory.consolidate(request.steps, dry_run=request.dry_run)
        response.success = report.success
        response.message = to_text(report.summary())
        response.report = json_text(report.as_record())
