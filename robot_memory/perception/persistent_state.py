"""State that survives a restart: what was learned, as JSON knows it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np


class PersistentState:
    """State that survives a restart: the attributes that ``KEPT`` names.

    They are numbers, lists of numbers, arrays, other PersistentStates and lists of them. What lasts
    only a moment (the last stamp, a window that is being filled) is left out, so that one who
    restores continues with what was learned and begins a new stretch.
    """

    KEPT: ClassVar[tuple[str, ...]] = ()

    def state(self) -> dict[str, Any]:
        """Return what was learned: numbers, texts, lists and dicts only; small."""
        return {name: _plain(getattr(self, name)) for name in self.KEPT}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue with what ``state`` returned, here or in an earlier run.

        Raises:
            ValueError: something is missing or is of another kind than was kept.
        """
        if not isinstance(state, Mapping):
            raise ValueError(f"{type(self).__name__}: the state is {state!r}, expected a mapping")
        missing = [name for name in self.KEPT if name not in state]
        if missing:
            raise ValueError(f"{type(self).__name__}: the state lacks {', '.join(missing)}")
        for name in self.KEPT:
            setattr(self, name, self._restored(name, getattr(self, name), state[name]))
        self._begin()

    def begin_stretch(self) -> None:
        """Continue with what was learned in a new stretch, as one who restores it does."""
        for name in self.KEPT:
            kept = getattr(self, name)
            for part in kept if isinstance(kept, list) else (kept,):
                if not isinstance(part, PersistentState):
                    break  # all parts of a list are of one kind
                part.begin_stretch()
        self._begin()

    def _begin(self) -> None:
        """Forget what lasts only a moment."""

    def _restored(self, name: str, known: Any, value: Any) -> Any:
        if isinstance(known, PersistentState):
            known.restore(value)
            return known
        if isinstance(known, np.ndarray):
            return self._array(name, known, value)
        if isinstance(known, list):
            if known and isinstance(known[0], PersistentState):
                return self._restore_each(name, known, value)
            if isinstance(value, list) and all(_is_number(item) for item in value):
                return list(value)
            raise self._error(name, value, "numbers")
        if _is_number(value):
            return value
        raise self._error(name, value, "a number")

    def _restore_each(
        self, name: str, known: list[PersistentState], value: Any
    ) -> list[PersistentState]:
        if not isinstance(value, list) or len(value) != len(known):
            raise self._error(name, value, f"{len(known)} states")
        for item, state in zip(known, value, strict=True):
            item.restore(state)
        return known

    def _array(self, name: str, known: np.ndarray[Any, Any], value: Any) -> np.ndarray[Any, Any]:
        try:
            array = np.asarray(value, dtype=known.dtype)
        except (TypeError, ValueError):
            raise self._error(name, value, "numbers") from None
        if array.shape != known.shape:
            raise self._error(name, value, f"an array of shape {known.shape}")
        return array

    def _error(self, name: str, value: Any, expected: str) -> ValueError:
        return ValueError(f"{type(self).__name__}: {name} is {value!r}, expected {expected}")


def _plain(value: Any) -> Any:
    if isinstance(value, PersistentState):
        return value.state()
    if isinstance(value, np.ndarray):
        return value.tolist()
    return [_plain(item) for item in value] if isinstance(value, list) else value


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value)
