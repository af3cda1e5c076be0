"""Applies all rules of episodes, and gives each message to those that read its topic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from robot_memory.foundation.time.clock import Clock
from robot_memory.ledger import Kind, Observation
from robot_memory.long_term.episodes.episode_rule import EpisodeRule, FieldSource
from robot_memory.long_term.episodes.episode_watch import EpisodeWatch, Load
from robot_memory.long_term.episodes.sink import EpisodeSink
from robot_memory.perception.scope import Scope, WantedTopics

_TICK = 0.5  # s

#: Reads a message at once, however often it comes: one that ends a task, or earns something.
_Urgent = Callable[[Any, float], None]


@dataclass(frozen=True)
class _Bound:
    """What reads a topic."""

    watches: tuple[EpisodeWatch, ...]
    urgent: tuple[_Urgent, ...]


class EpisodeWatches:
    """Watches for episodes, and hands what belongs to them to who records them.

    One caller at a time. Time is the clock's uptime, an axis that never steps.
    """

    def __init__(
        self,
        rules: Sequence[EpisodeRule],
        sink: EpisodeSink,
        clock: Clock,
        scope: Scope | None = None,
    ) -> None:
        self._sink, self._clock, self._scope = sink, clock, scope or Scope()
        self._ticked = 0.0
        self._begin(rules)

    def _begin(self, rules: Sequence[EpisodeRule]) -> None:
        self._rules = tuple(rules)
        self._watches = [EpisodeWatch(rule, self._sink, self._to_time) for rule in rules]
        self._bound: dict[str, _Bound] = {}
        self._wanted = WantedTopics(
            self._scope, lambda topic, message_type: bool(self._sources(topic, message_type))
        )

    def _to_time(self, stamp: float) -> datetime:
        return self._clock.now().earlier(stamp).time

    # -- which topics ----------------------------------------------------------------------

    def wants(self, topic: str, message_type: str) -> bool:
        """Tell whether any rule reads this topic."""
        return self._wanted.wants(topic, message_type)

    def fields_read(self, topic: str, message_type: str) -> frozenset[str] | None:
        """Return which fields of this topic's messages are read; None for all of them."""
        fields: set[str] = set()
        for source in self._sources(topic, message_type):
            for path in source.paths:
                if path.fields is None:
                    return None
                fields |= path.fields
        return frozenset(fields)

    def _sources(self, topic: str, message_type: str) -> list[FieldSource]:
        return [
            source
            for rule in self._rules
            for source in rule.sources()
            if source.binds(topic, message_type, self._scope)
        ]

    def use_rules(self, rules: Sequence[EpisodeRule]) -> bool:
        """Go on with other rules; return whether they are others. Episodes that go on end."""
        if tuple(rules) == self._rules:
            return False
        self.finish()
        self._begin(rules)
        return True

    def forget(self, topic: str) -> None:
        """Let go of a topic that nobody publishes any more."""
        if self._bound.pop(topic, None) is not None:
            for watch in self._watches:
                watch.forget(topic)

    def _bind(self, topic: str, message_type: str) -> _Bound:
        def reads(source: FieldSource) -> bool:
            return source.binds(topic, message_type, self._scope)

        watches: list[EpisodeWatch] = []
        urgent: list[_Urgent] = []
        for watch in self._watches:
            readers = [
                (slot, next(filter(reads, slot.field.sources), None)) for slot in watch.slots
            ]
            if any(source for _, source in readers):
                watch.bind(topic, [(slot, source) for slot, source in readers if source])
                watches.append(watch)
            terminal, reward = watch.rule.terminal, watch.rule.reward.source
            if terminal is not None and reads(terminal.source):
                urgent.append(watch.receive_end)
            if reward is not None and reads(reward):
                urgent.append(watch.receive_reward)
        return _Bound(tuple(watches), tuple(urgent))

    # -- what comes in ---------------------------------------------------------------------

    def receive(
        self, topic: str, message_type: str, load: Load, *, received_at: float | None = None
    ) -> None:
        """Take note of a message, in the order in which they come; few are read.

        Args:
            topic: its fully qualified topic.
            load: gives the message, or None where it cannot be read.
            received_at: when it arrived, as seconds since boot on the wall clock; None: just now.
        """
        bound = self._bound.get(topic)
        if bound is None:
            bound = self._bound[topic] = self._bind(topic, message_type)
        if not (bound.watches or bound.urgent):
            return
        stamp = received_at
        if stamp is None or self._clock.kind != "wall":
            stamp = self._clock.now().uptime
        if stamp - self._ticked >= _TICK:
            self._pass_time(stamp)
        for watch in bound.watches:
            watch.offer(topic, stamp, load)
        if bound.urgent and (content := load()) is not None:
            for read in bound.urgent:
                read(content, stamp)

    def occurred(self, row: Observation) -> None:
        """Let an onset of an occurrence earn what the rules say."""
        if row.kind is Kind.ONSET:
            for watch in self._watches:
                if watch.rule.reward.onset:
                    watch.add_reward(watch.rule.reward.onset, row.instant.uptime)

    def advance(self) -> None:
        """Let time pass without a message; call it about once a second."""
        self._pass_time(self._clock.now().uptime)

    def _pass_time(self, stamp: float) -> None:
        self._ticked = stamp
        for watch in self._watches:
            watch.advance(stamp)

    def finish(self) -> None:
        """End what goes on: no more messages come."""
        for watch in self._watches:
            watch.finish()
