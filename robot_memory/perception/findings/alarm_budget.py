"""How many false alarms a robot may give in a day, however many signals it has."""

from __future__ import annotations

from robot_memory.perception.findings.signal_name import SignalName
from robot_memory.perception.signals.signal import score_of_rate


class AlarmBudget:
    """Shares what a robot may say in vain among all checks of all its signals.

    A score says how often a healthy signal reaches it. Of many checks each must therefore be the
    surer: the rate that its score stands for, times the number of checks, stays within the budget.
    By the linearity of expectation that holds whether signals depend on each other or not
    (Bonferroni's bound, for rates).

    Args:
        per_day: false alarms of a healthy robot in a day, at most.
    """

    def __init__(self, per_day: float) -> None:
        self._per_day = per_day
        self._checks: set[tuple[SignalName, str]] = set()
        self._least = 0.0

    def enrol(self, name: SignalName, check: str) -> None:
        """Take in that a signal is checked.

        Args:
            name: of the signal.
            check: what is looked for in it, a name in ``SYMPTOMS``.
        """
        self._checks.add((name, check))
        self._least = score_of_rate(self._per_day / len(self._checks))

    @property
    def least(self) -> float:
        """The score from which something unusual is told; 0 before anything is checked."""
        return self._least
