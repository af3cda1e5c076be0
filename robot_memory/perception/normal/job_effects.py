"""Which columns a new job of the robot may change; the others are judged even while it is new.

See docs/explanation/perception.md, "Numbers: what is normal".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from robot_memory.perception.normal.columns import Flags, Floats, Numbers, grown
from robot_memory.perception.normal.evidence import LIMIT
from robot_memory.perception.normal.record import from_text, to_text

_SOON = 12  # windows, two minutes, in which a new job shows its effects


class JobEffects:
    """Learns from each new job which columns change with it.

    A column that deviates in the first two minutes of a new job depends on jobs, as a motor current
    depends on the weight of a product. A column that does not is judged from then on, and in later
    new jobs at once.
    """

    def __init__(self) -> None:
        self._sums: Floats = np.zeros((2, 0), np.float32)
        self._windows: Numbers = np.zeros(0, np.int64)  # per column, known in this job
        self._moved: Flags = np.zeros(0, bool)
        self._left_alone: Flags = np.zeros(0, bool)

    def follow(self, columns: int) -> None:
        """Add new columns."""
        self._sums = grown(self._sums, columns, 0.0)
        self._windows = grown(self._windows, columns, 0)
        self._moved = grown(self._moved, columns, False)
        self._left_alone = grown(self._left_alone, columns, False)

    @property
    def may_change(self) -> Flags:
        """Which columns a new job may still change, as far as known."""
        is_known = self._left_alone | (self._windows >= _SOON)
        return np.asarray(self._moved | ~is_known)

    def observe(self, *, is_new_job: bool) -> None:
        """Take in whether the robot does a new job in this window."""
        if not is_new_job:
            self._left_alone = self._left_alone | (self._windows >= _SOON)
            self._sums[:], self._windows[:] = 0.0, 0

    def watch(self, nats: Floats) -> None:
        """Take in the evidence that columns are too high, and too low; shape (2, columns).

        It is 0 where nothing is known.
        """
        self._sums = np.maximum(0.0, self._sums + nats)
        self._windows = self._windows + (nats != 0).any(axis=0)
        self._moved = self._moved | (self._sums > LIMIT).any(axis=0)

    def state(self, order: Numbers) -> dict[str, Any]:
        """Return the state to store; ``order``: the columns in the order of the restore."""
        moved, left_alone = self._moved[order], self._left_alone[order]
        return {"moved": to_text(moved), "left_alone": to_text(left_alone)}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue with a result of :meth:`state`; all columns exist already.

        Raises:
            ValueError: the state is damaged.
        """
        shape = self._moved.shape
        self._moved = from_text(state["moved"], np.bool_, shape)
        self._left_alone = from_text(state["left_alone"], np.bool_, shape)

    def forget(self, columns: Sequence[int]) -> None:
        """Forget columns whose parts were replaced."""
        self._moved[list(columns)] = self._left_alone[list(columns)] = False
