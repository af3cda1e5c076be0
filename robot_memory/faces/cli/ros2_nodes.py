"""The memory nodes that ``ros2`` sees: its daemon knows them without seconds of discovery."""

from __future__ import annotations

from ros2cli.node.strategy import NodeStrategy

from robot_memory.faces.ros.running_nodes import RunningNode, find_running_nodes, memory_nodes


def running_nodes() -> list[RunningNode]:
    """Return the memory nodes of this domain, by name, with their homes."""
    with NodeStrategy(None) as strategy:  # starts the daemon, if none runs, for the next call
        known = (
            None if strategy.daemon_node is None
            else memory_nodes(strategy.get_service_names_and_types())
        )  # fmt: skip
    return find_running_nodes(known)
