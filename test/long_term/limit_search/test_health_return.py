"""A fault that stays away under the conditions that used to cause it is proposed as gone."""

from __future__ import annotations

from datetime import datetime, timezone

import numpy as np
import pytest

from robot_memory.long_term.limit_search.healed_fault import HealedFault, stays_away
from robot_memory.long_term.limit_search.operating_history import OperatingHistory
from robot_memory.long_term.limit_search.region import Region, RegionSide
from robot_memory.long_term.limit_search.risk_set import FaultInterval

HOUR = 3600.0
FAST = Region("speed", RegionSide.ABOVE, 0.3)


def intervals(*hours: float, is_over: bool = True) -> list[FaultInterval]:
    """Faults of a minute each, ``hours`` after the begin."""
    times = [(at * HOUR, at * HOUR + 60.0) for at in hours]
    whens = [tuple(datetime.fromtimestamp(t, timezone.utc) for t in pair) for pair in times]
    found = [
        FaultInterval(number, onset, last, True) for number, (onset, last) in enumerate(whens, 1)
    ]
    if found and not is_over:
        found[-1] = FaultInterval(len(found), found[-1].onset, found[-1].last, False)
    return found


def running(*stretches: tuple[float, float], speed: float = 0.5) -> OperatingHistory:
    """One sample each half minute, in stretches given in hours."""
    times = np.concatenate([np.arange(a * HOUR + 30.0, b * HOUR + 1.0, 30.0) for a, b in stretches])
    return OperatingHistory(times, np.full(len(times), 30.0), {"speed": np.full(len(times), speed)})


def judge(
    found: list[FaultInterval], ran: OperatingHistory, hours: float, region: Region | None = None
):
    return stays_away(found, ran, region, hours * HOUR)


EVERY_TWO_HOURS = tuple(float(hour) for hour in range(0, 20, 2))


def test_a_fault_that_came_every_two_hours_is_gone_after_two_days_without():
    away = judge(intervals(*EVERY_TWO_HOURS), running((0.0, 66.0)), 66.0)

    assert away is not None
    assert away.seconds == pytest.approx(48.0 * HOUR, rel=0.01)
    assert away.expected == pytest.approx(24.0, rel=0.02)
    assert away.p < 0.01


def test_the_text_of_a_proposal_contains_its_evidence():
    assert HealedFault(FAST, 11.2 * HOUR, 9.1, 0.0042).describe() == (
        "0 occurrences in 11.2 h above 0.3 m/s; 9 were expected (p = 0.0042)"
    )
    assert HealedFault(None, 48.0 * HOUR, 24.0, 0.0).describe() == (
        "0 occurrences in 48.0 h of running; 24 were expected (p = 1e-09)"
    )


def test_time_outside_the_faults_condition_is_no_evidence_of_health():
    fast, slow = running((0.0, 19.0)), running((19.0, 90.0), speed=0.1)
    ran = OperatingHistory(
        np.concatenate([fast.times, slow.times]),
        np.concatenate([fast.seconds, slow.seconds]),
        {"speed": np.concatenate([fast.columns["speed"], slow.columns["speed"]])},
    )

    assert judge(intervals(*EVERY_TWO_HOURS), ran, 90.0, FAST) is None
    assert judge(intervals(*EVERY_TWO_HOURS), ran, 90.0) is not None


def test_time_in_the_faults_condition_is_evidence_of_health():
    away = judge(intervals(*EVERY_TWO_HOURS), running((0.0, 66.0)), 66.0, FAST)

    assert away is not None
    assert away.region == FAST


_OFTEN = [0.3 * number for number in range(30)]
_OFTEN_REST_OFTEN = (*_OFTEN, *(20.0 + hour for hour in _OFTEN))


@pytest.mark.parametrize(
    ("onsets", "ran", "now", "is_away"),
    [
        pytest.param(EVERY_TWO_HOURS, 19.0, 1000.0, False, id="the robot did not run"),
        *(pytest.param(EVERY_TWO_HOURS, hours, hours, False, id=f"it may be chance, {hours:g} h")
          for hours in (19.0, 22.0, 26.0)),
        pytest.param(_OFTEN_REST_OFTEN, 70.0, 55.0, False, id="shorter than three longest gaps"),
        pytest.param(_OFTEN_REST_OFTEN, 70.0, 66.0, True, id="longer than three longest gaps"),
        pytest.param((0.0, 2.0, 4.0), 80.0, 34.0, False, id="few tell a rate badly"),
        pytest.param((0.0, 2.0, 4.0), 80.0, 64.0, True, id="few need a long silence"),
        pytest.param((0.0, 2.0), 500.0, 500.0, False, id="two tell no rate"),
        pytest.param((0.0, 0.1, 0.15, 0.2, 0.25, 0.3), 500.0, 500.0, False, id="a bunch is one"),
        pytest.param(_OFTEN[:10], 10.0, 10.0, False, id="less than eight hours of exercise"),
        pytest.param(_OFTEN[:10], 11.0, 11.0, True, id="eight hours of exercise within a day"),
    ],
)  # fmt: skip
def test_a_fault_is_proposed_as_gone_only_after_a_long_enough_absence(onsets, ran, now, is_away):
    away = judge(intervals(*onsets), running((0.0, ran)), now)

    assert (away is not None) == is_away


def test_a_fault_that_is_present_is_not_proposed_as_gone():
    found = intervals(*EVERY_TWO_HOURS, is_over=False)

    assert judge(found, running((0.0, 66.0)), 66.0) is None


def test_a_random_fault_is_rarely_proposed_as_gone():
    false = 0
    for seed in range(200):
        random = np.random.default_rng(seed)
        onsets = np.cumsum(random.exponential(2.0, 12))
        until = float(onsets[-1])
        ran = running((0.0, until))
        count = int(random.integers(3, 12))
        known, coming = onsets[:count], onsets[count]
        false += judge(intervals(*known), ran, float(coming) - 0.05) is not None

    assert false <= 2
