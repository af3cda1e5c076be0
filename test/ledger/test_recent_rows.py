"""What the newest rows say, without a read of all others."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Key, Kind, Ledger, Observation, Source

NOON = datetime(2026, 12, 1, 12, 0, tzinfo=timezone.utc)


def row(minutes, kind=Kind.ONSET, entry="mem-1", boot="b1", **detail):
    time = NOON + timedelta(minutes=minutes)
    return Observation(
        kind=kind, instant=Instant(time, minutes * 60.0, boot, trusted=True), summary=f"{minutes}",
        key=Key("diagnostics", entry, "stall"), entry_id=entry, detail=detail,
    )  # fmt: skip


def at(x, frame="map"):
    return {"frame": frame, "x": x, "y": 0.0, "sigma": 0.1}


@pytest.fixture
def ledger(tmp_path):
    ledger = Ledger(tmp_path / "observations.db")
    yield ledger
    ledger.close()


def told(rows):
    return [row.summary for row in rows]


def test_occurrences_since_a_time_are_found_in_every_boot(ledger):
    ledger.append([row(0), row(10, boot="b2"), row(20, boot="b3"), row(30, boot="a1")])

    assert told(ledger.recent_occurrences(NOON + timedelta(minutes=5))) == ["10", "20", "30"]


def test_rows_that_are_not_onsets_or_ends_are_left_out(ledger):
    ledger.append(
        [row(0, Kind.NOTE), row(1, Kind.PRESENT), row(2), row(3, Kind.END), row(4, entry="")]
    )

    assert told(ledger.recent_occurrences(NOON)) == ["2", "3"]


def test_a_long_fault_does_not_displace_others_and_repeated_momentary_faults_are_included(ledger):
    hours = [row(minutes, Kind.PRESENT) for minutes in range(2, 60)]
    ledger.append([row(0), row(1), *hours, row(60, Kind.PRESENT, momentary=True)])

    assert told(ledger.recent_occurrences(NOON, most=3)) == ["0", "1", "60"]


def test_the_track_contains_the_newest_positions_in_order_of_time(ledger):
    ledger.append([row(0, at=at(1.0)), row(1), row(2, at=at(2.0)), row(3, at=at(3.0))])

    assert [point.position.x for point in ledger.track(2)] == [2.0, 3.0]


def test_passes_are_summed_over_days_and_limited_to_the_busiest_cells(ledger):
    for day in (0, 1):
        now = Instant(NOON + timedelta(days=day), 0.0, "b1", trusted=True)
        ledger.add_exposure({("passes in map", "0,0"): 2.0, ("passes in map", "1,0"): 1.0}, now)

    assert ledger.passes("map", 5) == {"0,0": 4.0, "1,0": 2.0}
    assert ledger.passes("map", 1) == {"0,0": 4.0}


def test_rows_about_an_entry_are_the_newest_of_each_kind_of_source(ledger):
    sources = [Source.PERSON, Source.DETECTOR, *[Source.AGENT] * 3, *[Source.CLAIMED] * 3]
    for number, source in enumerate(sources):
        kind = Kind.RESOLVE if source is Source.PERSON else Kind.MUTE
        ledger.append([replace(row(number, kind), source=source)])

    assert told(ledger.rows_about(["mem-1"], 2)) == ["7", "6", "1", "0"]
    assert told(ledger.rows_about(["mem-1"], 2, [Kind.RESOLVE])) == ["0"]
