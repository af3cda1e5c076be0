"""Runs the node from start to end: arguments, signals, exit status.

See docs/reference/node.md, "Starting and stopping"; docs/reference/launch.md,
"robot_memory.launch.py".
"""

from __future__ import annotations

import signal
import sqlite3
import sys

import rclpy
from rclpy.exceptions import NameValidationException, ParameterException
from rclpy.signals import SignalHandlerOptions

from robot_memory.errors import HomeKept, LockHeld, RobotMemoryError
from robot_memory.escaping import terminal_text
from robot_memory.ros.memory_node import MemoryNode
from robot_memory.ros.node_arguments import answer
from robot_memory.ros.params_files import check_params_files, files_for_others
from robot_memory.ros.spinning import Stop

_OURS = (RobotMemoryError, OSError, sqlite3.Error)
#: What rclpy makes of arguments, names and parameter files that cannot be used.
_OF_ROS = (RuntimeError, NameValidationException, ParameterException)
#: What may pass by itself: a disk that is mounted late, a node that is just being stopped.
_MAY_PASS = (OSError, sqlite3.OperationalError, HomeKept, LockHeld)

SAVED, NOT_SAVED, CANNOT_START, CANNOT_START_NOW = range(4)
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def run(arguments: list[str]) -> int:
    """Run the node until it is told to stop.

    Args:
        arguments: as ``sys.argv``, the program's name first.

    Returns:
        The exit status: 0 stopped and everything saved, 1 stopped but the last save failed, 2 it
        cannot start before a person changes what it was given, 3 it cannot start now.
    """
    stop = _stop_on_signals()
    try:
        text = answer(arguments)
        if text:
            print(text, end="")
            return SAVED
        check_params_files(arguments)
        rclpy.init(args=arguments, signal_handler_options=SignalHandlerOptions.NO)
    except (RobotMemoryError, *_OF_ROS) as error:
        return _refuse(error, CANNOT_START)
    try:
        node = MemoryNode()
    except (*_OURS, *_OF_ROS) as error:
        return _refuse(error, CANNOT_START_NOW if _may_pass(error) else CANNOT_START)
    for sentence in files_for_others(arguments, node.node.get_fully_qualified_name()):
        node.node.get_logger().warning(sentence)
    try:
        node.run(stop)
    finally:
        is_saved = node.close()
        rclpy.try_shutdown()
        # While Python itself ends it would put the default back: one more Ctrl-C would be a crash.
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_IGN)
    return SAVED if is_saved else NOT_SAVED


def _refuse(error: Exception, status: int) -> int:
    """Say why the node does not start, and return the exit status."""
    print(f"robot_memory: {terminal_text(_explain(error))}", file=sys.stderr)
    rclpy.try_shutdown()
    return status


def _may_pass(error: Exception) -> bool:
    """Tell whether the same start may succeed later, so that it is worth to be tried again."""
    # The middleware fails with a plain RuntimeError, as while the network is not there yet.
    is_of_rcl = isinstance(error, RuntimeError) and not isinstance(error, RobotMemoryError)
    return is_of_rcl or isinstance(error, _MAY_PASS)


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
    if type(error).__name__ == "UnknownROSArgsError":  # rclpy does not export it
        return f"these are no arguments that ROS knows: {error}"
    return str(error)
