"""Services under the user-visible node name, each with ``success`` and ``message``."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import TimeoutError as CommitTimeout
from typing import Any

from rclpy.node import Node

from robot_memory.faces.ros.qos import reliable
from robot_memory.faces.write_allowance import WriteAllowance
from robot_memory.foundation.errors import HomeRefused, RobotMemoryError, UnknownEntry
from robot_memory.foundation.text.escaping import one_line, sentences
from robot_memory.foundation.text.unicode_text import storable
from robot_memory.memory import RobotMemory

_LOG = logging.getLogger(__name__)
#: Requests to a service that may wait, instead of 10. Beyond that, the oldest are lost unnoticed.
#: But waiting requests stay in memory, and the caller decides how large they are.
_MOST_WAITING = 100
_EXPECTED = (RobotMemoryError, OSError, sqlite3.Error, ValueError, OverflowError)


class ServiceServer:
    """Offers services on a node.

    Args:
        node: serves the requests, one after another.
        shown: the node that users see; the services are below its ``~``.
        writes: the allowance shared by all ROS callers, who cannot be told apart.
    """

    def __init__(
        self,
        node: Node,
        shown: Node,
        report: Callable[[str, Exception], None],
        writes: WriteAllowance,
    ) -> None:
        self._node, self._shown, self._report = node, shown, report
        self._writes = writes

    def offer_write(self, kind: Any, name: str, answer: Callable[[Any, Any], None]) -> None:
        """Offer a service that leaves data on the disk, limited by the write allowance.

        Refused and tentative requests count too, as they are recorded. Otherwise like
        :meth:`offer`.
        """

        def counted(request: Any, response: Any) -> None:
            self._writes.take()
            answer(request, response)

        self.offer(kind, name, counted)

    def offer(self, kind: Any, name: str, answer: Callable[[Any, Any], None]) -> None:
        """Offer a service that stores nothing; it may be called without limit.

        Args:
            name: under ``~``.
            answer: takes the request and fills the response, whose ``success`` is already set; an
                exception becomes the message.
        """

        def call(request: Any, response: Any) -> Any:
            response.success = True
            try:
                answer(request, response)
            except Exception as error:  # an exception would end the executor
                response.success = False
                response.message = self._explain(name, error)
            response.message = sentences(storable(response.message))
            did = "done" if response.success else "refused"
            _LOG.debug("service %s: %s: %s", name, did, one_line(response.message))
            return response

        shown = self._shown.resolve_service_name(f"~/{name}")
        self._node.create_service(kind, shown, call, qos_profile=reliable(_MOST_WAITING))

    def _explain(self, name: str, error: Exception) -> str:
        if isinstance(error, CommitTimeout):
            return (
                "the disk did not take it within 10 s; it waits in memory and is stored when "
                "there is room: see /diagnostics"
            )
        if isinstance(error, UnknownEntry):
            return f"{error}; ~/list_entries lists the ids, also of what is resolved"
        if isinstance(error, _EXPECTED):
            return str(error)
        self._report(f"{name} failed", error)
        return f"{name} failed, which it should not: {error!r}; see the log"


def check_time(memory: RobotMemory, what: str) -> None:
    """Refuse an action that could not be given a time.

    Raises:
        HomeRefused: time is simulated, and no time was received yet.
    """
    if not memory.clock.is_running:
        raise HomeRefused(
            f"use_sim_time is set and /clock has not been heard{what}: start the simulation, then "
            "try again"
        )
