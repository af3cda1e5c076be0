"""Nodes with a thread of their own (rules.md §5.3): how one is made, and spun with a regular tick.

Errors of callbacks do not end it, and its waits end in time, whatever is done to the wall clock.

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
except ImportError:  # a Jazzy that has not been updated for long; it costs more, and works
    from rclpy.executors import SingleThreadedExecutor as EventsExecutor

_LOOK = 0.25  # s between two looks at a wait
_LONGEST_WAIT = 0.5  # s; each wait costs, also where nothing comes
_PAUSE = 0.05  # s


def internal_node(node: Node, part: str, context: Context | None = None) -> Node:
    """Make a node for a part of another one's work, hidden from `ros2 node list`."""
    return rclpy.create_node(
        f"_{node.get_name()}_{part}", namespace=node.get_namespace(), context=context,
        use_global_arguments=False, start_parameter_services=False, enable_rosout=False,
        parameter_overrides=[Parameter("start_type_description_service", value=False)],
    )  # fmt: skip


class NodeExecutor:
    """Handles what comes for a node, which only one thread may spin, and nothing else.

    The executor of ROS waits until a time of the wall clock, where it was built for an older C
    library, as the wheels are. A wait in which that clock is set back by a day then lasts a day. So
    a thread looks, by a clock that nobody sets, whether a wait should be over, and ends it.
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


class Stop:
    """Asks the threads to end. Safe in a signal handler, unlike an event, which has a lock."""

    def __init__(self) -> None:
        self.requested = False

    def request(self, *signal: object) -> None:
        """Ask, as often as you like."""
        self.requested = True


class ThreadStep:
    """What a thread does at the moment: a round of its loop, or a message.

    Attributes:
        now: another object for each step.
        thread: its identity; None: it does not run.
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
        """Begin the loop, in the thread itself."""
        self.thread = threading.get_ident()
        self._clock = time.pthread_getcpuclockid(self.thread)

    def leave(self) -> None:
        """End the loop."""
        self.thread = None

    def busy(self) -> float | None:
        """Return the processor time of the thread in seconds; None: it does not run."""
        try:
            return None if self.thread is None else time.clock_gettime(self._clock)
        except OSError:  # it has just ended
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
        node: what is spun; nothing else may spin it.
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
    """Handle what comes until ``stop`` is requested or ROS is shut down.

    Args:
        spin_once: handles what there is, and waits for more no longer than so many seconds.
        tick: called about ``every`` seconds.
        stop: ends the loop, within 0.5 s.
        report: told of what callbacks and ticks throw; the loop goes on.
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
