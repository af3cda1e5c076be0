"""Nodes with their own thread (rules.md §5.3): creates them and spins them with a regular tick.

Errors of callbacks do not end the loop, and its waits end in time even if the wall clock is set.

See docs/explanation/time.md, "Two clocks".
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import rclpy
from rclpy.context import Context
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from rclpy.parameter import Parameter

try:
    from rclpy.experimental.events_executor import EventsExecutor
except ImportError:  # a Jazzy without updates for long; it works but costs more
    from rclpy.executors import SingleThreadedExecutor as EventsExecutor

_LOOK = 0.25  # s between two checks of a wait
_LONGEST_WAIT = 0.5  # s; each wait costs time, even without messages
_PAUSE = 0.05  # s


def internal_node(node: Node, part: str, context: Context | None = None) -> Node:
    """Make a node for a part of another node's work, hidden from `ros2 node list`."""
    return rclpy.create_node(
        f"_{node.get_name()}_{part}", namespace=node.get_namespace(), context=context,
        use_global_arguments=False, start_parameter_services=False, enable_rosout=False,
        parameter_overrides=[Parameter("start_type_description_service", value=False)],
    )  # fmt: skip


class NodeExecutor:
    """Handles the callbacks of one node. Only one thread may spin it, and nothing else may.

    If the ROS executor was built for an older C library, as the wheels are, it waits until a
    wall-clock time. If that clock is set back by a day during the wait, the wait lasts a day. So a
    thread checks by the monotonic clock whether a wait should be over, and ends it.
    """

    def __init__(self, node: Node) -> None:
        self._executor = EventsExecutor(context=node.context)
        self._executor.add_node(node)
        self._wait: float | None = None  # the end of the wait; a new object for each wait
        self._lock = threading.Lock()
        self._is_over = False
        name = f"waits of {node.get_name()}"
        threading.Thread(target=self._look, name=name, daemon=True).start()

    def spin_once(self, patience: float) -> None:
        """Handle the waiting callbacks, and wait for more for at most ``patience`` seconds."""
        self._wait = time.monotonic() + patience
        try:
            self._executor.spin_once(timeout_sec=patience)
        finally:
            self._wait = None

    def shutdown(self) -> None:
        """Stop handling callbacks."""
        with self._lock:
            self._is_over = True
        self._executor.shutdown()

    def _look(self) -> None:
        ended: float | None = None
        while not self._is_over:
            time.sleep(_LOOK)  # a relative wait does not depend on the wall clock
            wait = self._wait
            if wait is None or wait is ended or time.monotonic() < wait:
                continue
            with self._lock:
                if not self._is_over:
                    self._executor.create_task(_nothing)  # a task ends a wait; ``wake()`` does not
            ended = wait


def _nothing() -> None:
    """Do nothing: the task that ends a wait."""


class Stop:
    """Asks the threads to end. Safe in a signal handler, unlike an Event, which has a lock."""

    def __init__(self) -> None:
        self.requested = False

    def request(self, *signal: object) -> None:
        """Request the stop; repeated calls are allowed."""
        self.requested = True


class ThreadStep:
    """The current step of a thread: a round of its loop, or a message.

    Attributes:
        now: a new object for each step.
        thread: the thread's identifier; None: it does not run.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.now = object()
        self.thread: int | None = None
        self._clock = 0

    def begin(self) -> None:
        """Begin the next step."""
        self.now = object()

    def enter(self) -> None:
        """Begin the loop; called in the thread itself."""
        self.thread = threading.get_ident()
        self._clock = time.pthread_getcpuclockid(self.thread)

    def leave(self) -> None:
        """End the loop."""
        self.thread = None

    def busy(self) -> float | None:
        """Return the thread's processor time in seconds; None if it does not run."""
        try:
            return None if self.thread is None else time.clock_gettime(self._clock)
        except OSError:  # the thread has just ended
            return None


def spin(
    node: Node,
    tick: Callable[[], None],
    *,
    step: ThreadStep,
    every: float,
    stop: Stop,
    report: Callable[[str, Exception], None],
) -> None:
    """Spin a node until ``stop`` is requested or ROS is shut down.

    ``EventsExecutor.spin`` itself hangs in Jazzy 7.1.6, so this is a loop of ``spin_once``.

    Args:
        node: the node to spin; nothing else may spin it.
        every: seconds between two ticks; this and the others are as for :func:`spin_loop`.
    """
    executor = NodeExecutor(node)
    spin_loop(executor.spin_once, tick, step=step, every=every, stop=stop, report=report)
    executor.shutdown()


def spin_loop(
    spin_once: Callable[[float], None],
    tick: Callable[[], None],
    *,
    step: ThreadStep,
    every: float,
    stop: Stop,
    report: Callable[[str, Exception], None],
) -> None:
    """Handle callbacks until ``stop`` is requested or ROS is shut down.

    Args:
        spin_once: handles the waiting callbacks, and waits for more for at most the given seconds.
        tick: called about every ``every`` seconds.
        stop: ends the loop, within 0.5 s.
        report: called with the errors of callbacks and ticks; the loop goes on.
    """
    due = time.monotonic()
    step.enter()
    while not stop.requested and rclpy.ok():
        step.begin()
        try:
            spin_once(min(max(0.0, due - time.monotonic()), _LONGEST_WAIT))
            if time.monotonic() >= due:
                due = max(due + every, time.monotonic())
                tick()
        except ExternalShutdownException:
            break
        except Exception as error:
            report(f"{step.name} went on after an error", error)
            time.sleep(_PAUSE)
    step.leave()
