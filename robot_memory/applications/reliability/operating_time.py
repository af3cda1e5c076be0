"""How long the robot ran between two moments: the exposure of rates (rules.md §11.2). Pure.

See docs/explanation/reliability.md, "The figures".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time, timezone

import numpy as np
from numpy.typing import NDArray

from robot_memory.ledger import OperatingSample


@dataclass(frozen=True)
class OperatingTime:
    """Running time as a function of wall time.

    Between two samples it is taken to lie right before the later one, for which that one stands.

    Attributes:
        knots: wall times in order, seconds since the epoch.
        ran: running time up to each of them, seconds.
        boot: of the newest sample; empty where there is none.
    """

    knots: NDArray[np.float64]
    ran: NDArray[np.float64]
    boot: str = ""

    @classmethod
    def of(cls, samples: Iterable[OperatingSample]) -> OperatingTime:
        """Add up samples of normal operation.

        Args:
            samples: oldest first, as :meth:`Ledger.operating_samples` yields them.
        """
        moments, boot = [], ""
        for sample in samples:
            moments.append((sample.time.timestamp(), max(0.0, sample.seconds)))
            boot = sample.instant.boot
        if not moments:
            return cls(np.zeros(0), np.zeros(0))
        ends, seconds = np.array(moments, float).T
        before = np.concatenate(([-np.inf], ends[:-1]))
        knots = np.column_stack((np.maximum(ends - seconds, before), ends)).ravel()
        ran = np.column_stack((np.cumsum(seconds) - seconds, np.cumsum(seconds))).ravel()
        return cls(knots, ran, boot)

    @property
    def begins(self) -> datetime | None:
        """The first day (UTC) of which running time is known; older samples are not kept."""
        if not len(self.knots):
            return None
        first = datetime.fromtimestamp(float(self.knots[0]), timezone.utc)
        return datetime.combine(first.date(), time(), timezone.utc)

    @property
    def ends(self) -> datetime | None:
        """The newest moment of which running time is known."""
        if not len(self.knots):
            return None
        return datetime.fromtimestamp(float(self.knots[-1]), timezone.utc)

    def up_to(self, moments: Iterable[datetime]) -> NDArray[np.float64]:
        """Return the running time up to each of some moments, seconds."""
        times = np.array([moment.timestamp() for moment in moments], float)
        return np.interp(times, self.knots, self.ran) if len(self.knots) else np.zeros(len(times))

    def between(self, begin: datetime, end: datetime) -> float:
        """Return the running time between two moments, seconds."""
        before, after = self.up_to((begin, end))
        return max(0.0, float(after - before))

    def during(self, spans: Iterable[tuple[datetime, datetime]]) -> float:
        """Return the running time in any of some spans, seconds; where they overlap, once."""
        apart: list[tuple[datetime, datetime]] = []
        for begin, end in sorted(spans):
            start = max(begin, apart[-1][1]) if apart else begin
            if end > start:
                apart.append((start, end))
        begins, ends = (self.up_to(span[side] for span in apart) for side in (0, 1))
        return float((ends - begins).sum())
