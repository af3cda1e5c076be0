"""The activation of a fact: it halves in a half-life, and each recall raises it.

Pure functions (document 003, "Activation and Decay"; rules.md §8.1). Activation is computed in
closed form from the last access: applied each night to its own result, the document's formula
would halve it in a week. Days are calendar days in UTC, so that nothing changes within a day and
a night shift that runs twice does the same twice.

See docs/reference/facts.md, "Activation"; docs/explanation/night-shift.md, "Facts decay".
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import date, datetime, timezone


@dataclass(frozen=True)
class Activation:
    """What a fact was worth when it was last accessed.

    Attributes:
        value: in [0, 1], at ``accessed``.
        accessed: when it was last recalled, stated or learned.
        stated: when it was last said anew; None where it was said once, as it was learned.
    """

    value: float
    accessed: datetime
    stated: datetime | None = None

    def at(self, now: datetime, half_life_days: float) -> float:
        """Return what it is worth now, rounded to nine digits before anything is compared."""
        days = max(0, (_day(now) - _day(self.accessed)).days)
        return round(self.value * math.pow(0.5, days / half_life_days), 9)

    def boosted(self, now: datetime, boost: float, half_life_days: float) -> Activation:
        """Return it after a recall; an access in the future is set right."""
        value = min(1.0, self.at(now, half_life_days) + boost)
        return replace(self, value=round(value, 9), accessed=now)

    def restated(self, now: datetime, value: float, half_life_days: float) -> Activation:
        """Return it after the fact was said again; saying it twice at once changes nothing."""
        if now == self.accessed and value <= self.value:
            return self
        value = max(value, self.at(now, half_life_days))
        return Activation(round(value, 9), accessed=now, stated=now)


def _day(time: datetime) -> date:
    return time.astimezone(timezone.utc).date()
