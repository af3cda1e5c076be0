"""The quality probe: canary facts asked through recall (003 §Quality Probe).

It asks through a search that counts nothing, so that a probe boosts no activation (rules.md §8.4).

See docs/reference/night-shift.md, "health.json".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.graph import Canary


@dataclass(frozen=True)
class ProbeResult:
    """How many of the canaries recall could answer, and the first hundred questions that failed."""

    time: datetime
    passed: int
    asked: int
    failed: tuple[str, ...] = ()

    @property
    def ratio(self) -> float:
        """The share that passed, in [0, 1]; 1 where nothing was asked."""
        return self.passed / self.asked if self.asked else 1.0

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "time": stamps.to_text(self.time),
            "passed": self.passed,
            "asked": self.asked,
            "ratio": round(self.ratio, 4),
            "failed": list(self.failed),
        }


def read_probe(data: Any) -> ProbeResult | None:
    """Read what :meth:`ProbeResult.as_record` wrote; None where it is not that."""
    if not isinstance(data, dict):
        return None
    time, passed, asked = time_of(data.get("time")), data.get("passed"), data.get("asked")
    if time is None or type(passed) is not int or type(asked) is not int:
        return None
    failed = data.get("failed")
    return ProbeResult(time, passed, asked, tuple(map(str, failed or ())))


def ask(
    canaries: Sequence[Canary], search: Callable[[str], Sequence[str]], now: datetime
) -> ProbeResult:
    """Ask all canaries; dates are compared in one form, "May 15, 2026" is "2026-05-15"."""
    failed = [one.query for one in canaries if not one.is_met_by(search(one.query))]
    return ProbeResult(now, len(canaries) - len(failed), len(canaries), tuple(failed[:100]))
