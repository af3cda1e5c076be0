"""Repairs and changes of versions: points in time at which a failure rate may change.

Specification: rules.md §11.7.

See docs/explanation/reliability.md, "Does the rate change?".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from robot_memory.foundation.text.escaping import one_line
from robot_memory.ledger import Ledger, Observation, Source
from robot_memory.ledger.observation import claimed_name


@dataclass(frozen=True)
class ChangePoint:
    """Something changed.

    Attributes:
        time: when, UTC; of a version when it was told first.
        words: what changed: "repaired", "firmware: 2.8.0 to 2.8.1"; who says so, if it is no
            person's and no detector's word.
        is_proven: whether a person or a detector says so.
    """

    time: datetime
    words: str = ""
    component: str = ""
    is_proven: bool = True


def changes_of(ledger: Ledger) -> list[ChangePoint]:
    """Return all repairs and changes of versions, oldest first.

    The first version that a part tells is no change.
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
    """Return the change that the rate of a component is compared at; None where there is none.

    An agent that reports repairs again and again takes the place of none that a person reports.

    Args:
        changes: oldest first.
        component: its name; empty for the robot.
    """
    own = [change for change in changes if component in ("", change.component)]
    own = [change for change in own if change.is_proven] or own
    return own[-1] if own else None


def _repair_words(row: Observation) -> str:
    if row.source.is_proven:
        return "repaired"
    name = str(row.detail.get("by", ""))
    who = claimed_name(name) if row.source is Source.CLAIMED else f"agent {name}".rstrip()
    return one_line(f"repaired, says {who}")


def _version_words(row: Observation) -> str:
    name, before, now = (str(row.detail.get(key, "")) for key in ("name", "before", "version"))
    return one_line(f"{name}: {before} to {now}")
