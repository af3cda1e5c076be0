"""How long something stands still, and how long it did so while all was well.

See docs/reference/detectors.md, "commanded_motion".
"""

from __future__ import annotations

from robot_memory.perception.persistent_state import PersistentState
from robot_memory.perception.scores import score_of

_SURE = 10.0  # times the longest normal stand score 0.9
_INTERVALS = 5.0  # usual intervals that a stand may last, and that count to every stand
_LEAST = 0.5  # s that count to every stand, at least
_GROWS = 0.1  # of those, by which a longer stand than ever makes the longest longer


class Standstill(PersistentState):
    """Compares how long something has stood with the longest stand so far.

    Args:
        learn: seconds in which every stand is normal.
        patience: longest normal stand, s, of what can be judged at all.
    """

    KEPT = ("_longest", "_interval", "known_for")

    def __init__(self, learn: float, patience: float) -> None:
        self._learn, self._patience = learn, patience
        self._longest = self._interval = self.known_for = self.seconds = 0.0

    @property
    def is_known(self) -> bool:
        """Whether the learning time is over and it never stands for long."""
        return self.known_for >= self._learn and self._longest <= self._allowed

    @property
    def _allowed(self) -> float:
        return max(self._patience, _INTERVALS * self._interval)

    def stand(self, step: float) -> None:
        """Let time pass in which it stands."""
        self.known_for += step
        self.seconds += step

    def move(self, step: float) -> None:
        """Let time pass at the end of which it moves: a stand, if any, is over."""
        self.known_for += step
        self._interval += (step - self._interval) * 0.01
        if self.seconds > self._longest:
            is_judged = self.known_for >= self._learn
            # A fault that comes and goes must not become normal by its first times.
            limit = self._longest + _GROWS * self._least if is_judged else self.seconds
            self._longest = min(self.seconds, limit)
        self.seconds = 0.0

    def rest(self) -> None:
        """End a stand that tells nothing."""
        self.seconds = 0.0

    @property
    def _least(self) -> float:
        return max(_LEAST, _INTERVALS * self._interval)

    @property
    def score(self) -> float:
        """How unusual the stand is: 0.5 at three times the longest normal one, 0.9 at ten times."""
        if not self.is_known:
            return 0.0
        return score_of(self.seconds / (self._longest + self._least) / _SURE)
