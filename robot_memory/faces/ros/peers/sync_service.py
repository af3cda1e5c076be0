"""``~/sync_peers``: ask the fleet, and wait for it (rules.md §5.9 and §6.3)."""

from __future__ import annotations

import math
from typing import Any

from robot_memory.faces.ros.convert import to_text, to_time
from robot_memory.faces.ros.peers.federation import Federation
from robot_memory.faces.ros.peers.link import PeerLink
from robot_memory.faces.ros.service_server import ServiceServer
from robot_memory.foundation.errors import FederationRefused, InvalidInput
from robot_memory.foundation.identity import is_rrn
from robot_memory.memory import RobotMemory
from robot_memory.msg import PeerReport
from robot_memory.sharing.federation.update_verdict import IN_USE, UpdateVerdict
from robot_memory.srv import SyncPeers

_DEFAULT_TIMEOUT, _LONGEST = 2.0, 60.0  # s
_NEVER = "never heard"
_SILENT = "not heard this time"


class SyncService:
    """Offers ``~/sync_peers``."""

    def __init__(self, server: ServiceServer, memory: RobotMemory, federation: Federation) -> None:
        self._memory = memory
        self._federation = federation
        server.offer(SyncPeers, "sync_peers", self._sync)

    def _check(self, request: Any) -> PeerLink:
        link = self._federation.link
        if link is None:
            raise FederationRefused(self._federation.problem)
        unknown = [rrn for rrn in request.rrns if not is_rrn(rrn)]
        if unknown:
            raise InvalidInput(f"rrns: {unknown[0]!r} is not a Robot Resource Name")
        if not (math.isfinite(request.timeout) and 0.0 <= request.timeout <= _LONGEST):
            raise InvalidInput(f"timeout: {request.timeout} is not between 0 and {_LONGEST:g} s")
        return link

    def _sync(self, request: Any, response: Any) -> None:
        link = self._check(request)
        wanted = list(dict.fromkeys(request.rrns)) or self._federation.expected()
        verdicts = link.sync(wanted, request.timeout or _DEFAULT_TIMEOUT)
        asked = set(request.rrns)
        others = [rrn for rrn in verdicts if rrn not in wanted and rrn != self._memory.rrn]
        names = wanted if asked else [*wanted, *sorted(others)]
        response.peers = [self._describe(rrn, verdicts.get(rrn)) for rrn in names]
        answered = sum(1 for rrn in names if rrn in verdicts and verdicts[rrn].outcome in IN_USE)
        response.message = f"{answered} of {len(names)} robots heard"

    def _describe(self, rrn: str, verdict: UpdateVerdict | None) -> PeerReport:
        known = self._memory.peers.all().get(rrn)
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
