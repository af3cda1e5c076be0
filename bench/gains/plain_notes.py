"""A memory of plain notes: a line for each failure, of which the agent sees the last ones."""

from __future__ import annotations

import math
import re
from collections import deque

from gains.advisor import Advisor

LINES = 20
#: Number of notes on which the agent acts.
_TWICE, _THRICE = 2, 3
_NEAR = 1.5  # m
_AT = re.compile(r"at (-?[\d.]+) (-?[\d.]+)")


class PlainNotes(Advisor):
    """Notes each failure that the agent saw, and finds notes by their words.

    A limit is the lowest value of a failure: notes do not hold the values of successes.
    """

    name = "notes"

    def __init__(self) -> None:
        self.lines: deque[str] = deque(maxlen=LINES)

    def tell(self, task: str, failure: str, *, place: str = "", **how: str | float) -> None:
        """Append a line after a failure."""
        if failure:
            at = f" at {place}" if place else ""
            conditions = "".join(f"; {name} {value}" for name, value in how.items())
            self.lines.append(f"{task}: {failure}{at}{conditions}")

    def highest(self, variable: str) -> float:
        """Return the lowest value in the notes, if at least three have one."""
        found = [re.search(rf"; {variable} ([\d.]+)", line) for line in self.lines]
        values = [float(one[1]) for one in found if one]
        return min(values) if len(values) >= _THRICE else float("inf")

    def is_bad(self, x: float, y: float) -> bool:
        """Return whether two notes name a place close by."""
        found = [match for match in map(_AT.search, self.lines) if match]
        near = [one for one in found if math.hypot(float(one[1]) - x, float(one[2]) - y) < _NEAR]
        return len(near) >= _TWICE

    def warns_of(self, words: str) -> bool:
        """Return whether a note contains the words."""
        return any(words in line for line in self.lines)

    def fails_with(self, task: str, name: str, value: str) -> bool:
        """Return whether three notes on the task contain the value."""
        lines = [line for line in self.lines if line.startswith(task)]
        return sum(f"; {name} {value}" in line for line in lines) >= _THRICE
