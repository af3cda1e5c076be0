"""Two bridge robots of one site, with a real router between the sites."""

from __future__ import annotations

import time

import pytest
from carrier_doubles import LocalCarrier
from zenoh_network import Hearing, turn_until

from robot_memory.sharing.carriers import relay as relay_module
from robot_memory.sharing.carriers.relay import Relay

ALEX = "RRN-000000000001"


class Bridge:
    """A robot that passes on between the DDS of its site and Zenoh."""

    def __init__(self, zenoh: Hearing) -> None:
        self.zenoh = zenoh.carrier
        self._dds = LocalCarrier("dds")
        self._relay = Relay([self._dds, self.zenoh], lambda rrn: True)
        self.heard: list[bytes] = []
        self.zenoh.listen(self._take)

    def _take(self, origin: str, data: bytes) -> None:
        self.heard.append(data)
        self._relay.note(self.zenoh, origin, data, time.monotonic())

    def hear_on_dds(self, data: bytes) -> None:
        self._relay.note(self._dds, ALEX, data, time.monotonic())

    def turn(self) -> None:
        self.zenoh.tick(time.monotonic())
        self.zenoh.deliver(0.0)
        self._relay.tick(time.monotonic())

    @property
    def count(self) -> int:
        return self._relay.count


def test_once_one_bridge_is_switched_off_a_late_joiner_hears_the_other_one(
    connect, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(relay_module, "LOOK", 0.3)
    first, second = Bridge(connect()), Bridge(connect())
    first.hear_on_dds(b"words")
    assert turn_until(lambda: second.heard, first, second)
    second.hear_on_dds(b"words")
    turn_until(lambda: False, first, second, patience=1.5)
    assert (first.count, second.count) == (1, 0)

    first.zenoh.close()

    assert turn_until(lambda: second.count, second)
    late = connect()
    assert turn_until(lambda: late.heard == [(ALEX, b"words")], second, late)
