"""How many false alarms a robot may give in a day, however many signals it has.

See docs/reference/signals.md, "Scores".
"""

from __future__ import annotations

from robot_memory.perception.findings.alarm_tail import AlarmTail
from robot_memory.perception.findings.signal_name import SignalName
from robot_memory.perception.findings.signal_symptom import SYMPTOMS
from robot_memory.perception.signals.signal import score_of_rate


class AlarmBudget:
    """Shares what a robot may say in vain among all checks of all its signals.

    A score says how often a healthy signal reaches it. Of many checks each must therefore be the
    surer: the rate that its score stands for, times the number of checks, stays within the budget.
    By the linearity of expectation that holds whether signals depend on each other or not
    (Bonferroni's bound, for rates).

    That holds as far as scores are right. How often components of this robot really get unusual,
    and how unusual, is therefore learned as well, and what is told must be rarer than that, too.

    Args:
        per_day: false alarms of a healthy robot in a day, at most.

    Attributes:
        tail: how unusual the components of this robot get by chance.
    """

    def __init__(self, per_day: float) -> None:
        self._per_day = per_day
        self._checks: set[tuple[SignalName, str]] = set()
        self._least = 0.0
        self.tail = AlarmTail(per_day)

    def enrol(self, name: SignalName, check: str) -> None:
        """Take in that a signal is checked; a check for facts takes nothing of the budget.

        Args:
            name: of the signal.
            check: what is looked for in it, mostly a name in ``SYMPTOMS``.
        """
        symptom = SYMPTOMS.get(check)
        if symptom is not None and symptom.is_fact:
            return
        self._checks.add((name, check))
        self._share()

    def leave(self, name: SignalName, check: str) -> None:
        """Take in that a signal is not checked any more; as :meth:`enrol`."""
        self._checks.discard((name, check))
        self._share()

    def _share(self) -> None:
        checks = len(self._checks)
        self._least = score_of_rate(self._per_day / checks) if checks else 0.0

    def note(self, name: SignalName, check: str, score: float) -> None:
        """Take in the score of a check that is unusual: by chance, unless it is sure enough.

        Args:
            name: of the signal.
            check: what is unusual; what is a fact is no matter of chance.
            score: of a half at least.
        """
        if SYMPTOMS[check].is_fact:
            return
        if score >= self.least:
            self.tail.drop(name.component)
        else:
            self.tail.note(name.component, score)

    @property
    def least(self) -> float:
        """The score from which something unusual is told; 0 before anything is checked."""
        return max(self._least, self.tail.least)
