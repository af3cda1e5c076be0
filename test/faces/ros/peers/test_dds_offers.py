"""A bridge robot notices when nobody on DDS offers an update any more."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
import rclpy
from rclpy.node import Node

from robot_memory.faces.ros.peers import dds_carrier
from robot_memory.faces.ros.peers.dds_carrier import DdsCarrier
from robot_memory.foundation.identity.card import Card
from robot_memory.sharing.federation.signed_envelope import (
    SignedEnvelope,
    digest_of,
    write_envelope,
)

pytestmark = pytest.mark.ros

ALEX, BOB = "RRN-000000000001", "RRN-000000000002"


@pytest.fixture
def node(domain: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[Node]:
    monkeypatch.setattr(dds_carrier, "_FOUND", 0.5)
    node = rclpy.create_node("sites")
    yield node
    node.destroy_node()


def update_of(rrn: str) -> bytes:
    return write_envelope(SignedEnvelope(Card(rrn, bytes(32), bytes(1952)), b"words", "signature"))


def deliver_until(carrier: DdsCarrier, condition: Callable[[], bool], patience: float) -> bool:
    until = time.monotonic() + patience
    while not condition() and time.monotonic() < until:
        carrier.deliver(0.05)
    return condition()


def test_updates_of_a_closed_bridge_are_no_longer_offered(node):
    first, other, second = (DdsCarrier(node, None) for _ in range(3))
    heard: list[bytes] = []
    second.listen(lambda origin, data: heard.append(data))
    first.publish(ALEX, update_of(ALEX))
    other.publish(BOB, update_of(BOB))
    assert deliver_until(second, lambda: len(heard) == 2, 20.0)

    def offered() -> set[str]:
        return {rrn for rrn in (ALEX, BOB) if second.offers(rrn, digest_of(update_of(rrn)))}

    assert not deliver_until(second, lambda: offered() != {ALEX, BOB}, 1.0)
    first.close()

    assert deliver_until(second, lambda: offered() == {BOB}, 20.0)
    for each in (other, second):
        each.close()
