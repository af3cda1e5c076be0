"""Operating samples in columns: all columns, or only the requested ones."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import OperatingSample
from robot_memory.long_term.limit_search.operating_history import TIME_OF_DAY, OperatingHistory

NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)
MOMENTS = [
    OperatingSample(
        Instant(NOON + timedelta(seconds=10.0 * number), 10.0 * number, "b1", trusted=True), 10.0,
        {"speed": 0.1 * number, "load": 3.0, "mode": "AUTO"},
    )
    for number in range(4)
]  # fmt: skip


def test_each_variable_has_a_column_and_so_has_the_time_of_day() -> None:
    ran = OperatingHistory.of(MOMENTS)

    assert set(ran.columns) == {"speed", "load", "mode", TIME_OF_DAY}


@pytest.mark.parametrize("name", ["speed", "mode", TIME_OF_DAY])
def test_requesting_one_variable_builds_only_its_column(name: str) -> None:
    everything, ran = OperatingHistory.of(MOMENTS), OperatingHistory.of(MOMENTS, only={name})

    assert set(ran.columns) == {name}
    assert ran.columns[name].tolist() == everything.columns[name].tolist()
    assert ran.running == everything.running
