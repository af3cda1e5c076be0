"""Services that are offered to this process alone, so that no node needs to be started."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from robot_memory.faces.ros.service_server import ServiceServer
from robot_memory.faces.write_allowance import WriteAllowance


class LocalServices:
    """Keeps what is offered, and calls it.

    Attributes:
        server: to be given to what offers services.
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
        """Call a service of that name, and return its response."""
        kind, callback = self._offered[name]
        return callback(kind.Request(**fields), kind.Response())
