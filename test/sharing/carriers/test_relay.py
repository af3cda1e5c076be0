"""A bridge robot relays the latest update of each trusted robot, and nothing else."""

from __future__ import annotations

import pytest
from carrier_doubles import LocalCarrier

from robot_memory.sharing.carriers.relay import LOOK, PAUSE, Relay

ALEX, BOB = "RRN-000000000001", "RRN-000000000002"


class Bridge:
    """A relay between two carriers."""

    def __init__(self) -> None:
        self.dds, self.zenoh = LocalCarrier("dds", capacity=256), LocalCarrier("zenoh")
        self.in_use = {ALEX, BOB}
        self.relay = Relay([self.dds, self.zenoh], lambda rrn: rrn in self.in_use)
        self.now = 0.0

    def hear(self, carrier: LocalCarrier, data: bytes, rrn: str = ALEX) -> None:
        self.relay.note(carrier, rrn, data, self.now)

    def wait(self, seconds: float = PAUSE) -> None:
        self.now += seconds
        self.relay.tick(self.now)


@pytest.fixture
def bridge() -> Bridge:
    return Bridge()


def test_an_update_from_one_carrier_is_offered_over_the_other(bridge):
    bridge.hear(bridge.dds, b"words")
    bridge.hear(bridge.zenoh, b"others", BOB)
    bridge.wait()

    assert bridge.zenoh.offered == {ALEX: b"words"}
    assert bridge.dds.offered == {BOB: b"others"}


def test_an_update_received_over_both_carriers_is_not_relayed(bridge):
    bridge.hear(bridge.dds, b"words")
    bridge.wait(PAUSE / 2)
    bridge.hear(bridge.zenoh, b"words")
    bridge.wait()
    bridge.wait()

    assert bridge.zenoh.published == bridge.dds.published == []


def test_the_later_of_two_updates_within_a_second_is_relayed(bridge):
    bridge.hear(bridge.dds, b"old")
    bridge.hear(bridge.dds, b"new")
    bridge.wait()

    assert bridge.zenoh.published == [(ALEX, b"new")]


def test_a_relayed_update_that_dds_returns_to_the_relay_is_not_relayed_again(bridge):
    bridge.hear(bridge.zenoh, b"words")
    bridge.wait()
    bridge.hear(bridge.dds, b"words")  # DDS returns a robot's own messages to it
    bridge.wait()

    assert bridge.dds.offered == {ALEX: b"words"}
    assert bridge.zenoh.published == []


def test_a_repeated_update_is_relayed_once(bridge):
    for _ in range(3):
        bridge.hear(bridge.dds, b"words")
        bridge.wait()

    assert bridge.zenoh.published == [(ALEX, b"words")]


def test_an_update_is_no_longer_relayed_once_its_robot_publishes_over_both_carriers(bridge):
    bridge.hear(bridge.dds, b"words")
    bridge.wait()
    bridge.hear(bridge.zenoh, b"newer words")
    bridge.hear(bridge.dds, b"newer words")
    bridge.wait()

    assert bridge.zenoh.offered == {}


def test_the_update_of_a_robot_that_is_no_longer_in_use_is_no_longer_offered(bridge):
    bridge.hear(bridge.dds, b"words")
    bridge.wait()
    bridge.in_use.remove(ALEX)
    bridge.wait()

    assert bridge.zenoh.offered == {}


def test_two_bridges_relay_each_update_once_and_not_in_a_loop(bridge):
    other = Bridge()
    bridge.hear(bridge.dds, b"words")
    other.hear(other.dds, b"words")
    for _ in range(5):
        bridge.wait()
        other.wait()
        for each, from_other in ((bridge, other), (other, bridge)):
            for rrn, data in from_other.zenoh.offered.items():
                each.hear(each.zenoh, data, rrn)

    published = [*bridge.zenoh.published, *other.zenoh.published]
    assert published == [(ALEX, b"words")] * len(published)
    assert 1 <= len(published) <= 2
    assert bridge.dds.published == other.dds.published == []


def test_robots_beyond_the_capacity_of_a_topic_are_counted_and_not_relayed(bridge):
    for number in range(300):
        bridge.in_use.add(rrn := f"RRN-{number:012d}")
        bridge.hear(bridge.zenoh, b"words", rrn)
    bridge.wait()

    assert len(bridge.dds.offered) == 256
    assert bridge.relay.left_out == {"dds": 44}


def test_a_robot_that_was_left_out_replaces_one_that_is_no_longer_in_use(bridge):
    bridge.dds.capacity = 1
    for rrn in (ALEX, BOB):
        bridge.hear(bridge.zenoh, b"words", rrn)
    bridge.wait()
    assert bridge.dds.offered == {ALEX: b"words"}

    bridge.in_use.remove(ALEX)
    bridge.wait()

    assert bridge.dds.offered == {BOB: b"words"}
    assert bridge.relay.left_out == {}


def test_an_older_update_is_not_relayed_after_a_newer_one(bridge):
    bridge.hear(bridge.dds, b"old")
    bridge.hear(bridge.zenoh, b"new")
    bridge.wait()

    assert bridge.zenoh.published == []
    assert bridge.dds.offered == {ALEX: b"new"}


def test_a_second_bridge_takes_over_once_the_first_is_switched_off(bridge):
    bridge.hear(bridge.dds, b"words")
    bridge.hear(bridge.zenoh, b"words")  # from the first bridge
    bridge.wait()
    assert bridge.zenoh.offered == {}

    bridge.zenoh.gone.add(ALEX)
    bridge.wait(LOOK)
    assert bridge.zenoh.offered == {}  # it may return at once
    bridge.wait(LOOK)

    assert bridge.zenoh.offered == {ALEX: b"words"}


def test_a_second_bridge_does_not_take_over_for_a_short_interruption(bridge):
    bridge.hear(bridge.dds, b"words")
    bridge.hear(bridge.zenoh, b"words")
    for is_gone in (True, False, True, False):
        (bridge.zenoh.gone.add if is_gone else bridge.zenoh.gone.discard)(ALEX)
        bridge.wait(LOOK)

    assert bridge.zenoh.published == []
