"""The begin and end of each fault."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from simulated_robots import MONDAY, instant

from robot_memory.ledger import Kind, Observation, OperatingSample
from robot_memory.long_term.limit_search.operating_history import OperatingHistory
from robot_memory.long_term.limit_search.risk_set import intervals_of, risk_of

START = MONDAY.timestamp()


def row(number: int, kind: Kind, after: float, **detail: Any) -> Observation:
    return Observation(kind, instant(START + after), "fails", id=number, detail=detail)


def spans(*rows: Observation) -> list[tuple[float, float, bool]]:
    return [
        ((s.onset - MONDAY).total_seconds(), (s.last - MONDAY).total_seconds(), s.is_over)
        for s in intervals_of(rows)
    ]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param([(Kind.ONSET, 10.0), (Kind.END, 25.0)], [(10.0, 25.0, True)],
                     id="from its onset to its end"),
        pytest.param([(Kind.ONSET, 10.0), (Kind.PRESENT, 3610.0)], [(10.0, 3610.0, False)],
                     id="without an end it is not over"),
        pytest.param([(Kind.ONSET, 10.0), (Kind.ONSET, 90_000.0)],
                     [(10.0, 10.0, True), (90_000.0, 90_000.0, False)],
                     id="another onset: the robot was switched off in between"),
        *(pytest.param([(Kind.ONSET, 10.0), (kind, 30.0), (Kind.ONSET, 50.0)],
                       [(50.0, 50.0, False)], id=f"what was before is another story: {kind.value}")
          for kind in (Kind.REPAIRED, Kind.RESOLVE)),
    ],
)  # fmt: skip
def test_occurrences_are_built_from_onset_present_end_and_repair_rows(rows, expected):
    numbered = (row(number, *one) for number, one in enumerate(rows, 1))

    assert spans(*numbered) == expected


def test_an_occurrence_stores_the_conditions_before_it():
    (interval,) = intervals_of([row(1, Kind.ONSET, 10.0, before={"speed": 0.5})])

    assert interval.before == {"speed": 0.5}


# -- references for onsets -----------------------------------------------------------------


def operation(seconds: int, speed: float = 0.5) -> OperatingHistory:
    return OperatingHistory.of([
        OperatingSample(instant(START + at), 1.0, {"speed": speed, "x": 3.0})
        for at in range(1, seconds)
    ])  # fmt: skip


def test_time_during_a_fault_is_not_compared():
    rows = [row(1, Kind.ONSET, 1000.0), row(2, Kind.END, 3000.0), row(3, Kind.ONSET, 4000.0)]
    risk = risk_of(intervals_of(rows), operation(5000))

    assert risk.operation.running == 1000 - 1 + 4000 - 3000 - 1


def test_time_long_before_the_first_onset_is_not_compared():
    rows = [row(n, Kind.ONSET, 50_000.0 + 1000.0 * n) for n in range(10)]
    risk = risk_of(intervals_of(rows), operation(60_000))
    first = MONDAY + timedelta(seconds=49_000)

    assert risk.operation.times[0] >= first.timestamp()


def test_a_fault_that_occurs_only_while_driving_is_compared_with_driving_time():
    moments = [
        OperatingSample(instant(START + at), 1.0, {"speed": 0.0 if at % 10 < 8 else 0.5})
        for at in range(1, 10_000)
    ]
    rows = [row(n, Kind.ONSET, 900.0 * n, before={"speed": 0.5}) for n in range(1, 11)]
    risk = risk_of(intervals_of(rows), OperatingHistory.of(moments))

    assert risk.time == "driving"
    assert risk.operation.running == 1800.0  # the last fault goes on


def test_a_fault_that_also_occurs_at_rest_is_compared_with_all_running_time():
    speeds = [0.5] * 7 + [0.0] * 3
    rows = [row(n, Kind.ONSET, 400.0 * n, before={"speed": speeds[n]}) for n in range(10)]

    assert risk_of(intervals_of(rows), operation(5000)).time == "running"


def test_the_time_of_day_is_a_condition_and_x_without_y_is_not():
    columns = operation(100).columns

    assert set(columns["time of day"]) == {"08:00 and 12:00 UTC"}
    assert "x" not in columns
