"""Pairs of signals that measure the same thing, as the rules name them.

See docs/reference/detectors.md, "disagreement".
"""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.perception.findings.signal_name import SignalName
from robot_memory.perception.signals.pair_disagreement import PairDisagreement


@dataclass
class SignalPair:
    """Two signals: the first that was heard, and the other; and how they agree."""

    first: SignalName
    agreement: PairDisagreement
    second: SignalName | None = None


class SignalPairs:
    """The pairs that rules name."""

    def __init__(self) -> None:
        self._pairs: dict[str, SignalPair] = {}

    def join(self, pair: str, name: SignalName, learn: float, delay: float) -> SignalPair | None:
        """Return the pair that a signal belongs to; None where that has two others already.

        Args:
            pair: its name.
            name: the signal.
            learn: seconds in which every difference is normal.
            delay: seconds that one may be late.
        """
        known = self._pairs.get(pair)
        if known is None:
            agreement = PairDisagreement(learn=learn, delay=delay)
            known = self._pairs[pair] = SignalPair(name, agreement)
        if known.second is None and known.first != name:
            known.second = name
        return known if name in (known.first, known.second) else None

    def part(self, pair: str) -> None:
        """Let go of a pair: one of the two was replaced."""
        self._pairs.pop(pair, None)
