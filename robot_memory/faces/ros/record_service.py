"""``~/record_now``: writes the messages of the last and next seconds to a file."""

from __future__ import annotations

from typing import Any

from robot_memory.faces.ros.message_recording import MessageRecording
from robot_memory.faces.ros.service_server import ServiceServer, check_time
from robot_memory.foundation.errors import HomeRefused
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.memory import RobotMemory
from robot_memory.srv import RecordNow

_LONGEST = 1000  # characters of a reason


class RecordService:
    """Offers the service.

    Args:
        server: offers it.
        memory: has the clock, and the home that the file goes to.
        recording: writes the file; None where the black box is off.
    """

    def __init__(
        self, server: ServiceServer, memory: RobotMemory, recording: MessageRecording | None
    ) -> None:
        self._memory, self._recording = memory, recording
        if memory.settings.accept_writes:
            server.offer_write(RecordNow, "record_now", self._record)

    def _record(self, request: Any, response: Any) -> None:
        if self._recording is None:
            raise HomeRefused(
                "the black box is off, so nothing was recorded: start the node with "
                "black_box.enabled:=true"
            )
        check_time(self._memory, ", so messages have no time; nothing was recorded")
        self._recording.record_now(without_secrets(request.why[:_LONGEST]))
        response.message = f"a file is being written in {self._memory.home.black_box}"
