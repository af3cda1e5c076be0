"""Says in the log what the node listens to, and when that changes.

See docs/reference/node.md, "The log".
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from robot_memory.faces.ros.source_warnings import few

_SETTLED = 3.0  # s without a change, after which the topics of a start are complete
_INTERVAL = 60.0  # s between two lines, at least


class ListeningLog:
    """Follows the topics that are subscribed to.

    Args:
        clock: seconds on an axis that never steps.
    """

    def __init__(
        self, log: Callable[[str], object], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._log, self._clock = log, clock
        self._seen: frozenset[str] = frozenset()
        self._logged: frozenset[str] = frozenset()
        self._changed = self._due = clock()

    def update(self, types: Mapping[str, str]) -> None:
        """Log what is new since the last line, once it stands still; at most a line a minute."""
        now, topics = self._clock(), frozenset(types)
        if topics != self._seen:
            self._seen, self._changed = topics, now
        is_settled = now - self._changed >= _SETTLED or now - self._due >= _INTERVAL
        if topics == self._logged or now < self._due or not is_settled:
            return
        came, gone = sorted(topics - self._logged), sorted(self._logged - topics)
        text = f"listening to {len(topics)} topics"
        if came:
            names = few([f"{topic} ({types[topic]})" for topic in came])
            text += f"; new: {names}" if self._logged else f": {names}"
        if gone:
            text += f"; no longer: {few(gone)}"
        self._log(text)
        self._logged, self._due = topics, now + _INTERVAL
