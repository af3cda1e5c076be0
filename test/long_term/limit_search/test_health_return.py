"""A fault that stays away although what used to bring it goes on is proposed as gone."""

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
    """Occurrences of a minute each, after so many hours."""
    times = [(at * HOUR, at * HOUR + 60.0) for at in hours]
    whens = [tuple(datetime.fromtimestamp(t, timezone.utc) for t in pair) for pair in times]
    found = [
        FaultInterval(number, onset, last, True) for number, (onset, last) in enumerate(whens, 1)
    ]
    if found and not is_over:
        found[-1] = FaultInterval(len(found), found[-1].onset, found[-1].last, False)
    return found


def running(*stretches: tuple[float, float], speed: float = 0.5) -> OperatingHistory:
    """A moment each half minute in stretches of so many hours."""
    times = np.concatenate([np.arange(a * HOUR + 30.0, b * HOUR + 1.0, 30.0) for a, b in stretches])
    return OperatingHistory(times, np.full(len(times), 30.0), {"speed": np.full(len(times), speed)})


def judge(
    found: list[FaultInterval], ran: OperatingHistory, hours: float, region: Region | None = None
):
    return stays_away(found, ran, region, hours * HOUR)


EVERY_TWO_HOURS = tuple(float(hour) for hour in range(0, 20, 2))


def test_a_fault_that_came_every_two_hours_and_not_for_two_days_is_away():
    away = judge(intervals(*EVERY_TWO_HOURS), running((0.0, 66.0)), 66.0)

    assert away is not None
    assert away.seconds == pytest.approx(48.0 * HOUR, rel=0.01)
    assert away.expected == pytest.approx(24.0, rel=0.02)
    assert away.p < 0.01


def test_a_proposal_is_worded_with_its_evidence():
    assert HealedFault(FAST, 11.2 * HOUR, 9.1, 0.0042).describe() == (
        "0 occurrences in 11.2 h above 0.3 m/s; 9 were expected (p = 0.0042)"
    )
    assert HealedFault(None, 48.0 * HOUR, 24.0, 0.0).describe() == (
        "0 occurrences in 48.0 h of running; 24 were expected (p = 1e-09)"
    )


def test_time_in_which_the_robot_does_not_run_shows_nothing():
    assert judge(intervals(*EVERY_TWO_HOURS), running((0.0, 19.0)), 1000.0) is None


def test_time_in_which_it_is_not_exposed_to_the_condition_shows_nothing():
    fast, slow = running((0.0, 19.0)), running((19.0, 90.0), speed=0.1)
    ran = OperatingHistory(
        np.concatenate([fast.times, slow.times]),
        np.concatenate([fast.seconds, slow.seconds]),
        {"speed": np.concatenate([fast.columns["speed"], slow.columns["speed"]])},
    )

    assert judge(intervals(*EVERY_TWO_HOURS), ran, 90.0, FAST) is None
    assert judge(intervals(*EVERY_TWO_HOURS), ran, 90.0) is not None


def test_time_in_the_condition_that_used_to_bring_it_shows_that_it_is_away():
    away = judge(intervals(*EVERY_TWO_HOURS), running((0.0, 66.0)), 66.0, FAST)

    assert away is not None
    assert away.region == FAST


@pytest.mark.parametrize("hours", [19.0, 22.0, 26.0])
def test_a_silence_that_may_be_chance_is_not_proposed(hours: float):
    assert judge(intervals(*EVERY_TWO_HOURS), running((0.0, hours)), hours) is None


def test_a_silence_shorter_than_three_longest_gaps_is_not_proposed():
    often = [0.3 * number for number in range(30)]
    often_rest_often = intervals(*often, *(20.0 + hour for hour in often))
    ran = running((0.0, 70.0))

    assert judge(often_rest_often, ran, 55.0) is None
    assert judge(often_rest_often, ran, 66.0) is not None


def test_few_occurrences_tell_a_rate_badly_and_need_a_long_silence():
    ran = running((0.0, 80.0))

    assert judge(intervals(0.0, 2.0, 4.0), ran, 34.0) is None
    assert judge(intervals(0.0, 2.0, 4.0), ran, 64.0) is not None


def test_two_occurrences_tell_no_rate():
    assert judge(intervals(0.0, 2.0), running((0.0, 500.0)), 500.0) is None


def test_a_bunch_within_a_quarter_of_an_hour_is_one_occurrence():
    bunch = intervals(0.0, 0.1, 0.15, 0.2, 0.25, 0.3)

    assert judge(bunch, running((0.0, 500.0)), 500.0) is None


def test_a_fault_that_is_there_is_not_away():
    found = intervals(*EVERY_TWO_HOURS, is_over=False)

    assert judge(found, running((0.0, 66.0)), 66.0) is None


def test_less_than_a_day_counts_only_after_eight_hours_of_exercise():
    often = intervals(*(0.3 * n for n in range(10)))

    assert judge(often, running((0.0, 10.0)), 10.0) is None
    assert judge(often, running((0.0, 11.0)), 11.0) is not None


def test_a_fault_that_comes_by_chance_is_seldom_proposed_as_gone():
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
