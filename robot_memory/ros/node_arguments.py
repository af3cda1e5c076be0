"""The words of the node's command line that ROS leaves over: none is an option of the node.

See docs/reference/node.md, "Starting and stopping".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from robot_memory import __version__
from robot_memory.errors import InvalidInput
from robot_memory.settings import tunables

_START = "ros2 run robot_memory robot_memory --ros-args"
USAGE = f"""\
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
_VERB = re.compile(r"[a-z][a-z-]*")  # of robot-memory
_LONGEST = 200  # characters of what is repeated


def answer(arguments: Sequence[str]) -> str:
    """Return what is asked for instead of the node: usage or version; empty where it is to run.

    Args:
        arguments: as ``sys.argv``, the program's name first.

    Raises:
        InvalidInput: words that are neither of ROS nor the node's; says what to type instead.
    """
    words = list(_left_over(arguments[1:]))
    if not words:
        return ""
    if words[0] in ("-h", "--help"):
        return USAGE
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
    """Say what to type instead."""
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
