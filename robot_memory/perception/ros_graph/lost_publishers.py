"""Topics that lost a publisher although somebody still listens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

BRING_UP = 300.0
"""Seconds after the start in which nodes come and go as they do at every start."""

_STEADY = 60.0  # s for which a topic has as many publishers, so that these are its usual ones
_FORGOTTEN = 3600.0  # s without a publisher after which a topic is none that is missed


@dataclass
class _Topic:
    """A topic: how many publish on it, since when, and how many usually do."""

    count: int
    since: float
    usual: int = 0


class LostPublishers:
    """Notices topics that fewer nodes publish than usual.

    Where most topics lose their publishers at once, the robot is being shut down: nothing is told.
    """

    def __init__(self) -> None:
        self._topics: dict[str, _Topic] = {}
        self._begun: float | None = None

    def observe(self, stamp: float, counts: Mapping[str, int]) -> set[str]:
        """Return the topics that have fewer publishers than usual.

        Args:
            stamp: now, seconds on an axis that never steps.
            counts: how many publishers each topic has.
        """
        if self._begun is None:
            self._begun = stamp
        for topic in self._topics.keys() - counts.keys():
            self._note(topic, 0, stamp)
        for topic, count in counts.items():
            self._note(topic, count, stamp)
        if stamp - self._begun < BRING_UP:
            for known in self._topics.values():
                known.usual = min(known.usual, known.count)
        usual = [topic for topic, known in self._topics.items() if known.usual]
        lost = {topic for topic in usual if self._topics[topic].count < self._topics[topic].usual}
        return set() if 2 * len(lost) > len(usual) else lost

    def _note(self, topic: str, count: int, stamp: float) -> None:
        known = self._topics.setdefault(topic, _Topic(count, stamp))
        if count != known.count:
            known.count, known.since = count, stamp
        if count > known.usual and stamp - known.since >= _STEADY:
            known.usual = count
        if not count and (not known.usual or stamp - known.since > _FORGOTTEN):
            del self._topics[topic]
