"""Raw observations fold into one row per day and key: first, last, worst, count, exposure (§7)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.entries.fold import Fold
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Key, Kind, Observation, Severity
from robot_memory.ledger.day_row import day_rows
from robot_memory.ledger.observation import SHOWS

NOON = datetime(2026, 10, 1, 12, tzinfo=timezone.utc)
LATER = NOON + timedelta(days=60)
KEY = Key("diagnostics", "left wheel", "fails")


def row(number, kind, hours=0.0, *, boot="old", trusted=True, key=KEY, severity=Severity.WARN,
        **detail):  # fmt: skip
    instant = Instant(NOON + timedelta(hours=hours), 1000.0 + hours * 3600.0, boot, trusted)
    return Observation(kind, instant, "Left wheel fails", key=key, severity=severity, id=number,
                       entry_id="mem-1", entry_type="hardware_observation", confidence=0.45,
                       component="left wheel", detail=detail)  # fmt: skip


def interval(first, hours, lasted=60.0, **more):
    """Return the onset and the end of an occurrence."""
    end = hours + lasted / 3600.0
    return [row(first, Kind.ONSET, hours, peak=1.0, **more),
            row(first + 1, Kind.END, end, lasted=lasted, peak=2.0, **more)]  # fmt: skip


def folded(rows, until=LATER, boot="now", keep=()):
    return list(day_rows(rows, until=until, boot=boot, keep=keep))


def removed(day):
    return tuple(row.id for row in day.removed)


def after(rows, days):
    """Return the ledger's rows after the fold."""
    left = {row.id for day in days for row in day.removed}
    details = {day.kept.id: day.detail for day in days}
    return [replace(one, detail=details.get(one.id, one.detail))
            for one in rows if one.id not in left]  # fmt: skip


def test_the_rows_of_a_day_are_folded_into_its_last_onset():
    rows = [*interval(1, 0), *interval(3, 1, lasted=30.0, severity=Severity.ERROR), *interval(5, 2)]
    (day,) = folded(rows)

    assert (day.kept.id, removed(day)) == (5, (1, 2, 3, 4, 6))
    assert day.detail["folded"] == {
        "first": "2026-10-01T12:00:00.000000Z",
        "last": "2026-10-01T14:01:00.000000Z",
        "count": 3,
        "seconds": 150.0,
        "longest": 60.0,
        "worst": "error",
    }
    assert day.detail["peak"] == 2.0


def test_a_folded_day_keeps_the_condition_under_which_a_fault_occurred():
    first, second = interval(1, 0), interval(3, 2)
    first[1] = replace(first[1], detail={**first[1].detail, SHOWS: "while rpm is above 3400"})

    (day,) = folded(first + second)

    assert day.detail[SHOWS] == "while rpm is above 3400"


def test_rows_of_different_days_or_keys_are_folded_separately():
    other = replace(KEY, symptom="is hot")
    rows = [*interval(1, 0), *interval(3, 24), *interval(5, 25, key=other)]

    assert [(day.kept.id, day.detail["folded"]["count"]) for day in folded(rows)] == [
        (1, 1), (3, 1), (5, 1),
    ]  # fmt: skip


def test_occurrences_that_end_after_the_limit_are_not_folded():
    rows = [*interval(1, 0), *interval(3, 2)]

    (day,) = folded(rows, until=NOON + timedelta(hours=1))
    assert (day.kept.id, removed(day)) == (1, (2,))
    assert folded(rows, until=NOON + timedelta(seconds=60)) == []


def test_a_continuing_occurrence_is_not_folded():
    rows = [row(1, Kind.ONSET, boot="now"), row(2, Kind.PRESENT, 1, boot="now")]
    assert folded(rows) == []

    (day,) = folded(rows, boot="another")  # the robot was switched off
    assert removed(day) == (2,)


@pytest.mark.parametrize("named", [1, 2])
def test_an_occurrence_with_a_protected_row_is_not_folded(named):
    rows = [*interval(1, 0), *interval(3, 1), *interval(5, 2)]
    (day,) = folded(rows, keep={named})

    assert (day.kept.id, removed(day)) == (5, (3, 4, 6))


def test_rows_with_provisional_times_are_not_folded():
    assert folded(interval(1, 0, trusted=False)) == []


@pytest.mark.parametrize("kind", [Kind.RESOLVE, Kind.REPAIRED])
def test_occurrences_before_and_after_a_repair_are_folded_separately(kind):
    rows = [
        *interval(1, 0),
        *interval(3, 1),
        row(5, kind, 1.5, key=None),
        *interval(6, 2),
        *interval(8, 3),
    ]

    assert [(day.kept.id, removed(day)) for day in folded(rows)] == [(3, (1, 2, 4)), (8, (6, 7, 9))]


def test_folding_twice_changes_nothing():
    rows = [*interval(1, 0), *interval(3, 1)]

    assert folded(after(rows, folded(rows))) == []


_GAPS = st.lists(st.floats(0.1, 40.0), min_size=1, max_size=12)
_LASTED = st.sampled_from([0.01, 0.05, 3.5, 23.9, 30.5, 80.5])  # hours


def test_a_fault_of_several_days_keeps_one_row_a_day():
    hourly = [row(2 + hour, Kind.PRESENT, 1.0 + hour) for hour in range(60)]
    rows = [row(1, Kind.ONSET), *hourly, row(62, Kind.END, 61.0)]
    (day,) = folded(rows)

    left = after(rows, [day])
    assert [(one.kind.value, one.id) for one in left] == [
        ("onset", 1), ("present", 25), ("present", 49), ("end", 62),
    ]  # fmt: skip
    assert left[0] == rows[0]
    assert folded(left) == []


@given(gaps=_GAPS, data=st.data())
def test_entries_folded_from_daily_rows_keep_counts_and_dates(gaps, data):
    rows, hours = [], 0.0
    for gap in gaps:
        hours += gap
        lasted, first = data.draw(_LASTED), len(rows) + 1
        onset, end = interval(first, hours, lasted=lasted * 3600.0)
        present = [row(first + 1 + n, Kind.PRESENT, hours + 1.0 + n) for n in range(int(lasted))]
        rows.extend([onset, *present, replace(end, id=first + 1 + len(present))])
        hours += lasted
    before, now = Fold({}, Settings()), Fold({}, Settings())
    before.add(rows)
    now.add(after(rows, folded(rows)))

    (was,), (is_,) = before.entries.values(), now.entries.values()
    assert (is_.observation_count, is_.first_seen, is_.last_reinforced) == (
        was.observation_count, was.first_seen, was.last_reinforced,
    )  # fmt: skip
    # A day that counts once grows less: at most one day's decay is missing.
    assert is_.confidence <= was.confidence + Settings().decay_per_day


@given(gaps=_GAPS, kept=st.sets(st.integers(1, 24)))
def test_folding_keeps_protected_rows_and_the_number_of_onsets(gaps, kept):
    hours, rows = 0.0, []
    for gap in gaps:
        hours += gap
        rows.extend(interval(len(rows) + 1, hours, lasted=36.0))
    days = folded(rows, keep=kept)
    left = after(rows, days)

    assert kept & {one.id for one in rows} <= {one.id for one in left}
    onsets = [one for one in left if one.kind is Kind.ONSET]
    assert sum(one.detail.get("folded", {}).get("count", 1) for one in onsets) == len(gaps)
    assert all(one.id < other.id for one, other in pairwise(left))
