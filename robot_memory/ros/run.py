"""Runs the node from start to end: arguments, signals, exit status."""

from __future__ import annotations

import signal
import sqlite3
import sys

import rclpy
from rclpy.signals import SignalHandlerOptions

from robot_memory.errors import RobotMemoryError
from robot_memory.ros.node import MemoryNode
from robot_memory.ros.spinning import Stop

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def run(arguments: list[str]) -> int:
    """Run the node until it is told to stop.

    Args:
        arguments: as ``sys.argv``, the program's name first.

    Returns:
        The exit status: 0 stopped and everything saved, 1 stopped but the last save failed, 2 it
        could not start.
    """
    stop = _stop_on_signals()
    try:
        rclpy.init(args=arguments, signal_handler_options=SignalHandlerOptions.NO)
        node = MemoryNode()
    except (RobotMemoryError, OSError, sqlite3.Error, RuntimeError) as error:
        # RuntimeError: what rclpy makes of arguments and parameter files that cannot be used.
        print(f"robot_memory: {_explain(error)}", file=sys.stderr)
        rclpy.try_shutdown()
        return 2
    try:
        node.run(stop)
    finally:
        is_saved = node.close()
        rclpy.try_shutdown()
        # While Python itself ends it would put the default back: one more Ctrl-C would be a crash.
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_IGN)
    return 0 if is_saved else 1


def _stop_on_signals() -> Stop:
    """Return what SIGINT and SIGTERM request, however often they come.

    rclpy's own handlers shut ROS down at once, and a second Ctrl-C would then cut off the last
    save; `ros2 launch` sends that second one each time.
    """
    stop = Stop()
    for number in _SIGNALS:
        signal.signal(number, stop.request)
    return stop


def _explain(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename:
        return f"cannot use {error.filename}: {error.strerror}"
    return str(error)
