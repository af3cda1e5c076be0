"""The states that a robot is in, as its modes tell, and which of them are new to it.

See docs/explanation/perception.md, "Numbers: what is normal".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import numpy as np

from robot_memory.perception.normal.columns import Flags, Floats

_FAMILIAR = 30  # windows in which a state must have been seen
_STAYED = 60  # windows for which a state lasts that is a job of the robot
_EVERY = 5  # samples; a state lasts longer

State = tuple[int, float]
"""A signal, and the value that tells the state."""


class RobotStates:
    """Counts in how many windows the robot was in each state.

    A robot that had one state for ten minutes, and begins one that is not familiar, does something
    new for five minutes: it makes another product, or carries another tool. A flag is no job: that
    of a fault is raised when its numbers change.

    Attributes:
        is_new_job: whether the robot does something new.
    """

    def __init__(self) -> None:
        self._windows: dict[State, int] = {}
        self._stays: dict[int, tuple[float, int, int]] = {}  # value, for windows; new for so many
        self.is_new_job = False

    def observe(
        self, samples: Floats, states: Iterable[int], texts: Flags, windows: int
    ) -> list[int]:
        """Take in a window; return the signals whose state is not familiar.

        A text that was nearly always the same may say what is the matter: it tells states once two
        of its values are familiar, and never a new job.

        Args:
            samples: shape (50, signals).
            windows: how many are known, this one too; in few nothing is familiar.
        """
        new: list[int] = []
        self.is_new_job = False
        for signal in states:
            seen = samples[::_EVERY, signal]
            values = set(seen[np.isfinite(seen)].tolist())
            for value in values:
                count = self._windows[signal, value] = self._windows.get((signal, value), 0) + 1
                is_new = count <= _FAMILIAR < windows - count
                if is_new and (not texts[signal] or self._familiar_states(signal) > 1):
                    new.append(signal)
            if len(values) == 1 and not texts[signal]:
                self.is_new_job |= self._is_of_new_job(signal, values.pop())
        return new

    def _familiar_states(self, signal: int) -> int:
        return sum(count > _FAMILIAR for (of, _), count in self._windows.items() if of == signal)

    def _is_of_new_job(self, signal: int, value: float) -> bool:
        was, stayed, rest = self._stays.get(signal, (value, 0, 0))
        if value != was:
            is_flag = {value, was} == {0.0, 1.0}
            is_new = stayed >= _STAYED and self._windows[signal, value] <= _FAMILIAR and not is_flag
            stayed, rest = 0, _FAMILIAR if is_new else 0
        self._stays[signal] = value, stayed + 1, max(0, rest - 1)
        return rest > 0

    def state(self, places: Mapping[int, int]) -> list[list[float]]:
        """Return what is to be stored; ``places`` tells by signal the number that it gets."""
        return [
            [places[signal], value, count]
            for (signal, value), count in self._windows.items()
            if signal in places
        ]

    def restore(self, state: Iterable[tuple[int, float, int]]) -> None:
        """Continue with what :meth:`state` returned."""
        self._windows = {(int(one), float(value)): int(count) for one, value, count in state}

    def forget(self, signals: Collection[int]) -> None:
        """Forget signals: their parts were replaced."""
        self._windows = {
            key: count for key, count in self._windows.items() if key[0] not in signals
        }
        for signal in signals:
            self._stays.pop(signal, None)
