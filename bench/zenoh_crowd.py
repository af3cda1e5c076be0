"""Several robots in one process, each with its own home, keys and Zenoh session; no ROS.

Usage: zenoh_crowd.py CONFIG HOME... . Each line of its standard input is the number of one of its
robots, which then notes something. It prints a JSON line ``[robot, rrn, time]`` for each update of
another robot that one of them takes in, and ends when its input ends.
"""

from __future__ import annotations

import json
import sys
import time

from input_lines import InputLines

from robot_memory.memory import RobotMemory
from robot_memory.sharing.carriers.update_channel import UpdateChannel
from robot_memory.sharing.carriers.zenoh_carrier import ZenohCarrier
from robot_memory.sharing.federation.signed_envelope import write_envelope
from robot_memory.sharing.federation.update_verdict import PeerEvent

_POLL, _TICK, _PUBLISH, _TRUST = 0.05, 0.2, 0.5, 1.0  # s, as in the node


class CrowdRobot:
    """One of the robots."""

    def __init__(self, number: int, config: str, home: str) -> None:
        self._number = number
        self.memory = RobotMemory.open(home)
        self._exchange = self.memory.federate(self._tell)
        self._carrier = ZenohCarrier(config, self._exchange.asks)
        self._channel = UpdateChannel(self._carrier, self._exchange, lambda rrn, data: None)
        self._channel.start()
        self._tick_at = self._publish_at = self._trust_at = 0.0

    def _tell(self, news: PeerEvent) -> None:
        what = [self._number, news.rrn if news.kind == "peer_accepted" else "", time.monotonic()]
        print(json.dumps(what), flush=True)

    def turn(self, now: float) -> None:
        """Do the due work."""
        self._channel.deliver(0.0)
        if now >= self._trust_at:
            self._trust_at = now + _TRUST
            if self._exchange.reload_trust() or self._exchange.is_flood_over():
                self._channel.read_anew()
        if now >= self._tick_at:
            self._tick_at = now + _TICK
            self._channel.tick(now)
        if now >= self._publish_at:
            self._publish_at = now + _PUBLISH
            envelope = self._exchange.due()
            if envelope is not None:
                self._carrier.publish(envelope.card.rrn, write_envelope(envelope))

    def close(self) -> None:
        """Close the robot."""
        self._carrier.close()
        self.memory.close()


def main(config: str, *homes: str) -> None:
    """Run until the input ends."""
    lines = InputLines()
    robots = [CrowdRobot(number, config, home) for number, home in enumerate(homes)]
    while not lines.ended.is_set():
        began = time.monotonic()
        for robot in robots:
            robot.turn(time.monotonic())
        for number in map(int, lines.take()):
            robots[number].memory.remember("environment_note", f"Noted at {time.time():.3f}")
        time.sleep(max(0.0, began + _POLL - time.monotonic()))
    for robot in robots:
        robot.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
