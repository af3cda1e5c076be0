"""The failures of a robot from day to day, at the same rate in each month."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

_LEARNING = 6  # days without a fault


@dataclass(frozen=True)
class Failure:
    """A failure on some days.

    Attributes:
        topic: on which it shows.
        every: days between two occurrences.
        lasts: its duration, as a share of the day.
        spoil: changes a message; None if nothing is sent meanwhile.
    """

    topic: str
    every: int
    lasts: float
    spoil: Callable[[Any], None] | None

    def holds(self, day: float) -> bool:
        """Return whether it fails at a time, in days since the start."""
        number, into = divmod(day, 1.0)
        is_due = number >= _LEARNING and int(number) % self.every == 0
        return is_due and 0.3 <= into < 0.3 + self.lasts


def _status_fails(place: int, level: int, message: str) -> Callable[[Any], None]:
    def spoil(array: Any) -> None:
        array.status[place].level = bytes([level])
        array.status[place].message = message

    return spoil


def _gets_hot(message: Any) -> None:
    message.temperature += 40.0


def _misses_deadline(message: Any) -> None:
    message.level, message.msg = 40, "Missed the deadline by 0.37 s"


#: They come a minute or more apart: what is over for less counts as one failure that goes on.
FAILURES = (
    Failure("/diagnostics", 12, 0.3, _status_fails(2, 2, "over temperature")),
    Failure("/diagnostics", 17, 0.3, _status_fails(3, 1, "voltage low")),
    Failure("/part_7/temperature", 14, 0.3, _gets_hot),
    Failure("/part_8/range", 19, 0.6, None),
    Failure("/rosout", 9, 0.1, _misses_deadline),
)
FAILURES_A_DAY = sum(1.0 / one.every for one in FAILURES)
