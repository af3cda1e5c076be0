"""The definitions of message types, each read when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable

from robot_memory.perception.definitions.message_definition import MessageDefinition

_MOST = 4096  # types


class DefinitionCatalogue:
    """Gives the definition of a type.

    Args:
        text_of: returns the text that defines a type, followed by those of the types inside it;
            empty where nobody knows it.
    """

    def __init__(self, text_of: Callable[[str], str] = lambda type_name: "") -> None:
        self._text_of = text_of
        self._known: dict[str, MessageDefinition | None] = {}

    def of(self, type_name: str) -> MessageDefinition | None:
        """Return the definition of ``px4_msgs/msg/BatteryStatus``; None where it is not known."""
        if type_name not in self._known:
            if len(self._known) >= _MOST:
                self._known.clear()
            text = self._text_of(type_name)
            self._known[type_name] = MessageDefinition.parse(type_name, text) if text else None
        return self._known[type_name]
