"""When faults were present, from the rows of the ledger."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Key, Kind, Observation
from robot_memory.ledger.occurrence_span import find_spans

START = datetime(2026, 12, 1, 12, 0, tzinfo=timezone.utc)


def row(kind, minutes, part="left wheel", **detail):
    time = START + timedelta(minutes=minutes)
    return Observation(
        kind=kind, instant=Instant(time, minutes * 60.0, "boot", trusted=True), summary=part,
        key=Key("diagnostics", part, "stall"), entry_id=f"mem-{part}", detail=detail,
    )  # fmt: skip


def minutes(spans):
    return [
        ((one.start - START).total_seconds() / 60,
         one.end and (one.end - START).total_seconds() / 60)
        for one in spans
    ]  # fmt: skip


BATTERY = "battery"


@pytest.mark.parametrize(
    ("rows", "spans"),
    [
        ([row(Kind.ONSET, 0), row(Kind.END, 5, lasted=300.0)], [(0, 5)]),
        ([row(Kind.ONSET, 0)], [(0, None)]),
        ([row(Kind.ONSET, 0, momentary=True)], [(0, 0)]),
        ([row(Kind.ONSET, 0, momentary=True), row(Kind.PRESENT, 2, momentary=True)], [(0, None)]),
        ([row(Kind.END, 5, lasted=120.0)], [(3, 5)]),
        ([row(Kind.ONSET, 0), row(Kind.ONSET, 1, BATTERY), row(Kind.END, 2), row(Kind.PRESENT, 3)],
         [(0, 2), (1, None)]),
        ([row(Kind.ONSET, 0), row(Kind.END, 1), row(Kind.ONSET, 2), row(Kind.END, 3)],
         [(0, 1), (2, 3)]),
    ],
    ids=["an end", "no end goes on", "a moment is over at once", "a moment that came again goes on",
         "an end alone tells its start", "another fault ends nothing", "twice"],
)  # fmt: skip
def test_the_spans_of_a_fault_follow_from_its_rows(rows, spans):
    assert minutes(find_spans(rows)) == spans
