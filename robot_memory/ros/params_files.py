"""Parameter files: that they are there, and that they set something for this node.

See docs/reference/parameters.md; docs/reference/launch.md, "robot_memory.launch.py".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

from robot_memory import files, yaml_reading
from robot_memory.errors import Defect, InvalidSettings

_MOST_NAMES = 10


def check_params_files(arguments: Sequence[str]) -> None:
    """Check that the parameter files that are named are there.

    Raises:
        InvalidSettings: one is not; its parameters would not apply.
    """
    missing = [file for file in _named(arguments) if not Path(file).is_file()]
    if missing:
        raise InvalidSettings(
            "nothing was started: its parameters (such as accept_writes) would not apply",
            [Defect(file, "there is no such file") for file in missing],
        )


def files_for_others(arguments: Sequence[str], node: str) -> list[str]:
    """Return a sentence for each parameter file that sets nothing for a node.

    A file may be for several nodes, so that this is no error. But a name that is almost right, as
    one without the namespace, leaves all its parameters at their defaults.

    Args:
        arguments: of the command line; ROS has read the files already.
        node: the full name of the node.
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
    """Return for which nodes a parameter file sets something, as patterns of full names."""
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
    """Tell whether a name in a parameter file stands for a node; ``*`` is one part, ``**`` any.

    A star within a part, as in ``x**``, stands for no node: ROS refuses such a file.
    """
    parts = node.split("/")[1:]
    reached = {0}  # how many of the parts the pattern may have used up
    for name in pattern.split("/")[1:]:
        if name == "**" and reached:
            reached = set(range(min(reached), len(parts) + 1))
        else:
            reached = {at + 1 for at in reached if at < len(parts) and name in ("*", parts[at])}
    return len(parts) in reached
