"""How often something comes in an hour: the number, and words in coarse steps (rules.md §1.10)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

_STEPS = (1.0, 2.0, 3.0, 5.0, 8.0, 10.0)
_TIMES = {1: "once", 2: "twice"}


@dataclass(frozen=True)
class OccurrenceRate:
    """How often something comes in an hour of what the robot did.

    Attributes:
        per_hour: occurrences.
        exposure: in which hours they are counted: "driving" or "operation".
        hours: of them, in which the occurrences came.
    """

    per_hour: float
    exposure: str
    hours: float

    def __str__(self) -> str:
        """Return "about twice an hour of driving"; the steps are coarse, so that it stays long."""
        if self.per_hour < 0.7:
            often = f"about once in {_coarse(1.0 / self.per_hour):.0f} h"
        else:
            times = round(_coarse(self.per_hour))
            often = f"about {_TIMES.get(times, f'{times} times')} an hour"
        return f"{often} of {self.exposure}"

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "number": float(f"{self.per_hour:.3g}"),
            "unit": "1/h",
            "exposure": self.exposure,
            "exposure_hours": round(self.hours, 3),
            "words": str(self),
        }


def _coarse(number: float) -> float:
    """Return the nearest of 1, 2, 3, 5 and 8 times a power of ten."""
    power: float = 10.0 ** math.floor(math.log10(number))
    return power * min(_STEPS, key=lambda step: abs(step - number / power))
