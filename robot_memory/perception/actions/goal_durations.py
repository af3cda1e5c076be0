"""How long the goals of one action take, and how unusual it is that one takes longer.

Specification: rules.md §5.10.

See docs/reference/detectors.md, "action"; docs/explanation/perception.md, "Commands and their
effect".
"""

from __future__ import annotations

from robot_memory.perception.actions.power_law_tail import PowerLawTail
from robot_memory.perception.persistent_state import PersistentState
from robot_memory.perception.scores import score_of_rate

_A_DAY = 1000.0  # goals a day, at most: by this many the rate of long ones is told
_NORMAL = 5  # goals in a row that take as long: that is how it is now


class GoalDurations(PersistentState):
    """The durations of goals that succeeded.

    The tail of the longest tenth is extrapolated as a power law. It is known from the thirtieth
    goal on. An action whose goals all take the same time is surprising at about three times of it;
    one whose goals differ needs more.
    """

    KEPT = ("_records", "_told")

    def __init__(self) -> None:
        self._records = PowerLawTail()
        self._told = 0

    def score(self, seconds: float) -> float:
        """Return how surely a goal takes longer than any should.

        Args:
            seconds: for which it runs.
        """
        return score_of_rate(_A_DAY * self._records.share(seconds))

    def succeed(self, seconds: float, *, was_told: bool) -> None:
        """Learn how long a goal took; what was told as unusual is none to learn from.

        Args:
            seconds: from its begin to its success.
            was_told: whether it was told that it takes too long.
        """
        self._told = self._told + 1 if was_told else 0
        if self._told >= _NORMAL:
            self._records, self._told, was_told = PowerLawTail(), 0, False
        if not was_told:
            self._records.observe(seconds)
