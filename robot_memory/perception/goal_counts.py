"""How many goals of each action ended: the exposure of failures for each goal."""

from __future__ import annotations

from collections import Counter

from robot_memory.ledger.position import GOALS


class GoalCounts:
    """Counts goals that succeeded or were aborted; one that its client cancelled is no trial."""

    def __init__(self) -> None:
        self._ended: Counter[str] = Counter()

    def count(self, action: str) -> None:
        """Count a goal of an action."""
        self._ended[action] += 1

    def take(self) -> dict[tuple[str, str], float]:
        """Return the goals since the last call, for the ledger's exposure."""
        ended, self._ended = self._ended, Counter()
        return {(GOALS, action): float(count) for action, count in ended.items()}
