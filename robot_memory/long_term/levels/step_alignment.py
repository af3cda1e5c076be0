"""Steps from values that come at different times and rates. No clock, no disk.

See docs/reference/levels.md, "Episodes".
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from robot_memory.foundation.errors import InvalidInput
from robot_memory.long_term.levels.episode_step import EpisodeStep, plain, shape_of, zeros_like

_SHARE = 0.95  # of a period from which a step may end: what comes at its beat comes a little early


class StepAlignment:
    """Makes steps of what is observed and done.

    The first step begins once each value has been heard. A step lasts one period, or until
    something is heard again; its observation is what was last known when it began, with all that
    was heard at that very moment, its action what was last commanded before it ended, its reward
    the sum of those that came meanwhile.

    Args:
        observed, acted: the names of the values of each step.
        period: seconds that a step lasts at least, but for a twentieth.

    Attributes:
        refused: how many values of a name were left out, for being of another shape than its
            first one, or of no shape that JSON has.
    """

    def __init__(self, observed: Sequence[str], acted: Sequence[str], period: float) -> None:
        self._names = {"observation": tuple(observed), "action": tuple(acted)}
        self._held: dict[str, dict[str, Any]] = {"observation": {}, "action": {}}
        self._shapes: dict[tuple[str, str], Any] = {}
        self._period = period
        self._began: datetime | None = None
        self._seen: dict[str, Any] = {}
        self._reward = 0.0
        self._is_first = True
        self.refused: Counter[str] = Counter()

    def observe(self, name: str, value: Any, time: datetime) -> EpisodeStep | None:
        """Take in an observed value; return the step that this ends, if it ends one."""
        return self._take("observation", name, value, time)

    def act(self, name: str, value: Any, time: datetime) -> EpisodeStep | None:
        """Take in a commanded value; return the step that this ends, if it ends one."""
        return self._take("action", name, value, time)

    def add_reward(self, amount: float) -> None:
        """Add to the reward of the step that goes on.

        Raises:
            InvalidInput: the amount is not a finite number.
        """
        if not math.isfinite(amount):
            raise InvalidInput(f"a reward of {amount} is not a finite number; it was not added")
        self._reward += amount

    def end(self, time: datetime, *, is_terminal: bool) -> list[EpisodeStep]:
        """Return the step that goes on, and the last one; none where none has begun."""
        if self._began is None:
            return []
        step = self._step(self._began)
        last = EpisodeStep(
            self._ordered("observation"), zeros_like(step.action), 0.0,
            is_last=True, is_terminal=is_terminal, time=time,
        )  # fmt: skip
        return [step, last]

    def _take(self, part: str, name: str, value: Any, time: datetime) -> EpisodeStep | None:
        if name not in self._names[part]:
            return None
        is_usable, value = self._usable(part, name, value)
        if not is_usable:
            self.refused[name] += 1
            return None
        step = self._due(time)
        self._held[part][name] = value
        if step is not None or (self._began is None and self._is_complete()):
            self._began = time
        if time == self._began:
            self._seen = self._ordered("observation")
        return step

    def _due(self, time: datetime) -> EpisodeStep | None:
        """Return the step that goes on where it has lasted long enough; a clock may be set back."""
        if self._began is None:
            return None
        if abs((time - self._began).total_seconds()) < _SHARE * self._period:
            return None
        return self._step(self._began)

    def _usable(self, part: str, name: str, value: Any) -> tuple[bool, Any]:
        try:
            value = plain(value)
        except InvalidInput:
            return False, None
        shape = shape_of(value)
        return self._shapes.setdefault((part, name), shape) == shape, value

    def _is_complete(self) -> bool:
        return all(name in self._held[part] for part in self._names for name in self._names[part])

    def _ordered(self, part: str) -> dict[str, Any]:
        return {name: self._held[part][name] for name in self._names[part]}

    def _step(self, began: datetime) -> EpisodeStep:
        """Return the step that goes on as it is now."""
        step = EpisodeStep(
            self._seen, self._ordered("action"), self._reward, is_first=self._is_first, time=began
        )
        self._reward, self._is_first = 0.0, False
        return step
