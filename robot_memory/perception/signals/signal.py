"""What the detectors of one signal have in common: time, what measures nothing, and their state."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

LONGEST_STEP = 5.0  # s; a longer pause counts as this: nothing was measured in it
_MOST = 1e100  # beyond, a number is a sign of something, not a measurement


class Kept:
    """State that survives a restart: the attributes that ``KEPT`` names, as JSON knows them.

    What lasts only a moment (the last stamp, a window that is being filled) is left out, so that
    one who restores continues with what was learned and begins a new stretch.
    """

    __slots__ = ()
    KEPT: ClassVar[tuple[str, ...]] = ()

    def state(self) -> dict[str, Any]:
        """Return what was learned: numbers, texts, lists and dicts only; small."""
        return {name: _plain(getattr(self, name)) for name in self.KEPT}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue with what ``state`` returned, here or in an earlier run.

        Raises:
            ValueError: something is missing or is of another kind than was kept.
        """
        missing = [name for name in self.KEPT if name not in state]
        if missing:
            raise ValueError(f"{type(self).__name__}: the state lacks {', '.join(missing)}")
        for name in self.KEPT:
            self._restore(name, state[name])

    def _restore(self, name: str, value: Any) -> None:
        known = getattr(self, name)
        if isinstance(known, Kept):
            known.restore(value)
        elif isinstance(known, list):
            if not isinstance(value, list) or not all(_is_number(item) for item in value):
                raise ValueError(f"{type(self).__name__}: {name} is {value!r}, expected numbers")
            setattr(self, name, list(value))
        elif _is_number(value):
            setattr(self, name, value)
        else:
            raise ValueError(f"{type(self).__name__}: {name} is {value!r}, expected a number")


class Signal(Kept, ABC):
    """A detector of one signal: ``update(stamp, value) -> score``.

    Scores lie in [0, 1]. 0 is "as ever", or not known yet; from 0.5 on it is more than this signal
    has shown; 0.9 and more is what a healthy signal of any distribution practically never reaches.
    A value that is not finite measures nothing: it scores 0 and leaves the state as it is.
    """

    __slots__ = ("_stamp",)

    def __init__(self) -> None:
        self._stamp = math.nan

    @abstractmethod
    def update(self, stamp: float, value: float) -> float:
        """Take in a value and return its score.

        Args:
            stamp: seconds, of any origin; equal or earlier stamps let no time pass.
            value: in the signal's own unit.
        """

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue with what was learned, in a new stretch of time.

        Raises:
            ValueError: something is missing or is of another kind than was kept.
        """
        super().restore(state)
        self._stamp = math.nan

    def _step(self, stamp: float) -> float:
        """Return the seconds since the last value; 0 for the first and when time went back."""
        step = stamp - self._stamp
        self._stamp = stamp
        if step > 0.0:
            return step if step < LONGEST_STEP else LONGEST_STEP
        return 0.0


def measures(stamp: float, value: float) -> bool:
    """Whether there is a measurement: a finite number that can be squared, at a finite time."""
    return -_MOST < value < _MOST and math.isfinite(stamp)


def _plain(value: Any) -> Any:
    if isinstance(value, Kept):
        return value.state()
    return list(value) if isinstance(value, list) else value


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value)
