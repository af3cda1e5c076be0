"""DDS for the server of a fleet: a node of its own, which does nothing but carry updates."""

from __future__ import annotations

import rclpy
from rclpy.context import Context
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from robot_memory.faces.ros.peers.dds_carrier import DdsCarrier

_NAME = "robot_memory_fleet"


class FleetDdsCarrier(DdsCarrier):
    """Carries updates between a site and the server of a fleet.

    Args:
        domain_id: DDS domain of the peers; None for the one of the environment.
    """

    def __init__(self, domain_id: int | None) -> None:
        self._context = Context()
        rclpy.init(
            context=self._context, domain_id=domain_id,
            signal_handler_options=SignalHandlerOptions.NO,
        )  # fmt: skip
        self._own = Node(
            _NAME, context=self._context, start_parameter_services=False, enable_rosout=False
        )
        super().__init__(self._own, self._context.get_domain_id())

    def close(self) -> None:
        """Let go, also of the node."""
        super().close()
        self._own.destroy_node()
        rclpy.shutdown(context=self._context)
