"""A step of an episode, with its reader and writer: the layout of the RLDS tools (002 §Overview).

A step holds what was observed, the action that was taken upon it and the reward that came of it.
The last step holds the last observation only: its action and reward mean nothing, and are zeros of
the same shape, since all steps of a data set have the same fields.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any

from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.text.field_reader import FieldReader
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.stamps import time_of

_FLAGS = ("is_first", "is_last", "is_terminal")
_OURS = ("observation", "action", "reward", *_FLAGS, "timestamp")


@dataclass(frozen=True)
class EpisodeStep:
    """One step.

    Attributes:
        action: what was done upon it, by name.
        is_first, is_last: whether the episode begins or ends here.
        is_terminal: whether the task ended here, done or failed; an episode whose last step is
            not terminal was cut short.
        time: when it was observed, UTC; None where another tool did not say.
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
        record: dict[str, Any] = {
            "observation": self.observation,
            "action": self.action,
            "reward": self.reward,
            "is_first": self.is_first,
            "is_last": self.is_last,
            "is_terminal": self.is_terminal,
        }
        if self.time is not None:
            record["timestamp"] = stamps.to_text(self.time.astimezone(timezone.utc))
        return {**record, **self.extra}


def read_step(data: Mapping[str, Any], where: str) -> EpisodeStep:
    """Read what :meth:`EpisodeStep.as_record` wrote, or another tool; RLDS asks for two flags only.

    Raises:
        InvalidInput: lists all that is wrong, each with its path.
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
    """Return a value as JSON data; numbers that are none (NaN, infinite) become null.

    Raises:
        InvalidInput: there is no JSON for it.
    """
    if type(value) is float:  # most are
        return value if math.isfinite(value) else None
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
    """Return what every value of a field has in common: kind of value, length, names."""
    if type(value) is float:  # most are
        return "number"
    if isinstance(value, dict):
        return {name: shape_of(part) for name, part in value.items()}
    if isinstance(value, list):
        return [shape_of(part) for part in value]
    if isinstance(value, (bool, str)):
        return type(value).__name__
    return "number"


def zeros_like(value: Any) -> Any:
    """Return a value of the same shape that says nothing."""
    if isinstance(value, dict):
        return {name: zeros_like(part) for name, part in value.items()}
    if isinstance(value, list):
        return [zeros_like(part) for part in value]
    return {bool: False, str: "", int: 0}.get(type(value), 0.0)
