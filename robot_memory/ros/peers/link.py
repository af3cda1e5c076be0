"""The link to other robots: publishes this robot's updates, hears those of the others."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

import rclpy
from rclpy.context import Context
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from rclpy.subscription import Subscription

from robot_memory.federation.overrun import AWAY, Overrun
from robot_memory.federation.seen import TOPIC
from robot_memory.federation.verdict import Outcome, Refused, Verdict
from robot_memory.msg import PeerUpdate
from robot_memory.ros.internal_node import internal_node
from robot_memory.ros.peers.messages import from_bytes, to_message
from robot_memory.ros.spinning import Stop, spin

if TYPE_CHECKING:  # a robot that does not federate needs no cryptography
    from robot_memory.federation.exchange import Exchange

#: Robots on one topic. History is kept by topic, not by writer: a late joiner with a shorter one
#: hears only the last of them (rules.md §6.3).
MOST_ROBOTS = 256
_TICK = 0.2
_TRUST_INTERVAL, _TELL_INTERVAL = 1.0, 0.5  # s; both cost more than a tick does
_SETTLED = 0.3  # s without a message after which what is latched has all come
_FOUND = 4.0  # s from the start, until which some that are there may not have been found yet
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
        exchange: Exchange,
        domain_id: int | None,
        report: Callable[[str, Exception], None],
    ) -> None:
        self._exchange = exchange
        self._report = report
        self._topic = node.resolve_topic_name(TOPIC)
        self._context: Context | None = None
        if domain_id is not None:
            self._context = Context()
            rclpy.init(context=self._context, domain_id=domain_id)
        self.node = internal_node(node, "peers", self._context)
        self._publisher = self.node.create_publisher(PeerUpdate, self._topic, _latched(1))
        self._lock = threading.Condition()
        self._wants_reading = False
        self._verdicts: dict[str, Verdict] = {}
        self._heard_at = 0.0
        self._overrun = Overrun()
        self._trust_due = self._tell_due = 0.0
        self._found_at = time.monotonic() + _FOUND
        self._subscription: Subscription | None = self._subscribe()

    def _subscribe(self) -> Subscription:
        depth = _latched(MOST_ROBOTS)
        return self.node.create_subscription(PeerUpdate, self._topic, self._take, depth, raw=True)

    # -- this thread -------------------------------------------------------------------------

    def run(self, stop: Stop) -> None:
        """Tell and hear until ``stop`` is requested."""
        spin(self.node, self._tick, every=_TICK, stop=stop, report=self._report)

    def _take(self, data: bytes) -> None:
        now = time.monotonic()
        if self._overrun.is_away(now):
            return
        if not self._overrun.may_take(now):
            self._exchange.refuse(Verdict(_ALL_SENDERS, Outcome.FLOOD, _TOO_MANY, rejected=1))
            return
        try:
            envelope = from_bytes(data)
        except Refused as refusal:
            verdict = Verdict(_A_SENDER, refusal.outcome, str(refusal), rejected=1)
            self._note(self._exchange.refuse(verdict))
        else:
            self._note(self._exchange.receive(envelope, len(data)))

    def _note(self, verdict: Verdict) -> None:
        with self._lock:
            known = self._verdicts.get(verdict.rrn)
            is_room = known is not None or len(self._verdicts) < _MOST_VERDICTS
            if not verdict.rejected or (is_room and (known is None or known.rejected)):
                self._verdicts[verdict.rrn] = verdict
            self._heard_at = time.monotonic()
            self._lock.notify_all()

    def _tick(self) -> None:
        now = time.monotonic()
        if now >= self._trust_due:
            self._trust_due = now + _TRUST_INTERVAL
            if self._exchange.look_for_trust() or self._exchange.is_to_be_read_again():
                self._wants_reading = True
        if self._overrun.is_away(now):
            self._let_go()
        elif self._wants_reading or self._subscription is None:
            self._read_again()
        if now >= self._tell_due:
            self._tell_due = now + _TELL_INTERVAL
            self._tell()

    def _tell(self) -> None:
        envelope = self._exchange.due()
        if envelope is not None:
            self._publisher.publish(to_message(envelope))

    def _let_go(self) -> None:
        if self._subscription is not None:
            self.node.destroy_subscription(self._subscription)
            self._subscription = None

    def _read_again(self) -> None:
        """Have all that is latched delivered anew; nothing is sent for it."""
        with self._lock:
            self._wants_reading = False
            self._verdicts.clear()
            self._heard_at = time.monotonic()
        self._let_go()
        self._subscription = self._subscribe()

    # -- any thread --------------------------------------------------------------------------

    def sync(self, rrns: Iterable[str], timeout: float) -> Mapping[str, Verdict]:
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
            self._wants_reading = True
            while (left := until - time.monotonic()) > 0.0:
                if not self._wants_reading and self._is_done(wanted):
                    break
                self._lock.wait(min(left, _TICK))
            return dict(self._verdicts)

    def _is_done(self, wanted: set[str]) -> bool:
        if wanted and wanted <= self._verdicts.keys():
            return True
        now = time.monotonic()
        is_quiet = now - self._heard_at >= _SETTLED and now >= self._found_at
        others = self.node.count_publishers(self._topic) - 1
        return is_quiet and 0 <= others <= len(self._verdicts.keys() - {self._exchange.card.rrn})

    def close(self) -> None:
        """Let go; call it once :meth:`run` has returned."""
        self.node.destroy_node()
        if self._context is not None:
            rclpy.shutdown(context=self._context)


def _latched(depth: int) -> QoSProfile:
    return QoSProfile(
        depth=depth,
        reliability=ReliabilityPolicy.RELIABLE,
        durability=DurabilityPolicy.TRANSIENT_LOCAL,
    )
