"""Takes in the messages of one topic; nothing that a message can contain gets any further."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rclpy.serialization import deserialize_message

from robot_memory.perception import Perception
from robot_memory.ros.diagnostics_reader import DiagnosticsReader, is_plain
from robot_memory.ros.troubles import Troubles

DIAGNOSTICS = "diagnostic_msgs/msg/DiagnosticArray"


class Receiver:
    """Counts the messages of a topic, decodes what a rule reads, and hands it to perception.

    Args:
        topic: its full name.
        type_name: its ROS type.
        message_type: the class of that type.
        perception: what is fed.
        is_time_known: whether there is a time to give what is seen.
        troubles: told of what cannot be read or handled.

    Attributes:
        received: all messages.
        unreadable: of these, bytes that are not what their type says.
        failed: of these, messages that perception could not handle.
        early: of these, messages from before the first simulated time.
    """

    def __init__(
        self,
        topic: str,
        type_name: str,
        message_type: Any,
        perception: Perception,
        is_time_known: Callable[[], bool],
        troubles: Troubles,
    ) -> None:
        self._topic = topic
        self._type = type_name
        self._perception = perception
        self._is_time_known = is_time_known
        self._troubles = troubles
        self._read = _reader(topic, type_name, message_type, perception)
        self.received = self.unreadable = self.failed = self.early = 0

    def take(self, data: bytes) -> None:
        """Take in a serialized message."""
        self.received += 1
        if not self._is_time_known():
            self.early += 1
            return
        try:
            content = self._read(data)
        except Exception as error:  # whatever a decoder makes of broken bytes
            self.unreadable += 1
            self._troubles.note(f"{self._topic}: a message cannot be read", error)
            return
        try:
            self._perception.receive(self._topic, self._type, content)
        except Exception as error:
            # Thrown on, it would end the executor and take the messages that wait with it.
            self.failed += 1
            self._troubles.note(f"{self._topic}: a message could not be handled", error)


def _reader(
    topic: str, type_name: str, message_type: Any, perception: Perception
) -> Callable[[bytes], Any]:
    if not perception.reads_content(topic, type_name):
        return lambda data: None
    if type_name != DIAGNOSTICS:
        return lambda data: deserialize_message(data, message_type)
    reader = DiagnosticsReader()
    return lambda data: (
        reader.read(data) if is_plain(data) else deserialize_message(data, message_type)
    )
