"""The executable ``robot_memory``: two internal nodes, an events executor and a thread each.

Ingest and services do not share a thread, so that a slow service never stops ingest
(rules.md §5.3).
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence

import rclpy
from rclpy.executors import ExternalShutdownException
from rclpy.experimental.events_executor import EventsExecutor
from rclpy.node import Node

from robot_memory.errors import RobotMemoryError
from robot_memory.ros.node import MemoryNode

_TICK = 0.5
_OLDER_THAN_JAZZY = ("ardent", "bouncy", "crystal", "dashing", "eloquent", "foxy", "galactic",
                     "humble", "iron")  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the node until it is told to stop."""
    distro = os.environ.get("ROS_DISTRO", "")
    if distro in _OLDER_THAN_JAZZY:
        print(f"robot_memory needs ROS 2 Jazzy or newer; this is {distro}", file=sys.stderr)
        return 2
    rclpy.init(args=list(arguments) if arguments is not None else sys.argv)
    try:
        node = MemoryNode()
    except (RobotMemoryError, OSError) as error:
        print(f"robot_memory: {error}", file=sys.stderr)
        rclpy.try_shutdown()
        return 2
    thread = threading.Thread(
        target=_spin, args=(node.ingest_node, node.tick_ingest), name="ingest"
    )
    thread.start()
    try:
        _spin(node.node, node.tick)
    finally:
        # A second Ctrl-C must not cut off the last save.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        rclpy.try_shutdown()
        thread.join()
        node.close()
    return 0


def _spin(node: Node, tick: Callable[[], None]) -> None:
    """Spin a node; :meth:`EventsExecutor.spin` itself hangs in these wheels."""
    executor = EventsExecutor()
    executor.add_node(node)
    due = 0.0
    try:
        while rclpy.ok():
            executor.spin_once(timeout_sec=0.2)
            if time.monotonic() >= due:
                due = time.monotonic() + _TICK
                tick()
    except (ExternalShutdownException, KeyboardInterrupt):
        return
    finally:
        executor.shutdown()


if __name__ == "__main__":
    sys.exit(main())
