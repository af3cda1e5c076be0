"""A score says how often a healthy signal would reach it."""

from __future__ import annotations

import pytest

from robot_memory.perception.signals.alarm_rate import AlarmRate
from robot_memory.perception.signals.signal import score_of, score_of_rate

HOUR = 3600.0


def after_alarms(count: int, excess: float) -> AlarmRate:
    """What a check has that gave an alarm every two hours."""
    rate = AlarmRate()
    for _ in range(count):
        rate.score(HOUR, excess)
        rate.score(HOUR, 0.0)
    return rate


def test_once_a_day_scores_a_half_and_once_in_ten_thousand_days_nine_tenths() -> None:
    assert score_of_rate(1.0) == 0.5
    assert score_of_rate(1e-4) == pytest.approx(0.9)


def test_a_rarer_event_scores_higher_at_any_rate() -> None:
    found = [score_of_rate(10.0**power) for power in range(5, -9, -1)]

    assert found == sorted(found)
    assert 0.0 < found[0] < 0.5 < found[-1] < 1.0


def known_for(hours: float) -> AlarmRate:
    """What a check has that never gave an alarm."""
    rate = AlarmRate()
    rate.score(hours * HOUR, 0.0)
    return rate


def test_an_excess_scores_by_itself_in_a_signal_that_was_well_for_a_day() -> None:
    assert known_for(24.0).score(1.0, 1.0) == pytest.approx(score_of(1.0))


def test_the_younger_a_signal_the_farther_it_must_be_out_for_the_same_score() -> None:
    found = [known_for(hours).score(1.0, 1.0) for hours in (0.2, 1.0, 4.0, 24.0)]

    assert found == sorted(set(found))


def test_a_record_of_a_young_signal_is_as_frequent_as_it_is_young() -> None:
    # Of a signal known for an hour and a bit, in twenty a day comes such a peak.
    assert known_for(0.0).score(0.0, 0.3) == score_of_rate(20.0)


def test_an_excess_that_comes_twelve_times_a_day_is_no_alarm() -> None:
    assert after_alarms(12, 0.4).score(1.0, 0.4) < 0.5


def test_what_is_far_beyond_frequent_small_alarms_is_told() -> None:
    assert after_alarms(12, 0.4).score(1.0, 3.0) >= 0.9


def test_what_was_told_as_a_fault_does_not_become_normal() -> None:
    assert after_alarms(12, 2.0).score(1.0, 2.0) == pytest.approx(score_of(2.0), abs=1e-4)


def test_an_excursion_that_flickers_counts_once() -> None:
    rate = known_for(48.0)
    for _ in range(12):
        rate.score(30.0, 0.4)
        rate.score(30.0, 0.0)

    assert rate.score(1.0, 0.4) == score_of(0.4)
