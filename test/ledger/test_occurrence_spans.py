"""When faults were there, out of the rows of the ledger."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

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


def test_an_onset_and_its_end_are_one_occurrence():
    assert minutes(find_spans([row(Kind.ONSET, 0), row(Kind.END, 5, lasted=300.0)])) == [(0, 5)]


def test_an_onset_without_an_end_goes_on():
    assert minutes(find_spans([row(Kind.ONSET, 0)])) == [(0, None)]


def test_a_moment_is_over_at_once_and_goes_on_if_it_came_again():
    moment, again = row(Kind.ONSET, 0, momentary=True), row(Kind.PRESENT, 2, momentary=True)

    assert minutes(find_spans([moment])) == [(0, 0)]
    assert minutes(find_spans([moment, again])) == [(0, None)]


def test_an_end_whose_onset_is_unknown_tells_its_own_start():
    assert minutes(find_spans([row(Kind.END, 5, lasted=120.0)])) == [(3, 5)]


def test_two_faults_at_the_same_time_do_not_end_each_other():
    rows = [
        row(Kind.ONSET, 0),
        row(Kind.ONSET, 1, "battery"),
        row(Kind.END, 2),
        row(Kind.PRESENT, 3),
    ]

    assert minutes(find_spans(rows)) == [(0, 2), (1, None)]


def test_a_fault_that_comes_twice_is_two_occurrences():
    rows = [row(Kind.ONSET, 0), row(Kind.END, 1), row(Kind.ONSET, 2), row(Kind.END, 3)]

    assert minutes(find_spans(rows)) == [(0, 1), (2, 3)]
