"""Samples of how the robot ran; older ones are thinned out."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Ledger, OperatingSample

NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)
DAY = 86400.0


def instant(after: float, *, trusted: bool = True, boot: str = "b1") -> Instant:
    return Instant(NOON + timedelta(seconds=after), 100.0 + after, boot, trusted)


def moments(
    begin: float, count: int, apart: float = 10.0, **fields: object
) -> list[OperatingSample]:
    return [OperatingSample(instant(begin + apart * number), apart, {"speed": 0.5, **fields})
            for number in range(count)]  # fmt: skip


def add(ledger: Ledger, ran: list[OperatingSample]) -> None:
    ledger.add_exposure({}, instant(0.0), ran)


def test_an_operating_sample_reads_back_as_it_was_stored(ledger):
    given = OperatingSample(instant(0.0), 10.0, {"speed": 0.25, "mode": "AUTO ✈"})
    add(ledger, [given])

    assert list(ledger.operating_samples()) == [given]


@pytest.mark.parametrize("age", [0, 6, 200])
def test_older_days_keep_fewer_operating_samples_with_the_same_total_duration(ledger, age: int):
    add(ledger, moments(0.0, 4000))
    add(ledger, moments(age * DAY, 1))
    old = [
        moment
        for moment in ledger.operating_samples()
        if moment.time < NOON + timedelta(seconds=40_000)
    ]

    assert len(old) <= max(16, 2000 // (1 + age))
    assert len(old) >= max(16, 2000 // (1 + age)) // 2
    assert sum(moment.seconds for moment in old) == pytest.approx(40_000.0, abs=10.0)


def test_the_number_of_operating_samples_of_two_years_is_bounded(ledger):
    for week in range(0, 104, 2):
        add(ledger, moments(7 * week * DAY, 350, apart=3200.0))

    samples = list(ledger.operating_samples())
    assert len(samples) < 10_000
    assert samples[0].time > NOON + timedelta(days=7 * 102 - 402)


def test_operating_samples_get_correct_times_once_the_clock_is_trusted(ledger):
    ledger.add_exposure({}, instant(0.0, trusted=False), [
        OperatingSample(instant(0.0, trusted=False), 10.0, {"speed": 0.5}),
        OperatingSample(instant(0.0, trusted=False, boot="b0"), 10.0, {"speed": 0.5}),
    ])  # fmt: skip
    assert ledger.has_provisional("b1")
    right = Instant(NOON + timedelta(days=30), 160.0, "b1", True)
    ledger.retime(right, after=ledger.last())
    before, after = ledger.operating_samples()

    assert (after.time, after.instant.trusted) == (NOON + timedelta(days=30, seconds=-60), True)
    assert (before.time, before.instant.trusted) == (NOON, False)
    assert not ledger.has_provisional("b1")
