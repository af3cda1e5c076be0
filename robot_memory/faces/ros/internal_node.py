"""Internal nodes of the process, each with its own thread (rules.md §5.3)."""

from __future__ import annotations

import rclpy
from rclpy.context import Context
from rclpy.node import Node
from rclpy.parameter import Parameter


def internal_node(node: Node, part: str, context: Context | None = None) -> Node:
    """Make a node for a part of another one's work, hidden from `ros2 node list`.

    Args:
        node: the one that users see.
        part: what it does, for its name.
        context: where it lives; by default with the other one.
    """
    return rclpy.create_node(
        f"_{node.get_name()}_{part}", namespace=node.get_namespace(), context=context,
        use_global_arguments=False, start_parameter_services=False, enable_rosout=False,
        parameter_overrides=[Parameter("start_type_description_service", value=False)],
    )  # fmt: skip
