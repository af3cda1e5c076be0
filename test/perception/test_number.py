"""Numbers in messages."""

from __future__ import annotations

import math

import numpy as np
import pytest

from robot_memory.perception.field_path import number


@pytest.mark.parametrize(
    ("value", "amount"),
    [(3, 3.0), (True, 1.0), (b"\x02", 2.0), (np.float32(0.5), 0.5), (np.int16(-4), -4.0),
     ("24.5", 24.5), (" -1e-3 ", -0.001), ("37.2 C", 37.2), ("37°C", 37.0), ("45%", 45.0),
     ("12 mAh", 12.0), ("9.81 m/s^2", 9.81), ("9.81 m/s²", 9.81), ("True", 1.0), ("off", 0.0)],
)  # fmt: skip
def test_numbers_come_in_many_forms(value: object, amount: float):
    assert number(value) == pytest.approx(amount)


@pytest.mark.parametrize(
    "value",
    ["", "OK", "v1.2", "1:23", "3 of 4", "192.168.1.1", "2026-11-20", "1,234", "0x1A", None,
     [1.0], b"ab", "12 apples a day", "5 5"],
)  # fmt: skip
def test_a_value_that_is_not_a_number_reads_as_none(value: object):
    assert number(value) is None


def test_nan_is_read_as_nan():
    assert math.isnan(number("nan") or 0.0)
    assert math.isnan(number(math.nan) or 0.0)
