"""Spinning one node in one thread, with a regular tick; errors of callbacks do not end it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import rclpy
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node

from robot_memory.faces.ros.node_executor import NodeExecutor

_LONGEST_WAIT = 0.5  # s; each wait costs, also where nothing comes
_PAUSE = 0.05  # s


class Stop:
    """Asks the threads to end. Safe in a signal handler, unlike an event, which has a lock."""

    def __init__(self) -> None:
        self.requested = False

    def request(self, *signal: object) -> None:
        """Ask, as often as you like."""
        self.requested = True


class ThreadStep:
    """What a thread does at the moment: a round of its loop, or a message.

    Args:
        name: of the thread, for reports.

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
        step: told of each round.
        every: the interval in seconds.
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
