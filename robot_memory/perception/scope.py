"""Which messages are about this robot if several share a domain (rules.md §5.1).

See docs/how-to/keep-robots-apart.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from robot_memory.foundation.short_cache import cached_if_short

_MOST_SOURCES = 256  # sources that are counted individually
_MOST_CHARACTERS = 200  # characters of a name, and of a hardware id
_MOST_IDS = 8  # hardware ids that are kept of one name
_SEPARATORS = re.compile(r"[/.:\s]+")
_SHOWN = 80  # characters of a hardware id


@dataclass
class SkippedSource:
    """A diagnostics status or a logger whose messages are skipped.

    Attributes:
        kind: ``status`` or ``logger``.
        hardware_ids: the first hardware ids of a status: robots without namespaces give one name
            several.
        why: why it is attributed to another robot.
        is_expected: whether its name begins with the namespace of a known robot.
        count: how many statuses or log lines were skipped.
    """

    kind: str
    name: str
    topic: str
    hardware_ids: list[str] = field(default_factory=list)
    why: str = ""
    is_expected: bool = False
    count: int = 0


class SkippedSources:
    """Counts skipped messages, for each of the first 256 sources, and in one sum for all others.

    One thread calls :meth:`note`; any thread may read.

    Attributes:
        statuses_kept: how many statuses were attributed to this robot.
        rest: how many statuses and log lines of all other sources were skipped.
    """

    def __init__(self) -> None:
        self._sources: dict[tuple[str, str, str], SkippedSource] = {}
        self.statuses_kept = 0
        self.rest = 0

    def note(
        self, kind: str, name: str, topic: str, why: str, *, hardware_id: str = "",
        is_expected: bool = False,
    ) -> None:  # fmt: skip
        """Count one status or log line that is skipped."""
        name = name[:_MOST_CHARACTERS]
        source = self._sources.get((kind, name, topic))
        if source is None:
            if len(self._sources) >= _MOST_SOURCES:
                self.rest += 1
                return
            source = self._sources[kind, name, topic] = SkippedSource(kind, name, topic)
        hardware_id, ids = hardware_id[:_MOST_CHARACTERS], source.hardware_ids
        if hardware_id and len(ids) < _MOST_IDS and hardware_id not in ids:
            ids.append(hardware_id)
        source.why, source.is_expected = why, is_expected
        source.count += 1

    def sources(self) -> list[SkippedSource]:
        """Return the sources, in the order in which they were first received."""
        return list(self._sources.values())


@dataclass(frozen=True)
class Scope:
    """This robot among others.

    Attributes:
        namespace: the node's namespace, '/' for a robot that has the domain to itself.
        hardware_ids: diagnostics hardware ids of this robot; empty: any.
        others: namespaces of other robots; a robot in the root namespace owns all other names.
        own_names: this package's nodes, whose log messages are not learned from.
        skipped: counts the sources that are attributed to another robot.
        sees_graph: whether the node checks QoS in the ROS graph itself; log messages about
            incompatible QoS are then ignored, as the graph names both endpoints.
    """

    namespace: str = "/"
    hardware_ids: frozenset[str] = frozenset()
    others: Collection[str] = ()
    own_names: Collection[str] = field(default=("robot_memory",))
    skipped: SkippedSources = field(default_factory=SkippedSources, compare=False, repr=False)
    sees_graph: bool = False

    def keeps_topic(self, topic: str, *, is_shared: bool) -> bool:
        """Tell whether a topic may be this robot's; several robots may share /diagnostics."""
        parts, ours = _parts(topic), _parts(self.namespace)
        if is_shared and ours[: len(parts) - 1] == parts[:-1]:
            return True  # '/diagnostics', and '/fleet/diagnostics' for '/fleet/robot1'
        return self._is_ours(parts)

    def keeps_logger(self, name: str, topic: str = "/rosout") -> bool:
        """Tell whether a logger, such as ``robot1.arm.driver``, belongs to this robot."""
        parts = _parts(name)
        return not self._is_own(parts) and (self._is_our_topic(topic) or self._is_ours(parts))

    def keeps_status(self, name: str, hardware_id: str, topic: str = "/diagnostics") -> bool:
        """Tell whether a diagnostics status is about this robot.

        Decided by its hardware id if ids are configured; otherwise by its name,
        ``/robot1/base: IMU``, or because only this robot uses the topic.
        """
        parts = _parts(name)
        if self._is_own(parts):
            return False
        if hardware_id in self.hardware_ids:
            return True
        if self.hardware_ids and self.namespace == "/":
            return False
        return self._is_our_topic(topic) or self._is_ours(parts)

    def skip_status(self, name: str, hardware_id: str, topic: str) -> None:
        """Count a status that :meth:`keeps_status` rejects."""
        parts = _parts(name)
        if self._is_own(parts):
            return
        other = self._other(parts)
        if self.hardware_ids and not other:
            why = f"its hardware id '{hardware_id[:_SHOWN]}' is not among hardware_ids"
        else:
            why = self._why(other)
        self.skipped.note(
            "status", name, topic, why, hardware_id=hardware_id, is_expected=bool(other)
        )

    def skip_logger(self, name: str, topic: str) -> None:
        """Count a log line that :meth:`keeps_logger` rejects."""
        parts = _parts(name)
        if not self._is_own(parts):
            other = self._other(parts)
            self.skipped.note("logger", name, topic, self._why(other), is_expected=bool(other))

    def claimed_by(self, *names: str) -> str:
        """Return the namespace of the other robot that a part belongs to by its names; empty: none.

        A robot with a namespace owns everything in it, so that no other robot can claim it.
        """
        if self.namespace != "/":
            return ""
        return next(filter(None, (self._other(_parts(name)) for name in names)), "")

    def why_not_topic(self, topic: str) -> str:
        """Say why a topic with a single robot as publisher is not treated as this robot's."""
        return self._why(self._other(_parts(topic)))

    def is_anothers_topic(self, topic: str) -> bool:
        """Tell whether a topic is in the namespace of another known robot."""
        return bool(self._other(_parts(topic)))

    def _other(self, parts: tuple[str, ...]) -> str:
        """Return the namespace of the other robot in which a name lies; empty: none."""
        others = (
            other for other in tuple(self.others) if parts[: len(_parts(other))] == _parts(other)
        )
        return next(others, "")

    def _why(self, other: str) -> str:
        return f"another robot is in {other}" if other else f"it is not in {self.namespace}"

    def _is_own(self, parts: tuple[str, ...]) -> bool:
        namespace = _parts(self.namespace)
        rest = parts[len(namespace) :] if parts[: len(namespace)] == namespace else parts
        return bool(rest) and rest[0] in self.own_names

    def _is_our_topic(self, topic: str) -> bool:
        """Tell whether a topic is in our namespace, so that no other robot publishes on it."""
        return self.namespace != "/" and self._is_ours(_parts(topic))

    def _is_ours(self, parts: tuple[str, ...]) -> bool:
        namespace = _parts(self.namespace)
        if namespace:
            return parts[: len(namespace)] == namespace
        return not any(parts[: len(other)] == other for other in map(_parts, self.others))


@cached_if_short(4096, longest=512)
def _parts(name: str) -> tuple[str, ...]:
    """Return the parts of a name; cached, as most names recur."""
    return tuple(part for part in _SEPARATORS.split(name) if part)


_MOST_KEPT = 4096  # answers


class WantedTopics:
    """Caches for each topic whether it is read: finding out compares it with every rule.

    Args:
        scope: which robot this is. Other robots are discovered over time, and change the answers.
        is_wanted: tells whether messages of a topic and type are read.
    """

    def __init__(self, scope: Scope, is_wanted: Callable[[str, str], bool]) -> None:
        self._scope = scope
        self._is_wanted = is_wanted
        self._answers: dict[tuple[str, str, int], bool] = {}

    def wants(self, topic: str, message_type: str) -> bool:
        """Tell whether messages of a topic and type are read."""
        asked = topic, message_type, len(self._scope.others)
        known = self._answers.get(asked)
        if known is None:
            if len(self._answers) >= _MOST_KEPT:
                self._answers.clear()
            known = self._answers[asked] = self._is_wanted(topic, message_type)
        return known

    def forget(self) -> None:
        """Drop the cached answers, since the rules have changed."""
        self._answers.clear()
