"""The peer link handles any messages in bounded time and memory."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
import rclpy
from rclpy.qos import DurabilityPolicy, QoSProfile
from robot_memory.msg import PeerUpdate

from robot_memory.faces.ros.peers import dds_carrier
from robot_memory.faces.ros.peers.dds_carrier import DdsCarrier
from robot_memory.faces.ros.peers.link import PeerLink
from robot_memory.faces.ros.spinning import Stop
from robot_memory.faces.ros.subscription_executor import read_uptime
from robot_memory.foundation.identity.card import Card
from robot_memory.sharing.federation.peer_record import TOPIC
from robot_memory.sharing.federation.signed_envelope import SignedEnvelope
from robot_memory.sharing.federation.update_verdict import UpdateOutcome, UpdateVerdict

pytestmark = pytest.mark.ros


class Wary:
    """An exchange that trusts nobody."""

    card = SimpleNamespace(rrn="RRN-000000000001")

    def __init__(self) -> None:
        self.judged = 0
        self.refused: list[UpdateVerdict] = []

    def receive_all(self, messages: Sequence[tuple[SignedEnvelope, int]]) -> list[UpdateVerdict]:
        self.judged += len(messages)
        return [
            UpdateVerdict(each.card.rrn, UpdateOutcome.UNKNOWN, "it is not trusted", rejected=1)
            for each, _ in messages
        ]

    def reload_trust(self) -> bool:
        return False

    def should_read_again(self) -> bool:
        return False

    def due(self) -> SignedEnvelope | None:
        return None

    def refuse(self, verdict: UpdateVerdict) -> UpdateVerdict:
        self.refused.append(verdict)
        return verdict


@pytest.fixture
def link(domain: int) -> Iterator[PeerLink]:
    node = rclpy.create_node("wary")
    link = PeerLink(Wary(), [DdsCarrier(node, None)], lambda what, error: print(what, repr(error)))
    yield link
    link.close()
    node.destroy_node()


@contextmanager
def running(link: PeerLink) -> Iterator[None]:
    """Run the link in its own thread."""
    stop = Stop()
    thread = threading.Thread(target=link.run, args=(stop,))
    thread.start()
    try:
        yield
    finally:
        stop.request()
        thread.join()


def test_sync_right_after_the_start_waits_the_full_timeout_for_a_peer(link):
    with running(link):
        asked = time.monotonic()
        link.sync(["RRN-000000000002"], timeout=1.5)
        took = time.monotonic() - asked

    assert took >= 1.5


def test_a_link_republishes_as_a_new_participant_after_a_standstill(
    link: PeerLink, robot: Any, monkeypatch: pytest.MonkeyPatch
):
    said = [SignedEnvelope(Card("RRN-000000000001", bytes(32), bytes(1952)), b"words", "signature")]
    monkeypatch.setattr(link._exchange, "due", lambda: said.pop() if said else None)
    later = [0.0]
    monkeypatch.setattr(dds_carrier, "read_uptime", lambda: read_uptime() + later[0])
    latched = QoSProfile(depth=10, durability=DurabilityPolicy.TRANSIENT_LOCAL)

    def participants() -> set[bytes]:
        told = robot.node.get_publishers_info_by_topic(TOPIC)
        return {bytes(one.endpoint_gid[:12]) for one in told}

    with running(link):
        before = robot.spin_until(participants)
        later[0] = 60.0
        robot.spin_until(lambda: participants() and not participants() & before)
        heard = robot.listen(PeerUpdate, TOPIC, latched)
        robot.spin_until(lambda: heard)

    assert bytes(heard[0].payload) == b"words"
