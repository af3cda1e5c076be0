"""Logs problems that only ``/diagnostics`` showed: where they begin, each hour, and at their end.

See docs/reference/node.md, "The log".
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from robot_memory.faces.ros.diagnostic_statuses import OK, HealthStatus
from robot_memory.faces.ros.node_log import NodeLog
from robot_memory.foundation.logged_problem import LoggedProblem

_PATIENCE = 3.0  # s: what passes sooner, as the wait for the first message on /clock, is none


class HealthLog:
    """Follows statuses of the node.

    Args:
        log: gets the lines, as warnings.
        clock: seconds on an axis that never steps.
    """

    def __init__(self, log: NodeLog, clock: Callable[[], float] = time.monotonic) -> None:
        self._log, self._clock = log, clock
        self._problems: dict[str, LoggedProblem] = {}
        self._since: dict[str, float] = {}

    def update(self, statuses: Iterable[HealthStatus]) -> None:
        """Log what began or ended since the last call."""
        now = self._clock()
        for status in statuses:
            problem = self._problems.setdefault(status.name, LoggedProblem())
            if status.level == OK:
                self._since.pop(status.name, None)
                if problem.ended():
                    self._log.info(f"{status.name}: {status.message}")
            elif not status.is_logged:
                is_lasting = now - self._since.setdefault(status.name, now) >= _PATIENCE
                if is_lasting and problem.found(now, status.level):
                    self._log.warning(f"{status.name}: {status.message}")
