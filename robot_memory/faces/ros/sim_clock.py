"""Simulated time, for a node that runs with ``use_sim_time``.

See docs/reference/node.md, "Simulated time".
"""

from __future__ import annotations

import struct
import uuid
from datetime import datetime, timezone

from rclpy.node import Node
from rclpy.qos import QoSProfile, ReliabilityPolicy
from rosgraph_msgs.msg import Clock as ClockMessage

from robot_memory.faces.ros.cdr import ENCAPSULATION, byte_order
from robot_memory.faces.ros.qos import overridden
from robot_memory.foundation.time.clock import Instant

#: Messages are taken in rounds, and each gets the time of the last clock message before it. With
#: the usual depth of 1 for ``/clock``, all messages of a round would get the same time.
_DEPTH = 1000
_TIME = {order: struct.Struct(f"{order}iI").unpack_from for order in "<>"}
_BACK = 1.0  # s: less is the order of messages on a best-effort connection
_EPOCH = datetime.fromtimestamp(0, timezone.utc)


class SimulatedClock:
    """Follows ``/clock``. Each run of a simulation counts as a separate boot.

    Uptime is how long the simulation has been followed. It never goes back: if simulated time is
    reset, for example by a looping recording, uptime continues from there.

    Args:
        node: holds the subscription, so that time goes on while another node's thread is busy.
    """

    kind = "simulated"

    def __init__(self, node: Node, topic: str, parameters: Node) -> None:
        self.boot = f"simulation {uuid.uuid4().hex[:8]}"
        self._now = Instant(_EPOCH, 0.0, self.boot, trusted=False)
        self._last: float | None = None
        self._log = parameters.get_logger()
        qos = QoSProfile(depth=_DEPTH, reliability=ReliabilityPolicy.BEST_EFFORT)
        qos = overridden(qos, parameters, topic, "subscription")
        node.create_subscription(ClockMessage, topic, self._set, qos, raw=True)

    @property
    def is_running(self) -> bool:
        """Whether ``/clock`` has been heard: before that there is no time for stamps."""
        return self._last is not None

    def _set(
        self, data: bytes, received_at: float | None = None, sent: float | None = None
    ) -> None:
        whole, nanoseconds = _TIME[byte_order(data)](data, ENCAPSULATION)
        seconds = whole + nanoseconds * 1e-9
        passed = 0.0 if self._last is None else max(0.0, seconds - self._last)
        if self._last is not None and seconds < self._last - _BACK:
            self._log.warning(
                f"/clock went back from {self._last:.1f} s to {seconds:.1f} s, as when a "
                "simulation or a recording begins again; what was stored keeps its times"
            )
        self._last = seconds
        time = datetime.fromtimestamp(seconds, timezone.utc)
        self._now = Instant(time, self._now.uptime + passed, self.boot, trusted=True)

    def now(self) -> Instant:
        """Return simulated time as of the last message."""
        return self._now
