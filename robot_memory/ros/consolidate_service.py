"""``~/consolidate``: the night shift, now (document 003 §4)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from typing import Any

from rclpy.node import Node

from robot_memory.errors import RobotMemoryError
from robot_memory.memory import RobotMemory
from robot_memory.ros.convert import to_text
from robot_memory.srv import Consolidate


class ConsolidateService:
    """Offers ``~/consolidate``.

    Args:
        node: under whose ``~`` it is.
        slow: serves it: a night shift takes a minute at most.
        memory: whose.
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
        slow.create_service(Consolidate, node.resolve_service_name("~/consolidate"), self._call)

    def _call(self, request: Any, response: Any) -> Any:
        if not self._is_time_known():
            response.message = (
                "use_sim_time is set and /clock has not been heard; nothing was done: start the "
                "simulation, then try again"
            )
            return response
        try:
            report = self._memory.consolidate(request.steps, dry_run=request.dry_run)
        except (RobotMemoryError, OSError, sqlite3.Error) as error:
            response.message = to_text(str(error))
        except Exception as error:  # it would end the executor
            self._report("consolidate failed", error)
            response.message = f"consolidate failed, which it should not: {error!r}; see the log"
        else:
            response.success = report.success
            response.message = to_text(report.summary())
            response.report = to_text(json.dumps(report.as_record(), ensure_ascii=False))
        return response
