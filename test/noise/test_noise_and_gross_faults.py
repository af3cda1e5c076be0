"""Noise of many shapes gives no entry, a gross fault does: messages in, entries out."""

from __future__ import annotations

import pytest
from noise.feeding import Fault, Stream, feed
from noise.listening import LEVELS
from noise.shapes import SHAPES

LEVELS_SEEN = {"modes"}  # it may not have switched within its first minutes


@pytest.mark.parametrize("shape", sorted(set(SHAPES) - LEVELS_SEEN))
def test_twenty_minutes_of_noise_reach_no_high_score_and_give_no_entry(shape: str) -> None:
    heard = feed(Stream(shape, "Float64", 10.0, 1200.0))

    assert [one for one in heard.alarms if one.level == LEVELS[-1]] == []
    assert heard.entries == []


@pytest.mark.parametrize(
    ("carrier", "topics", "channels"),
    [
        ("Float64", 1, 1), ("Float64", 8, 4), ("JointState", 1, 1), ("JointState", 1, 3),
        ("WrenchStamped", 1, 1), ("WrenchStamped", 1, 6), ("Temperature", 1, 1),
        ("DiagnosticArray", 1, 1), ("DiagnosticArray", 1, 4),
    ],
)  # fmt: skip
def test_a_gross_fault_in_some_channels_is_an_entry_in_a_detector_of_seventy_seconds(
    carrier: str, topics: int, channels: int
) -> None:
    rate = 1.0 if carrier == "DiagnosticArray" else 5.0
    stream = Stream("Gaussian", carrier, rate, 100.0, topics)
    entries = feed(stream, Fault(70.0, channels)).entries

    assert len(entries) == 1
    assert entries[0][0] >= 70.0


@pytest.mark.parametrize(("carrier", "channels"), [("JointState", 6), ("DiagnosticArray", 4)])
def test_a_gross_fault_of_all_signals_of_a_kind_is_one_entry(carrier: str, channels: int) -> None:
    rate = 1.0 if carrier == "DiagnosticArray" else 5.0
    entries = feed(Stream("Gaussian", carrier, rate, 100.0), Fault(70.0, channels)).entries

    assert len(entries) == 1


def test_a_gross_fault_of_a_signal_of_coarse_steps_is_found_after_seventy_seconds() -> None:
    entries = feed(
        Stream("quantised", "WrenchStamped", 5.0, 100.0, seed=11), Fault(70.0, 1)
    ).entries

    assert len(entries) == 1
