"""A robot that only remembers and talks to others: no perception, no services, one DDS node.

Twenty of them fit where three whole nodes do. It notes each line of its standard input, prints a
JSON line for each update of another robot that it takes in, and ends with its input.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from pathlib import Path

import rclpy

from robot_memory.federation.news import PeerNews
from robot_memory.memory import RobotMemory
from robot_memory.ros.peers.link import PeerLink
from robot_memory.ros.spinning import Stop


def main(home: str) -> None:
    """Run until the input ends."""
    rclpy.init()
    node = rclpy.create_node("robot_memory", namespace=f"/{Path(home).name}")
    stop = Stop()
    with RobotMemory.open(home) as memory:

        def tell(news: PeerNews) -> None:
            peer = memory.heard.all().get(news.rrn)
            texts = [entry.text for entry in peer.entries] if peer else []
            heard = {"at": time.monotonic(), "kind": news.kind, "rrn": news.rrn, "texts": texts}
            print(json.dumps({**heard, "detail": news.detail}), flush=True)

        def report(what: str, error: Exception) -> None:
            print(f"{what}: {error!r}", file=sys.stderr, flush=True)

        link = PeerLink(node, memory.federate(tell), None, report)
        thread = threading.Thread(target=link.run, args=(stop,))
        thread.start()
        for line in sys.stdin:
            memory.remember("environment_note", line.strip())
        stop.request()
        thread.join()
        link.close()
    node.destroy_node()
    rclpy.shutdown()


if __name__ == "__main__":
    main(sys.argv[1])
