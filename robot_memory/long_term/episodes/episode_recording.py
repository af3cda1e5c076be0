"""One episode in progress: the sources of its values, received values, and values to hand over."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from robot_memory.long_term.episodes.episode_keeper import EpisodeSink, EpisodeTape
from robot_memory.long_term.episodes.rule_book import EpisodeField, EpisodeRule, FieldSource
from robot_memory.long_term.levels import EpisodeFields
from robot_memory.long_term.levels.episode_step import ACTION, OBSERVATION, REWARD, Value

#: For each path of a source, the names of the elements of its numbers.
Elements: TypeAlias = tuple[tuple[tuple[str, ...], ...], ...]

_DIGITS = 9  # the most digits of a 32-bit float: files are shorter, and no sensor data is lost


@dataclass
class TopicSample:
    """The last value received on a topic, at a time in seconds."""

    rank: int  # of several sources, the lowest rank counts
    source: FieldSource
    elements: Elements  # the message elements of the numbers
    numbers: list[float]
    stamp: float

    @property
    def labels(self) -> list[str]:
        """The names of the numbers: ``elbow`` of ``position[*]``, ``linear.x`` of ``linear.*``."""
        return [
            _label(path.text, names)
            for path, of_path in zip(self.source.paths, self.elements, strict=True)
            for names in of_path
        ]

    @property
    def value(self) -> Any:
        """A number if the rule names a single one, else a list."""
        is_one = len(self.source.paths) == 1 and not {"*", "?"} & set(self.source.paths[0].text)
        numbers = [float(f"{number:.{_DIGITS}g}") for number in self.numbers]
        return numbers[0] if is_one else numbers


class ValueSlot:
    """A value to read; a received sample is valid for some seconds."""

    def __init__(self, part: str, field: EpisodeField, fresh: float) -> None:
        self.part, self.field = part, field
        self._fresh = fresh
        self._samples: dict[str, TopicSample] = {}
        self._held: str | None = None
        self._is_settled = False
        # topics whose newest message had other elements than those that count
        self.missed: set[str] = set()

    def receive(
        self, topic: str, source: FieldSource, content: Any, stamp: float
    ) -> TopicSample | None:
        """Read a message; return its sample if this topic is the one that counts.

        If a message has other elements than before, for example because an arm and its gripper send
        their joints on one topic in turn, the message with more elements counts.
        """
        found = read_numbers(source, content)
        if found is None:
            return None
        elements, numbers = found
        self.missed.discard(topic)
        before = self._samples.get(topic)
        if before is not None and elements != before.elements:
            is_other = len(numbers) <= len(before.numbers) and self._is_fresh(before, stamp)
            if is_other or self._is_settled:
                self.missed.add(topic)
                return None
        rank = self.field.sources.index(source)
        sample = self._samples[topic] = TopicSample(rank, source, elements, numbers, stamp)
        return sample if self._choose(stamp) == topic else None

    def now(self, stamp: float) -> tuple[str, TopicSample] | None:
        """Return the topic that counts, with its sample; None if the sample is too old."""
        topic = self._choose(stamp)
        if topic is None or not self._is_fresh(self._samples[topic], stamp):
            return None
        return topic, self._samples[topic]

    def hold(self, topic: str) -> None:
        """Keep to a topic until :meth:`release`: an episode has one source for each value."""
        self._held = topic

    def settle(self) -> None:
        """Keep to its elements as well: the episode is recorded from now on."""
        self._is_settled = True

    def release(self) -> None:
        """Choose the topic again from now on."""
        self._held, self._is_settled = None, False

    def forget(self, topic: str) -> None:
        """Remove a topic that is no longer published."""
        self._samples.pop(topic, None)
        self.missed.discard(topic)

    def _choose(self, stamp: float) -> str | None:
        if self._held in self._samples:
            return self._held
        return min(
            self._samples,
            key=lambda topic: (
                self._samples[topic].rank, not self._is_fresh(self._samples[topic], stamp), topic,
            ),
            default=None,
        )  # fmt: skip

    def _is_fresh(self, sample: TopicSample, stamp: float) -> bool:
        return stamp - sample.stamp <= self._fresh


def read_numbers(source: FieldSource, content: Any) -> tuple[Elements, list[float]] | None:
    """Return the elements and numbers of a message; None if any is missing."""
    elements: list[tuple[tuple[str, ...], ...]] = []
    numbers: list[float] = []
    for path in source.paths:
        readings = list(path.read(content))
        if not readings:
            return None
        names, of_path = zip(*readings, strict=True)
        elements.append(names)
        numbers += of_path
    return tuple(elements), numbers


def _label(path: str, names: Sequence[str]) -> str:
    if path.endswith(".*"):
        return f"{path[:-1]}{names[-1]}"
    return " ".join(names) if names else path


class EpisodeRecording:
    """An episode from its first step; it is only stored after :meth:`record` was called.

    Args:
        chosen: each value of the steps, its topic, and its last sample.
        stamp: when it begins, seconds.
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
        self.began = self.latest = stamp  # seconds; the stamp of the last value
        self.steps = 0
        self.tape: EpisodeTape | None = None  # set once the episode is recorded
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
        """Tell whether a sample has the same elements as at the start of the episode."""
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
        """Add to the reward of the current step."""
        self.latest = max(stamp, self.latest)
        self._add(REWARD, "", amount)

    def _add(self, part: str, name: str, value: Any) -> None:
        if not self.is_refused:
            self._values.append((part, name, value, self.time_of(self.latest)))

    def time_of(self, stamp: float) -> datetime:
        """Return the time of a stamp; setting the clock during the episode has no effect."""
        return self._time + timedelta(seconds=stamp - self.began)

    def blind_since(self) -> float:
        """Return the earliest last stamp of the required observations."""
        return math.inf if self.is_refused else min(self._last.values(), default=math.inf)

    def record(self, sink: EpisodeSink) -> None:
        """Begin to record the episode, from its first step."""
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
            read = {"topic": topic, "type": sample.source.type, "numbers": sample.labels}
            sources[slot.part][slot.field.name] = read
        return {"task": self._rule.name, "sources": sources}
