"""Services offered only within this process, so that no node needs to be started."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from robot_memory.faces.ros.service_server import ServiceServer
from robot_memory.faces.write_allowance import WriteAllowance


class LocalServices:
    """Registers services, and calls them.

    Attributes:
        server: stands in for the node on which services are created.
    """

    def __init__(self) -> None:
        self._offered: dict[str, tuple[Any, Any]] = {}
        shown: Any = SimpleNamespace(
            create_service=self._create, resolve_service_name=lambda name: name
        )
        writes = WriteAllowance("requests to write over ROS")
        self.server = ServiceServer(shown, shown, lambda what, error: None, writes)

    def _create(self, kind: Any, name: str, callback: Any, *, qos_profile: Any) -> None:
        self._offered[name.removeprefix("~/")] = kind, callback

    def call(self, name: str, **fields: Any) -> Any:
        """Call a service by its name, and return its response."""
        kind, callback = self._offered[name]
        return callback(kind.Request(**fields), kind.Response())
