"""The link to other robots: publishes this robot's updates, receives those of the others."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

import rclpy
from rclpy.node import Node

from robot_memory.federation.inbound_rate_limit import AWAY, InboundRateLimit
from robot_memory.federation.peer_record import TOPIC
from robot_memory.federation.update_verdict import UpdateOutcome, UpdateRefused, UpdateVerdict
from robot_memory.msg import PeerUpdate
from robot_memory.ros.peers.messages import from_bytes, to_message
from robot_memory.ros.peers.participant import MOST_ROBOTS, PeerParticipant
from robot_memory.ros.spinning import Stop, spin
from robot_memory.ros.subscription_executor import read_uptime

if TYPE_CHECKING:  # a robot that does not federate needs no cryptography
    from robot_memory.federation.peer_exchange import PeerExchange

_TICK = 0.2
_TRUST_INTERVAL, _PUBLISH_INTERVAL = 1.0, 0.5  # s; both cost more than a tick does
_SETTLED = 0.3  # s without a message after which what is latched has all come
_FOUND = 4.0  # s from the start, until which some that are there may not have been found yet
#: s, suspend included, between two ticks, after which others may have dropped this robot: DDS does
#: so 20 s after its last word, which it says every three seconds.
_STANDSTILL = 8.0
_MOST_VERDICTS = 2 * MOST_ROBOTS  # whoever makes up names fills no more than that
_A_SENDER = "a sender that cannot be read"
_ALL_SENDERS = "all senders together"
_TOO_MANY = f"more comes than robots have to say; what is latched is read after {AWAY:g} s"


class PeerLink:
    """Connects an exchange with the topic of the fleet, in a thread of its own.

    Args:
        node: whose name, namespace and remappings apply.
        exchange: decides; only this thread touches it.
        domain_id: DDS domain of the peers; None for the node's own.
        report: told of errors that no message should be able to cause.
    """

    def __init__(
        self,
        node: Node,
        exchange: PeerExchange,
        domain_id: int | None,
        report: Callable[[str, Exception], None],
    ) -> None:
        self._exchange = exchange
        self._report = report
        self._node = node
        self._topic = node.resolve_topic_name(TOPIC)
        self._domain_id = node.context.get_domain_id() if domain_id is None else domain_id
        self._participant = (
            PeerParticipant(node, self._topic, None)
            if domain_id is None
            else PeerParticipant.in_domain(node, self._topic, domain_id)
        )
        self._last_update: PeerUpdate | None = None
        self._ticked = read_uptime()
        self._standstill = 0.0
        self._lock = threading.Condition()
        self._resubscribe_due = False
        self._verdicts: dict[str, UpdateVerdict] = {}
        self._received_at = 0.0
        self._overrun = InboundRateLimit()
        self._trust_due = self._publish_at = 0.0
        self._found_at = time.monotonic() + _FOUND
        self._participant.subscribe(self._receive)

    # -- this thread -------------------------------------------------------------------------

    def run(self, stop: Stop) -> None:
        """Publish and receive until ``stop`` is requested."""
        while not stop.requested and rclpy.ok():
            left = Stop()
            tick = partial(self._tick_participant, stop, left)
            spin(self._participant.node, tick, every=_TICK, stop=left, report=self._report)
            if self._standstill and not stop.requested:
                try:
                    self._rejoin()
                except Exception as error:  # it goes on as the robot that it was
                    self._report("the other robots could not be joined anew", error)

    def _tick_participant(self, stop: Stop, left: Stop) -> None:
        """Let time pass; stop spinning at the end, or to go on as another participant."""
        try:
            self._tick()
        finally:
            if stop.requested or self._standstill:
                left.request()

    def _rejoin(self) -> None:
        """Take part under another identity in DDS, after this process stood still.

        Who was stopped or suspended for longer than the lease of discovery was dropped by others,
        and has not dropped them itself. In Fast DDS such a pair never finds each other again: the
        one asks for the other's publishers and subscriptions under a count that starts at zero,
        and the other takes that for old, and all for acknowledged. No new publisher or
        subscription is found either. A participant with another identity is.
        """
        still, self._standstill = self._standstill, 0.0
        self._node.get_logger().warning(
            f"the process was stopped for {still:.0f} s: other robots may have dropped this "
            "one, so it connects to them again"
        )
        joined = PeerParticipant.in_domain(self._node, self._topic, self._domain_id)
        with self._lock:
            left, self._participant = self._participant, joined
            self._resubscribe_due = True
            self._found_at = time.monotonic() + _FOUND
        left.close()
        if self._last_update is not None:
            joined.publish(self._last_update)

    def _receive(self, data: bytes) -> None:
        now = time.monotonic()
        if self._overrun.is_away(now):
            return
        if not self._overrun.may_take(now):
            self._exchange.refuse(
                UpdateVerdict(_ALL_SENDERS, UpdateOutcome.FLOOD, _TOO_MANY, rejected=1)
            )
            return
        try:
            envelope = from_bytes(data)
        except UpdateRefused as refusal:
            verdict = UpdateVerdict(_A_SENDER, refusal.outcome, str(refusal), rejected=1)
            self._note_verdict(self._exchange.refuse(verdict))
        else:
            self._note_verdict(self._exchange.receive(envelope, len(data)))

    def _note_verdict(self, verdict: UpdateVerdict) -> None:
        with self._lock:
            known = self._verdicts.get(verdict.rrn)
            is_room = known is not None or len(self._verdicts) < _MOST_VERDICTS
            if not verdict.rejected or (is_room and (known is None or known.rejected)):
                self._verdicts[verdict.rrn] = verdict
            self._received_at = time.monotonic()
            self._lock.notify_all()

    def _tick(self) -> None:
        before, self._ticked = self._ticked, read_uptime()
        if self._ticked - before >= _STANDSTILL:
            self._standstill = self._ticked - before
            return
        now = time.monotonic()
        if now >= self._trust_due:
            self._trust_due = now + _TRUST_INTERVAL
            if self._exchange.reload_trust() or self._exchange.is_flood_over():
                self._resubscribe_due = True
        if self._overrun.is_away(now):
            self._participant.unsubscribe()
        elif self._resubscribe_due or not self._participant.is_subscribed:
            self._resubscribe()
        if now >= self._publish_at:
            self._publish_at = now + _PUBLISH_INTERVAL
            self._publish_due()

    def _publish_due(self) -> None:
        envelope = self._exchange.due()
        if envelope is not None:
            self._last_update = to_message(envelope)
            self._participant.publish(self._last_update)

    def _resubscribe(self) -> None:
        """Have all that is latched delivered anew; nothing is sent for it."""
        with self._lock:
            self._resubscribe_due = False
            self._verdicts.clear()
            self._received_at = time.monotonic()
        self._participant.unsubscribe()
        self._participant.subscribe(self._receive)

    # -- any thread --------------------------------------------------------------------------

    def sync(self, rrns: Iterable[str], timeout: float) -> Mapping[str, UpdateVerdict]:
        """Read the fleet anew, and wait for some robots.

        Args:
            rrns: whom to wait for.
            timeout: seconds to wait at most; less where all of them, or all that are there, were
                heard.

        Returns:
            By RRN, what became of what was heard since.
        """
        wanted, until = set(rrns), time.monotonic() + timeout
        with self._lock:
            self._resubscribe_due = True
            while (left := until - time.monotonic()) > 0.0:
                if not self._resubscribe_due and self._is_done(wanted):
                    break
                self._lock.wait(min(left, _TICK))
            return dict(self._verdicts)

    def _is_done(self, wanted: set[str]) -> bool:
        if wanted and wanted <= self._verdicts.keys():
            return True
        now = time.monotonic()
        is_quiet = now - self._received_at >= _SETTLED and now >= self._found_at
        others = self._participant.count_others()
        return is_quiet and 0 <= others <= len(self._verdicts.keys() - {self._exchange.card.rrn})

    def close(self) -> None:
        """Let go; call it once :meth:`run` has returned."""
        self._participant.close()
