"""How often navigation recovers; reported as a trend only, never as a fault.

See docs/reference/detectors.md, "recoveries" and "navigation"; docs/explanation/perception.md,
"Faults that no driver reports".
"""

from __future__ import annotations

from typing import ClassVar

from robot_memory.ledger import Key
from robot_memory.perception.hours_counter import HoursCounter
from robot_memory.perception.listening_time import ListeningTime
from robot_memory.perception.occurrences.detection import TREND, Detection
from robot_memory.settings import Settings

_APART = 600.0 / 3600.0  # h within which recoveries are those of one hindrance
_RECENT = 8  # recoveries that are compared with those before them
# After the first, so many would come usually: seven by chance have a probability of 0.01 % then.
_EXPECTED = 1.0
_KNOWN = 5.0  # h before the recent ones, at least


class RecoveryRate(HoursCounter):
    """Counts recoveries by the hours in which the robot runs.

    Args:
        activity: for how long it runs.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_hours", "_count", "_recent")

    def __init__(self, activity: ListeningTime) -> None:
        super().__init__(activity)
        self._count = 0.0
        self._recent: list[float] = []

    def note(self) -> None:
        """A recovery was run; several within ten minutes count once."""
        self._advance()
        if self._recent and self._hours - self._recent[-1] < _APART:
            return
        self._recent.append(self._hours)
        if len(self._recent) > _RECENT:
            del self._recent[0]
            self._count += 1.0

    @property
    def per_hour(self) -> float:
        """How many an hour there were lately; 0 where they are too few to say."""
        lasted = self._recent[-1] - self._recent[0] if len(self._recent) == _RECENT else 0.0
        return (_RECENT - 1) / lasted if lasted > 0.0 else 0.0

    @property
    def usually_per_hour(self) -> float:
        """How many an hour there were before; one more than were seen, so that it is never 0."""
        return (self._count + 1.0) / self._recent[0] if self._recent and self._recent[0] else 0.0

    @property
    def has_grown(self) -> bool:
        """Whether recent recoveries come several times as often as those before them."""
        if len(self._recent) < _RECENT or self._recent[0] < _KNOWN:
            return False
        expected = (self._recent[-1] - self._recent[0]) * self.usually_per_hour
        return expected <= _EXPECTED


def recovery_trend(rate: RecoveryRate, settings: Settings) -> Detection:
    """Return whether navigation has to recover more often than usual."""
    return Detection(
        Key("recoveries", "navigation", "trend"),
        present=rate.has_grown,
        text="Navigation has to recover more often than usual",
        confidence=settings.confidence_warn,
        magnitude=rate.per_hour,
        kind="recovery",
        detail={
            "an hour": round(rate.per_hour, 2),
            "usually, at most": round(rate.usually_per_hour, 2),
        },
        debounce=TREND,
    )
