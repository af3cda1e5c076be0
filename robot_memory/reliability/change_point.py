"""Repairs and changes of versions: points in time at which a failure rate may change.

Specification: rules.md §11.7.

See docs/explanation/reliability.md, "Does the rate change?".
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from robot_memory.escaping import one_line
from robot_memory.ledger import Ledger, Observation


@dataclass(frozen=True)
class ChangePoint:
    """Something changed.

    Attributes:
        time: when, UTC; of a version when it was told first.
        words: what changed: "repaired", "firmware: 2.8.0 to 2.8.1".
    """

    time: datetime
    words: str = ""
    component: str = ""


def changes_of(ledger: Ledger) -> list[ChangePoint]:
    """Return all repairs and changes of versions, oldest first.

    The first version that a part tells is no change.
    """
    repairs = [ChangePoint(row.time, "repaired", row.component) for row in ledger.repair_rows()]
    versions = [
        ChangePoint(row.time, _version_words(row), row.component)
        for row in ledger.version_rows()
        if row.detail.get("before")
    ]
    return sorted([*repairs, *versions], key=lambda change: change.time)


def _version_words(row: Observation) -> str:
    name, before, now = (str(row.detail.get(key, "")) for key in ("name", "before", "version"))
    return one_line(f"{name}: {before} to {now}")
