"""Pairs of signals that measure the same thing, as the rules name them."""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.perception.learning.signal_name import SignalName
from robot_memory.perception.signals.disagreement import Disagreement


@dataclass
class Pair:
    """Two signals: the first that was heard, and the other; and how they agree."""

    first: SignalName
    agreement: Disagreement
    second: SignalName | None = None


class Pairs:
    """The pairs that rules name."""

    def __init__(self) -> None:
        self._pairs: dict[str, Pair] = {}

    def join(self, pair: str, name: SignalName, learn: float, delay: float) -> Pair | None:
        """Return the pair that a signal belongs to; None where that has two others already.

        Args:
            pair: its name.
            name: the signal.
            learn: seconds in which every difference is normal.
            delay: seconds that one may be late.
        """
        known = self._pairs.get(pair)
        if known is None:
            agreement = Disagreement(learn=learn, delay=delay)
            known = self._pairs[pair] = Pair(name, agreement)
        if known.second is None and known.first != name:
            known.second = name
        return known if name in (known.first, known.second) else None

    def part(self, pair: str) -> None:
        """Let go of a pair: one of the two was replaced."""
        self._pairs.pop(pair, None)
