"""A robot that only remembers and exchanges updates over Zenoh: no ROS, no perception.

Usage: zenoh_robot.py HOME CONFIG. It notes each line of its standard input, prints a JSON line for
each update of another robot that it takes in, and ends when its input ends.
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

_TICK = 0.2  # s, as in the node


def main(home: str, config: str) -> None:
    """Run until the input ends."""
    lines = InputLines()
    with RobotMemory.open(home) as memory:

        def tell(news: PeerEvent) -> None:
            peer = memory.peers.all().get(news.rrn)
            texts = [entry.text for entry in peer.entries] if peer else []
            print(json.dumps({"at": time.monotonic(), "kind": news.kind, "texts": texts,
                              "detail": news.detail}), flush=True)  # fmt: skip

        exchange = memory.federate(tell)
        carrier = ZenohCarrier(config, exchange.asks)
        channel = UpdateChannel(carrier, exchange, lambda rrn, data: None)
        channel.start()
        while not lines.ended.is_set():
            channel.deliver(_TICK)
            exchange.reload_trust()
            channel.tick(time.monotonic())
            for words in lines.take():
                memory.remember("environment_note", words)
            envelope = exchange.due()
            if envelope is not None:
                carrier.publish(memory.rrn, write_envelope(envelope))
        carrier.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
