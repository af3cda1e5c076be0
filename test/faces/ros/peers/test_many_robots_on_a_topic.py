"""A late joiner on a topic of many robots receives the latched update of each of them."""

from __future__ import annotations

import time

import pytest
import rclpy

from robot_memory.faces.ros.peers.dds_carrier import DdsCarrier
from robot_memory.foundation.identity.card import Card
from robot_memory.sharing.federation.signed_envelope import SignedEnvelope, write_envelope

pytestmark = pytest.mark.ros

MANY = 300


def update_of(number: int) -> bytes:
    card = Card(f"RRN-{number:012d}", bytes(32), bytes(1952))
    return write_envelope(SignedEnvelope(card, b"words", "signature"))


def test_a_late_joiner_receives_the_updates_of_three_hundred_robots(domain: int) -> None:
    node = rclpy.create_node("site")
    bridge, late = DdsCarrier(node, None), DdsCarrier(node, None)
    updates = [update_of(number) for number in range(MANY)]
    for number, data in enumerate(updates):
        bridge.publish(f"RRN-{number:012d}", data)

    heard: set[bytes] = set()
    late.listen(lambda origin, data: heard.add(bytes(data)))
    time.sleep(1.0)  # all of them wait in the reader's history, as beside a busy process
    until = time.monotonic() + 10.0
    while len(heard) < MANY and time.monotonic() < until:
        late.deliver(0.05)

    assert heard == set(updates)
    for each in (bridge, late):
        each.close()
    node.destroy_node()
