"""A node for services that take long, with a thread of its own (rules.md §5.3)."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from typing import Any

from rclpy.node import Node

from robot_memory.errors import RobotMemoryError
from robot_memory.escaping import sentences
from robot_memory.ros.convert import to_text
from robot_memory.ros.internal_node import internal_node
from robot_memory.ros.spinning import Stop, spin


class SlowNode:
    """Serves what may take seconds, one request after another, and keeps nobody else waiting.

    Args:
        node: the one that users see.
        report: told of what callbacks throw.

    Attributes:
        node: where such services are made; under the names of the one that users see.
    """

    def __init__(self, node: Node, report: Callable[[str, Exception], None]) -> None:
        self.node = internal_node(node, "slow")
        self._seen = node
        self._report = report
        self._thread: threading.Thread | None = None

    def offer(self, kind: Any, name: str, answer: Callable[[Any, Any], None]) -> None:
        """Offer a service of which the answer has ``success`` and ``message``.

        Args:
            kind: its type.
            name: under the ``~`` of the node that users see.
            answer: takes the request and fills the response; what it raises becomes the message.
        """

        def call(request: Any, response: Any) -> Any:
            try:
                answer(request, response)
            except (RobotMemoryError, OSError, sqlite3.Error) as error:
                response.message = to_text(str(error))
            except Exception as error:  # it would end the executor
                self._report(f"{name} failed", error)
                response.message = f"{name} failed, which it should not: {error!r}; see the log"
            response.message = sentences(response.message)
            return response

        self.node.create_service(kind, self._seen.resolve_service_name(f"~/{name}"), call)

    def start(self, stop: Stop) -> None:
        """Serve, in a thread, until ``stop`` is requested."""
        self._thread = threading.Thread(
            target=spin, args=(self.node, lambda: None), name="slow",
            kwargs={"every": 1.0, "stop": stop, "report": self._report},
        )  # fmt: skip
        self._thread.start()

    def close(self) -> None:
        """Wait for the thread, and let go."""
        if self._thread is not None:
            self._thread.join()
        self.node.destroy_node()
