"""The steps of an episode: their file form, and how values of different rates are aligned.

The layout is that of the RLDS tools (002 §Overview). A step holds the observation, the action taken
upon it and the resulting reward. The last step has only the last observation: its action and reward
mean nothing, and are zeros of the same shape, since all steps of a data set have the same fields.
No clock, no disk.

See docs/reference/levels.md, "Episodes".
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any, TypeAlias

from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.text.field_reader import FieldReader
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.stamps import time_of

OBSERVATION, ACTION, REWARD = "observation", "action", "reward"
#: The part of a step (observation, action or reward), the name in it, the value, and its time.
Value: TypeAlias = tuple[str, str, Any, datetime]

_FLAGS = ("is_first", "is_last", "is_terminal")
_OURS = ("observation", "action", "reward", *_FLAGS, "timestamp")
_SHARE = 0.95  # of a period, after which a step may end: a value may come a little early


@dataclass(frozen=True)
class EpisodeStep:
    """One step; the flags mark the first and the last step of the episode.

    Attributes:
        is_terminal: whether the task ended here, done or failed; if the last step is not terminal,
            the episode was cut short.
        time: when it was observed, UTC; None if another tool did not record it.
    """

    observation: Any
    action: Any
    reward: float
    is_first: bool = False
    is_last: bool = False
    is_terminal: bool = False
    time: datetime | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    def as_record(self) -> dict[str, Any]:
        """Return the step as JSON data."""
        names = (OBSERVATION, ACTION, REWARD, *_FLAGS)
        record: dict[str, Any] = {name: getattr(self, name) for name in names}
        if self.time is not None:
            record["timestamp"] = stamps.to_text(self.time.astimezone(timezone.utc))
        return {**record, **self.extra}


def read_step(data: Mapping[str, Any], where: str) -> EpisodeStep:
    """Read a step of :meth:`EpisodeStep.as_record` or of another tool; RLDS requires two flags.

    Raises:
        InvalidInput: lists everything wrong, each with its path.
    """
    reader = FieldReader(data)
    first, last = reader.flag("is_first"), reader.flag("is_last")
    is_terminal = reader.flag("is_terminal", default=False)
    reward = data.get("reward", 0.0)
    if isinstance(reward, bool) or not isinstance(reward, (int, float)):
        reader.refuse("reward", f"{reward!r:.80} is not a number")
    if reader.defects:
        raise InvalidInput(f"{where} cannot be read", reader.defects)
    return EpisodeStep(
        data.get("observation"), data.get("action"), float(reward), first, last, is_terminal,
        time_of(data.get("timestamp")),
        {name: value for name, value in data.items() if name not in _OURS},
    )  # fmt: skip


def plain(value: Any) -> Any:
    """Return a value as JSON data, NaN and infinity as null; InvalidInput for any other type."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    raise InvalidInput(f"{type(value).__name__} {value!r:.80} cannot be stored in an episode")


def shape_of(value: Any) -> Any:
    """Return the shape that all values of a field share: kind of value, length, names."""
    if type(value) is float:  # most values
        return "number"
    if isinstance(value, dict):
        return {name: shape_of(part) for name, part in value.items()}
    if isinstance(value, list):
        return [shape_of(part) for part in value]
    if isinstance(value, (bool, str)):
        return type(value).__name__
    return "number"


def zeros_like(value: Any) -> Any:
    """Return a value of the same shape with zeros, empty texts and false flags."""
    if isinstance(value, dict):
        return {name: zeros_like(part) for name, part in value.items()}
    if isinstance(value, list):
        return [zeros_like(part) for part in value]
    return {bool: False, str: "", int: 0}.get(type(value), 0.0)


class StepAlignment:
    """Aligns observations, actions and rewards into steps.

    The first step begins once each value has been received. A step lasts at least one period, and
    ends with the next value. Its observation is the last known one when it began, including all
    values of that very moment; its action is the last command before it ended; its reward is the
    sum of the rewards received meanwhile.

    Args:
        period: the shortest duration of a step in seconds, with 5 % tolerance.

    Attributes:
        refused: by name, how many values were left out, because their shape differs from that of
            the name's first value, or JSON cannot hold them.
    """

    def __init__(self, observed: Sequence[str], acted: Sequence[str], period: float) -> None:
        self._names = {OBSERVATION: tuple(observed), ACTION: tuple(acted)}
        self._held: dict[str, dict[str, Any]] = {OBSERVATION: {}, ACTION: {}}
        self._shapes: dict[tuple[str, str], Any] = {}
        self._period = period
        self._began: datetime | None = None
        self._seen: dict[str, Any] = {}
        self._reward = 0.0
        self._is_first = True
        self.refused: Counter[str] = Counter()

    def end(self, time: datetime, *, is_terminal: bool) -> list[EpisodeStep]:
        """Return the current step, and the last one; nothing if no step has begun."""
        if self._began is None:
            return []
        step = self._step(self._began)
        last = EpisodeStep(
            self._ordered(OBSERVATION), zeros_like(step.action), 0.0,
            is_last=True, is_terminal=is_terminal, time=time,
        )  # fmt: skip
        return [step, last]

    def take(self, part: str, name: str, value: Any, time: datetime) -> EpisodeStep | None:
        """Take in a value; return the step that it ends, if any.

        A reward that is not a finite number raises InvalidInput.
        """
        if part == REWARD:
            if not math.isfinite(value):
                raise InvalidInput(f"a reward of {value} is not a finite number; it was not added")
            self._reward += value
            return None
        if name not in self._names[part]:
            return None
        try:
            value = plain(value)
            shape = shape_of(value)
            is_usable = self._shapes.setdefault((part, name), shape) == shape
        except InvalidInput:
            is_usable = False
        if not is_usable:
            self.refused[name] += 1
            return None
        step = self._due(time)
        self._held[part][name] = value
        if step is not None or (self._began is None and self._is_complete()):
            self._began = time
        if time == self._began:
            self._seen = self._ordered(OBSERVATION)
        return step

    def _due(self, time: datetime) -> EpisodeStep | None:
        """Return the current step if it has lasted long enough, even if the clock was set back."""
        if self._began is None:
            return None
        if abs((time - self._began).total_seconds()) < _SHARE * self._period:
            return None
        return self._step(self._began)

    def _is_complete(self) -> bool:
        return all(name in self._held[part] for part in self._names for name in self._names[part])

    def _ordered(self, part: str) -> dict[str, Any]:
        return {name: self._held[part][name] for name in self._names[part]}

    def _step(self, began: datetime) -> EpisodeStep:
        step = EpisodeStep(
            self._seen, self._ordered(ACTION), self._reward, is_first=self._is_first, time=began
        )
        self._reward, self._is_first = 0.0, False
        return step
