"""State that survives a restart: what was learned, as JSON knows it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, ClassVar


class PersistentState:
    """State that survives a restart: the attributes that ``KEPT`` names.

    They are numbers, lists of numbers, and other PersistentStates. What lasts only a moment (the
    last stamp, a window that is being filled) is left out, so that one who restores continues with
    what was learned and begins a new stretch.
    """

    KEPT: ClassVar[tuple[str, ...]] = ()

    def state(self) -> dict[str, Any]:
        """Return what was learned: numbers, lists and dicts only; small."""
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

    def _begin(self) -> None:
        """Forget what lasts only a moment."""

    def _restored(self, name: str, known: Any, value: Any) -> Any:
        if isinstance(known, PersistentState):
            known.restore(value)
            return known
        if isinstance(known, list):
            if isinstance(value, list) and all(map(_is_number, value)):
                return list(value)
            raise self._error(name, value, "numbers")
        if _is_number(value):
            return value
        raise self._error(name, value, "a number")

    def _error(self, name: str, value: Any, expected: str) -> ValueError:
        return ValueError(f"{type(self).__name__}: {name} is {value!r}, expected {expected}")


def _plain(value: Any) -> Any:
    if isinstance(value, PersistentState):
        return value.state()
    return list(value) if isinstance(value, list) else value


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value)
