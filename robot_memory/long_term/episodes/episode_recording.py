"""One episode in progress: where its values are read, those received, and those to hand over."""

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

#: Of each path of a source the names of the elements that its numbers lie in.
Elements: TypeAlias = tuple[tuple[tuple[str, ...], ...], ...]

_DIGITS = 9  # that a float of 32 bits takes at most; shorter files, and nothing is lost of sensors


@dataclass
class TopicSample:
    """The last value received on a topic, at a time in seconds."""

    rank: int  # of several sources the lower one counts
    source: FieldSource
    elements: Elements  # which elements of the message the numbers are
    numbers: list[float]
    stamp: float

    @property
    def labels(self) -> list[str]:
        """What they are called: ``elbow`` of ``position[*]``, ``linear.x`` of ``linear.*``."""
        return [
            _label(path.text, names)
            for path, of_path in zip(self.source.paths, self.elements, strict=True)
            for names in of_path
        ]

    @property
    def value(self) -> Any:
        """A number where the rule names one, else a list."""
        is_one = len(self.source.paths) == 1 and not {"*", "?"} & set(self.source.paths[0].text)
        numbers = [float(f"{number:.{_DIGITS}g}") for number in self.numbers]
        return numbers[0] if is_one else numbers


class ValueSlot:
    """A value that is looked for; what was heard counts for some seconds."""

    def __init__(self, part: str, field: EpisodeField, fresh: float) -> None:
        self.part, self.field = part, field
        self._fresh = fresh
        self._samples: dict[str, TopicSample] = {}
        self._held: str | None = None
        self._is_settled = False
        # topics whose newest message was of other elements than those that count
        self.missed: set[str] = set()

    def receive(
        self, topic: str, source: FieldSource, content: Any, stamp: float
    ) -> TopicSample | None:
        """Read a message; return what it says where this topic is the one that counts.

        Numbers of other elements than before, as where an arm and its gripper tell their joints
        on one topic in turn, are left out: those of the message with more of them count.
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
        """Return the topic that counts, and what was heard there; None where that is too old."""
        topic = self._choose(stamp)
        if topic is None or not self._is_fresh(self._samples[topic], stamp):
            return None
        return topic, self._samples[topic]

    def hold(self, topic: str) -> None:
        """Keep to a topic until :meth:`release`: an episode has one source for each value."""
        self._held = topic

    def settle(self) -> None:
        """Keep to its elements as well: the episode is being recorded."""
        self._is_settled = True

    def release(self) -> None:
        """Choose anew from now on."""
        self._held, self._is_settled = None, False

    def forget(self, topic: str) -> None:
        """Let go of a topic that nobody publishes any more."""
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
    """Return the numbers of a message and which elements they are; None where one is not there."""
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
    """An episode from its first step; it is stored only after :meth:`record` was called.

    Args:
        chosen: each value of the steps, the topic that it is read from, and its last sample.
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
        self.began = self.latest = stamp  # seconds; that of the last value
        self.steps = 0
        self.tape: EpisodeTape | None = None  # where it is recorded, once it is
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
            read = {"topic": topic, "type": sample.source.type, "numbers": sample.labels}
            sources[slot.part][slot.field.name] = read
        return {"task": self._rule.name, "sources": sources}
