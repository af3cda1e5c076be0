"""Which column holds the time, and how it is parsed."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.perception.replay.tables.times import TimeColumn, find_time, time_format

NOON = 1666785600.0  # 2022-10-26T12:00:00Z


def read(name: str, cell: str, *others: str, decimal_comma: bool = False) -> float:
    """Return the time in `cell`, in a column with these other cells."""
    found = time_format(name, [cell, *others], decimal_comma)
    assert found is not None
    return found.read(cell)


@pytest.mark.parametrize(
    "cell",
    [
        "1666785600",
        "1666785600.0",
        "1666785600000",
        "1666785600000000",
        "1666785600000000000",
        "1.6667856e18",
        "2022-10-26T12:00:00Z",
        "2022-10-26T12:00:00.000000000Z",
        "2022-10-26 12:00:00",
        "2022-10-26T14:00:00+02:00",
        "2022-10-26T04:30:00-0730",
        "2022/10/26 12:00:00 UTC",
        "26.10.2022 12:00:00",
        "26.10.2022 12:00",
        "26/10/2022 12:00:00",
        "10/26/2022 12:00:00 PM",
        "10/26/2022 12:00:00",
    ],
)
def test_a_time_is_read_in_any_common_format(cell: str) -> None:
    assert read("timestamp", cell) == NOON


def test_a_date_before_1970_is_negative() -> None:
    assert read("t", "1969-12-31 23:59:59.25") == -0.75


def test_a_date_with_slashes_is_american_unless_a_day_above_12_contradicts() -> None:
    assert read("t", "03/04/2024 00:00") == datetime(2024, 3, 4, tzinfo=timezone.utc).timestamp()
    assert (
        read("t", "03/04/2024 00:00", "31/04/2024 00:00")
        == datetime(2024, 4, 3, tzinfo=timezone.utc).timestamp()
    )


def test_a_date_with_dots_is_european() -> None:
    assert read("t", "03.04.2024 00:00") == datetime(2024, 4, 3, tzinfo=timezone.utc).timestamp()


def test_times_with_am_and_pm_are_read() -> None:
    assert read("t", "10/26/2022 1:30:00 PM") == NOON + 5400
    assert read("t", "10/26/2022 12:30:00 AM") == NOON - 43200 + 1800


@pytest.mark.parametrize(
    ("name", "divisor"),
    [("time_ms", 1e3), ("Time (ms)", 1e3), ("t [us]", 1e6), ("time_ns", 1e9), ("time_s", 1)],
)
def test_a_unit_in_the_column_name_is_used(name: str, divisor: float) -> None:
    assert read(name, "5000") == 5000 / divisor


@pytest.mark.parametrize(
    ("cells", "divisor"),
    [
        (["0", "1", "2"], 1),
        (["0.0", "0.1", "0.2"], 1),
        (["0", "10", "20"], 1e3),
        (["0", "1000", "2000"], 1e3),
        (["112500176", "112504176", "112508176"], 1e6),
        (["5000000000", "5010000000", "5020000000"], 1e9),
    ],
)
def test_the_unit_of_a_counter_is_inferred_from_its_values(
    cells: list[str], divisor: float
) -> None:
    assert read("timestamp", cells[-1], *cells) == float(cells[-1]) / divisor


def test_a_counter_of_microseconds_is_not_read_as_an_epoch_time() -> None:
    cells = ["1700000000", "1700004000", "1700008000"]  # 28 minutes after boot, at 250 Hz
    assert read("timestamp", cells[0], *cells[1:]) == 1700.0


@pytest.mark.parametrize("cell", ["soon", "12", "nan", "inf", "2022-13-01 00:00:00"])
def test_a_cell_that_is_no_time_raises_a_value_error(cell: str) -> None:
    found = time_format("t", ["2022-10-26 12:00:00"])
    assert found is not None
    with pytest.raises(ValueError):
        found.read(cell)


@pytest.mark.parametrize("cell", ["nan", "inf", "-inf", "x", ""])
def test_a_cell_that_is_no_finite_number_raises_a_value_error(cell: str) -> None:
    found = time_format("t", ["1", "2"])
    assert found is not None
    with pytest.raises(ValueError):
        found.read(cell)


@pytest.mark.parametrize("cell", ["9" * 400, "1e300", "1e12", "-1e300", "-7e10"])
def test_a_time_out_of_range_raises_an_overflow_error(cell: str) -> None:
    found = time_format("t", ["1", "2"])
    assert found is not None
    with pytest.raises(OverflowError):
        found.read(cell)


@given(st.datetimes(datetime(1970, 1, 1), datetime(2099, 12, 31)))
def test_every_date_is_read_as_python_reads_it(moment: datetime) -> None:
    expected = moment.replace(tzinfo=timezone.utc).timestamp()
    assert read("t", moment.isoformat(" ")) == pytest.approx(expected, abs=1e-6)


def find(header: str, *rows: str) -> TimeColumn | None:
    return find_time(header.split(","), [row.split(",") for row in rows], decimal_comma=False)


NAMES = "time|Time|%time|timestamp|TimeStamp|stamp|t|time_ms|Time [s]|date time|__time|Zeitstempel"


@pytest.mark.parametrize("name", NAMES.split("|"))
def test_a_time_column_is_recognised_by_its_name(name: str) -> None:
    found = find(f"count,{name}", "1,5.0", "2,5.1", "3,5.2")
    assert found is not None
    assert found.columns == (1,)


@pytest.mark.parametrize(
    ("header", "rows", "column"),
    [
        ("Num,Timestamp", "1,2022-10-26T08:00:00Z 2,2022-10-26T08:00:01Z", 1),
        ("cycle_time,received", "1.5,1700000000 2.5,1700000001 3.5,1700000002", 1),
        ("a,b", "7,2022-10-26T12:00:00 5,2022-10-26T12:00:01", 1),
        ("km,recv_time", "2022-10-26T11:00,2022-10-26T12:00 2022-10-26T11:00,2022-10-26T13:00", 1),
        ("a,b", "7,1700000000 5,1700000001 6,1700000002", 1),
        ("n,recv_time,x", "1,0.5,1 2,0.7,1 3,0.9,1", 1),
        ("date,km", "2022-10-26,7 2022-10-27,5", 0),  # a time in days is better than none
        ("a,b,c", "7,1,1 5,2,2 6,3,3", 1),  # the first increasing column
        ("a,b", "7,1 5,1 6,0", None),
        ("index,timestamp", "5,2022-10-26T12:00:05 6,2022-10-26T12:00:01 7,2022-10-26T12:00:09", 1),
    ],
)  # fmt: skip
def test_the_time_column_is_found_by_names_and_values(
    header: str, rows: str, column: int | None
) -> None:
    found = find(header, *rows.split(" "))
    assert (found.columns[0] if found else None) == column


def test_a_date_column_and_a_time_column_are_read_together() -> None:
    found = find("date,time,x", "26.10.2022,12:00:00,1", "26.10.2022,12:00:01,1")
    assert found is not None
    assert found.columns == (0, 1)
    assert found.read(["26.10.2022", "12:00:01", "1"]) == NOON + 1


def test_a_time_of_day_without_a_date_counts_from_the_epoch() -> None:
    found = find("time,x", "00:00:05,1", "00:00:06,1")
    assert found is not None
    assert found.read(["00:00:05", "1"]) == 5.0
