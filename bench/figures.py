"""Times two actions in turn, so that their ratio holds on a noisy machine."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Ratio:
    """How many times faster ``ours`` is than the baseline; seconds are medians."""

    ours: float
    baseline: float
    times_faster: float

    @property
    def cost(self) -> float:
        """Our time as a multiple of the baseline."""
        return 1.0 / self.times_faster

    @classmethod
    def of(cls, pairs: Sequence[tuple[float, float]]) -> Ratio:
        """Make a ratio from pairs of seconds, ours first; each pair was measured in turn."""
        return cls(
            ours=statistics.median(own for own, _ in pairs),
            baseline=statistics.median(other for _, other in pairs),
            times_faster=statistics.median(other / own for own, other in pairs),
        )


def alternate(
    ours: Callable[[], object], baseline: Callable[[], object], *, rounds: int = 5
) -> Ratio:
    """Run both in turn and return the median of the pairwise ratios."""
    return Ratio.of([(timed(ours), timed(baseline)) for _ in range(rounds)])


def timed(action: Callable[[], object]) -> float:
    """Return the seconds that an action takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def report(what: str, value: str, target: str, ok: bool) -> None:
    """Print a line of the table."""
    print(f"{'ok  ' if ok else 'MISS'}  {what:<58} {value:<34} {target}")
