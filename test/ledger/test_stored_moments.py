"""How the robot ran: moments of it, fewer the longer it is ago."""

from __future__ import annotations

import tracemalloc
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


def test_a_moment_reads_back_as_it_was_stored(ledger):
    given = OperatingSample(instant(0.0), 10.0, {"speed": 0.25, "mode": "AUTO ✈"})
    add(ledger, [given])

    assert list(ledger.operating_samples()) == [given]


def test_what_is_no_number_is_not_stored(ledger):
    add(
        ledger,
        [
            OperatingSample(
                instant(0.0), 10.0, {"speed": float("nan"), "load": float("inf"), "x": 1}
            )
        ],
    )

    assert next(ledger.operating_samples()).values == {"x": 1.0}


def test_moments_come_oldest_first_whenever_they_were_stored(ledger):
    add(ledger, moments(500.0, 3))
    add(ledger, moments(0.0, 3))

    times = [moment.time for moment in ledger.operating_samples()]
    assert times == sorted(times)


def test_a_reader_of_many_moments_has_few_of_them_in_memory(ledger):
    values = {f"joint_{number}": float(number) for number in range(50)}
    add(ledger, moments(0.0, 500, **values))

    tracemalloc.start()
    count = sum(1 for _ in ledger.operating_samples())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert count == 500
    assert peak < 1_000_000


@pytest.mark.parametrize("age", [0, 1, 6, 30, 200])
def test_a_day_has_fewer_moments_the_longer_it_is_ago_that_stand_for_as_much(ledger, age: int):
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


def test_what_is_longer_ago_than_four_hundred_days_goes(ledger):
    add(ledger, moments(0.0, 100))
    add(ledger, moments(402 * DAY, 1))

    assert len(list(ledger.operating_samples())) == 1


def test_two_years_of_running_take_bounded_room(ledger):
    for week in range(104):
        add(ledger, moments(7 * week * DAY, 350, apart=1600.0))

    assert len(list(ledger.operating_samples())) < 15_000


def test_moments_get_their_right_times_once_the_clock_is_trusted(ledger):
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
