"""Which messages are about this robot, where several share a domain (rules.md §5.1)."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import lru_cache

_SEPARATORS = re.compile(r"[/.:\s]+")


@dataclass(frozen=True)
class Scope:
    """This robot among others.

    Attributes:
        namespace: the node's namespace, '/' for a robot that has the domain to itself.
        hardware_ids: diagnostics hardware ids of this robot; empty: any.
        others: namespaces that are other robots', for a robot without one of its own.
        own_names: our own nodes, whose words are not news.
    """

    namespace: str = "/"
    hardware_ids: frozenset[str] = frozenset()
    others: Collection[str] = ()
    own_names: Collection[str] = field(default=("robot_memory",))

    def keeps_topic(self, topic: str, *, is_shared: bool) -> bool:
        """Tell whether a topic may carry what this robot says.

        Args:
            topic: its fully qualified name.
            is_shared: whether several robots may speak on it, as on /diagnostics.
        """
        parts, ours = _parts(topic), _parts(self.namespace)
        if is_shared and ours[: len(parts) - 1] == parts[:-1]:
            return True  # '/diagnostics', and '/fleet/diagnostics' for '/fleet/robot1'
        return self._is_ours(parts)

    def keeps_logger(self, name: str, topic: str = "/rosout") -> bool:
        """Tell whether a logger, ``robot1.arm.driver``, is one of this robot's."""
        parts = _parts(name)
        return not self._is_own(parts) and (self._is_our_topic(topic) or self._is_ours(parts))

    def keeps_status(self, name: str, hardware_id: str, topic: str = "/diagnostics") -> bool:
        """Tell whether a diagnostics status is about this robot.

        By its hardware id where ids are configured; otherwise by its name, ``/robot1/base: IMU``,
        or because the topic is this robot's alone.
        """
        parts = _parts(name)
        if self._is_own(parts):
            return False
        if hardware_id in self.hardware_ids:
            return True
        if self.hardware_ids and self.namespace == "/":
            return False
        return self._is_our_topic(topic) or self._is_ours(parts)

    def _is_own(self, parts: tuple[str, ...]) -> bool:
        namespace = _parts(self.namespace)
        rest = parts[len(namespace) :] if parts[: len(namespace)] == namespace else parts
        return bool(rest) and rest[0] in self.own_names

    def _is_our_topic(self, topic: str) -> bool:
        """Tell whether a topic is within our namespace, so that nobody else speaks on it."""
        return self.namespace != "/" and self._is_ours(_parts(topic))

    def _is_ours(self, parts: tuple[str, ...]) -> bool:
        namespace = _parts(self.namespace)
        if namespace:
            return parts[: len(namespace)] == namespace
        return not any(parts[: len(other)] == other for other in map(_parts, self.others))


@lru_cache(maxsize=4096)
def _parts(name: str) -> tuple[str, ...]:
    """Return the parts of a name; most names come again and again."""
    return tuple(part for part in _SEPARATORS.split(name) if part)
