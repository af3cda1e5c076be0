"""Checks command lines that begin with ``ros2`` against the project, without running them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import yaml
from reference.interfaces import TOPICS, read_interface, service_name
from reference.launching import launch_arguments
from shell_blocks import ROOT

from robot_memory.foundation.settings import tunables

OF_ROS = ("use_sim_time", "qos_overrides.")
"""Parameters that every node has."""


def check(words: Sequence[str]) -> None:
    """Fail if a ``ros2`` line names something that does not exist."""
    verbs = {
        ("service", "call"): _service_call,
        ("launch", "robot_memory"): _launch,
        ("topic", "echo"): _topic_echo,
        ("param", "set"): _param_set,
        ("param", "get"): _param_set,
        ("run", "robot_memory"): _run,
        ("interface", "show"): _interface_show,
    }
    verb = verbs.get((words[1], words[2]))
    assert verb is not None, f"{' '.join(words)}: mark the block with ```sh no-test: and the reason"
    verb(list(words[3:]))


def _service_call(words: list[str]) -> None:
    name, kind, fields = words
    package, _, interface = kind.split("/")
    assert package == "robot_memory", kind
    assert name.rsplit("/", 1)[1] == service_name(interface), f"{name} is no {interface}"
    request = read_interface(ROOT / "srv" / f"{interface}.srv").parts[0]
    known = {field for field, _, _ in request.fields}
    assert set(yaml.safe_load(fields)) <= known, f"{fields} has fields that {interface} has not"


def _launch(words: list[str]) -> None:
    file, *arguments = words
    known = launch_arguments(file)
    for argument in arguments:
        assert argument.partition(":=")[0] in known, f"{file} has no argument {argument}"


def _topic_echo(words: list[str]) -> None:
    names = [word for word in words if word.startswith("/")]
    known = {name.rpartition("/")[2] for name, *_ in TOPICS}
    assert names and all(name.rpartition("/")[2] in known for name in names), words


def _param_set(words: list[str]) -> None:
    _, name, *value = words
    _parameter(name, value[0] if value else None)


def _run(words: list[str]) -> None:
    assert words[0] in ("robot_memory", "robot-memory"), words[0]
    for flag, word in pairwise(words):
        if flag == "-p":
            name, _, value = word.partition(":=")
            _parameter(name, value)


def _parameter(name: str, value: str | None) -> None:
    if name.startswith(OF_ROS):
        return
    known = {item.name: item for item in tunables()}
    assert name in known, f"there is no parameter {name}"
    if value is not None:
        assert known[name].problem_with(yaml.safe_load(value)) is None, f"{name} cannot be {value}"


def _interface_show(words: list[str]) -> None:
    package, kind, name = words[0].split("/")
    assert package == "robot_memory" and (ROOT / kind / f"{name}.{kind}").is_file(), words[0]
