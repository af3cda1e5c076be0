"""Topics that lost a publisher although they still have subscribers (rules.md §5.11).

See docs/explanation/perception.md, "Faults that no driver reports".
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass

BRING_UP = 300.0
"""Seconds after the start in which nodes come and go as they do at every start."""

_STEADY = 60.0  # s for which a topic has as many publishers, so that these are its usual ones
_SETTLE = 10.0  # s after which it is reported: the nodes of a shutdown leave one after another
_SHUT_DOWN = 2  # nodes that leave within that time: more than one seldom fails at once
_FORGOTTEN = 3600.0  # s without a publisher after which a topic is no longer expected


@dataclass
class _Topic:
    """A topic: how many publish on it, since when, and how many usually do."""

    count: int
    since: float
    usual: int = 0


class LostPublishers:
    """Notices topics that fewer nodes publish than usual.

    If most topics lose their publishers at once, the robot is being shut down: nothing is reported.
    If several nodes leave within seconds, a part of it is: their topics are not reported.
    """

    def __init__(self) -> None:
        self._nodes: frozenset[str] = frozenset()
        self._departures: deque[float] = deque(maxlen=100)
        self._topics: dict[str, _Topic] = {}
        self._begun: float | None = None

    def observe(
        self, stamp: float, counts: Mapping[str, int], nodes: Collection[str] = ()
    ) -> set[str]:
        """Return the topics that have had fewer publishers than usual for some seconds.

        ``stamp`` never steps; ``counts`` are publishers by topic; ``nodes`` are all nodes.
        """
        if self._begun is None:
            self._begun = stamp
        self._departures.extend(stamp for _ in self._nodes - set(nodes))
        self._nodes = frozenset(nodes)
        for topic in self._topics.keys() - counts.keys():
            self._note(topic, 0, stamp)
        for topic, count in counts.items():
            self._note(topic, count, stamp)
        if stamp - self._begun < BRING_UP:
            for known in self._topics.values():
                known.usual = min(known.usual, known.count)
        usual = [topic for topic, known in self._topics.items() if known.usual]
        lost = {topic for topic in usual if self._topics[topic].count < self._topics[topic].usual}
        if 2 * len(lost) > len(usual):
            return set()
        return {topic for topic in lost if self._is_missed(self._topics[topic], stamp)}

    def _is_missed(self, topic: _Topic, stamp: float) -> bool:
        if stamp - topic.since < _SETTLE:
            return False
        left = sum(abs(departed - topic.since) <= _SETTLE for departed in self._departures)
        if left >= _SHUT_DOWN:
            topic.usual = topic.count
            return False
        return True

    def _note(self, topic: str, count: int, stamp: float) -> None:
        known = self._topics.setdefault(topic, _Topic(count, stamp))
        if count != known.count:
            known.count, known.since = count, stamp
        if count > known.usual and stamp - known.since >= _STEADY:
            known.usual = count
        if not count and (not known.usual or stamp - known.since > _FORGOTTEN):
            del self._topics[topic]
