"""Robots connected by a Zenoh router: the same rules as with DDS (docs/rules.md §6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import zenoh
from hostile_updates import lies
from robots import rrn_of
from zenoh_network import Router, session_at, turn_until
from zenoh_robots import ZenohRobot

from robot_memory.sharing.carriers.zenoh_config import latest_key, update_key

EAST = "East corridor is blocked by a construction barrier"
LIFT = "The lift to floor 3 is out of order"
LONG = 9  # days: longer than an update's validity


@pytest.fixture
def switch_on(router: Router, tmp_path: Path) -> Iterator[Callable[..., ZenohRobot]]:
    """Start a robot by number, with the robots it trusts; the same number gets the same home."""
    robots: list[ZenohRobot] = []

    def start(number: int, *trusts: int) -> ZenohRobot:
        robots.append(ZenohRobot(tmp_path, number, router.endpoint, *trusts))
        return robots[-1]

    yield start
    for robot in robots:
        robot.close()


def test_robots_receive_notes_of_others_even_if_they_join_later(switch_on):
    alex, bob = switch_on(1, 2, 3), switch_on(2, 1, 3)
    alex.note(EAST)
    assert turn_until(lambda: EAST in bob.told, alex, bob)

    carol = switch_on(3, 1, 2)

    assert turn_until(lambda: EAST in carol.told, alex, bob, carol)
    assert carol.refused() == {}


def test_after_a_network_partition_each_robot_accepts_one_update_with_all_notes(switch_on, router):
    alex, bob = switch_on(1, 2), switch_on(2, 1)
    assert turn_until(lambda: alex.count("peer_accepted") and bob.count("peer_accepted"), alex, bob)
    router.stop()
    sent = len(alex.sent)
    for number in range(LONG):
        alex.note(f"Door {number} of the west hall sticks")
        bob.note(f"Door {number} of the east hall sticks")
        for _ in range(2):
            for robot in (alex, bob):
                robot.pass_by(timedelta(hours=12))
                robot.turn()
    assert len(alex.sent) >= sent + LONG

    router.start()

    doors = [f"Door {number} of the {{}} hall sticks" for number in range(LONG)]
    assert turn_until(
        lambda: all(d.format("east") in alex.told and d.format("west") in bob.told for d in doors),
        alex, bob,
    )  # fmt: skip
    assert (alex.count("peer_accepted"), bob.count("peer_accepted")) == (2, 2)
    assert (alex.refused(), bob.refused()) == ({}, {})


def test_forged_replayed_and_damaged_updates_of_a_hostile_client_change_no_received_notes(
    switch_on, router
):
    alex, bob = switch_on(1, 2), switch_on(2, 1)
    assert turn_until(lambda: bob.count("peer_accepted"), alex, bob)
    alex.note(EAST)
    assert turn_until(lambda: EAST in bob.told, alex, bob)
    before, accepted = bob.told, bob.count("peer_accepted")
    hostile = session_at(router)
    speak = hostile.declare_publisher(
        update_key(rrn_of(1)), congestion_control=zenoh.CongestionControl.BLOCK
    )
    assert turn_until(lambda: speak.matching_status.matching, alex, bob)
    false = hostile.declare_queryable(
        update_key(rrn_of(1)), lambda query: query.reply(update_key(rrn_of(1)), b"false")
    )
    token = hostile.liveliness().declare_token(latest_key(rrn_of(1), "0123456789abcdef"))

    made = lies(alex.sent[-1], alex.sent[0])
    for number in range(1000):
        speak.put(made[number % len(made)])
        if number % 100 == 0:
            bob.turn()
    turn_until(lambda: False, alex, bob, patience=1.0)

    assert (bob.told, bob.count("peer_accepted")) == (before, accepted)
    # Whether it also counts as a flood depends on how fast a busy machine sends it.
    assert {"forged", "other key", "replayed", "unreadable"} <= bob.refused().keys()
    for each in (speak, false, token):
        each.undeclare()
    hostile.close()
    alex.note(LIFT)
    assert turn_until(lambda: LIFT in bob.told, alex, bob)  # as soon as the flood ends
