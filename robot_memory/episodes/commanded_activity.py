"""Whether the robot acts at present, according to its command topics."""

from __future__ import annotations

import math
from collections.abc import Sequence

from robot_memory.episodes.episode_rule import Begins, EpisodeRule
from robot_memory.episodes.sink import ACTION
from robot_memory.episodes.value_slot import ValueSlot


class CommandedActivity:
    """When the robot last did something.

    Attributes:
        latest: the stamp of the last action.
    """

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
