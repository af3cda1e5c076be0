"""How many false alarms a robot may give in a day, however many checks it has."""

from __future__ import annotations

from robot_memory.perception.scores import score_of_rate


class AlarmBudget:
    """Shares what a robot may say in vain among its checks of durations and of commands.

    A score says how often a healthy robot reaches it. Of many checks each must therefore be the
    surer: the rate that its score stands for, times the number of checks, stays within the budget.
    By the linearity of expectation that holds whether checks depend on each other or not
    (Bonferroni's bound, for rates).

    Args:
        per_day: false alarms of a healthy robot in a day, at most.

    Attributes:
        least: the score from which something unusual is told; 0 before anything is checked.
    """

    def __init__(self, per_day: float) -> None:
        self._per_day = per_day
        self._checks: set[tuple[str, str]] = set()
        self.least = 0.0

    def enrol(self, name: str, check: str) -> None:
        """Take in that something is checked.

        Args:
            name: of what is checked.
            check: what is looked for in it.
        """
        self._checks.add((name, check))
        self.least = score_of_rate(self._per_day / len(self._checks))
