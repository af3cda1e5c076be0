"""``~/sync_peers``: ask the fleet, and wait for it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from rclpy.node import Node

from robot_memory.federation.update_verdict import HEARD, UpdateVerdict
from robot_memory.identity import is_rrn
from robot_memory.memory import RobotMemory
from robot_memory.msg import PeerReport
from robot_memory.ros.convert import to_text, to_time
from robot_memory.ros.peers.federation import Federation
from robot_memory.srv import SyncPeers

_DEFAULT_TIMEOUT, _LONGEST = 2.0, 60.0
_NEVER = "never heard"
_SILENT = "not heard this time"


class SyncService:
    """Offers ``~/sync_peers``.

    Args:
        node: under whose ``~`` it is.
        slow: serves it, as it waits.
        memory: what is known of others.
        federation: what asks them.
        report: told of errors that no request should be able to cause.
    """

    def __init__(
        self,
        node: Node,
        slow: Node,
        memory: RobotMemory,
        federation: Federation,
        report: Callable[[str, Exception], None],
    ) -> None:
        self._memory = memory
        self._federation = federation
        self._report = report
        slow.create_service(SyncPeers, node.resolve_service_name("~/sync_peers"), self._call)

    def _call(self, request: Any, response: Any) -> Any:
        problem = self._refusal(request)
        if problem is not None:
            response.message = problem
            return response
        try:
            self._answer(request, response)
        except Exception as error:  # it would end the executor
            self._report("sync_peers failed", error)
            response.message = f"sync_peers failed, which it should not: {error!r}; see the log"
        return response

    def _refusal(self, request: Any) -> str | None:
        if self._federation.link is None:
            return self._federation.problem
        unknown = [rrn for rrn in request.rrns if not is_rrn(rrn)]
        if unknown:
            return f"rrns: {unknown[0]!r} is not a Robot Resource Name"
        if not (math.isfinite(request.timeout) and 0.0 <= request.timeout <= _LONGEST):
            return f"timeout: {request.timeout} is not between 0 and {_LONGEST:g} s"
        return None

    def _answer(self, request: Any, response: Any) -> None:
        link = self._federation.link
        assert link is not None
        wanted = list(dict.fromkeys(request.rrns)) or self._federation.expected()
        verdicts = link.sync(wanted, request.timeout or _DEFAULT_TIMEOUT)
        asked = set(request.rrns)
        others = [rrn for rrn in verdicts if rrn not in wanted and rrn != self._memory.rrn]
        names = wanted if asked else [*wanted, *sorted(others)]
        response.peers = [self._describe(rrn, verdicts.get(rrn)) for rrn in names]
        heard = sum(1 for rrn in names if rrn in verdicts and verdicts[rrn].outcome in HEARD)
        response.success = True
        response.message = f"{heard} of {len(names)} robots heard"

    def _describe(self, rrn: str, verdict: UpdateVerdict | None) -> PeerReport:
        known = self._memory.heard.all().get(rrn)
        report = PeerReport(rrn=rrn)
        if known is not None:
            report.last_synced = to_time(known.last_synced)
            report.accepted = len(known.entries)
        if verdict is None:
            report.reason = _SILENT if known is not None else _NEVER
        else:
            report.rejected = verdict.rejected
            report.reason = to_text(verdict.reason)
        return report
