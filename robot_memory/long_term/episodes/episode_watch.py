"""Applies one rule: when an episode begins, what its steps hold, and when it ends.

See docs/reference/levels.md, "Episodes".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from robot_memory.long_term.episodes.episode_recording import (
    EpisodeRecording,
    TopicSample,
    ValueSlot,
    read_numbers,
)
from robot_memory.long_term.episodes.episode_rule import Begins, EpisodeRule, FieldSource
from robot_memory.long_term.episodes.sink import EpisodeSink
from robot_memory.long_term.levels.episode_step import ACTION, OBSERVATION

#: Gives a message; it is called where the message is read, which most never are.
Load = Callable[[], Any]
#: Of a period after which a step is due: what comes at its beat comes a little early now and then.
_SHARE = 0.96
_HAND_OVER = 1.0  # s that a killed process may cost, beside the step that goes on
_QUIET = 0.5  # s after a step was due, in which nothing came
_LONG_KNOWN = 60.0  # s for which a value counts without which there are episodes too


class EpisodeWatch:
    """Watches for the episodes of one rule. One caller at a time; stamps never go back.

    While nothing is done, commands are read once a period, and of what is observed the newest
    message is kept unread. While an episode goes on all is read at one moment of each period, so
    that what stands in a step was known at the same time.
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
        """Let go of a topic that nobody publishes any more."""
        self._readers.pop(topic, None)
        self._action_topics.discard(topic)
        self._waiting.pop(topic, None)
        self._missed.discard(topic)
        for slot in self.slots:
            slot.forget(topic)

    # -- what comes in ---------------------------------------------------------------------

    def offer(self, topic: str, stamp: float, load: Load) -> None:
        """Take note of a message; it is read where it is the newest when a step is due."""
        self._waiting[topic] = (stamp, load)
        if not self._is_wanted(topic):
            return
        if stamp >= self._due:
            self._step()
        elif topic in self._missed:
            self._read(topic)

    def add_reward(self, amount: float, stamp: float) -> None:
        """Add to the reward of the step that goes on, if one does."""
        if self._take is not None and math.isfinite(amount):
            self._take.add_reward(amount, stamp)

    def receive_reward(self, content: Any, stamp: float) -> None:
        """Read a message that says what was earned."""
        source = self.rule.reward.source
        found = read_numbers(source, content) if source is not None else None
        if found is not None:
            self.add_reward(sum(found[1]), stamp)

    def receive_end(self, content: Any, stamp: float) -> None:
        """Read a message that may say that the task has ended."""
        terminal = self.rule.terminal
        found = read_numbers(terminal.source, content) if terminal is not None else None
        if terminal is None or found is None:
            return
        status = found[1][-1]  # of a list of statuses the newest one
        before, self._last_status = self._last_status, (status, stamp)
        is_repeated = status == before[0] and stamp - before[1] <= self.rule.option("end")
        if not is_repeated and status in (*terminal.done, *terminal.failed):
            self._read_waiting()
            self._end(stamp, success=status in terminal.done, is_terminal=True)

    def advance(self, stamp: float) -> None:
        """Let time pass; call it about once a second."""
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
        """End what goes on: no more messages come."""
        if self._take is not None:
            self._read_waiting()
            self._end(-math.inf)

    # -- steps -----------------------------------------------------------------------------

    def _is_wanted(self, topic: str) -> bool:
        if self._is_awake and not (self._take is not None and self._take.is_refused):
            return True
        return topic in self._action_topics

    def _step(self) -> None:
        """Read what waits, the oldest first, and let it be a step."""
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
        """Read what still waits since nothing comes any more, as a last command to stop."""
        if self._take is None:
            self._step()
        else:
            self._read_waiting()

    def _read_waiting(self) -> float | None:
        """Read what is wanted now; return the newest stamp of it."""
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
            self._missed.add(topic)  # its next message may be of the right elements
        else:
            self._missed.discard(topic)

    def _receive(self, slot: ValueSlot, topic: str, sample: TopicSample, stamp: float) -> None:
        self._activity.note(slot, topic, sample.numbers, stamp)
        if self._take is None:
            return
        if self._take.fits(slot, sample):
            self._take.receive(slot, sample.value, stamp)
        else:
            self._drop()  # there are more elements than it began with; it begins anew

    # -- episodes --------------------------------------------------------------------------

    def _begin(self, stamp: float) -> None:
        """Begin an episode if the robot acts, and all that is required is known."""
        if stamp - self._activity.latest > self.rule.option("end"):
            return
        known = [(slot, slot.now(stamp)) for slot in self.slots]
        if any(found is None and not slot.field.optional for slot, found in known):
            return
        chosen = [(slot, *found) for slot, found in known if found is not None]
        for slot, topic, _ in chosen:
            slot.hold(topic)
        self._take = EpisodeRecording(self.rule, chosen, stamp, self._to_time(stamp))
        self._missed.update(topic for _, topic, _ in chosen)  # there may be more elements on it

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
    """When the robot last did something, according to its command topics."""

    def __init__(self, rule: EpisodeRule) -> None:
        self._begins, self._goes_on = rule.begins, frozenset(rule.goes_on)
        self._zero = rule.option("zero")
        self._before: dict[tuple[str, str], Sequence[float]] = {}
        self.latest = -math.inf

    def note(self, slot: ValueSlot, topic: str, numbers: Sequence[float], stamp: float) -> None:
        """Take in a value."""
        if slot.part == ACTION:
            is_action = self._is_action((slot.field.name, topic), numbers)
        else:
            is_action = slot.field.name in self._goes_on and self._is_nonzero(numbers)
        if is_action:
            self.latest = stamp

    def settle(self) -> None:
        """What was done is over."""
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
