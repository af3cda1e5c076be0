"""Noise of many shapes makes no entry, a gross fault does: from messages to entries."""

from __future__ import annotations

import pytest
from noise.feeding import Fault, Stream, feed

LEARNED = 1800.0  # s


@pytest.mark.parametrize(
    "shape", ["Gaussian", "Student t3", "autocorrelated", "modes", "quantised"]
)
def test_an_hour_of_noise_gives_no_entry(shape: str) -> None:
    assert feed(Stream(shape, "Float64", 5.0, 2.0 * LEARNED)) == []


@pytest.mark.parametrize(
    ("carrier", "rate"),
    [("Float64", 2.0), ("WrenchStamped", 1.0), ("DiagnosticArray", 1.0)],
)
def test_a_gross_fault_makes_one_entry_dated_within_20_seconds(carrier: str, rate: float) -> None:
    entries = feed(Stream("Gaussian", carrier, rate, LEARNED + 180.0), Fault(LEARNED, 1))

    assert len(entries) == 1
    assert LEARNED - 20.0 <= entries[0][0] <= LEARNED + 20.0


def test_a_gross_fault_of_several_parts_of_a_message_is_one_entry() -> None:
    entries = feed(Stream("Gaussian", "JointState", 1.0, LEARNED + 180.0), Fault(LEARNED, 4))

    assert len(entries) == 1
