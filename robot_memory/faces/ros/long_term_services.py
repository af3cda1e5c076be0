"""``~/recall`` and ``~/consolidate``: they may take seconds (rules.md §5.3 and §5.9)."""

from __future__ import annotations

from typing import Any

from robot_memory.faces.ros.convert import hit_message
from robot_memory.faces.ros.service_server import ServiceServer, check_time
from robot_memory.foundation.text.escaping import json_text
from robot_memory.memory import RobotMemory
from robot_memory.srv import Consolidate, Recall

_DEFAULT_HITS = 10


class LongTermServices:
    """Offers the services of long-term memory.

    Args:
        server: offers them.
        memory: what answers.
    """

    def __init__(self, server: ServiceServer, memory: RobotMemory) -> None:
        self._memory = memory
        server.offer(Recall, "recall", self._recall)
        if memory.settings.accept_writes:
            server.offer_write(Consolidate, "consolidate", self._consolidate)

    def _recall(self, request: Any, response: Any) -> None:
        from robot_memory.long_term.recall import Query  # a node is up sooner without

        query = Query(request.query, request.limit or _DEFAULT_HITS, sources=request.sources)
        hits = self._memory.recall(query)
        response.hits = [hit_message(hit) for hit in hits]
        response.message = "" if hits else "nothing was found"

    def _consolidate(self, request: Any, response: Any) -> None:
        check_time(self._memory, "; nothing was done")
        report = self._memory.consolidate(request.steps, dry_run=request.dry_run)
        response.success = report.success
        response.message = report.summary()
        response.report = json_text(report.as_record())
