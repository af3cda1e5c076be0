"""A robot with only a memory and federation: no perception, no services, one DDS node.

Twenty of them need as much as three full nodes. It notes each line of its standard input, prints a
JSON line for each accepted update of another robot, and ends with its input.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from itertools import count
from pathlib import Path

import rclpy
from robot_memory.msg import PeerUpdate

from robot_memory.faces.ros.peers.dds_carrier import DdsCarrier
from robot_memory.faces.ros.peers.link import PeerLink
from robot_memory.faces.ros.spinning import Stop
from robot_memory.memory import RobotMemory
from robot_memory.sharing.federation.update_verdict import PeerEvent


def main(home: str, topics: int = 0) -> None:
    """Run until the input ends.

    Args:
        home: its memory home.
        topics: how many additional topics it publishes after the first line; each further line adds
            one more.
    """
    rclpy.init()
    node = rclpy.create_node("robot_memory", namespace=f"/{Path(home).name}")
    stop, numbers = Stop(), count()
    with RobotMemory.open(home) as memory:

        def tell(news: PeerEvent) -> None:
            peer = memory.peers.all().get(news.rrn)
            texts = [entry.text for entry in peer.entries] if peer else []
            heard = {"at": time.monotonic(), "kind": news.kind, "rrn": news.rrn, "texts": texts}
            print(json.dumps({**heard, "detail": news.detail}), flush=True)

        def report(what: str, error: Exception) -> None:
            print(f"{what}: {error!r}", file=sys.stderr, flush=True)

        link = PeerLink(memory.federate(tell), [DdsCarrier(node, None)], report)
        thread = threading.Thread(target=link.run, args=(stop,))
        thread.start()
        for line in sys.stdin:
            memory.remember("environment_note", line.strip())
            for _ in range(topics):
                node.create_publisher(PeerUpdate, f"topic{next(numbers)}", 1)
                time.sleep(0.02)
            topics = min(topics, 1)
        stop.request()
        thread.join()
        link.close()
    node.destroy_node()
    rclpy.shutdown()


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
