"""Which topics are read: asked about every topic at each look at the ROS graph."""

from __future__ import annotations

from collections.abc import Callable

from robot_memory.perception.scope import Scope

_MOST_KEPT = 4096  # answers


class WantedTopics:
    """Keeps the answer for each topic: finding it compares the topic with every rule.

    Args:
        scope: which robot this is. Other robots are found one by one, and change the answers.
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
        """Ask anew: the rules have changed."""
        self._answers.clear()
