"""Whatever arrives over Zenoh in a robot's name, a fleet's memory keeps only the true words."""

from __future__ import annotations

import time
from datetime import timedelta
from pathlib import Path

import pytest

pytest.importorskip("zenoh", reason="no eclipse-zenoh: run make test")

import zenoh
from federation_builders import NOON, talker
from fleet_builders import HearingFleet, everything, fault
from hostile_updates import lies
from zenoh_network import Router, anybody, client, session_at, turn_until

from robot_memory.sharing.carriers.update_channel import UpdateChannel
from robot_memory.sharing.carriers.zenoh_carrier import ZenohCarrier
from robot_memory.sharing.carriers.zenoh_config import update_key
from robot_memory.sharing.federation.signed_envelope import write_envelope

HOSTILE = 3_000


class ReceivingFleet:
    """A fleet's memory that receives over Zenoh, in one thread, without a server."""

    def __init__(self, fleet: HearingFleet, carrier: ZenohCarrier) -> None:
        self._fleet = fleet
        self._channel = UpdateChannel(carrier, fleet.receiver, lambda rrn, data: None)
        self._began = time.monotonic()
        self._channel.start()

    def turn(self) -> None:
        """Run the receiver once, as the server does."""
        now = time.monotonic()
        self._fleet.at(NOON + timedelta(seconds=now - self._began))
        self._channel.deliver(0.0)
        self._channel.tick(now)
        if self._fleet.receiver.should_read_again():
            self._channel.read_anew()


def test_forged_replayed_and_damaged_updates_do_not_change_a_fleets_database(
    small_fleet: HearingFleet, router: Router, tmp_path: Path
) -> None:
    alex, slip, jam = talker(1), fault("left wheel"), fault("gripper", "jams")
    small_fleet.believe(alex)
    robot = ZenohCarrier(client(tmp_path, router.endpoint), anybody)
    ears = ZenohCarrier(client(tmp_path, router.endpoint), small_fleet.receiver.asks)
    fleet = ReceivingFleet(small_fleet, ears)
    old, said = (write_envelope(alex.says(*entries)) for entries in ((), (slip,)))

    def turn_robot() -> bool:
        robot.tick(time.monotonic())
        return bool(small_fleet.rows("SELECT 1 FROM lessons"))

    robot.publish(alex.rrn, said)
    assert turn_until(turn_robot, fleet)
    before, record = everything(small_fleet), small_fleet.writer.record_of(alex.rrn)
    hostile = session_at(router)
    speak = hostile.declare_publisher(
        update_key(alex.rrn), congestion_control=zenoh.CongestionControl.BLOCK
    )
    assert turn_until(lambda: bool(speak.matching_status.matching), fleet)

    made = lies(said, old)
    for number in range(HOSTILE):
        speak.put(made[number % len(made)])
        if number % 100 == 0:
            fleet.turn()
    turn_until(lambda: False, fleet, patience=0.5)

    assert everything(small_fleet) == before
    assert small_fleet.writer.record_of(alex.rrn) == record
    refused = " ".join(kind for kind, _ in small_fleet.receiver.rejections.counts())
    assert all(kind in refused for kind in ("forged", "other key", "replayed", "unreadable"))
    speak.undeclare()
    hostile.close()
    robot.publish(alex.rrn, write_envelope(alex.says(slip, jam)))
    assert turn_until(
        lambda: small_fleet.rows("SELECT COUNT(*) FROM lessons") == [(2,)], fleet
    )  # as soon as the flood ends
    for each in (robot, ears):
        each.close()
