"""One episode in progress: the values received, and the part not handed over yet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from robot_memory.long_term.episodes.episode_rule import EpisodeRule
from robot_memory.long_term.episodes.sink import (
    ACTION,
    OBSERVATION,
    REWARD,
    EpisodeSink,
    EpisodeTape,
    Value,
)
from robot_memory.long_term.episodes.value_slot import TopicSample, ValueSlot
from robot_memory.long_term.levels import EpisodeFields


class EpisodeRecording:
    """An episode from its first step; it is stored only after :meth:`record` was called.

    Args:
        chosen: each value of the steps, the topic that it is read from, and its last sample.
        stamp: when it begins, seconds.
        time: the same, UTC.

    Attributes:
        latest: the time of the last value, seconds.
        tape: where it is recorded; None: not recorded yet.
        is_refused: whether the sink refused to record it.
    """

    def __init__(
        self,
        rule: EpisodeRule,
        chosen: Sequence[tuple[ValueSlot, str, TopicSample]],
        stamp: float,
        time: datetime,
    ) -> None:
        self._rule, self._chosen, self._time = rule, chosen, time
        self._elements = {slot: sample.elements for slot, _, sample in chosen}
        self.began = self.latest = stamp
        self.steps = 0
        self.tape: EpisodeTape | None = None
        self.is_refused = False
        self._last = {
            slot.field.name: stamp
            for slot, _, _ in chosen
            if slot.part == OBSERVATION and not slot.field.optional
        }
        self._values: list[Value] = [
            (slot.part, slot.field.name, sample.value, time) for slot, _, sample in chosen
        ]

    def fits(self, slot: ValueSlot, sample: TopicSample) -> bool:
        """Tell whether a value has the elements that it had when the episode began."""
        return self._elements.get(slot, sample.elements) == sample.elements

    def receive(self, slot: ValueSlot, value: Any, stamp: float) -> None:
        """Take in a value."""
        if slot not in self._elements:
            return  # all steps hold the values that were known when the episode began
        self.latest = max(stamp, self.latest)
        if slot.part == OBSERVATION and slot.field.name in self._last:
            self._last[slot.field.name] = self.latest
        self._add(slot.part, slot.field.name, value)

    def add_reward(self, amount: float, stamp: float) -> None:
        """Add to the reward of the step that goes on."""
        self.latest = max(stamp, self.latest)
        self._add(REWARD, "", amount)

    def _add(self, part: str, name: str, value: Any) -> None:
        if not self.is_refused:
            self._values.append((part, name, value, self.time_of(self.latest)))

    def time_of(self, stamp: float) -> datetime:
        """Return the time of a stamp; a clock that is set during the episode changes nothing."""
        return self._time + timedelta(seconds=stamp - self.began)

    def blind_since(self) -> float:
        """Return since when a required value was not received."""
        return math.inf if self.is_refused else min(self._last.values(), default=math.inf)

    def record(self, sink: EpisodeSink) -> None:
        """Begin to record it, from its first step."""
        rule = self._rule
        for slot in self._elements:
            slot.settle()
        observation, action = (
            [slot.field.name for slot, _, _ in self._chosen if slot.part == part]
            for part in (OBSERVATION, ACTION)
        )
        fields = EpisodeFields(observation, action, rule.option("period"))
        self.tape = sink.begin(fields, self._time, self._about())
        self.is_refused = self.tape is None
        if self.is_refused:
            self._values = []
        self.hand_over()

    def hand_over(self) -> None:
        """Hand the received values over, if the episode is recorded."""
        if self.tape is not None and self._values:
            self.is_refused = not self.tape.is_open
            self.tape.write(self._values)
            self._values = []

    def end(self, stamp: float, *, success: bool, is_terminal: bool) -> None:
        """End the episode; values that were not recorded are dropped."""
        self.hand_over()
        if self.tape is not None:
            time = self.time_of(max(stamp, self.latest))
            self.tape.end(time, success=success, is_terminal=is_terminal)

    def _about(self) -> dict[str, Any]:
        sources: dict[str, dict[str, Any]] = {OBSERVATION: {}, ACTION: {}}
        for slot, topic, sample in self._chosen:
            sources[slot.part][slot.field.name] = {
                "topic": topic,
                "type": sample.source.type,
                "numbers": sample.labels,
            }
        return {"task": self._rule.name, "sources": sources}
