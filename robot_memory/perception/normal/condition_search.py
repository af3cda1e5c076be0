"""Looks, while deviations come and go, under which condition they show.

See docs/explanation/perception.md, "Conditions and places".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from robot_memory.perception.normal.causes import SECONDS
from robot_memory.perception.normal.columns import Signal
from robot_memory.perception.normal.deviation import Deviation
from robot_memory.perception.normal.deviation_condition import Seconds, condition_of

_LEAST = 10  # windows from when it became unusual until it is looked at
_LONGEST = 39  # windows after a deviation was told, in which it is looked at
_AFTER = 5  # windows after its end
_EVERY = 2  # windows
_EARLIER = 2  # windows before it became unusual, that count as well
_SAME = 30  # windows after which a deviation that comes again is another one


@dataclass
class _Watched:
    """A deviation: when it began, or what it comes again of, and how old it is; windows."""

    one: Deviation
    began: int
    told: int
    ended: int | None = None


class ConditionSearch:
    """Looks under which condition deviations show; writes it into them."""

    def __init__(self) -> None:
        self._window = 0
        self._watched: list[_Watched] = []
        self._began: dict[int, tuple[int, int]] = {}  # by column: when it began, and was told last
        self._told: dict[Signal, int] = {}  # when a signal was told to deviate
        self._found: dict[Signal, str] = {}

    def watch(self, one: Deviation) -> None:
        """Begin to look at a deviation that was told of the latest window."""
        if one.signal is None:
            return
        now = self._window + 1
        if now - self._told.get(one.signal, -_SAME) >= _SAME:
            self._found.pop(one.signal, None)
        one.condition = self._found.get(one.signal)
        self._told[one.signal] = now
        began, told = self._began.get(one.column, (0, -_SAME))
        if now - told >= _SAME:
            began = now - one.unusual_for
        self._began[one.column] = began, now
        self._watched.append(_Watched(one, began, now))

    def is_watched(self, one: Deviation) -> bool:
        """Tell whether a deviation is still looked at."""
        return any(it.one is one for it in self._watched)

    def begin_session(self) -> None:
        """Forget all: what was told before a pause does not come again."""
        self._watched.clear()
        self._began.clear()
        self._told.clear()
        self._found.clear()

    def advance(self, seconds: Callable[[], Seconds]) -> None:
        """Let a window pass.

        Args:
            seconds: returns what all signals were, up to this window.
        """
        self._window += 1
        for it in self._watched:
            if it.one.end is not None and it.ended is None:
                it.ended = self._window
        self._watched = [it for it in self._watched if not self._is_over(it)]
        for it in self._watched:
            age = self._window - it.began
            if it.one.fit is None or it.one.condition or age < _LEAST or age % _EVERY:
                continue
            now = seconds()
            start = (len(now.latest) - 1 - (self._window - it.began) - _EARLIER) * SECONDS
            others = {signal for signal, told in self._told.items() if told >= it.began}
            found = condition_of(it.one, max(0, start), now, others)
            if found is not None:
                self._note(it.one, found)

    def _note(self, one: Deviation, found: str) -> None:
        """Write a condition into all deviations of a signal: of its noise none is looked for."""
        if one.signal is not None and found:
            self._found[one.signal] = found
        for it in self._watched:
            if it.one.signal == one.signal:
                it.one.condition = found or it.one.condition or ""

    def _is_over(self, it: _Watched) -> bool:
        after = 0 if it.ended is None else self._window - it.ended
        return self._window - it.told > _LONGEST or after > _AFTER
