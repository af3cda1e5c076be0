"""The states of a robot, as its modes report them, and which of them are new to it.

See docs/explanation/perception.md, "Numbers: what is normal".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import numpy as np

from robot_memory.perception.normal.columns import Flags, Floats

_FAMILIAR = 30  # windows in which a state must have been seen
_STAYED = 60  # windows for which a state must last to be a job of the robot
_EVERY = 5  # samples; a state lasts longer

State = tuple[int, float]
"""A signal, and its value in the state."""


class RobotStates:
    """Counts in how many windows the robot was in each state.

    A robot that was in one state for ten minutes, and enters an unfamiliar state, does something
    new for five minutes: it makes another product, or carries another tool. A flag is no job: the
    flag of a fault is raised when numbers change.

    Attributes:
        is_new_job: whether the robot does something new.
    """

    def __init__(self) -> None:
        self._windows: dict[State, int] = {}
        self._stays: dict[int, tuple[float, int, int]] = {}  # value, its windows, new for so many
        self.is_new_job = False

    def observe(
        self, samples: Floats, states: Iterable[int], texts: Flags, windows: int
    ) -> list[int]:
        """Take in a window; return the signals whose state is unfamiliar.

        A text that was nearly always the same may name a fault: it counts as a state only once two
        of its values are familiar, and never as a new job.

        Args:
            samples: shape (50, signals).
            windows: how many are known, including this one; if they are few, nothing is familiar.
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
        """Return the state to store; ``places`` maps each signal to its number there."""
        return [
            [places[signal], value, count]
            for (signal, value), count in self._windows.items()
            if signal in places
        ]

    def restore(self, state: Iterable[tuple[int, float, int]]) -> None:
        """Continue with a result of :meth:`state`."""
        self._windows = {(int(one), float(value)): int(count) for one, value, count in state}

    def forget(self, signals: Collection[int]) -> None:
        """Forget signals whose parts were replaced."""
        self._windows = {
            key: count for key, count in self._windows.items() if key[0] not in signals
        }
        for signal in signals:
            self._stays.pop(signal, None)
