"""Simulated time, for a node that runs with ``use_sim_time``."""

from __future__ import annotations

import uuid
from datetime import datetime, timezone

from rclpy.node import Node

from robot_memory.clock import Instant


class SimulatedClock:
    """Follows ``/clock``. Every run of a simulation is a boot of its own."""

    kind = "simulated"

    def __init__(self, node: Node) -> None:
        self._clock = node.get_clock()
        self.boot = f"simulation {uuid.uuid4().hex[:8]}"

    def now(self) -> Instant:
        """Return simulated time; it stands at zero until ``/clock`` is heard."""
        seconds = self._clock.now().nanoseconds * 1e-9
        time = datetime.fromtimestamp(seconds, timezone.utc)
        return Instant(time, seconds, self.boot, trusted=True)
