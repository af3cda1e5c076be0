"""The memory nodes of this domain: their homes, and whether several share a name.

Two nodes with the same name answer each other's calls.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rclpy
from rcl_interfaces.srv import GetParameters
from rclpy.context import Context
from rclpy.node import Node

from robot_memory.faces.ros.health_issues import INGEST, HealthIssues
from robot_memory.faces.ros.single_node_lock import memory_file_kept, name_in_domain
from robot_memory.faces.ros.spinning import NodeExecutor
from robot_memory.foundation.errors import RobotMemoryError
from robot_memory.foundation.home import Home, find_home
from robot_memory.foundation.settings import Settings

_INTERVAL = 2.0  # s between two checks
#: s for which a killed node may still be seen: DDS waits 20 s for its next sign of life.
_SEEN_AFTER_DEATH = 30.0
_WHAT = "the name of the node"


class NameWatch:
    """Counts the nodes that have this node's full name.

    Args:
        issues: notes the problem while there are several.
        last_seen: when the home's last node was alive, seconds since the epoch: it may have been
            killed, and must not count as another node.
    """

    def __init__(self, node: Node, issues: HealthIssues, last_seen: float) -> None:
        self._node, self._issues = node, issues
        ago = min(max(0.0, time.time() - last_seen), _SEEN_AFTER_DEATH)
        self._due = time.monotonic() + _SEEN_AFTER_DEATH - ago

    def tick(self) -> None:
        """Count the nodes if it is due."""
        if time.monotonic() < self._due:
            return
        self._due = time.monotonic() + _INTERVAL
        own = self._node.get_name(), self._node.get_namespace()
        count = self._node.get_node_names_and_namespaces().count(own)
        self._issues.update(_WHAT, self._problem(count) if count > 1 else None, status=INGEST)

    def _problem(self, count: int) -> RobotMemoryError:
        return RobotMemoryError(
            f"{count} nodes of this domain are called {self._node.get_fully_qualified_name()}, and "
            "answer each other's calls: give each robot a namespace (namespace:=robot1 for the "
            "launch file, -r __ns:=/robot1 for the node) or a ROS_DOMAIN_ID of its own"
        )


_SERVICE = "robot_memory/srv/GetContext"  # every memory node offers it
#: s until all nodes are found: Fast DDS repeats lost discovery messages after three seconds.
_DISCOVERY = 3.5
_PATIENCE = 5.0  # s to wait for their answers


@dataclass(frozen=True)
class RunningNode:
    """A memory node of this domain.

    Attributes:
        home: the home that the node reports; None if it does not answer.
        is_here: whether a process of this machine uses that home under that name, in this domain.
            Other machines have other paths, and anybody in the domain may answer.
        is_alone: whether no other node of the domain has its name and may have answered instead.
    """

    name: str
    home: Home | None
    is_here: bool = False
    is_alone: bool = True


def memory_nodes(services: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
    """Return the full names of the memory nodes in a graph, given its services and their types."""
    return sorted(name.rpartition("/")[0] for name, types in services if _SERVICE in types)


def find_running_nodes(known: Sequence[str] | None = None) -> list[RunningNode]:
    """Return the memory nodes of this domain, by name, with their homes.

    Args:
        known: the names of all memory nodes; None: unknown, and finding them takes seconds.
    """
    if known is not None and not known:
        return []
    context = Context()
    rclpy.init(args=[], context=context)
    node = rclpy.create_node(
        f"_ros2cli_memory_{os.getpid()}", context=context, use_global_arguments=False,
        start_parameter_services=False, enable_rosout=False,
    )  # fmt: skip
    try:
        if known is None:
            time.sleep(_DISCOVERY)
            known = memory_nodes(node.get_service_names_and_types())
        return _ask(node, known)
    finally:
        node.destroy_node()
        rclpy.try_shutdown(context=context)


def _ask(node: Node, names: Iterable[str]) -> list[RunningNode]:
    request = GetParameters.Request(names=["home"])
    clients = {name: node.create_client(GetParameters, f"{name}/get_parameters") for name in names}
    answers: dict[str, Any] = {}
    executor = NodeExecutor(node)
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until and not all(
        name in answers and answers[name].done() for name in clients
    ):
        for name, client in clients.items():
            if name not in answers and client.service_is_ready():
                answers[name] = client.call_async(request)
        executor.spin_once(0.05)
    executor.shutdown()
    done = {name: answer.result() for name, answer in answers.items() if answer.done()}
    full = Counter(
        f"{space.rstrip('/')}/{name}" for name, space in node.get_node_names_and_namespaces()
    )
    domain = node.context.get_domain_id()
    return [_running(name, done.get(name), domain, is_alone=full[name] < 2) for name in clients]


def _running(
    name: str, answer: GetParameters.Response | None, domain: int, *, is_alone: bool
) -> RunningNode:
    """Return a node with the home that it reports, and the memory file recorded in that home."""
    (folder,) = ("",) if answer is None else (value.string_value for value in answer.values)
    if not folder:
        return RunningNode(name, None, is_alone=is_alone)
    home = Path(folder)
    file = memory_file_kept(home, name_in_domain(name, domain))
    if file is None:
        return RunningNode(name, find_home(Settings(home=folder)), is_alone=is_alone)
    return RunningNode(name, Home(home, file), is_here=True, is_alone=is_alone)
