"""``~/recall`` and ``~/consolidate``: they may take seconds (rules.md §5.3)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from typing import Any

from rclpy.node import Node

from robot_memory.errors import HomeRefused, RobotMemoryError
from robot_memory.memory import RobotMemory
from robot_memory.ros.convert import hit_message, to_text
from robot_memory.srv import Consolidate, Recall

_DEFAULT_HITS = 10


class LongTermServices:
    """Offers the services of long-term memory.

    Args:
        node: under whose ``~`` they are.
        slow: serves them, one request after another.
        memory: what answers.
        is_time_known: whether there is a time to go by.
        report: told of errors that no request should be able to cause.
    """

    def __init__(
        self,
        node: Node,
        slow: Node,
        memory: RobotMemory,
        is_time_known: Callable[[], bool],
        report: Callable[[str, Exception], None],
    ) -> None:
        self._memory = memory
        self._is_time_known = is_time_known
        self._report = report
        self._offer(node, slow, Recall, "recall", self._recall)
        if memory.settings.accept_writes:
            self._offer(node, slow, Consolidate, "consolidate", self._consolidate)

    def _offer(
        self, node: Node, slow: Node, kind: Any, name: str, answer: Callable[[Any, Any], None]
    ) -> None:
        def call(request: Any, response: Any) -> Any:
            try:
                answer(request, response)
            except (RobotMemoryError, OSError, sqlite3.Error) as error:
                response.message = to_text(str(error))
            except Exception as error:  # it would end the executor
                self._report(f"{name} failed", error)
                response.message = f"{name} failed, which it should not: {error!r}; see the log"
            return response

        slow.create_service(kind, node.resolve_service_name(f"~/{name}"), call)

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
        response.report = to_text(json.dumps(report.as_record(), ensure_ascii=False))
