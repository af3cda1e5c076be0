"""Applies episode rules: when an episode begins, what its steps hold, and when it ends.

See docs/reference/levels.md, "Episodes".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from robot_memory.foundation.time.clock import Clock
from robot_memory.ledger import Kind, Observation
from robot_memory.long_term.episodes.episode_keeper import EpisodeSink
from robot_memory.long_term.episodes.episode_recording import (
    EpisodeRecording,
    TopicSample,
    ValueSlot,
    read_numbers,
)
from robot_memory.long_term.episodes.rule_book import Begins, EpisodeRule, FieldSource
from robot_memory.long_term.levels.episode_step import ACTION, OBSERVATION
from robot_memory.perception.scope import Scope, WantedTopics

_TICK = 0.5  # s
#: Decodes a message; called only when the message is read, which most never are.
Load = Callable[[], Any]
#: Share of a period after which a step is due: values at its rate may come a little early.
_SHARE = 0.96
_HAND_OVER = 1.0  # s of values that a killed process may lose, beside the current step
_QUIET = 0.5  # s after a step was due, without a message
_LONG_KNOWN = 60.0  # s for which a sample of an optional value is valid

#: Reads every message at once: one that ends a task, or gives a reward.
_Urgent = Callable[[Any, float], None]


@dataclass(frozen=True)
class _Bound:
    """The readers of a topic."""

    watches: tuple[EpisodeWatch, ...]
    urgent: tuple[_Urgent, ...]


class EpisodeWatches:
    """Watches for episodes, and hands their values to the sink.

    One caller at a time. Time is the clock's uptime, which never jumps.
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
        """Return the fields of this topic's messages that are read; None for all of them."""
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
        """Switch to other rules; return whether they differ. Current episodes end."""
        if tuple(rules) == self._rules:
            return False
        self.finish()
        self._begin(rules)
        return True

    def forget(self, topic: str) -> None:
        """Remove a topic that is no longer published."""
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
        """Take in a message, in order of arrival; few are decoded.

        Args:
            topic: its fully qualified topic.
            load: decodes the message; returns None if it cannot be read.
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
        """Add the reward for an onset, as the rules define it."""
        if row.kind is Kind.ONSET:
            for watch in self._watches:
                if watch.rule.reward.onset:
                    watch.add_reward(watch.rule.reward.onset, row.instant.uptime)

    def advance(self) -> None:
        """Let time pass without a message; to be called about once a second."""
        self._pass_time(self._clock.now().uptime)

    def _pass_time(self, stamp: float) -> None:
        self._ticked = stamp
        for watch in self._watches:
            watch.advance(stamp)

    def finish(self) -> None:
        """End the current episodes: no more messages come."""
        for watch in self._watches:
            watch.finish()


class EpisodeWatch:
    """Watches for the episodes of one rule. One caller at a time; stamps never go back.

    While the robot does nothing, commands are read once a period, and of observations only the
    newest message is kept, unread. During an episode everything is read at one moment of each
    period, so that the values of a step were known at the same time.
    """

    def __init__(
        self, rule: EpisodeRule, sink: EpisodeSink, to_time: Callable[[float], datetime]
    ) -> None:
        self.rule = rule
        self._sink, self._to_time = sink, to_time
        end = rule.option("end")
        self.slots = [
            ValueSlot(part, field, max(end, _LONG_KNOWN) if field.optional else end)
            for part, fields in ((OBSERVATION, rule.observation), (ACTION, rule.action))
            for field in fields
        ]
        self._activity = _CommandedActivity(rule)
        self._readers: dict[str, list[tuple[ValueSlot, FieldSource]]] = {}
        self._waiting: dict[str, tuple[float, Load]] = {}
        self._missed: set[str] = set()
        self._due = self._hand_over_due = -math.inf
        self._action_topics: set[str] = set()
        self._is_awake = False
        self._take: EpisodeRecording | None = None
        self._last_status: tuple[float, float] = (math.nan, -math.inf)  # the last status, and when

    def bind(self, topic: str, readers: Sequence[tuple[ValueSlot, FieldSource]]) -> None:
        """Read a topic from now on."""
        self._readers[topic] = list(readers)
        if any(slot.part == ACTION for slot, _ in readers):
            self._action_topics.add(topic)

    def forget(self, topic: str) -> None:
        """Remove a topic that is no longer published."""
        self._readers.pop(topic, None)
        self._action_topics.discard(topic)
        self._waiting.pop(topic, None)
        self._missed.discard(topic)
        for slot in self.slots:
            slot.forget(topic)

    # -- what comes in ---------------------------------------------------------------------

    def offer(self, topic: str, stamp: float, load: Load) -> None:
        """Take in a message; it is read if it is the newest when a step is due."""
        self._waiting[topic] = (stamp, load)
        if not self._is_wanted(topic):
            return
        if stamp >= self._due:
            self._step()
        elif topic in self._missed:
            self._read(topic)

    def add_reward(self, amount: float, stamp: float) -> None:
        """Add to the reward of the current step, if there is one."""
        if self._take is not None and math.isfinite(amount):
            self._take.add_reward(amount, stamp)

    def receive_reward(self, content: Any, stamp: float) -> None:
        """Read a message with a reward."""
        source = self.rule.reward.source
        found = read_numbers(source, content) if source is not None else None
        if found is not None:
            self.add_reward(sum(found[1]), stamp)

    def receive_end(self, content: Any, stamp: float) -> None:
        """Read a message that may end the task."""
        terminal = self.rule.terminal
        found = read_numbers(terminal.source, content) if terminal is not None else None
        if terminal is None or found is None:
            return
        status = found[1][-1]  # of a list of statuses, the newest
        before, self._last_status = self._last_status, (status, stamp)
        is_repeated = status == before[0] and stamp - before[1] <= self.rule.option("end")
        if not is_repeated and status in (*terminal.done, *terminal.failed):
            self._read_waiting()
            self._end(stamp, success=status in terminal.done, is_terminal=True)

    def advance(self, stamp: float) -> None:
        """Let time pass; to be called about once a second."""
        if stamp >= self._due + _QUIET and any(map(self._is_wanted, self._waiting)):
            self._catch_up()
        take, end = self._take, self.rule.option("end")
        if take is None:
            self._is_awake = self._is_awake and stamp < self._activity.latest + end
            return
        over = min(self._activity.latest, take.blind_since()) + end
        if stamp >= over:
            self._end(over)
        elif stamp >= self._hand_over_due:
            self._hand_over_due = stamp + _HAND_OVER
            take.hand_over()

    def finish(self) -> None:
        """End the current episode: no more messages come."""
        if self._take is not None:
            self._read_waiting()
            self._end(-math.inf)

    # -- steps -----------------------------------------------------------------------------

    def _is_wanted(self, topic: str) -> bool:
        if self._is_awake and not (self._take is not None and self._take.is_refused):
            return True
        return topic in self._action_topics

    def _step(self) -> None:
        """Read the waiting messages, the oldest first, and make a step of them."""
        acted = self._activity.latest
        newest = self._read_waiting()
        if newest is None:
            return
        if not self._is_awake and self._activity.latest > acted:
            self._is_awake = True
            newest = max(newest, self._read_waiting() or newest)
        self._due = newest + _SHARE * self.rule.option("period")
        if self._take is not None:
            self._count_step(self._take, newest)
        elif self._is_awake:
            self._begin(newest)

    def _catch_up(self) -> None:
        """Read the messages that still wait when no more come, such as a last stop command."""
        if self._take is None:
            self._step()
        else:
            self._read_waiting()

    def _read_waiting(self) -> float | None:
        """Read the wanted waiting messages; return their newest stamp."""
        wanted = sorted((stamp, topic) for topic, (stamp, _) in self._waiting.items()
                        if self._is_wanted(topic))  # fmt: skip
        for _, topic in wanted:
            self._read(topic)
        return wanted[-1][0] if wanted else None

    def _read(self, topic: str) -> None:
        stamp, load = self._waiting.pop(topic)
        content, readers = load(), self._readers[topic]
        for slot, source in readers if content is not None else ():
            sample = slot.receive(topic, source, content, stamp)
            if sample is not None:
                self._receive(slot, topic, sample, stamp)
        if any(topic in slot.missed for slot, _ in readers):
            self._missed.add(topic)  # its next message may have the right elements
        else:
            self._missed.discard(topic)

    def _receive(self, slot: ValueSlot, topic: str, sample: TopicSample, stamp: float) -> None:
        self._activity.note(slot, topic, sample.numbers, stamp)
        if self._take is None:
            return
        if self._take.fits(slot, sample):
            self._take.receive(slot, sample.value, stamp)
        else:
            self._drop()  # it has more elements than at the start; the episode begins again

    # -- episodes --------------------------------------------------------------------------

    def _begin(self, stamp: float) -> None:
        """Begin an episode if the robot acts, and all required values are known."""
        if stamp - self._activity.latest > self.rule.option("end"):
            return
        known = [(slot, slot.now(stamp)) for slot in self.slots]
        if any(found is None and not slot.field.optional for slot, found in known):
            return
        chosen = [(slot, *found) for slot, found in known if found is not None]
        for slot, topic, _ in chosen:
            slot.hold(topic)
        self._take = EpisodeRecording(self.rule, chosen, stamp, self._to_time(stamp))
        self._missed.update(topic for _, topic, _ in chosen)  # their topics may have more elements

    def _count_step(self, take: EpisodeRecording, stamp: float) -> None:
        take.steps += 1
        is_new = take.tape is None and not take.is_refused
        if is_new and take.steps >= self.rule.option("shortest"):
            take.record(self._sink)
        if stamp - take.began >= self.rule.option("longest"):
            self._end(stamp)
            self._begin(stamp)

    def _end(self, stamp: float, *, success: bool = False, is_terminal: bool = False) -> None:
        take = self._drop()
        if take is None:
            return
        take.end(stamp, success=success, is_terminal=is_terminal)
        if is_terminal:
            self._activity.settle()  # only a new action begins the next one

    def _drop(self) -> EpisodeRecording | None:
        take, self._take = self._take, None
        for slot in self.slots:
            slot.release()
        return take


class _CommandedActivity:
    """The time of the robot's last action, according to its command topics."""

    def __init__(self, rule: EpisodeRule) -> None:
        self._begins, self._goes_on = rule.begins, frozenset(rule.goes_on)
        self._zero = rule.option("zero")
        self._before: dict[tuple[str, str], Sequence[float]] = {}
        self.latest = -math.inf

    def note(self, slot: ValueSlot, topic: str, numbers: Sequence[float], stamp: float) -> None:
        if slot.part == ACTION:
            is_action = self._is_action((slot.field.name, topic), numbers)
        else:
            is_action = slot.field.name in self._goes_on and self._is_nonzero(numbers)
        if is_action:
            self.latest = stamp

    def settle(self) -> None:
        """End the current action."""
        self.latest = -math.inf

    def _is_action(self, who: tuple[str, str], numbers: Sequence[float]) -> bool:
        if self._begins is Begins.HEARD:
            return True
        if self._begins is Begins.NONZERO:
            return self._is_nonzero(numbers)
        before = self._before.setdefault(who, numbers)
        if len(before) == len(numbers) and not self._is_nonzero(
            [now - then for now, then in zip(numbers, before, strict=True)]
        ):
            return False
        self._before[who] = numbers
        return True

    def _is_nonzero(self, numbers: Sequence[float]) -> bool:
        return any(abs(number) > self._zero for number in numbers)
