"""Nodes with a thread of their own (rules.md §5.3), and their executor.

Its waits end in time, whatever is done to the wall clock.

See docs/explanation/time.md, "Two clocks".
"""

from __future__ import annotations

import threading
import time

import rclpy
from rclpy.context import Context
from rclpy.node import Node
from rclpy.parameter import Parameter


def internal_node(node: Node, part: str, context: Context | None = None) -> Node:
    """Make a node for a part of another one's work, hidden from `ros2 node list`.

    Args:
        part: what it does, for its name.
        context: where it lives; by default with the other one.
    """
    return rclpy.create_node(
        f"_{node.get_name()}_{part}", namespace=node.get_namespace(), context=context,
        use_global_arguments=False, start_parameter_services=False, enable_rosout=False,
        parameter_overrides=[Parameter("start_type_description_service", value=False)],
    )  # fmt: skip


try:
    from rclpy.experimental.events_executor import EventsExecutor
except ImportError:  # a Jazzy that has not been updated for long; it costs more, and works
    from rclpy.executors import SingleThreadedExecutor as EventsExecutor

_LOOK = 0.25  # s between two looks at a wait


class NodeExecutor:
    """Handles what comes for a node.

    The executor of ROS waits until a time of the wall clock, where it was built for an older C
    library, as the wheels are. A wait in which that clock is set back by a day then lasts a day. So
    a thread looks, by a clock that nobody sets, whether a wait should be over, and ends it.

    Args:
        node: what is spun; only one thread may spin it, and nothing else.
    """

    def __init__(self, node: Node) -> None:
        self._executor = EventsExecutor(context=node.context)
        self._executor.add_node(node)
        self._wait: float | None = None  # until when; another object for each wait
        self._lock = threading.Lock()
        self._is_over = False
        name = f"waits of {node.get_name()}"
        threading.Thread(target=self._look, name=name, daemon=True).start()

    def spin_once(self, patience: float) -> None:
        """Handle what there is, and wait for more no longer than so many seconds."""
        self._wait = time.monotonic() + patience
        try:
            self._executor.spin_once(timeout_sec=patience)
        finally:
            self._wait = None

    def shutdown(self) -> None:
        """Handle nothing any more."""
        with self._lock:
            self._is_over = True
        self._executor.shutdown()

    def _look(self) -> None:
        ended: float | None = None
        while not self._is_over:
            time.sleep(_LOOK)  # relative: the wall clock does not matter to it
            wait = self._wait
            if wait is None or wait is ended or time.monotonic() < wait:
                continue
            with self._lock:
                if not self._is_over:
                    self._executor.create_task(_nothing)  # it ends a wait; ``wake()`` does not
            ended = wait


def _nothing() -> None:
    """What is done at the end of a wait."""
