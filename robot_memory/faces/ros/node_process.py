"""Runs the node from start to end: arguments, signals, exit status.

Nothing starts if a word of the command line belongs neither to ROS nor to the node, or if a
parameter file is missing.

See docs/reference/node.md, "Starting and stopping"; docs/reference/launch.md,
"robot_memory.launch.py"; docs/reference/parameters.md.
"""

from __future__ import annotations

import re
import signal
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import rclpy
import yaml
from rclpy.exceptions import NameValidationException, ParameterException
from rclpy.signals import SignalHandlerOptions

from robot_memory import __version__
from robot_memory.faces.ros.memory_node import MemoryNode
from robot_memory.faces.ros.spinning import Stop
from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import (
    Defect,
    HomeKept,
    InvalidInput,
    InvalidSettings,
    LockHeld,
    RobotMemoryError,
)
from robot_memory.foundation.settings import tunables
from robot_memory.foundation.text import yaml_reading
from robot_memory.foundation.text.escaping import terminal_text

SAVED, NOT_SAVED, CANNOT_START, CANNOT_START_NOW = range(4)
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_OURS = (RobotMemoryError, OSError, sqlite3.Error)
#: rclpy's errors for unusable arguments, names and parameter files.
_OF_ROS = (RuntimeError, NameValidationException, ParameterException)
#: Errors that may disappear: a disk that is mounted late, a node that is just being stopped.
_MAY_PASS = (OSError, sqlite3.OperationalError, HomeKept, LockHeld)

_START = "ros2 run robot_memory robot_memory --ros-args"
_USAGE = f"""\
usage: {_START} [-p NAME:=VALUE]... [-r FROM:=TO]... [--params-file FILE]

Runs the memory node until Ctrl-C. Its options are those of ROS, behind --ros-args:
  -p home:=/var/lib/robot1/memory   memory home; all parameters: docs/reference/parameters.md
  -r __ns:=/robot1                  namespace, where several robots share a domain
  --params-file FILE                YAML file of parameters
  --log-level debug                 what the node does, line by line

To look at a memory: robot-memory --help, or ros2 memory --help.
"""
#: --home /x, --home=/x, home:=/x
_OPTION = re.compile(r"(?:--)?(?P<name>[A-Za-z][\w.-]*)(?:(?::=|=)(?P<value>.*))?", re.DOTALL)
_VERB = re.compile(r"[a-z][a-z-]*")  # a verb of robot-memory
_LONGEST = 200  # characters of input repeated in a message
_MOST_NAMES = 10  # nodes of a parameter file


def run(arguments: list[str]) -> int:
    """Run the node until it is asked to stop.

    Returns:
        The exit status: 0 stopped and everything saved, 1 stopped but the last save failed, 2 it
        cannot start before a person changes its input, 3 it cannot start now.
    """
    stop = _stop_on_signals()
    try:
        text = answer(arguments)
        if text:
            print(text, end="")
            return SAVED
        _check_params_files(arguments)
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
        # At exit Python would restore the default handlers, and one more Ctrl-C would be a crash.
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_IGN)
    return SAVED if is_saved else NOT_SAVED


def _refuse(error: Exception, status: int) -> int:
    print(f"robot_memory: {terminal_text(_explain(error))}", file=sys.stderr)
    rclpy.try_shutdown()
    return status


def _may_pass(error: Exception) -> bool:
    """Whether the same start may succeed later, so that a retry makes sense."""
    # The middleware fails with a plain RuntimeError, for example while the network is down.
    is_of_rcl = isinstance(error, RuntimeError) and not isinstance(error, RobotMemoryError)
    return is_of_rcl or isinstance(error, _MAY_PASS)


def _stop_on_signals() -> Stop:
    """Return the Stop that SIGINT, SIGTERM and SIGHUP request, however often they arrive.

    A terminal sends SIGHUP when it closes. nohup ignores the signal, and it stays ignored.

    rclpy's own handlers shut ROS down at once, so that a second Ctrl-C would interrupt the last
    save; `ros2 launch` always sends a second one.
    """
    stop = Stop()
    for number in _SIGNALS:
        if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, stop.request)
    return stop


def _explain(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename:
        return f"cannot use {error.filename}: {error.strerror}"
    if type(error).__name__ == "UnknownROSArgsError":  # rclpy does not export it
        return f"these are no arguments that ROS knows: {error}"
    return str(error)


def answer(arguments: Sequence[str]) -> str:
    """Return the usage or the version if the arguments ask for it; empty to run the node.

    No word left over by ROS is an option of the node.

    Raises:
        InvalidInput: some words belong neither to ROS nor to the node; it says what to type
            instead.
    """
    words = list(_left_over(arguments[1:]))
    if not words:
        return ""
    if words[0] in ("-h", "--help"):
        return _USAGE
    if words[0] == "--version":
        return f"robot_memory {__version__}\n"
    shown = " ".join(words)[:_LONGEST]
    raise InvalidInput(f"nothing was started: `{shown}` is no option of the node: {_hint(words)}")


def _left_over(arguments: Iterable[str]) -> Iterator[str]:
    """Yield the words outside ``--ros-args … --``."""
    is_of_ros = False
    for word in arguments:
        if word == "--ros-args" or (is_of_ros and word == "--"):
            is_of_ros = word == "--ros-args"
        elif word and not is_of_ros:
            yield word


def _hint(words: Sequence[str]) -> str:
    given = " ".join(words)[:_LONGEST]
    if _VERB.fullmatch(words[0]):
        return f"to look at a memory, type `robot-memory {given}`"
    if words[0] in ("-p", "-r", "--param", "--remap", "--params-file", "--log-level"):
        return f"put --ros-args before it: `{_START} {given}`"
    option = _OPTION.fullmatch(words[0])
    name = "" if option is None else option["name"].replace("-", "_")
    if option is None or name not in {tunable.name for tunable in tunables()}:
        is_remapping = ":=" in words[0]
        usage = "`--help` lists what the node takes"
        return f"put --ros-args -r before it: `{_START} -r {given}`" if is_remapping else usage
    value = option["value"] if option["value"] is not None else "".join(words[1:2]) or "VALUE"
    return f"type `{_START} -p {name}:={value[:_LONGEST]}`"


def _check_params_files(arguments: Sequence[str]) -> None:
    """Check that all given parameter files exist."""
    missing = [file for file in _named(arguments) if not Path(file).is_file()]
    if missing:
        raise InvalidSettings(
            "nothing was started: its parameters (such as accept_writes) would not apply",
            [Defect(file, "there is no such file") for file in missing],
        )


def files_for_others(arguments: Sequence[str], node: str) -> list[str]:
    """Return a sentence for each parameter file that sets nothing for a node.

    A file may be for several nodes, so this is no error. But a name that is almost right, such as
    one without the namespace, leaves all parameters at their defaults.
    """
    names = {file: _nodes_of(file) for file in _named(arguments)}
    return [
        f"{file} sets nothing for {node}, and its parameters (such as accept_writes) do not apply:"
        f" it names {', '.join(named[:_MOST_NAMES]) or 'no node'}; if it is meant for this node, "
        f"let it name {node} or /**"
        for file, named in names.items()
        if not any(_matches(name, node) for name in named)
    ]


def _named(arguments: Sequence[str]) -> list[str]:
    return [value for flag, value in pairwise(arguments) if flag == "--params-file"]


def _nodes_of(file: str) -> list[str]:
    """Return the nodes for which a parameter file sets something, as patterns of full names."""
    try:
        content = yaml_reading.load(files.read_regular(Path(file)).decode("utf-8", "replace"))
    except (OSError, yaml.YAMLError) as error:  # ROS could read it
        return [f"what cannot be read ({error})"]
    return list(_find_nodes(content, ""))


def _find_nodes(content: Any, path: str) -> Iterator[str]:
    if not isinstance(content, dict):
        return
    if "ros__parameters" in content:
        yield path
    for name, part in content.items():
        if name != "ros__parameters":
            yield from _find_nodes(part, f"{path}/{str(name).strip('/')}")


def _matches(pattern: str, node: str) -> bool:
    """Whether a name in a parameter file matches a node; ``*`` is one part, ``**`` any number.

    A star within a part, as in ``x**``, matches no node: ROS refuses such a file.
    """
    parts = node.split("/")[1:]
    reached = {0}  # how many parts the pattern may have consumed
    for name in pattern.split("/")[1:]:
        if name == "**" and reached:
            reached = set(range(min(reached), len(parts) + 1))
        else:
            reached = {at + 1 for at in reached if at < len(parts) and name in ("*", parts[at])}
    return len(parts) in reached
