"""The robot's running time, and when a rate may change: repairs and version changes.

Running time is the exposure of rates.

Specification: rules.md §11.2 and §11.7.

See docs/explanation/reliability.md, "The figures" and "Does the rate change?".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timezone

import numpy as np
from numpy.typing import NDArray

from robot_memory.entries.peer_text import inner
from robot_memory.foundation.text.escaping import one_line
from robot_memory.ledger import Ledger, Observation, OperatingSample, Source
from robot_memory.ledger.observation import claimed_name


@dataclass(frozen=True)
class OperatingTime:
    """Running time as a function of wall time.

    Between two samples it is placed right before the later sample, which it belongs to.
    """

    knots: NDArray[np.float64]  # wall times in order, seconds since the epoch
    ran: NDArray[np.float64]  # running time up to each wall time, seconds
    boot: str = ""  # boot of the newest sample; empty without samples

    @classmethod
    def of(cls, samples: Iterable[OperatingSample]) -> OperatingTime:
        """Add up samples of normal operation, oldest first."""
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
        """The first day (UTC) with known running time; older samples are not kept."""
        return self.first and datetime.combine(self.first.date(), time(), timezone.utc)

    @property
    def first(self) -> datetime | None:
        """The first moment with known running time."""
        if not len(self.knots):
            return None
        return datetime.fromtimestamp(float(self.knots[0]), timezone.utc)

    @property
    def ends(self) -> datetime | None:
        """The newest moment with known running time."""
        if not len(self.knots):
            return None
        return datetime.fromtimestamp(float(self.knots[-1]), timezone.utc)

    def up_to(self, moments: Iterable[datetime]) -> NDArray[np.float64]:
        """Return the running time up to each moment, seconds."""
        times = np.array([moment.timestamp() for moment in moments], float)
        return np.interp(times, self.knots, self.ran) if len(self.knots) else np.zeros(len(times))

    def between(self, begin: datetime, end: datetime) -> float:
        """Return the running time between two moments, seconds."""
        before, after = self.up_to((begin, end))
        return max(0.0, float(after - before))

    def during(self, spans: Iterable[tuple[datetime, datetime]]) -> float:
        """Return the running time within some spans, seconds; overlaps count once."""
        apart: list[tuple[datetime, datetime]] = []
        for begin, end in sorted(spans):
            start = max(begin, apart[-1][1]) if apart else begin
            if end > start:
                apart.append((start, end))
        begins, ends = (self.up_to(span[side] for span in apart) for side in (0, 1))
        return float((ends - begins).sum())


@dataclass(frozen=True)
class ChangePoint:
    """A repair or a change of a version."""

    time: datetime  # UTC; for a version, when it was first reported
    # the change: "joint 3 repaired", "firmware: 2.8.0 to 2.8.1"; with the source, unless it is a
    # person or a detector
    words: str = ""
    component: str = ""
    is_proven: bool = True  # whether it comes from a person or a detector


def changes_of(ledger: Ledger) -> list[ChangePoint]:
    """Return all repairs and version changes, oldest first.

    A part's first reported version is no change.
    """
    repairs = [
        ChangePoint(row.time, _repair_words(row), row.component, row.source.is_proven)
        for row in ledger.repair_rows()
    ]
    versions = [
        ChangePoint(row.time, _version_words(row), row.component)
        for row in ledger.version_rows()
        if row.detail.get("before")
    ]
    return sorted([*repairs, *versions], key=lambda change: change.time)


def newest_of(changes: Sequence[ChangePoint], component: str) -> ChangePoint | None:
    """Return the change at which a component's rates are compared; None if there is none.

    Changes are given oldest first; an empty component name means the whole robot. Repairs that an
    agent reports never displace those that a person reports.
    """
    own = [change for change in changes if component in ("", change.component)]
    own = [change for change in own if change.is_proven] or own
    return own[-1] if own else None


def _repair_words(row: Observation) -> str:
    repaired = f"{inner(row.component)} repaired"
    if row.source.is_proven:
        return one_line(repaired)
    name = str(row.detail.get("by", ""))
    who = claimed_name(name) if row.source is Source.CLAIMED else f"agent {name}".rstrip()
    return one_line(f"{repaired}, says {who}")


def _version_words(row: Observation) -> str:
    name, before, now = (str(row.detail.get(key, "")) for key in ("name", "before", "version"))
    return one_line(f"{name}: {before} to {now}")
