"""Counts readings that almost reach their limit; reported as a trend only, never as a fault.

See docs/reference/detectors.md, "battery" and "out_of_range"; docs/explanation/perception.md,
"Faults that no driver reports".
"""

from __future__ import annotations

import math
from typing import ClassVar

from robot_memory.exact_bounds import poisson_tail
from robot_memory.ledger import Key, Severity
from robot_memory.perception.hours_counter import HoursCounter
from robot_memory.perception.listening_time import ListeningTime
from robot_memory.perception.occurrences.detection import TREND, Detection
from robot_memory.repeated_looks import correction, looks
from robot_memory.settings import Settings

_CLEAR = 2.0  # times the band: so far from the limit, an approach is over
_KNOWN = 5.0  # h in which the robot ran, at least
_P = 0.01  # probability of a trend by chance, over all looks
_NEWEST = 16  # near misses whose times are kept


class NearMisses(HoursCounter):
    """Counts near misses of one limit by the hours in which the robot runs.

    A reading that comes near its limit and moves away again, without reaching it, is one. They
    come more and more often where the test of MIL-HDBK-189 for failures up to the last one gives
    p ≤ 0.01 after correction: if their rate is constant, the sum of ln(t_n / t_i) has a gamma
    distribution. It is tested at the 6th, 9th, 14th … of them.

    Args:
        activity: for how long the robot runs.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_hours", "_count", "_logarithms", "_newest", "_grows")

    def __init__(self, activity: ListeningTime) -> None:
        super().__init__(activity)
        self._count = self._logarithms = self._grows = 0.0
        self._newest: list[float] = []

    def _begin(self) -> None:
        super()._begin()
        self._is_near = self._has_reached = False

    def observe(self, distance: float, band: float, *, is_used: bool = True) -> bool:
        """Take in a reading; tell whether a near miss has ended with it.

        Args:
            distance: how far it is from the limit; 0 or less: it has reached it.
            band: from where it is near, above 0.
            is_used: whether coming near counts: a battery that is being charged does not.
        """
        if distance <= 0.0:
            self._is_near, self._has_reached = False, True
        elif distance > _CLEAR * band:
            was_near = self._is_near
            self._is_near = self._has_reached = False
            if was_near:
                self._note()
            return was_near
        elif distance <= band and is_used and not self._has_reached:
            self._is_near = True
        return False

    def _note(self) -> None:
        self._advance()
        if self._hours <= 0.0:
            return
        self._count += 1.0
        self._logarithms += math.log(self._hours)
        self._newest = [*self._newest, self._hours][-_NEWEST:]
        count = int(self._count)
        look = looks(count)
        if look > looks(count - 1):
            p = self._probability() * correction(look)
            self._grows = float(self._hours >= _KNOWN and p <= _P)

    def _probability(self) -> float:
        """Return how probable so late near misses are if their rate is constant."""
        total = self._count * math.log(self._hours) - self._logarithms
        return poisson_tail(int(self._count) - 1, total)

    @property
    def has_grown(self) -> bool:
        """Whether they come more and more often."""
        return bool(self._grows)

    @property
    def lately(self) -> tuple[int, float]:
        """The newer half of those whose times are kept: how many, and in how many hours."""
        newer = self._newest[len(self._newest) // 2 :]
        return len(newer), newer[-1] - newer[0] if newer else 0.0

    def detail(self) -> dict[str, object]:
        """Return the counts with which a trend is reported."""
        count, hours = self.lately
        before = self._hours - hours
        return {
            "lately": f"{count} in {hours:.1f} h",
            "before": f"{int(self._count) - count} in {before:.1f} h",
        }

    def trend(self, detector: str, component: str, text: str, settings: Settings) -> Detection:
        """Return whether they come more and more often, with the counts.

        Args:
            detector, component: of its key.
            text: of the entry.
            settings: its first confidence is that of a warning.
        """
        return Detection(
            key=Key(detector, component, "near misses"),
            present=self.has_grown,
            text=text,
            severity=Severity.WARN,
            confidence=settings.confidence_warn,
            magnitude=self.lately[0],
            kind="near miss",
            detail=self.detail(),
            debounce=TREND,
        )
