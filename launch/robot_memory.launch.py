"""Starts the memory of one robot.

    ros2 launch robot_memory robot_memory.launch.py namespace:=robot1 home:=/var/lib/robot1/memory

An argument that is left empty is not given to the node: the node's own defaults and the parameter
file stand. What is given here wins over the parameter file.

web:=true and mcp:=true serve the memory beside the node, each in a process of its own, on loopback.
Several robots on one machine need ports of their own.

Remappings and a namespace of an including launch file (SetRemap, PushRosNamespace) apply too.
"""

import math
import re
from pathlib import Path

import yaml
from launch.actions import (
    DeclareLaunchArgument,
    EmitEvent,
    ExecuteProcess,
    GroupAction,
    LogInfo,
    OpaqueFunction,
)
from launch.events import matches_action
from launch.events.process import ProcessExited, ShutdownProcess
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue
from launch_ros.substitutions import ExecutableInPackage

from launch import LaunchContext, LaunchDescription
from robot_memory.faces.cli.launch_arguments import take_arguments

ARGUMENTS = {
    "rrn": "Robot Resource Name, such as RRN-000000000001; empty: the one so far",
    "home": "memory home; empty: $ROBOT_MEMORY_HOME, or ~/.opencastor. One for each robot",
    "params_file": "YAML file of parameters; share/robot_memory/config/params.yaml lists them all",
    "rules_file": "YAML file of rules that bind topics to detectors; empty: the rules that ship",
    "namespace": "the robot's namespace, where several robots share a domain",
    "federation": "true: exchange what is known with peers",
    "use_sim_time": "true: time is /clock's; such a home is never mixed with a real one",
    "hardware_ids": "this robot's hardware ids on /diagnostics, with commas; empty: by namespace",
    "remap": "remappings FROM:=TO, with commas or blanks between: /diagnostics:=diagnostics",
    "respawn": "false: a node that has ended is not started again; empty: true",
    "respawn_delay": "s until it is started again; empty: 5",
    "log_level": "debug, info, warn, error or fatal, also of one logger: robot_memory:=debug",
    "web": "true: serve the page and the HTTP API as well, to this machine only",
    "web_port": "port of the page; empty: 8123. One for each robot of a machine",
    "mcp": "true: serve the tools for agents as well, over HTTP to this machine only",
    "mcp_port": "port of the tools for agents; empty: 8124. One for each robot of a machine",
}

# The parameters' types: a home called 0123 is a text, although YAML reads a number.
_PARAMETERS = {
    "rrn": ("rrn", str),
    "home": ("home", str),
    "rules_file": ("rules_file", str),
    "hardware_ids": ("hardware_ids", str),
    "federation": ("federation.enabled", bool),
    "use_sim_time": ("use_sim_time", bool),
}

#: The command that serves the memory beside the node, and its default port.
_FACES = {"web": (("web", "serve"), 8123), "mcp": (("mcp",), 8124)}

_RESPAWN_DELAY = 5.0
_CANNOT_START = 2  # exit status: a person must change the node's configuration
_TIME_TO_SAVE = "15"


def generate_launch_description() -> LaunchDescription:
    """Declare the arguments and start the node."""
    arguments = [
        DeclareLaunchArgument(name, default_value="", description=description)
        for name, description in ARGUMENTS.items()
    ]
    # In a group, so that the defaults do not leak into a launch file that includes this one.
    return LaunchDescription([GroupAction(arguments), OpaqueFunction(function=_start)])


def _start(context: LaunchContext) -> list[ExecuteProcess | LogInfo]:
    given, spent = take_arguments(
        context.launch_configurations, dict.fromkeys(ARGUMENTS, ""), context.argv
    )
    _refuse_missing(given["params_file"])
    wanted = [name for name in _FACES if _is_wanted(name, given[name], otherwise=False)]
    return [
        Node(
            package="robot_memory",
            executable="robot_memory",
            name="robot_memory",
            namespace=given["namespace"],
            parameters=_parameters(given),
            remappings=_remappings(given["remap"]),
            ros_arguments=["--log-level", given["log_level"]] if given["log_level"] else [],
            output="screen",
            # A robot without its memory continues and does not notice. A failed start is retried
            # too: the disk with the home may be mounted late.
            respawn=_is_wanted("respawn", given["respawn"]),
            respawn_delay=_seconds("respawn_delay", given["respawn_delay"]),
            on_exit=_end_where_a_person_must_act,
            # After Ctrl-C the last save may be slow on a slow disk.
            sigterm_timeout=_TIME_TO_SAVE,
            sigkill_timeout=_TIME_TO_SAVE,
        ),
        *(_face(name, given) for name in wanted),
        *(
            LogInfo(msg=f"{name}: what an include before this one was given does not hold here")
            for name in spent
        ),
    ]


def _face(name: str, given: dict[str, str]) -> ExecuteProcess:
    """Return the process that serves the page, or the agents' tools, from the same home."""
    if not given["home"] and _sets_home(given["params_file"]):
        raise RuntimeError(
            f"{name}:=true would serve another memory home than the one that "
            f"params_file:={given['params_file']} sets; nothing was started: give home:= as well"
        )
    words, port = _FACES[name]
    home = ["--home", given["home"]] if given["home"] else []
    program = ExecutableInPackage(package="robot_memory", executable="robot-memory")
    return ExecuteProcess(
        cmd=[program, *home, *words, "--port", str(_port(name, given, port))],
        name=f"robot_memory_{name}",
        output="screen",
        respawn=_is_wanted("respawn", given["respawn"]),
        respawn_delay=_seconds("respawn_delay", given["respawn_delay"]),
        on_exit=_end_where_a_person_must_act,
    )


def _port(name: str, given: dict[str, str], otherwise: int) -> int:
    text = given[f"{name}_port"] or str(otherwise)
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65536):
        raise RuntimeError(
            f"{name}_port:={text} is not a port from 1 to 65535; nothing was started"
        )
    return int(text)


def _sets_home(params_file: str) -> bool:
    """Return whether a parameter file sets the memory home of a node."""
    if not params_file:
        return False

    def is_in(tree: object) -> bool:
        if not isinstance(tree, dict):
            return False
        parameters = tree.get("ros__parameters")
        here = isinstance(parameters, dict) and bool(parameters.get("home"))
        return here or any(is_in(part) for part in tree.values())

    return is_in(yaml.safe_load(Path(params_file).read_text(encoding="utf-8")))


def _is_wanted(name: str, text: str, *, otherwise: bool = True) -> bool:
    if text.lower() not in ("", "true", "false"):
        raise RuntimeError(f"{name}:={text} is neither true nor false; nothing was started")
    return text.lower() == "true" if text else otherwise


def _seconds(name: str, text: str) -> float:
    try:
        seconds = float(text or _RESPAWN_DELAY)
    except ValueError:
        seconds = math.nan
    if not (math.isfinite(seconds) and seconds >= 0.0):
        raise RuntimeError(f"{name}:={text} is not a number of seconds; nothing was started")
    return seconds


def _remappings(text: str) -> list[tuple[str, str]]:
    pairs = [tuple(part.split(":=")) for part in re.split(r"[\s,]+", text) if part]
    if not all(len(pair) == 2 and all(pair) for pair in pairs):
        raise RuntimeError(f"remap:={text} is not FROM:=TO FROM:=TO …; nothing was started")
    return [(before, after) for before, after in pairs]


def _parameters(given: dict[str, str]) -> list[object]:
    values = {
        parameter: _is_wanted(name, given[name])
        if kind is bool
        else ParameterValue(given[name], value_type=str)
        for name, (parameter, kind) in _PARAMETERS.items()
        if given[name]
    }
    return [part for part in (given["params_file"], values) if part]


def _refuse_missing(params_file: str) -> None:
    """Refuse a missing parameter file: launch_ros would only warn, and start without it."""
    if params_file and not Path(params_file).is_file():
        raise RuntimeError(
            f"params_file:={params_file} is not a file, and its parameters (such as accept_writes) "
            "would not apply; nothing was started: give the path of a file that is there"
        )


def _end_where_a_person_must_act(
    event: ProcessExited, context: LaunchContext
) -> list[LogInfo | EmitEvent]:
    """Stop the respawn of a node that cannot start with its configuration."""
    if event.returncode != _CANNOT_START:
        return []
    name = event.process_name
    words = f"{name} cannot start as it is configured, and is not started again: see above"
    return [
        LogInfo(msg=words),
        EmitEvent(event=ShutdownProcess(process_matcher=matches_action(event.action))),
    ]
