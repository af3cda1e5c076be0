"""Federation as part of the node: on or off, its link, thread, health and service.

Specification: rules.md §5.9, §6.3 and §6.13.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from rclpy.node import Node

from robot_memory.applications.reliability.profile_source import ProfileSource
from robot_memory.faces.ros.convert import to_text, to_time
from robot_memory.faces.ros.diagnostic_statuses import ERROR, OK, WARN, HealthStatus
from robot_memory.faces.ros.peers.dds_carrier import DdsCarrier
from robot_memory.faces.ros.peers.link import PeerLink
from robot_memory.faces.ros.service_server import ServiceServer
from robot_memory.faces.ros.spinning import Stop
from robot_memory.foundation.errors import FederationRefused, InvalidInput
from robot_memory.foundation.identity import is_rrn
from robot_memory.foundation.logged_problem import LoggedProblem
from robot_memory.foundation.text.escaping import terminal_text
from robot_memory.memory import RobotMemory
from robot_memory.msg import PeerReport
from robot_memory.sharing.carriers.carrier import Carrier
from robot_memory.sharing.carriers.zenoh_carrier import ZenohCarrier
from robot_memory.sharing.federation.exchange_setup import make_own_keys
from robot_memory.sharing.federation.update_verdict import (
    IN_USE,
    PeerEvent,
    UpdateOutcome,
    UpdateVerdict,
)
from robot_memory.srv import SyncPeers

_WHILE = 60.0  # s
_ECHO = "an agent noted its words as its own, which makes them no truer: not counted"
_FULL = "{}: {} robots are not passed on: a bridge passes on as many as one topic holds"
_OPEN = "federation.trust is open: whoever is on this network is believed; for a bench only"


class Federation:
    """Exchanges updates with other robots if the parameters enable it.

    A failure here never keeps the robot from remembering: it is reported on ``/diagnostics``.

    Attributes:
        problem: why no updates are exchanged; None while they are.
    """

    def __init__(
        self,
        node: Node,
        memory: RobotMemory,
        on_news: Callable[[PeerEvent], None],
        report: Callable[[str, Exception], None],
    ) -> None:
        self._memory = memory
        self._on_news = on_news
        self._logger = node.get_logger()
        self._carrier_log = LoggedProblem()
        self._last_rejection = (-_WHILE, "")
        self.link: PeerLink | None = None
        self.problem: str | None = "federation is off; federation.enabled:=true turns it on"
        if not memory.settings.federation_enabled:
            return
        try:
            make_own_keys(memory.home, memory.rrn)
            self._exchange = memory.federate(self._note_event, ProfileSource(memory).describe)
        except (FederationRefused, OSError) as error:
            self.problem = str(error)
            node.get_logger().error(
                f"updates are neither sent to other robots nor received: {error}"
            )
            return
        self.problem = None
        if self._exchange.is_open:
            node.get_logger().warning(_OPEN)
        self.link = PeerLink(self._exchange, self._make_carriers(node), report)

    def run(self, stop: Stop) -> None:
        """Exchange updates until ``stop`` is requested."""
        if self.link is not None:
            self.link.run(stop)

    def _make_carriers(self, node: Node) -> list[Carrier]:
        settings = self._memory.settings
        carriers: list[Carrier] = []
        if settings.federation_carrier != "zenoh":
            domain = settings.federation_domain_id
            carriers.append(DdsCarrier(node, None if domain < 0 else domain))
        if settings.federation_carrier != "dds":
            carriers.append(ZenohCarrier(settings.federation_zenoh_config, self._exchange.asks))
        return carriers

    def close(self) -> None:
        """Close the link; call it once :meth:`run` has returned."""
        if self.link is not None:
            self.link.close()

    def _note_event(self, news: PeerEvent) -> None:
        if news.kind == "peer_rejected":
            self._last_rejection = (time.monotonic(), f"{news.rrn}: {news.detail}")
        self._on_news(news)

    def note_echo(self, rrn: str) -> None:
        """Count that an agent noted a robot's words as its own; that is no evidence for them."""
        if self.link is not None:
            self._exchange.refuse(UpdateVerdict(rrn, UpdateOutcome.ECHO, _ECHO, rejected=1))

    # -- what is known of others -------------------------------------------------------------

    def expected(self) -> list[str]:
        """Return the robots expected to be present; none if federation is off."""
        return self._exchange.expected() if self.link is not None else []

    def health(self) -> HealthStatus | None:
        """Return the status; None if federation is off."""
        if not self._memory.settings.federation_enabled:
            return None
        if self.link is None:
            return HealthStatus("peers", ERROR, str(self.problem))
        exchange = self._exchange
        sequence, left_out = exchange.announced
        peers = self._memory.peers.all()
        values = {
            "trust": "open" if exchange.is_open else f"{len(exchange.trust.by_rrn)} listed",
            "sequence": str(sequence),
            "left out": str(left_out),
            "deleted on request": str(exchange.deleted),
        }
        if self.link.relayed is not None:
            values["passed on"] = str(self.link.relayed)
        statuses = self.link.statuses()
        for status in statuses.values():
            values |= status.values
        values |= {
            rrn: peer.problem
            or f"{len(peer.entries)} entries, heard {peer.last_synced:%F %T} UTC"
            + (f", {gone} deleted on request" if (gone := exchange.erased_of(rrn)) else "")
            for rrn, peer in peers.items()
        }
        values |= {f"refused {kind}": text for kind, text in exchange.rejections.counts()}
        problems = [peer.problem for peer in peers.values() if peer.problem]
        carriers = [f"{name}: {one.problem}" for name, one in statuses.items() if one.problem]
        self._log_carriers(carriers)
        full = [_FULL.format(name, count) for name, count in self.link.left_out.items()]
        warnings = [*carriers, *full, *exchange.trust.problems, *problems,
                    *exchange.record_problems]  # fmt: skip
        since, reason = self._last_rejection
        if time.monotonic() - since < _WHILE:
            warnings.append(reason)
        if exchange.is_open:
            warnings.append(_OPEN)
        if warnings:
            level = ERROR if any(one.needs_person for one in statuses.values()) else WARN
            return HealthStatus("peers", level, "; ".join(dict.fromkeys(warnings)), values)
        return HealthStatus("peers", OK, f"{len(peers)} robots heard", values)

    def _log_carriers(self, problems: list[str]) -> None:
        """Log the carriers' problems when they start, each hour, and when they end."""
        if problems:
            if self._carrier_log.found(time.monotonic()):
                self._logger.warning(terminal_text("; ".join(problems)))
        elif self._carrier_log.ended():
            self._logger.info("updates are carried again")


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
